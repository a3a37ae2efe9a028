"""Links from other pages to the replay of a match, at one of its events or at its start.

Not here: links from the rows of a table (``widgets.links``).
"""

import streamlit as st

from dashboard.app.page_context import PageContext
from dashboard.match import picker
from dashboard.widgets.links import ICONS


def show(page: PageContext, id: str, seq: int | None = None, *, label: str = "") -> None:
    """Draw a link to the replay of the match ``id``, at event ``seq`` if that is given."""
    query = {picker.KEY: id} | ({} if seq is None else {"at": str(seq)})
    default = page.say("link.replay") if seq is None else page.say("link.event", seq=seq)
    st.page_link(page.pages["replay"], label=label or default, icon=ICONS["replay"], query_params=query)
