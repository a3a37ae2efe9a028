"""The address of what is on the page, to be copied: it leads to the same page with the same choices.

Not here: the choices, which put themselves into the address (``url``).
"""

from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from dashboard.app.page_context import PageContext


def show(here: PageContext, page: Any) -> None:
    """A button that opens the address of ``page``. To be drawn when all choices on it have been taken."""
    with st.popover(here.say("share.open"), icon=":material/link:", help=here.say("share.told")):
        st.code(_address(page.url_path), language=None, wrap_lines=True)


def _address(name: str) -> str:
    """Where the browser is, on the page of this name; it gets to know the choices of this run only later."""
    at = urlsplit(st.context.url or "")
    asked = [(key, value) for key in st.query_params for value in st.query_params.get_all(key)]
    path = f"{at.path.rpartition('/')[0]}/{name}"
    return urlunsplit((at.scheme, at.netloc, path, urlencode(asked), ""))
