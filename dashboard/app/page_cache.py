"""Caches what pages compute from a store, as long as the projection is the same.

Not here: what is computed (``analytics.metrics``).
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import streamlit as st

from analytics.metrics import Filters, Metric
from analytics.store.reader import Store

Params = ParamSpec("Params")
Result = TypeVar("Result")


def cached(
    store: Store,
    function: Callable[Concatenate[Store, Params], Result],
    *args: Params.args,
    **kwargs: Params.kwargs,
) -> Result:
    """``function`` of a store and these arguments, computed once."""
    name = f"{function.__module__}.{function.__qualname__}"
    folder, generation = str(store.folder), store.manifest.generation
    result: Result = _cached(folder, generation, name, args, kwargs, function, store)
    return result


def _id(metric: Metric) -> str:
    """What identifies a metric. Streamlit would go through all that one is made of, for each question."""
    return metric.id


@st.cache_data(max_entries=256, show_spinner=False, hash_funcs={Metric: _id, Filters: repr})
def _cached(
    folder: str,
    generation: int,
    name: str,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    _function: Callable[..., Any],
    _store: Store,
) -> Any:
    return _function(_store, *args, **kwargs)
