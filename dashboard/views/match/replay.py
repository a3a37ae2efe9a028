"""The page that replays a match: the board at any event, what happened there, and under which clause.

The URL leads to exactly this event, seen by the same eyes. Not here: what the perspectives may know
(``source.seen``), and why a record is disputed (``audit``).
"""

from collections.abc import Iterable
from typing import Literal

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.app.source import EVERYBODY, TABLE
from dashboard.board import board
from dashboard.board.layout import build_board, seats_from, zones_used
from dashboard.match import clauses, picker
from dashboard.match.event_text import EventText, as_markdown, describe, describe_event
from dashboard.match.finding_markers import FindingMarker, finding_markers
from dashboard.match.replay.autoplay import autoplay
from dashboard.match.replay.board_differences import board_differences
from dashboard.match.replay.chain_tree import chain_tree
from dashboard.match.replay.stepping import (
    act_stops,
    chain_stops,
    first_position,
    next_stop,
    previous_stop,
    turn_stops,
)
from engine.audit.verdict import DIVERGING
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels
from engine.text.sentence import trail, trail_line
from events.model.kinds import Determined, Noted

AT, AS = "at", "as"
EARLIER, LATER = 5, 7
"""So many events are listed before and after the one that is shown."""
MARKS_SHOWN = 4
LISTS, SIDES = ("around", "chain"), ("record", "rules")
INDENT = "\u2003"
"""A space that HTML does not fold away."""
Step = tuple[str, int | None, str | None, str | None]
"""A button: its name, the event it leads to or None where there is none, and its icon or its key, which
Streamlit shows on it: with both, two rows in a direction would not do on a phone."""


def show(page: PageContext) -> None:
    """Draw the page."""
    chosen, eyes = st.columns([3, 2], vertical_alignment="bottom")
    with chosen:
        whole = picker.choose(page, on_change=lambda: _begin(page))
    with eyes:
        perspective = _perspective(page, whole)
    seen = page.source.match(whole.id, perspective)
    found = finding_markers(whole, page.source.verdict(whole.id))
    at = _slider(page, whole)
    _steps(page, whole, at)
    autoplay(page, at, len(whole) - 1, _go)
    _jumps(page, whole, found)
    told = describe_event(seen, at, page.language)
    st.subheader(f"#{at}  {escaped(told.text)}", anchor=False)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _board(page, seen, at, perspective, parted=_parted(seen, at, found, perspective))
    with right:
        _event(page, seen, told, [mark for mark in found if mark.seq == at], perspective)
        if (
            url.segmented_control(
                "list",
                page.say("replay.list"),
                LISTS,
                names=lambda which: page.say(f"replay.list-{which}"),
                default=LISTS[0],
                hidden_label=True,
            )
            == "chain"
        ):
            _chain(page, seen, at)
        else:
            _around(page, seen, at, found)


# --- where and through whose eyes --------------------------------------------------------------------


def _go(seq: int) -> None:
    st.session_state[AT] = seq


def _begin(page: PageContext) -> None:
    """Another match was chosen: go to its beginning, and look at it with eyes that are there."""
    id = st.session_state.get(picker.KEY)
    if id is not None:
        perspectives = page.source.perspectives(id)
        if perspectives:
            _go(first_position(page.source.match(id, perspectives[0])))
            if st.session_state.get(AS) not in perspectives:
                st.session_state[AS] = perspectives[0]


def _perspective(page: PageContext, match: Match) -> str:
    players = match.opened.players
    names = {TABLE: page.say("as.table"), EVERYBODY: page.say("as.public")}
    names |= {seat: page.say("as.seat", seat=seat, name=escaped(name)) for seat, name in players.items()}
    options = page.source.perspectives(match.id)
    asked = st.query_params.get(AS)
    if asked in names and asked not in options:
        st.warning(page.say("access.perspective", asked=names[asked]), icon=":material/lock:")
    return url.segmented_control(
        AS, page.say("as.label"), options, names=lambda option: names[option], default=options[0]
    )


def _slider(page: PageContext, match: Match) -> int:
    asked, last = st.query_params.get(AT), len(match) - 1
    if asked is not None and ((wanted := url.parse_count(asked)) is None or wanted > last):
        told = page.say("wrong.at", at=escaped(asked), match=escaped(match.id), last=last)
        st.error(told, icon=":material/search_off:")
    if last == 0:
        return 0
    return url.slider(AT, page.say("replay.at"), 0, last, first_position(match))


def _steps(page: PageContext, match: Match, at: int) -> None:
    """Buttons and keys: to the ends, and by turn, chain, act and event."""
    acts, chains, turns, last = act_stops(match), chain_stops(match), turn_stops(match), len(match) - 1
    back = (
        ("first", 0 if at else None, ":material/first_page:", None),
        ("turn-back", previous_stop(turns, at), ":material/keyboard_double_arrow_left:", None),
        ("chain-back", previous_stop(chains, at), ":material/keyboard_arrow_left:", None),
        ("act-back", previous_stop(acts, at), None, "Up"),
        ("back", at - 1 if at else None, None, "Left"),
    )
    on = (
        ("on", at + 1 if at < last else None, None, "Right"),
        ("act-on", next_stop(acts, at), None, "Down"),
        ("chain-on", next_stop(chains, at), ":material/keyboard_arrow_right:", None),
        ("turn-on", next_stop(turns, at), ":material/keyboard_double_arrow_right:", None),
        ("last", last if at < last else None, ":material/last_page:", None),
    )
    with st.container(horizontal=True, gap="xsmall", horizontal_alignment="center"):
        _buttons(page, back, "left")  # On a phone they stand above the others.
        _buttons(page, on, "right")


def _buttons(page: PageContext, steps: Iterable[Step], side: Literal["left", "right"]) -> None:
    """Buttons in one direction, with their icons on this side."""
    with st.container(horizontal=True, gap="xsmall", width="content", horizontal_alignment="center"):
        for name, goal, icon, key in steps:
            st.button(
                page.say(f"step.{name}"),
                icon=icon,
                icon_position=side,
                key=f"step-{name}",
                shortcut=key,
                disabled=goal is None,
                on_click=_go,
                args=(goal,),
            )


def _jumps(page: PageContext, match: Match, found: list[FindingMarker]) -> None:
    """Buttons to the events that deserve a look; what only follows from an earlier one is counted."""
    if not found:
        return
    first = [mark for mark in found if not mark.finding.follows]
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for mark in first[:MARKS_SHOWN]:
            label = f":{mark.colour}[{mark.icon} #{mark.seq} {mark.kind(match, page.language)}]"
            st.button(label, key=f"mark-{mark.index}", type="tertiary", on_click=_go, args=(mark.seq,))
        if more := len(found) - len(first[:MARKS_SHOWN]):
            st.markdown(f":small[:gray[{page.say('replay.more-marks', n=more)}]]", width="content")
        st.page_link(
            page.pages["audit"],
            label=page.say("link.audit"),
            icon=":material/gavel:",
            query_params={picker.KEY: match.id},
        )


# --- what is there -------------------------------------------------------------------------------------


def _board(page: PageContext, seen: Match, at: int, perspective: str, *, parted: bool) -> None:
    """The board; where record and rules have ``parted``, as the reader wants it, with what differs."""
    rules, players, used = seen.rules, seen.opened.players, zones_used(seen)
    near = seats_from(rules, players, perspective)[0]
    table = seen.table(at)
    if parted:
        table = _either(page, seen, at, table)
    board.draw(page, rules, build_board(table, rules, page.language, near=near, used=used, players=players))
    if rules is None:
        name = f"{seen.opened.game}@{seen.opened.edition}"
        st.caption(page.say("replay.no-rules", ruleset=name))


def _parted(seen: Match, at: int, found: list[FindingMarker], perspective: str) -> bool:
    """Whether record and rules have parted by now, for a reader who may see all of it."""
    earlier = (mark for mark in found if mark.seq <= at and mark.finding.kind in DIVERGING)
    return perspective == TABLE and seen.rules is not None and any(earlier)


def _either(page: PageContext, seen: Match, at: int, recorded: Table) -> Table:
    """The table as recorded or as the rules have it, whichever is chosen, below what differs between them."""
    ruled = seen.ruled(at)
    chosen = url.segmented_control(
        "by", page.say("replay.by"), SIDES, names=lambda side: page.say(f"replay.by-{side}"), default=SIDES[0]
    )
    labels = Labels(seen.rules, page.language, table=recorded, players=seen.opened.players)
    rows = list(board_differences(recorded, ruled, labels))
    if rows:
        columns = ("about", "recorded", "ruled")
        st.table(
            {page.say(f"column.{name}"): [escaped(getattr(row, name)) for row in rows] for name in columns}
        )
    else:
        st.caption(page.say("replay.same"))
    return ruled if chosen == "rules" else recorded


def _event(
    page: PageContext, seen: Match, told: EventText, found: list[FindingMarker], perspective: str
) -> None:
    """The event at hand: what is wrong there, how a number came about, the clauses, and its cause."""
    cited, cause = _cited(told), seen.derived[told.seq][1]
    claimed = isinstance(told.event, Noted) and told.event.topic == "claim"
    if not (found or cited or told.decided or claimed or cause is not None):
        return
    with st.container(border=True, gap="small"):
        for mark in found:
            known = perspective == TABLE
            text = mark.finding.what[page.language] if known else mark.kind(seen, page.language)
            (st.error if mark.colour == "red" else st.warning)(escaped(text), icon=mark.icon)
        if told.decided:
            implied = getattr(told.event, "implied", False)
            st.caption(page.say("replay.implied" if implied else "replay.decided"))
        if claimed and not found and seen.rules is not None:
            st.caption(page.say("replay.holds"))
        _computation(page, seen, told)
        clauses.show(page, seen, cited)
        if cause is not None:
            st.markdown(f":small[:gray[{page.say('replay.cause')}]]")
            _to_event(describe_event(seen, cause, page.language), key="cause")


def _computation(page: PageContext, seen: Match, told: EventText) -> None:
    """How a number came about: the whole of it in a line, then each step with its clause."""
    event = told.event
    if isinstance(event, Determined) and event.trail:
        before_it = seen.table(told.seq - 1)
        st.markdown(f"**{trail_line(event, before_it, seen.rules, page.language)}**")
        steps = trail(event, before_it, seen.rules, page.language)
        st.markdown("\n".join(f"1. {step}" for step in steps))


def _cited(told: EventText) -> list[str]:
    """The clauses of an event and of the steps of its computation, in order."""
    event = told.event
    own = getattr(event, "clauses", None) or (getattr(event, "clause", ""),)
    return list(filter(None, (*own, *(step.clause for step in getattr(event, "trail", ())))))


def _around(page: PageContext, seen: Match, at: int, found: list[FindingMarker]) -> None:
    """The events around, each a button that leads there; the present one is marked."""
    as_markdown = {mark.seq: mark for mark in reversed(found)}
    with st.container(gap=None):
        for told in describe(seen, at - EARLIER, at + LATER, page.language):
            mark = as_markdown.get(told.seq)
            sign = f":{mark.colour}[{mark.icon}] " if mark else ""
            _to_event(told, key=f"around-{told.seq - at}", sign=sign, present=told.seq == at)


def _chain(page: PageContext, seen: Match, at: int) -> None:
    """The action that the event belongs to as a tree: what was paid, answered and came of it."""
    with st.container(gap=None):
        for link in chain_tree(seen, at):
            branch = "" if not link.depth else INDENT * (link.depth - 1) + ("└ " if link.last else "├ ")
            told = describe_event(seen, link.seq, page.language)
            _to_event(told, key=f"chain-{link.seq}", sign=branch, present=link.seq == at)


def _to_event(told: EventText, *, key: str, sign: str = "", present: bool = False) -> None:
    """A line that tells an event and leads to it; decisions stand out from their consequences."""
    number = f"#{told.seq}" if present else f":gray[#{told.seq}]"
    label = f"{sign}{number} {as_markdown(told)}"
    st.button(
        f":primary-background[{label}]" if present else label,
        key=key,
        type="tertiary",
        wrap=False,
        on_click=_go,
        args=(told.seq,),
    )
