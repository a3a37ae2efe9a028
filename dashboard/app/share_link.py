"""The button that shows the address of the current page with all choices made on it.

Not here: how choices get into the address (``url``).
"""

from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from dashboard.app.page_context import PageContext


def show(page: PageContext, current: Any) -> None:
    """Draw the button for ``current``, the page of Streamlit's navigation. Call it last: every widget of the
    page must have written its value into the URL."""
    with st.popover(page.say("share.open"), icon=":material/link:", help=page.say("share.told")):
        st.code(_address(current.url_path), language=None, wrap_lines=True)


def _address(name: str) -> str:
    """The address of the page ``name`` on this server. ``st.context.url`` has no choices of this run yet."""
    server = urlsplit(st.context.url or "")
    query = [(key, value) for key in st.query_params for value in st.query_params.get_all(key)]
    path = f"{server.path.rpartition('/')[0]}/{name}"
    return urlunsplit((server.scheme, server.netloc, path, urlencode(query), ""))
