"""Parts of a page that are seen once they are opened: tabs side by side, and a table that is folded away.

What is not open is neither counted nor drawn. Not here: what stands in them.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.here import Here


def tabs(here: Here, key: str, parts: Mapping[str, Callable[[], None]]) -> None:
    """Tabs by their labels, each with what draws it; to begin with the first is open."""
    shown = st.tabs(list(parts), key=f"{key}-{here.language}", on_change="rerun")  # Its state is a label.
    for tab, draw in zip(shown, parts.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def folded_table(here: Here, key: str, draw: Callable[[], None]) -> None:
    """All numbers behind a chart, for who wants to see them."""
    folded = st.expander(here.say("meta.table"), icon=":material/table:", key=key, on_change="rerun")
    if folded.open:
        with folded:
            draw()
