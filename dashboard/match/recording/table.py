"""The table of the record page: what the browser gets, and what is done with what was tapped on it.

Every act is judged by the session that records it. Not here: tapping (``board/web``), which acts are offered
(``legal_acts``), what is asked of people in forms (``deal_form``, ``foul_form``).
"""

from functools import cache
from typing import Any, Literal

import msgspec
import streamlit as st

from dashboard.app.language import say
from dashboard.app.page_context import PageContext
from dashboard.board.layout import seats_from
from dashboard.match.card_names import CardNames
from dashboard.match.recording import session
from dashboard.match.recording.legal_acts import Tapped, act_of, offered, unseen, unseen_cards, why_not
from dashboard.match.replay.browser_replay import WEB, words
from dashboard.match.table_writer import TableWriter
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.live_recording import NothingToTakeBack, Recording, Rejected
from engine.record.match import Match
from engine.record.notation.examine import refused_at
from engine.record.notation.line.tokens import read_line
from engine.record.notation.spell import in_language, sketch
from engine.text.messages import refusal
from engine.text.sentence import sentence
from events.log.contract import CommandReused, Conflict
from events.model.kinds import AnyAct, Fouled, Ruled

TOLD, UNSEEN, WHY, REDO, SERIAL = "record told", "record unseen", "record why", "record redo", "record serial"
"""Session keys: what was done or refused last; the card whose possible faces are shown; the line that was
refused, should it have happened; the acts that can be done again, with the size at which; how many messages
came."""
SLIP = "entered by mistake"
"""Why a tap takes an act back, as the log has it; pages and audits tell it in their language (``taken-back``
of ``engine/text/kernel.toml``)."""
WORDS = (
    "record", "choices", "find", "undo", "redo", "clear", "foul", "unseen", "ending", "wins", "draw",
    "clause",
)  # fmt: skip
"""Texts of the script beside those of the replay: those of the pages under ``tap.``."""


class Message(msgspec.Struct, frozen=True):
    """What the browser says, about the match when it had ``size`` entries."""

    kind: Literal["act", "why", "unseen", "undo", "redo", "foul", "line"]
    size: int
    act: Tapped | None = None
    card: str = ""
    first: str = ""
    verb: str = ""
    line: str = ""


# --- what the browser gets -----------------------------------------------------------------------------


def show(page: PageContext, recording: Recording) -> None:
    """Draw the table, and record what is tapped on it."""
    key = f"record table {recording.match}"
    _component()(
        key=key,
        data=_data(page, recording),
        on_sent_change=lambda: receive(page, recording, st.session_state[key].sent),
    )


@cache
def script() -> str:
    """The script without its export."""
    return "".join((WEB / name).read_text("utf-8") for name in ("fit.js", "table.js", "taps.js", "record.js"))


@cache
def style() -> str:
    """The style of the table and what stands beside it."""
    return "".join((WEB / name).read_text("utf-8") for name in ("replay.css", "record.css"))


@cache
def _component() -> Any:
    mount = (WEB / "mount_record.js").read_text("utf-8")
    return st.components.v2.component("kifuda.record", css=style(), js=script() + mount)


def _data(page: PageContext, recording: Recording) -> dict[str, Any]:
    state = st.session_state
    told, undone = state.get(TOLD), state.get(REDO, (0, []))
    match = session.match_of(recording)
    made = table_data(recording.game, match, page.language, shown=state.get(UNSEEN, ""))
    return made | {
        "words": spoken(page.language),
        "serial": state.get(SERIAL, 0),
        "told": told,
        "refused": WHY in state,
        "undo": _can_undo(page, recording),
        "redo": undone[0] == recording.size and bool(undone[1]),
    }


def spoken(language: str) -> dict[str, str]:
    """What the script says, in one language."""
    return words(language) | {word: say(language, f"tap.{word}", name="{name}") for word in WORDS}


def table_data(game: Game, match: Match, language: str, *, shown: str = "") -> dict[str, Any]:
    """The match as it stands and what is legal now; of the card ``shown`` also what it may be."""
    players, rules, ask = match.opened.players, game.rules, game.ask
    writer = TableWriter(match, language)
    ops = list(writer.snapshot(game))
    made: dict[str, Any] = {}
    if shown:
        possible = unseen(game, shown)
        for face in possible:
            writer.face(face)
        made["unseen"] = {"card": shown, "faces": possible}
    asked, legal = ask is not None and ask.seat != TABLE, offered(game, language)
    if ask is not None and asked:
        name = players.get(ask.seat, "")
        made["asked"] = say(language, "record.asked", seat=ask.seat, name=name)
        made["clause"] = f"[{ask.clause}] {match.clause_text(ask.clause, language)}"
    return {
        **writer.layout(seats_from(rules, players)),
        "size": len(match),
        "ops": ops,
        "active": game.table.seat if game.table.turn else "",
        "legal": legal,
        "hidden": [] if legal["subsets"] else unseen_cards(game),
        "asked": "",
        "clause": "",
        **made,
    }


def _can_undo(page: PageContext, recording: Recording) -> bool:
    """Whether a tap may take back the last act: not a foul that was noted, nor what a judge has ruled, nor
    what nobody recorded here, as in a match that was imported."""
    try:
        since = recording.last_stated()
    except NothingToTakeBack:
        return False
    by_hand = page.source.keeper_at(recording.match, since) != ""
    return by_hand and not isinstance(recording.derived[since][0], Fouled | Ruled)


def forget() -> None:
    """Drop what was told of the last act: something was done elsewhere on the page."""
    for key in (TOLD, UNSEEN, WHY):
        st.session_state.pop(key, None)


# --- what was tapped -----------------------------------------------------------------------------------


def receive(page: PageContext, recording: Recording, said: object) -> None:
    """Do what the browser says, if whoever sits there may, and if it is about the match as it stands: else
    somebody else has written."""
    state = st.session_state
    state[SERIAL] = state.get(SERIAL, 0) + 1
    refused = state.get(WHY)
    forget()
    try:
        message = msgspec.convert(said, Message)
    except msgspec.ValidationError:
        return
    if not page.source.may_record(recording.match):  # since it ended, or since the page was drawn
        return
    if recording.refresh() or message.size != recording.size:
        state[session.OVERTAKEN] = True
        return
    try:
        _do(page, recording, message, refused)
    except (Conflict, CommandReused):
        state[session.OVERTAKEN] = True


def _do(page: PageContext, recording: Recording, message: Message, refused: object) -> None:
    """``refused`` is the line of the last act that was refused, with the reason."""
    match message.kind:
        case "act" if message.act is not None:
            _record(page, recording, message.act)
        case "line":
            _write(page, recording, message.line)
        case "undo":
            _undo(page, recording)
        case "redo":
            _redo(page, recording)
        case "why":
            why = why_not(recording.game, message.card, first=message.first, verb=message.verb)
            _say_why(page, recording, why)
        case "unseen":
            _look_at(page, recording, message.card)
        case "foul" if refused is not None:
            st.session_state[session.REFUSED] = refused


def _record(page: PageContext, recording: Recording, tapped: Tapped) -> None:
    session.forget_refused()
    if tapped.verb not in recording.game.rules.verbs:
        return
    try:
        act = act_of(recording.game, tapped)
    except Refused as error:
        _refuse(page, recording, error)
        return
    _take(page, recording, act)


def _take(page: PageContext, recording: Recording, act: AnyAct) -> None:
    """Record a legal act with the answers that need nobody."""
    _tell("recorded", _sentence(page, recording, act))
    recording.act(act, size=recording.size)
    session.settle(recording)


def _write(page: PageContext, recording: Recording, line: str) -> None:
    session.forget_refused()
    try:
        recording.write(line, size=recording.size)
    except Rejected as error:
        if line[:1].isalpha() and line.split()[0] not in recording.opened.players:
            _tell("refused", page.say("tap.nothing", line=line))  # it is no line of a record, but a search
            return
        st.session_state[session.REFUSED] = (line, error.problem)
        _tell("refused", _names(page, recording).translated(error.problem.what[page.language]))
        return
    _tell("recorded", line)
    session.settle(recording)


def _undo(page: PageContext, recording: Recording) -> None:
    size, again = st.session_state.get(REDO, (0, []))
    kept = list(again) if size == recording.size else []
    if not _can_undo(page, recording):
        _tell("refused", page.say("record.nothing"))
        return
    since = recording.take_back(SLIP, size=recording.size)
    act: Any = recording.derived[since][0]
    session.forget_refused()
    session.settle(recording)
    st.session_state[REDO] = recording.size, [*kept, act]
    _tell("undone", _sentence(page, recording, act))


def _redo(page: PageContext, recording: Recording) -> None:
    size, again = st.session_state.get(REDO, (0, []))
    if size != recording.size or not again:
        return
    *rest, act = again
    try:
        _take(page, recording, act)
    except Refused as error:
        _refuse(page, recording, error)
        return
    st.session_state[REDO] = recording.size, rest


def _look_at(page: PageContext, recording: Recording, card: str) -> None:
    """Show what a card may be that the record does not know; if nothing is legal with it, why."""
    if unseen(recording.game, card):
        st.session_state[UNSEEN] = card
        return
    _say_why(page, recording, why_not(recording.game, card))


def _say_why(page: PageContext, recording: Recording, refused: Refused | None) -> None:
    """Say why nothing can be done with a card: a tap is never left without a word."""
    if refused is None:
        _tell("refused", page.say("tap.no-act"))
    else:
        _refuse(page, recording, refused)


def _refuse(page: PageContext, recording: Recording, refused: Refused) -> None:
    """Say why an act is refused; should it have happened, it can be recorded as a foul."""
    game = recording.game
    names = _names(page, recording)
    clause = session.match_of(recording).clause_text(refused.clause, page.language)
    told = names.translated(refusal(game.rules, refused, game, page.language))
    _tell("refused", told, clause=f"{refused.clause}: {clause}")
    act: Any = refused.act
    text = sketch(game, act)
    line = read_line(text, 0)
    if line is not None:
        problem = refused_at(game, line, refused)
        shown = in_language(game.rules, text, page.language)
        st.session_state[WHY] = text, msgspec.structs.replace(problem, text=shown)


def _sentence(page: PageContext, recording: Recording, act: AnyAct) -> str:
    game = recording.game
    told = sentence(act, game.table, game.rules, page.language, players=recording.opened.players)
    return _names(page, recording).translated(told)


def _names(page: PageContext, recording: Recording) -> CardNames:
    return CardNames(recording.game.rules, page.language)


def _tell(sort: str, text: str, *, clause: str = "") -> None:
    """``clause`` is what stands in the rules, for whom the sentence names it by its id only."""
    st.session_state[TOLD] = {"sort": sort, "text": text, "clause": clause}
