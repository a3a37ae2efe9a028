"""A run of the dashboard: language, navigation, and the page that the address names.

Streamlit runs this file for each run of a page. Not here: the server (``serve``), the list of pages
(``pages``).
"""

import sys
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.app import language, preload, share_link, url
from dashboard.app.access import Viewer, load
from dashboard.app.activity import ACTIVITY
from dashboard.app.errors import show_errors
from dashboard.app.options import Options, parse
from dashboard.app.page_context import PageContext
from dashboard.app.pages import PAGES, WRITING
from dashboard.app.source import Source
from dashboard.front import guide
from dashboard.widgets import scripts, tables, tiles

ICON = Path(__file__).with_name("icon.svg")
SIDEBAR_STYLE = """<style>
[data-testid=stSidebar]:not(:has([data-testid=stElementContainer], [data-testid=stSidebarNavLink])) {
  display: none;
}
@media (min-width: 769px) and (max-width: 900px) {
  [data-testid=stSidebar] { position: absolute !important; height: 100%; }
}
</style>"""
"""Whoever goes from filters to a page without them would see an empty sidebar until all of it is drawn; in a
narrow window it has the menu. There it lies over the page, as on a phone: it would take a third of it."""


def main() -> None:
    """Run the page that the URL names."""
    options = parse(sys.argv[1:])
    st.set_page_config(page_title="kifuda", page_icon=str(ICON), layout="wide")
    pages: dict[str, Any] = {}
    viewer = _viewer(options)
    source = Source(options.log, options.store, viewer)
    page = PageContext(language.current(), source, pages, viewer, options.evidence)
    menus: dict[str, list[Any]] = {}
    for menu, members in PAGES.items():
        for name, (show, icon) in members.items():
            closed = name in WRITING and not (options.record and viewer.records)
            found = st.Page(
                partial(_say_closed if closed else show, page),
                title=page.say(f"nav.{name}"),
                icon=icon,
                url_path=name,
                default=name == "overview",
                visibility="hidden" if closed else "visible",
            )
            menus.setdefault(page.say(f"menu.{menu}") if menu else "", []).append(found)
            if not closed:
                pages[name] = found
    current = st.navigation(menus, position="top", expanded=True)
    url.begin(current.url_path)
    st.html(SIDEBAR_STYLE + tiles.STYLE + tables.STYLE)
    scripts.load(page.language)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(current.title, anchor=False)
        if options.access is not None:
            _login(page)
        with st.container(horizontal=True, width="content", vertical_alignment="center"):
            language.switch()
            link = st.container(width="content")
    try:
        with show_errors(page):
            if not options.record:
                page.source.size()  # A missing log is reported on every page, whatever the page would show.
            guide.show(page)
            current.run()
            preload.load_rest(page.source.store())
    finally:
        with link:  # Drawn last: only now does the URL have every choice on the page.
            share_link.show(page, current)


def _say_closed(page: PageContext) -> None:
    """What stands at the address of a page that this server, or this reader, does not have."""
    st.info(page.say("address.no-writing"), icon=":material/lock:")


def _viewer(options: Options) -> Viewer:
    """Who reads; without an access file, the one who serves the pages."""
    if options.access is None:
        return Viewer("judge", options.keeper)
    access = load(options.access)
    return access.viewer(st.user.to_dict()) if st.user.is_logged_in else access.public


def _login(page: PageContext) -> None:
    """Draw who is logged in, and the button to log in or out."""
    if st.user.is_logged_in:
        st.caption(page.say("login.as", name=page.viewer.name, role=page.say(f"role.{page.viewer.role}")))
        st.button(page.say("login.out"), on_click=st.logout, icon=":material/logout:")
    else:
        st.button(page.say("login.in"), on_click=st.login, icon=":material/login:")


with ACTIVITY.drawing():
    main()
