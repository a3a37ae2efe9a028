"""A run of the dashboard: language, navigation, and the page that the address names.

Not here: the server (``serve``), the pages (``pages``).
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.app import language, preload, share_link
from dashboard.app.access import Viewer, load
from dashboard.app.errors import told
from dashboard.app.options import Options, parse
from dashboard.app.page_context import PageContext
from dashboard.app.pages import PAGES, WRITING
from dashboard.app.source import Source

ICON = Path(__file__).with_name("icon.svg")


def main() -> None:
    """One run of the page that the URL names."""
    options = parse(sys.argv[1:])
    st.set_page_config(page_title="kifuda", page_icon=str(ICON), layout="wide")
    pages: dict[str, Any] = {}
    reader = _reader(options)
    here = PageContext(
        language.current(), Source(options.log, options.store, reader), pages, reader, options.evidence
    )
    menus: dict[str, list[Any]] = {}
    for menu, members in PAGES.items():
        for name, (show, icon) in members.items():
            if name in WRITING and not (options.record and reader.records):
                continue
            title = here.say(f"nav.{name}")
            pages[name] = st.Page(
                partial(show, here), title=title, icon=icon, url_path=name, default=name == "overview"
            )
            menus.setdefault(here.say(f"menu.{menu}") if menu else "", []).append(pages[name])
    page = st.navigation(menus, position="top")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(page.title, anchor=False)
        if options.access is not None:
            _login(here)
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            language.choice()
            link = st.container(width="content")
    try:
        with told(here):
            if not options.record:
                here.source.size()  # Without a log there is one message, whatever the page would have shown.
            page.run()
            preload.up(here.source.store())
    finally:
        with link:  # At last, for each choice on the page is a part of its address.
            share_link.show(here, page)


def _reader(options: Options) -> Viewer:
    """Who reads; where nobody has to log in, the one who serves the pages."""
    if options.access is None:
        return Viewer("judge", options.keeper)
    access = load(options.access)
    return access.viewer(st.user.to_dict()) if st.user.is_logged_in else access.public


def _login(here: PageContext) -> None:
    """Who is reading, and the way in and out."""
    if st.user.is_logged_in:
        st.caption(here.say("login.as", name=here.viewer.name, role=here.say(f"role.{here.viewer.role}")))
        st.button(here.say("login.out"), on_click=st.logout, icon=":material/logout:")
    else:
        st.button(here.say("login.in"), on_click=st.login, icon=":material/login:")


main()
