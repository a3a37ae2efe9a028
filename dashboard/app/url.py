"""Widgets whose value is stored in the URL as an id that does not depend on the language.

Streamlit's own binding (``bind="query-params"``) is not used: it writes the labels of the options, so that
each language would have another address, and a link from one page to another loses the keys that both pages
bind. Not here: which widgets a page has.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import streamlit as st

T = TypeVar("T", bound=str)

MAX_DIGITS = 15
"""A browser represents integers of up to 15 digits exactly."""
PAGE, STAYS = "page of the last run", "same page as in the last run"
"""Where the session keeps which page was shown, and whether it is shown again."""


def begin(page: str) -> None:
    """Note which page is about to be drawn. On the same page as before, a key that is gone from the URL was
    taken away by the way back or by a link; on another page the URL begins anew."""
    st.session_state[STAYS] = st.session_state.get(PAGE) == page
    st.session_state[PAGE] = page


def segmented_control(
    key: str,
    label: str,
    options: Sequence[T],
    *,
    names: Callable[[T], str],
    default: T,
    hidden_label: bool = False,
    everywhere: bool = False,
) -> T:
    """One of a few options, side by side. ``everywhere`` keeps the value from page to page."""
    _load(key, options, default, everywhere=everywhere)
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
    _store(key, picked, None if everywhere else default)
    return picked


def selectbox(
    key: str,
    label: str,
    options: Sequence[T],
    *,
    placeholder: str,
    names: Callable[[T], str] = str,
    first: bool = False,
    everywhere: bool = False,
    on_change: Callable[[], None] | None = None,
) -> T | None:
    """One of many options; None while nothing is selected. With ``first`` that cannot be: the first one is
    the default."""
    default = options[0] if first and options else None
    _load(key, options, default)
    picked: T | None = st.selectbox(
        label,
        options,
        index=0 if first else None,
        format_func=names,
        key=key,
        on_change=on_change,
        placeholder=placeholder,
        persist_state="session" if everywhere else None,
        disabled=not options,
    )
    _store(key, picked, default)
    return picked


def pills(
    key: str, label: str, options: Sequence[T], *, names: Callable[[T], str], default: Sequence[T], help: str
) -> list[T]:
    """Any number of a few options."""
    in_url = [option for option in options if option in st.query_params.get_all(key)]
    value = st.session_state.get(key)
    if in_url and (value is None or " ".join(in_url) != st.session_state.get(_stored(key))):
        value = in_url
    elif not in_url and st.session_state.get(_stored(key)) and _stays():
        value = None
    st.session_state[key] = list(default) if value is None else value
    picked = st.pills(label, options, selection_mode="multi", key=key, format_func=names, help=help)
    if set(picked) == set(default):
        st.query_params.pop(key, None)
        st.session_state[_stored(key)] = None
    else:
        st.query_params[key] = picked
        st.session_state[_stored(key)] = " ".join(option for option in options if option in picked)
    return picked


def multiselect(
    key: str, label: str, options: Sequence[T], *, placeholder: str, names: Callable[[T], str] = str
) -> list[T]:
    """Any number of many options; none while nothing is selected."""
    given = set(st.query_params.get_all(key))
    in_url = [option for option in options if option in given]
    value = st.session_state.get(key)
    if in_url and (value is None or _joined(in_url) != st.session_state.get(_stored(key))):
        value = in_url
    elif not in_url and st.session_state.get(_stored(key)) and _stays():
        value = None
    st.session_state[key] = [option for option in value or () if option in options]
    picked = st.multiselect(label, options, key=key, placeholder=placeholder, format_func=names)
    if picked:
        st.query_params[key] = picked
    else:
        st.query_params.pop(key, None)
    st.session_state[_stored(key)] = _joined([option for option in options if option in picked])
    return picked


def _joined(options: Sequence[str]) -> str:
    return "\n".join(options)


def number_input(key: str, label: str, *, least: int, default: int, step: int) -> int:
    """An integer of at least ``least``."""
    value = parse_count(current_value(key))
    st.session_state[key] = default if value is None else max(least, value)
    picked = st.number_input(label, min_value=least, step=step, key=key)
    picked = default if picked is None else int(picked)
    _store(key, str(picked), str(default))
    return picked


def asked_number(key: str, label: str, *, least: int) -> int | None:
    """An integer of at least ``least`` that has no default; None until it is given."""
    value = parse_count(current_value(key))
    st.session_state[key] = None if value is None else max(least, value)
    picked = st.number_input(label, min_value=least, step=1, value=None, key=key)
    _store(key, None if picked is None else str(int(picked)), None)
    return None if picked is None else int(picked)


def given(key: str, default: str) -> str:
    """What the URL says of a choice that is made in the browser, not by a widget of this module."""
    return st.query_params.get(key, default)


def store_count(key: str, value: int, *, default: int) -> None:
    """Keep a number that no widget of this module has: in the session and, unless it is the default, in the
    URL."""
    st.session_state[key] = value
    _store(key, str(value), str(default))


def tabs(key: str, options: Sequence[T], *, names: Callable[[T], str]) -> dict[T, Any]:
    """Tabs side by side, the first one open by default; only the open one has ``open`` set."""
    labels = {names(option): option for option in options}
    widget_key = f"{key} {' '.join(labels)}"  # Streamlit stores the label, which differs by language.

    def on_change() -> None:
        st.session_state[key] = labels[st.session_state[widget_key]]

    value = current_value(key)
    picked = next((option for option in options if option == value), options[0])
    st.session_state[widget_key] = names(picked)
    shown = st.tabs(list(labels), key=widget_key, on_change=on_change)
    st.session_state[key] = picked
    _store(key, picked, options[0])
    return dict(zip(options, shown, strict=True))


def current_value(key: str, *, everywhere: bool = False) -> str:
    """The value before the widget is drawn: that of the URL if the reader changed it, else the last one.

    A value that is the same ``everywhere`` outlives addresses without it.
    """
    in_url, value = st.query_params.get(key), st.session_state.get(key)
    if in_url is not None and (value is None or in_url != st.session_state.get(_stored(key))):
        return str(in_url)
    if in_url is None and st.session_state.get(_stored(key)) is not None and _stays() and not everywhere:
        return ""
    return "" if value is None else str(value)


def parse_count(text: str) -> int | None:
    """The integer from 0 on that ``text`` spells in up to ``MAX_DIGITS`` digits; None for anything else."""
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def _load(key: str, options: Sequence[T], default: T | None, *, everywhere: bool = False) -> None:
    """Set the widget's initial value."""
    value = current_value(key, everywhere=everywhere)
    st.session_state[key] = value if value in options else default


def _stays() -> bool:
    return bool(st.session_state.get(STAYS))


def _store(key: str, value: str | None, default: str | None) -> None:
    """Write the value into the URL; a default is left out, which keeps addresses short."""
    if value is None or value == default:
        st.query_params.pop(key, None)
        st.session_state[_stored(key)] = None
    else:
        st.query_params[key] = value
        st.session_state[_stored(key)] = value


def _stored(key: str) -> str:
    """Where the session keeps what this module last wrote into the URL."""
    return f"{key} in the URL"
