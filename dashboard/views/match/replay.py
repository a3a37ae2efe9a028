"""The page that replays a match: the board at any event, what happened there, and under which clause.

The URL leads to exactly this event, seen by the same eyes. Not here: what the perspectives may know
(``source.seen``), and why a record is disputed (``audit``).
"""

from collections.abc import Iterable
from typing import Literal

import streamlit as st

from dashboard.app import url
from dashboard.app.escape import plain
from dashboard.app.page_context import PageContext
from dashboard.app.source import EVERYBODY, TABLE
from dashboard.board import board
from dashboard.board.layout import lay_out, seats_from, zones_used
from dashboard.match import clauses, picker
from dashboard.match.event_text import Told, marked, tell, tell_one
from dashboard.match.finding_markers import Mark, marks
from dashboard.match.replay.autoplay import play
from dashboard.match.replay.board_differences import differences
from dashboard.match.replay.chain_tree import chain
from dashboard.match.replay.stepping import act_stops, after, before, chain_stops, start_of, turn_stops
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


def show(here: PageContext) -> None:
    """Draw the page."""
    chosen, eyes = st.columns([3, 2], vertical_alignment="bottom")
    with chosen:
        whole = picker.choose(here, on_change=lambda: _begin(here))
    with eyes:
        perspective = _perspective(here, whole)
    seen = here.source.seen(whole.id, perspective)
    found = marks(whole, here.source.verdict(whole.id))
    at = _slider(here, whole)
    _steps(here, whole, at)
    play(here, at, len(whole) - 1, _go)
    _jumps(here, whole, found)
    told = tell_one(seen, at, here.language)
    st.subheader(f"#{at}  {plain(told.text)}", anchor=False)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _board(here, seen, at, perspective, parted=_parted(seen, at, found, perspective))
    with right:
        _event(here, seen, told, [mark for mark in found if mark.seq == at], perspective)
        if (
            url.segments(
                "list",
                here.say("replay.list"),
                LISTS,
                names=lambda which: here.say(f"replay.list-{which}"),
                default=LISTS[0],
                hidden_label=True,
            )
            == "chain"
        ):
            _chain(here, seen, at)
        else:
            _around(here, seen, at, found)


# --- where and through whose eyes --------------------------------------------------------------------


def _go(seq: int) -> None:
    st.session_state[AT] = seq


def _begin(here: PageContext) -> None:
    """Another match was chosen: go to its beginning, and look at it with eyes that are there."""
    id = st.session_state.get(picker.KEY)
    if id is not None:
        perspectives = here.source.perspectives(id)
        if perspectives:
            _go(start_of(here.source.seen(id, perspectives[0])))
            if st.session_state.get(AS) not in perspectives:
                st.session_state[AS] = perspectives[0]


def _perspective(here: PageContext, match: Match) -> str:
    players = match.opened.players
    names = {TABLE: here.say("as.table"), EVERYBODY: here.say("as.public")}
    names |= {seat: here.say("as.seat", seat=seat, name=plain(name)) for seat, name in players.items()}
    options = here.source.perspectives(match.id)
    asked = st.query_params.get(AS)
    if asked in names and asked not in options:
        st.warning(here.say("access.perspective", asked=names[asked]), icon=":material/lock:")
    return url.segments(
        AS, here.say("as.label"), options, names=lambda option: names[option], default=options[0]
    )


def _slider(here: PageContext, match: Match) -> int:
    asked, last = st.query_params.get(AT), len(match) - 1
    if asked is not None and ((wanted := url.whole(asked)) is None or wanted > last):
        told = here.say("wrong.at", at=plain(asked), match=plain(match.id), last=last)
        st.error(told, icon=":material/search_off:")
    if last == 0:
        return 0
    return url.slider(AT, here.say("replay.at"), 0, last, start_of(match))


def _steps(here: PageContext, match: Match, at: int) -> None:
    """Buttons and keys: to the ends, and by turn, chain, act and event."""
    acts, chains, turns, last = act_stops(match), chain_stops(match), turn_stops(match), len(match) - 1
    back = (
        ("first", 0 if at else None, ":material/first_page:", None),
        ("turn-back", before(turns, at), ":material/keyboard_double_arrow_left:", None),
        ("chain-back", before(chains, at), ":material/keyboard_arrow_left:", None),
        ("act-back", before(acts, at), None, "Up"),
        ("back", at - 1 if at else None, None, "Left"),
    )
    on = (
        ("on", at + 1 if at < last else None, None, "Right"),
        ("act-on", after(acts, at), None, "Down"),
        ("chain-on", after(chains, at), ":material/keyboard_arrow_right:", None),
        ("turn-on", after(turns, at), ":material/keyboard_double_arrow_right:", None),
        ("last", last if at < last else None, ":material/last_page:", None),
    )
    with st.container(horizontal=True, gap="xsmall", horizontal_alignment="center"):
        _buttons(here, back, "left")  # On a phone they stand above the others.
        _buttons(here, on, "right")


def _buttons(here: PageContext, steps: Iterable[Step], side: Literal["left", "right"]) -> None:
    """Buttons in one direction, with their icons on this side."""
    with st.container(horizontal=True, gap="xsmall", width="content", horizontal_alignment="center"):
        for name, goal, icon, key in steps:
            st.button(
                here.say(f"step.{name}"),
                icon=icon,
                icon_position=side,
                key=f"step-{name}",
                shortcut=key,
                disabled=goal is None,
                on_click=_go,
                args=(goal,),
            )


def _jumps(here: PageContext, match: Match, found: list[Mark]) -> None:
    """Buttons to the events that deserve a look; what only follows from an earlier one is counted."""
    if not found:
        return
    first = [mark for mark in found if not mark.finding.follows]
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        for mark in first[:MARKS_SHOWN]:
            label = f":{mark.colour}[{mark.icon} #{mark.seq} {mark.kind(match, here.language)}]"
            st.button(label, key=f"mark-{mark.index}", type="tertiary", on_click=_go, args=(mark.seq,))
        if more := len(found) - len(first[:MARKS_SHOWN]):
            st.markdown(f":small[:gray[{here.say('replay.more-marks', n=more)}]]", width="content")
        st.page_link(
            here.pages["audit"],
            label=here.say("link.audit"),
            icon=":material/gavel:",
            query_params={picker.KEY: match.id},
        )


# --- what is there -------------------------------------------------------------------------------------


def _board(here: PageContext, seen: Match, at: int, perspective: str, *, parted: bool) -> None:
    """The board; where record and rules have ``parted``, as the reader wants it, with what differs."""
    rules, players, used = seen.rules, seen.opened.players, zones_used(seen)
    near = seats_from(rules, players, perspective)[0]
    table = seen.table(at)
    if parted:
        table = _either(here, seen, at, table)
    board.draw(here, rules, lay_out(table, rules, here.language, near=near, used=used, players=players))
    if rules is None:
        name = f"{seen.opened.game}@{seen.opened.edition}"
        st.caption(here.say("replay.no-rules", ruleset=name))


def _parted(seen: Match, at: int, found: list[Mark], perspective: str) -> bool:
    """Whether record and rules have parted by now, for a reader who may see all of it."""
    earlier = (mark for mark in found if mark.seq <= at and mark.finding.kind in DIVERGING)
    return perspective == TABLE and seen.rules is not None and any(earlier)


def _either(here: PageContext, seen: Match, at: int, recorded: Table) -> Table:
    """The table as recorded or as the rules have it, whichever is chosen, below what differs between them."""
    ruled = seen.ruled(at)
    chosen = url.segments(
        "by", here.say("replay.by"), SIDES, names=lambda side: here.say(f"replay.by-{side}"), default=SIDES[0]
    )
    labels = Labels(seen.rules, here.language, table=recorded, players=seen.opened.players)
    rows = list(differences(recorded, ruled, labels))
    if rows:
        columns = ("about", "recorded", "ruled")
        st.table(
            {here.say(f"column.{name}"): [plain(getattr(row, name)) for row in rows] for name in columns}
        )
    else:
        st.caption(here.say("replay.same"))
    return ruled if chosen == "rules" else recorded


def _event(here: PageContext, seen: Match, told: Told, found: list[Mark], perspective: str) -> None:
    """The event at hand: what is wrong there, how a number came about, the clauses, and its cause."""
    cited, cause = _cited(told), seen.derived[told.seq][1]
    claimed = isinstance(told.event, Noted) and told.event.topic == "claim"
    if not (found or cited or told.decided or claimed or cause is not None):
        return
    with st.container(border=True, gap="small"):
        for mark in found:
            known = perspective == TABLE
            text = mark.finding.what[here.language] if known else mark.kind(seen, here.language)
            (st.error if mark.colour == "red" else st.warning)(plain(text), icon=mark.icon)
        if told.decided:
            implied = getattr(told.event, "implied", False)
            st.caption(here.say("replay.implied" if implied else "replay.decided"))
        if claimed and not found and seen.rules is not None:
            st.caption(here.say("replay.holds"))
        _computation(here, seen, told)
        clauses.show(here, seen, cited)
        if cause is not None:
            st.markdown(f":small[:gray[{here.say('replay.cause')}]]")
            _to_event(tell_one(seen, cause, here.language), key="cause")


def _computation(here: PageContext, seen: Match, told: Told) -> None:
    """How a number came about: the whole of it in a line, then each step with its clause."""
    event = told.event
    if isinstance(event, Determined) and event.trail:
        before_it = seen.table(told.seq - 1)
        st.markdown(f"**{trail_line(event, before_it, seen.rules, here.language)}**")
        steps = trail(event, before_it, seen.rules, here.language)
        st.markdown("\n".join(f"1. {step}" for step in steps))


def _cited(told: Told) -> list[str]:
    """The clauses of an event and of the steps of its computation, in order."""
    event = told.event
    own = getattr(event, "clauses", None) or (getattr(event, "clause", ""),)
    return list(filter(None, (*own, *(step.clause for step in getattr(event, "trail", ())))))


def _around(here: PageContext, seen: Match, at: int, found: list[Mark]) -> None:
    """The events around, each a button that leads there; the present one is marked."""
    marked = {mark.seq: mark for mark in reversed(found)}
    with st.container(gap=None):
        for told in tell(seen, at - EARLIER, at + LATER, here.language):
            mark = marked.get(told.seq)
            sign = f":{mark.colour}[{mark.icon}] " if mark else ""
            _to_event(told, key=f"around-{told.seq - at}", sign=sign, present=told.seq == at)


def _chain(here: PageContext, seen: Match, at: int) -> None:
    """The action that the event belongs to as a tree: what was paid, answered and came of it."""
    with st.container(gap=None):
        for link in chain(seen, at):
            branch = "" if not link.depth else INDENT * (link.depth - 1) + ("└ " if link.last else "├ ")
            told = tell_one(seen, link.seq, here.language)
            _to_event(told, key=f"chain-{link.seq}", sign=branch, present=link.seq == at)


def _to_event(told: Told, *, key: str, sign: str = "", present: bool = False) -> None:
    """A line that tells an event and leads to it; decisions stand out from their consequences."""
    number = f"#{told.seq}" if present else f":gray[#{told.seq}]"
    label = f"{sign}{number} {marked(told)}"
    st.button(
        f":primary-background[{label}]" if present else label,
        key=key,
        type="tertiary",
        wrap=False,
        on_click=_go,
        args=(told.seq,),
    )
