"""The replay page: the table of a match at any of its events, in the reader's browser.

The URL leads to this event as this perspective sees it. Not here: what a perspective may see
(``app.source``), what is sent (``match.replay.frames``), why a record is disputed (``audit``).
"""

from typing import Any

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.app.source import EVERYBODY, TABLE
from dashboard.board.layout import seats_from
from dashboard.match import picker
from dashboard.match.finding_markers import FindingMarker, finding_markers
from dashboard.match.replay import browser_replay
from dashboard.match.replay.frames import frames
from dashboard.match.replay.stepping import first_position
from engine.record.match import Match

AS, AT = "as", "at"


def show(page: PageContext) -> None:
    """Draw the page."""
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    whole = picker.choose(page, on_change=lambda: _restart(page), within=left)
    with right:
        perspective = _perspective(page, whole)
    match = page.source.match(whole.id, perspective)
    data = _data(
        (str(page.source.log), whole.id, len(whole), perspective),
        match,
        whole,
        finding_markers(whole, page.source.verdict(whole.id)),
        language=page.language,
    )
    _table(page, whole, data, f"{page.language} {perspective} {len(whole)}")
    _below(page, match, data)


@st.cache_data(max_entries=16, show_spinner=False)
def _data(
    key: tuple[str, str, int, str],
    _match: Match,
    _whole: Match,
    _markers: list[FindingMarker],
    *,
    language: str,
) -> dict[str, Any]:
    """What the browser gets, for the log, match, number of entries and perspective that ``key`` names."""
    perspective = key[-1]
    near = seats_from(_match.rules, _match.opened.players, perspective)[0]
    sees_all = perspective == TABLE
    made = frames(_match, _whole, _markers, language=language, near=near, sees_all=sees_all)
    return {**made, "words": browser_replay.words(language)}


@st.fragment
def _table(page: PageContext, match: Match, data: dict[str, Any], mark: str) -> None:
    """The table, from the event in the URL on. Only this part runs again when the reader has come elsewhere;
    what is sent stays the same then, and the browser has it."""
    told, sent = f"told {match.id}", f"sent {match.id}"
    at = _asked(page, match, int(data["start"]))
    if st.session_state.get(told) != at:  # the page wants to go there: a link, or the beginning
        st.session_state[sent] = at, st.session_state.get(sent, (0, 0))[1] + 1
    start, jump = st.session_state[sent]
    asked = {"speed": url.given("speed", "1"), "play": url.given("play", "") == "1"}
    asked["guided"] = bool(url.given("guide", ""))  # then what stands above the table is to be read
    there = browser_replay.show(
        {**data, **asked}, match=match.id, at=start, mark=f"{match.id} {mark}", jump=str(jump)
    )
    if st.session_state.get(told) == at and there in range(len(match)):
        at = there
    st.session_state[told] = at
    url.store_count(AT, at, default=int(data["start"]))


def _asked(page: PageContext, match: Match, start: int) -> int:
    """The event in the URL; one that does not exist is reported."""
    given, last = st.query_params.get(AT), len(match) - 1
    if given is not None and ((wanted := url.parse_count(given)) is None or wanted > last):
        text = page.say("wrong.at", at=escaped(given), match=escaped(match.id), last=last)
        st.error(text, icon=":material/search_off:")
    value = url.parse_count(url.current_value(AT))
    return start if value is None or value > last else value


def _below(page: PageContext, match: Match, data: dict[str, Any]) -> None:
    """What stands below the table: the way to the audit, the replay as a file, and that rules are missing.
    The file has what the browser has already, and no more."""
    with st.container(horizontal=True):
        st.page_link(
            page.pages["audit"],
            label=page.say("link.audit"),
            icon=":material/gavel:",
            query_params={picker.KEY: match.id},
        )
        st.download_button(
            page.say("replay.file"),
            data=lambda: browser_replay.page_of(data, at=int(data["start"])),
            file_name=f"{match.id}.html",
            mime="text/html",
            icon=":material/download:",
            help=page.say("replay.file-help"),
            on_click="ignore",
        )
    if match.rules is None:
        name = f"{match.opened.game}@{match.opened.edition}"
        st.caption(page.say("replay.no-rules", ruleset=name))


def _restart(page: PageContext) -> None:
    """Another match was chosen: go to its start, in a perspective that it has."""
    id = st.session_state.get(picker.KEY)
    if id is not None:
        perspectives = page.source.perspectives(id)
        if perspectives:
            st.session_state[AT] = first_position(page.source.match(id, perspectives[0]))
            if st.session_state.get(AS) not in perspectives:
                st.session_state[AS] = perspectives[0]


def _perspective(page: PageContext, match: Match) -> str:
    """Draw the choice of a perspective; one in the URL that the reader may not take is reported."""
    players = match.opened.players
    names = {TABLE: page.say("as.table"), EVERYBODY: page.say("as.public")}
    names |= {seat: page.say("as.seat", seat=seat, name=escaped(name)) for seat, name in players.items()}
    options = page.source.perspectives(match.id)
    given = st.query_params.get(AS)
    if given in names and given not in options:
        st.warning(page.say("access.perspective", asked=names[given]), icon=":material/lock:")
    return url.segmented_control(
        AS, page.say("as.label"), options, names=lambda option: names[option], default=options[0]
    )
