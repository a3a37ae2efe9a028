"""Parts of a page that are drawn only while they are open: tabs, and a table folded away below a chart.

What is closed is not computed either. Not here: the contents.
"""

from collections.abc import Callable, Collection, Mapping

import streamlit as st

from dashboard.app import url
from dashboard.app.page_context import PageContext


def tabs(
    page: PageContext,
    texts: str,
    parts: Mapping[str, Callable[[], None]],
    *,
    of_cards: Collection[str] = (),
) -> None:
    """Draw tabs: ``parts`` maps the id of a tab to the function that draws it; the text key of its label is
    ``TEXTS.ID``. Those ``of_cards`` are kept from viewers who do not see cards, who are told so."""
    if of_cards and not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        parts = {part: draw for part, draw in parts.items() if part not in of_cards}
    shown = url.tabs("tab", list(parts), names=lambda part: page.say(f"{texts}.{part}"))
    for part, draw in parts.items():
        if shown[part].open:
            with shown[part]:
                draw()


def folded_table(page: PageContext, key: str, draw: Callable[[], None]) -> None:
    """An expander for all numbers behind a chart."""
    folded = st.expander(page.say("meta.table"), icon=":material/table:", key=key, on_change="rerun")
    if folded.open:
        with folded:
            draw()
