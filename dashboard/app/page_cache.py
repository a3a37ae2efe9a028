"""What was computed of a store is kept as long as the projection is the same.

Not here: what is computed (``analytics.metrics``).
"""

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

import streamlit as st

from analytics.store.reader import Store

Asked = ParamSpec("Asked")
Found = TypeVar("Found")


def kept(
    store: Store,
    function: Callable[Concatenate[Store, Asked], Found],
    *args: Asked.args,
    **given: Asked.kwargs,
) -> Found:
    """``function`` of a store and these arguments, computed once."""
    name = f"{function.__module__}.{function.__qualname__}"
    folder, generation = str(store.folder), store.manifest.generation
    found: Found = _kept(folder, generation, name, args, given, function, store)
    return found


@st.cache_data(max_entries=256, show_spinner=False)
def _kept(
    folder: str,
    generation: int,
    name: str,
    args: tuple[Any, ...],
    given: dict[str, Any],
    _function: Callable[..., Any],
    _store: Store,
) -> Any:
    return _function(_store, *args, **given)
