"""The replay page: the board at any event of a match, what happened there, and under which clauses.

The URL leads to this event as this perspective sees it. Not here: what a perspective may see
(``app.source``), why a record is disputed (``audit``).
"""

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.app.source import EVERYBODY, TABLE
from dashboard.board import board
from dashboard.board.layout import build_board, seats_from, zones_used
from dashboard.match import picker
from dashboard.match.dispute_text import dispute_text
from dashboard.match.event_text import describe_event
from dashboard.match.finding_markers import FindingMarker, finding_markers
from dashboard.match.replay import event_details
from dashboard.match.replay.autoplay import autoplay
from dashboard.match.replay.board_differences import Difference, board_differences
from dashboard.match.replay.event_buttons import show_around, show_chain
from dashboard.match.replay.navigation import finding_buttons, go, slider, step_buttons
from dashboard.match.replay.stepping import first_position
from engine.audit.verdict import DIVERGING
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels

AS = "as"
LISTS, BOARDS = ("around", "chain"), ("record", "rules")


def show(page: PageContext) -> None:
    """Draw the page."""
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    with left:
        whole = picker.choose(page, on_change=lambda: _restart(page))
    with right:
        perspective = _perspective(page, whole)
    match = page.source.match(whole.id, perspective)
    markers = finding_markers(whole, page.source.verdict(whole.id))
    at = slider(page, whole)
    step_buttons(page, whole, at)
    autoplay(page, at, len(whole) - 1, go)
    finding_buttons(page, whole, markers)
    event = describe_event(match, at, page.language)
    st.subheader(f"#{at}  {escaped(event.text)}", anchor=False)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        here = [marker for marker in markers if marker.seq == at]
        _board(page, match, at, here, diverged=_diverged(match, at, markers, perspective), near=perspective)
    with right:
        event_details.show(page, match, event, [one for one in markers if one.seq == at], perspective)
        if _list(page) == "chain":
            show_chain(page, match, at)
        else:
            show_around(page, match, at, markers)


def _restart(page: PageContext) -> None:
    """Another match was chosen: go to its start, in a perspective that it has."""
    id = st.session_state.get(picker.KEY)
    if id is not None:
        perspectives = page.source.perspectives(id)
        if perspectives:
            go(first_position(page.source.match(id, perspectives[0])))
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


def _list(page: PageContext) -> str:
    """Draw the choice of the list beside the board."""
    return url.segmented_control(
        "list",
        page.say("replay.list"),
        LISTS,
        names=lambda which: page.say(f"replay.list-{which}"),
        default=LISTS[0],
        hidden_label=True,
    )


def _board(
    page: PageContext, match: Match, at: int, here: list[FindingMarker], *, diverged: bool, near: str
) -> None:
    """The board as seen by ``near``, with the findings ``here``; after record and rules have ``diverged``,
    either of both, with their differences."""
    rules, players, used = match.rules, match.opened.players, zones_used(match)
    near = seats_from(rules, players, near)[0]
    table = match.table(at)
    if diverged:
        table = _choose_board(page, match, at, here)
    layout = build_board(table, rules, page.language, near=near, used=used, players=players)
    board.draw(page, rules, layout)
    if rules is None:
        name = f"{match.opened.game}@{match.opened.edition}"
        st.caption(page.say("replay.no-rules", ruleset=name))


def _diverged(match: Match, at: int, markers: list[FindingMarker], perspective: str) -> bool:
    """Whether record and rules have diverged by event ``at``, for a reader who may see all of the match."""
    earlier = (marker for marker in markers if marker.seq <= at and marker.finding.kind in DIVERGING)
    return perspective == TABLE and match.rules is not None and any(earlier)


def _choose_board(page: PageContext, match: Match, at: int, here: list[FindingMarker]) -> Table:
    """Draw the choice between the board as recorded and by the rules, and what they differ in: at a dispute
    what each side says of the thing in dispute, and the boards right after the last event that both have."""
    recorded, ruled = match.table(at), match.ruled(at)
    chosen = url.segmented_control(
        "by",
        page.say("replay.by"),
        BOARDS,
        names=lambda side: page.say(f"replay.by-{side}"),
        default=BOARDS[0],
    )
    labels = Labels(match.rules, page.language, table=recorded, players=match.opened.players)
    common = match.common_course.last(at)
    found = (dispute_text(match, marker.finding, page.language) for marker in here)
    disputes = [Difference(one.about or "–", one.recorded, one.ruled) for one in found if one is not None]
    rows = disputes + list(board_differences(match.table(common), ruled, labels))
    if rows:
        if not disputes:
            st.caption(page.say("replay.compared", seq=common))
        columns = ("about", "recorded", "ruled")
        st.table(
            {page.say(f"column.{name}"): [escaped(getattr(row, name)) for row in rows] for name in columns}
        )
    else:
        st.caption(page.say("replay.same", seq=common))
    return ruled if chosen == "rules" else recorded
