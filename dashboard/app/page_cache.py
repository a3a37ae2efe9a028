"""Caches what pages compute from a store, as long as the projection is the same.

Not here: what is computed (``analytics.metrics``).
"""

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

import polars as pl
import streamlit as st

from analytics.metrics import Filters, Metric
from analytics.store.reader import Store

Params = ParamSpec("Params")
Result = TypeVar("Result")

PLAIN = (str, int, float, Filters, type(None))
"""Arguments that are told apart by how they are written."""
MOST = 1024
"""Results that are kept: a page has half a dozen, and each at most some hundred kilobytes."""


def cached(
    store: Store,
    function: Callable[Concatenate[Store, Params], Result],
    *args: Params.args,
    **kwargs: Params.kwargs,
) -> Result:
    """``function`` of a store and these arguments, computed once. Raises ``TypeError`` for an argument that
    cannot be told from others."""
    name = f"{function.__module__}.{function.__qualname__}"
    asked = _written((name, args, tuple(sorted(kwargs.items()))))
    key = f"{store.folder} {store.manifest.generation} {asked}"
    result: Result = _cached(key, partial(function, store, *args, **kwargs))
    return result


@st.cache_data(max_entries=MOST, show_spinner=False)
def _cached(key: str, _compute: Callable[[], Any]) -> Any:
    """Streamlit would go through all that arguments are made of, for each question: it gets a text."""
    return _compute()


def _written(value: object) -> str:
    """A text that differs for different arguments."""
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_written, value))})"
    if isinstance(value, Metric):
        return value.id
    if isinstance(value, pl.DataFrame):
        return f"{value.schema} {hashlib.sha256(value.hash_rows().to_numpy().tobytes()).hexdigest()}"
    if isinstance(value, PLAIN):
        return repr(value)
    raise TypeError(f"{type(value).__name__} cannot be a part of a key")
