"""Parts of a page that are seen once they are opened: tabs side by side, and a table that is folded away.

What is not open is neither counted nor drawn. Not here: what stands in them.
"""

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.app import url
from dashboard.app.page_context import PageContext


def tabs(page: PageContext, texts: str, parts: Mapping[str, Callable[[], None]]) -> None:
    """Tabs by their ids, each with what draws it; their labels stand among these ``texts``."""
    shown = url.tabs("tab", list(parts), names=lambda part: page.say(f"{texts}.{part}"))
    for part, draw in parts.items():
        if shown[part].open:
            with shown[part]:
                draw()


def folded_table(page: PageContext, key: str, draw: Callable[[], None]) -> None:
    """All numbers behind a chart, for who wants to see them."""
    folded = st.expander(page.say("meta.table"), icon=":material/table:", key=key, on_change="rerun")
    if folded.open:
        with folded:
            draw()
