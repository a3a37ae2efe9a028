"""The dashboard: ``streamlit run app.py -- --log FILE``. Language, navigation, and one page.

Not here: the pages (``views``).
"""

import sys
from functools import partial
from typing import Any

import streamlit as st

from dashboard import language, share, warm
from dashboard.access import Viewer, load
from dashboard.here import Here
from dashboard.options import Options, parse
from dashboard.source import Source
from dashboard.trouble import told
from dashboard.views import (
    archetype,
    audit,
    card,
    cards,
    chains,
    costs,
    health,
    import_,
    lab,
    matches,
    matchups,
    meta,
    methods,
    overview,
    players,
    record,
    replay,
    tempo,
    tournaments,
)

# The pages by the menus that they stand in; the first stands beside the menus.
PAGES = {
    "": {"overview": (overview.show, ":material/home:")},
    "cards": {
        "meta": (meta.show, ":material/bar_chart:"),
        "matchups": (matchups.show, ":material/grid_on:"),
        "archetype": (archetype.show, ":material/category:"),
        "cards": (cards.show, ":material/table:"),
        "card": (card.show, ":material/style:"),
        "tempo": (tempo.show, ":material/timer:"),
        "chains": (chains.show, ":material/account_tree:"),
        "costs": (costs.show, ":material/payments:"),
    },
    "events": {
        "tournaments": (tournaments.show, ":material/emoji_events:"),
        "players": (players.show, ":material/groups:"),
        "lab": (lab.show, ":material/science:"),
    },
    "matches": {
        "matches": (matches.show, ":material/list:"),
        "replay": (replay.show, ":material/play_circle:"),
        "audit": (audit.show, ":material/gavel:"),
        "record": (record.show, ":material/edit_note:"),
        "import": (import_.show, ":material/upload:"),
    },
    "about": {
        "health": (health.show, ":material/monitor_heart:"),
        "methods": (methods.show, ":material/menu_book:"),
    },
}
WRITING = ("record", "import")  # Pages that are there only where the log may be written.


def main() -> None:
    """One run of the page that the URL names."""
    options = parse(sys.argv[1:])
    st.set_page_config(page_title="kifuda", page_icon="🎴", layout="wide")
    pages: dict[str, Any] = {}
    reader = _reader(options)
    here = Here(
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
    finally:
        with link:  # At last, for each choice on the page is a part of its address.
            share.show(here, page)
        warm.up()


def _reader(options: Options) -> Viewer:
    """Who reads; where nobody has to log in, the one who serves the pages."""
    if options.access is None:
        return Viewer("judge", options.keeper)
    access = load(options.access)
    return access.viewer(st.user.to_dict()) if st.user.is_logged_in else access.public


def _login(here: Here) -> None:
    """Who is reading, and the way in and out."""
    if st.user.is_logged_in:
        st.caption(here.say("login.as", name=here.viewer.name, role=here.say(f"role.{here.viewer.role}")))
        st.button(here.say("login.out"), on_click=st.logout, icon=":material/logout:")
    else:
        st.button(here.say("login.in"), on_click=st.login, icon=":material/login:")


main()
