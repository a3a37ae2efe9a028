"""Choices that stand in the URL by their ids, whatever language they are shown in.

Streamlit's own binding of widgets (``bind="query-params"``) is not used for them: it writes the labels of
options, which would make another address in every language, and a link from one page to another loses what
both pages bind. Not here: which choices there are.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T", bound=str)

DIGITS = 15
"""So many digits a browser counts exactly; Python refuses to read thousands."""


def segments(
    key: str,
    label: str,
    options: Sequence[T],
    *,
    names: Callable[[T], str],
    default: T,
    hidden_label: bool = False,
    everywhere: bool = False,
) -> T:
    """One of a few options, side by side. ``everywhere`` keeps the choice from page to page."""
    _take(key, options, default)
    picked = st.segmented_control(
        label,
        options,
        format_func=names,
        key=key,
        required=True,
        persist_state="session" if everywhere else None,
        label_visibility="collapsed" if hidden_label else "visible",
    )
    picked = default if picked is None else picked
    _write(key, picked, None if everywhere else default)
    return picked


def one_of(
    key: str,
    label: str,
    options: Sequence[T],
    *,
    placeholder: str,
    names: Callable[[T], str] = str,
    everywhere: bool = False,
    on_change: Callable[[], None] | None = None,
) -> T | None:
    """One of many options, or none of them."""
    _take(key, options, None)
    picked: T | None = st.selectbox(
        label,
        options,
        index=None,
        format_func=names,
        key=key,
        on_change=on_change,
        placeholder=placeholder,
        persist_state="session" if everywhere else None,
        disabled=not options,
    )
    _write(key, picked, None)
    return picked


def some_of(key: str, label: str, options: Sequence[T], *, default: Sequence[T]) -> list[T]:
    """Any number of a few options, which are their own labels."""
    asked = [option for option in options if option in st.query_params.get_all(key)]
    now = st.session_state.get(key)
    if asked and (now is None or " ".join(asked) != st.session_state.get(_written(key))):
        now = asked
    st.session_state[key] = list(default) if now is None else now
    picked = st.pills(label, options, selection_mode="multi", key=key)
    if set(picked) == set(default):
        st.query_params.pop(key, None)
    else:
        st.query_params[key] = picked
    st.session_state[_written(key)] = " ".join(option for option in options if option in picked)
    return picked


def number(key: str, label: str, *, least: int, default: int, step: int) -> int:
    """A whole number from ``least`` on."""
    now = whole(chosen(key))
    st.session_state[key] = default if now is None else max(least, now)
    picked = st.number_input(label, min_value=least, step=step, key=key)
    picked = default if picked is None else int(picked)
    _write(key, str(picked), str(default))
    return picked


def slider(key: str, label: str, least: int, most: int, default: int) -> int:
    """A whole number from ``least`` to ``most``, which may differ from run to run."""
    now = whole(chosen(key))
    st.session_state[key] = default if now is None or now not in range(least, most + 1) else now
    picked = st.slider(label, least, most, key=key, label_visibility="collapsed")
    _write(key, str(picked), str(default))
    return picked


def tabs(key: str, options: Sequence[T], *, names: Callable[[T], str]) -> dict[T, Any]:
    """Tabs side by side, of which the first is open to begin with; only the open one has ``open``."""
    labels = {names(option): option for option in options}
    at = f"{key} {' '.join(labels)}"  # Streamlit keeps the label, which is another one in each language.

    def opened() -> None:
        st.session_state[key] = labels[st.session_state[at]]

    now = chosen(key)
    picked = next((option for option in options if option == now), options[0])
    st.session_state[at] = names(picked)
    shown = st.tabs(list(labels), key=at, on_change=opened)
    st.session_state[key] = picked
    _write(key, picked, options[0])
    return dict(zip(options, shown, strict=True))


def chosen(key: str) -> str:
    """What is chosen before the widget is drawn: by the URL where somebody has changed it, else so far."""
    asked, now = st.query_params.get(key), st.session_state.get(key)
    if asked is not None and (now is None or asked != st.session_state.get(_written(key))):
        return str(asked)
    return "" if now is None else str(now)


def whole(written: str) -> int | None:
    """The whole number from 0 on that is written there; None for anything else, and for more digits than
    any page counts."""
    return int(written) if written.isdecimal() and len(written) <= DIGITS else None


def _take(key: str, options: Sequence[T], default: T | None) -> None:
    """What the widget begins with: the URL where somebody has changed it, else the choice so far."""
    st.session_state[key] = now if (now := chosen(key)) in options else default


def _write(key: str, chosen: str | None, default: str | None) -> None:
    """Put the choice into the URL; a default is left out, so that addresses stay short."""
    if chosen is None or chosen == default:
        st.query_params.pop(key, None)
        st.session_state[_written(key)] = None
    else:
        st.query_params[key] = chosen
        st.session_state[_written(key)] = chosen


def _written(key: str) -> str:
    return f"{key} in the URL"
