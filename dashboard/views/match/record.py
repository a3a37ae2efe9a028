"""The scorekeeper's page: a match is entered act by act, as the engine asks, and stands in the log at once.

What the rules refuse is shown with its clause, and can be recorded as a foul with a ruling. Not here: the
match that is written on (``engine.record.live_recording``), its opening (``new_match``), the menu
(``menu``), its end (``finished``).
"""

from contextlib import suppress
from typing import NoReturn

import streamlit as st
from msgspec.structs import replace

from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.log_writer import log_writer
from dashboard.app.page_context import PageContext
from dashboard.board import board
from dashboard.board.layout import build_board, zones_used
from dashboard.match import clauses, picker
from dashboard.match.event_text import as_markdown, describe
from dashboard.match.recording import finished_match, new_match
from dashboard.match.recording.act_menu import Choice, choose
from engine.kernel.deal import Deal
from engine.kernel.legality import Refused
from engine.record.live_recording import NothingToTakeBack, Recording, Rejected
from engine.record.match import Match
from engine.record.notation.glossary import Glossary, glossary_of
from engine.record.notation.head.toml import composed
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Misread, Problem, Unreadable
from engine.text.label import Labels
from engine.text.messages import refusal
from events.log.clock import now
from events.log.contract import CommandReused, Conflict
from events.model.changes import FaceId

KEY = "match"
HELD, REFUSED, OVERTAKEN = "recording", "refused", "overtaken"
"""Where this session keeps the match that it writes on, the line that the rules refused, and whether somebody
else has written on the match meanwhile."""
LATEST = 12
"""So many events are listed below the board, the newest first."""


def show(page: PageContext) -> None:
    """Draw the page."""
    recording = _chosen(page)
    if recording is None:
        _begin(page)
        return
    if recording.refresh():
        _overtaken()
    if st.session_state.pop(OVERTAKEN, False):
        st.warning(page.say("record.others"), icon=":material/sync_problem:")
    _title(page, recording)
    entry, seen = st.columns([2, 3], gap="medium")  # where both have no room, what is asked comes first
    with entry:
        try:
            _entry(page, recording)
        except (Conflict, CommandReused):
            _overtaken()
    with seen:
        _board(page, recording)
        _latest(page, recording)


# --- which match -------------------------------------------------------------------------------------


def _chosen(page: PageContext) -> Recording | None:
    """The match that the URL names, as this session has it in hand."""
    there = page.source.log.exists()
    wanted = st.query_params.get(KEY)
    if wanted is not None and not (there and page.source.has_match(wanted)):
        picker.show_missing(page, wanted)
    id = url.selectbox(
        KEY,
        page.say("record.match"),
        picker.match_options(page, latest=True) if there else [],
        placeholder=page.say("record.match-placeholder"),
        everywhere=True,
        on_change=_forget,
    )
    if id is None:
        return None
    if not page.source.may_record(id):
        st.info(page.say("record.not-yours"), icon=":material/lock:")
        st.stop()
    held = st.session_state.get(HELD)
    if isinstance(held, Recording) and (held.match, held.keeper) == (id, page.viewer.keeper):
        return held
    try:
        recording = Recording(log_writer(str(page.source.log)), id, keeper=page.viewer.keeper, clock=now)
    except (LookupError, Refused) as error:
        st.error(page.say("record.cannot", match=id, why=error), icon=":material/block:")
        st.stop()
    _settle(recording)
    st.session_state[HELD] = recording
    return recording


def _overtaken() -> NoReturn:
    """Somebody else has written on the match: what was sent with this run was about another state, whichever
    button it came from. It is not taken, and the page is drawn anew."""
    st.session_state[OVERTAKEN] = True
    st.rerun()


def _forget() -> None:
    st.session_state.pop(REFUSED, None)


def _begin(page: PageContext) -> None:
    """A new match."""
    there = page.source.log.exists()
    head = new_match.form(page, lambda id: there and page.source.has_match(id))
    if head is None:
        return
    try:
        recording = Recording.begin(
            log_writer(str(page.source.log)), head, keeper=page.viewer.keeper, clock=now
        )
    except Unreadable as error:
        st.error(error.say(page.language), icon=":material/edit_off:")
        return
    except (Conflict, CommandReused) as error:
        st.error(page.say("record.taken", match=error.match), icon=":material/edit_off:")
        return
    st.session_state[HELD] = recording
    st.query_params[KEY] = recording.match
    _go_on(recording)


def _settle(recording: Recording) -> None:
    """Record the answers that need nobody, at once: whoever reloads the page finds what stood there."""
    with suppress(Conflict, CommandReused):  # Somebody else has written since, and with that what follows.
        recording.settle(size=recording.size)


def _go_on(recording: Recording) -> NoReturn:
    """Something was recorded: so is what follows of itself, and the page is drawn anew."""
    _settle(recording)
    st.rerun()


# --- what stands ---------------------------------------------------------------------------------------


def _match(recording: Recording) -> Match:
    return Match(recording.derived, id=recording.match, rules=recording.game.rules)


def _title(page: PageContext, recording: Recording) -> None:
    players = "  –  ".join(f"{seat} {escaped(name)}" for seat, name in recording.opened.players.items())
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(players, anchor=False)
        st.caption(page.say("record.saved", size=recording.size, keeper=recording.keeper))
        with st.container(horizontal=True, width="content"):
            for target in ("replay", "audit"):
                label = page.say(f"nav.{target}")
                st.page_link(page.pages[target], label=label, query_params={KEY: recording.match})


def _board(page: PageContext, recording: Recording) -> None:
    game = recording.game
    laid = build_board(
        game.table,
        game.rules,
        page.language,
        near=game.rules.seats[0],
        used=zones_used(_match(recording)),
        players=recording.opened.players,
    )
    board.draw(page, game.rules, laid)


def _latest(page: PageContext, recording: Recording) -> None:
    last = recording.size - 1
    for told in reversed(list(describe(_match(recording), last - LATEST + 1, last, page.language))):
        st.markdown(f":gray[#{told.seq}] {as_markdown(told)}")


# --- entering ------------------------------------------------------------------------------------------


def _entry(page: PageContext, recording: Recording) -> None:
    """What is asked now, and what else can be done."""
    refused = st.session_state.get(REFUSED)
    if refused:
        _refused(page, recording, *refused)
    deal = recording.deal
    if deal is not None:
        _deal(page, recording, deal)
    elif recording.ended:
        finished_match.show(page, _match(recording))
    else:
        _ask(page, recording)
    _beside(page, recording)


def _ask(page: PageContext, recording: Recording) -> None:
    ask = recording.game.ask
    assert ask is not None
    name = recording.opened.players.get(ask.seat, "")
    st.markdown(f"**{page.say('record.asked', seat=ask.seat, name=escaped(name))}**")
    choice = choose(page, recording)
    if choice is not None:
        _take(page, recording, choice)
    clauses.show(page, _match(recording), [ask.clause])


def _take(page: PageContext, recording: Recording, choice: Choice) -> None:
    """Record the choice; a refused one is kept to be looked at."""
    st.session_state.pop(REFUSED, None)
    size = recording.size
    try:
        if choice.act is None:
            recording.write(choice.line, size=size)
        else:
            recording.act(choice.act, size=size)
    except Rejected as error:
        st.session_state[REFUSED] = (choice.line, error.problem)
    except Refused as error:
        rules, game = recording.game.rules, recording.game
        st.error(refusal(rules, error, game, page.language), icon=":material/gavel:")
        return
    _go_on(recording)


def _refused(page: PageContext, recording: Recording, line: str, problem: Problem) -> None:
    """Why a line was not taken, and the way to record it as a foul."""
    with st.container(border=True):
        st.error(f"`{line}`  \n{problem.what[page.language]}", icon=":material/gavel:")
        if problem.candidates:
            st.caption(page.say("record.accepted", candidates=" · ".join(problem.candidates)))
        if not problem.clause:
            st.button(page.say("record.dismiss"), on_click=_forget, key="dismiss")
            return
        clauses.show(page, _match(recording), [problem.clause])
        with st.form("foul", border=False):
            st.caption(page.say("record.foul-help"))
            remedy = st.text_input(
                page.say("record.remedy"), key="remedy", help=page.say("record.remedy-help")
            )
            judge = st.text_input(page.say("record.judge"), key="judge")
            sent = st.form_submit_button(page.say("record.foul"), icon=":material/flag:")
        st.button(page.say("record.dismiss"), on_click=_forget, key="dismiss")
    if sent:
        _foul(page, recording, line, problem, composed(remedy.strip()), judge.strip())


def _foul(
    page: PageContext, recording: Recording, line: str, problem: Problem, remedy: str, judge: str
) -> None:
    """The foul, and the ruling where one was given; neither of them where the other cannot be read."""
    tried = read_line(line, 0)
    assert tried is not None  # the rules have refused it
    lines = [f"! illegal {tried.plain} [{problem.clause}]"]  # a comment in it would swallow the clause
    if remedy or judge:
        told = remedy if _changes_table(recording, remedy) else f'"{remedy}"'
        lines.append(f'! ruling {told} by "{judge}" [{problem.clause}]')
    try:
        recording.write(*lines, size=recording.size)
    except Rejected as error:
        _unread(page, error.problem)
        return
    _forget()
    _go_on(recording)


def _unread(page: PageContext, problem: Problem) -> None:
    """What cannot be read as it was typed, and what could be: in a field, of which no column counts."""
    told = replace(problem, line=0, column=0).say(language=page.language)
    st.error(escaped(told), icon=":material/search_off:")


def _changes_table(recording: Recording, remedy: str) -> bool:
    """Whether a remedy is one that changes the table: it begins with a track, or says of a card or of a place
    what goes ``to`` where. Other words are for people, "warning to both" among them."""
    game, words = recording.game, glossary_of(recording.game)
    card, _, place = remedy.partition(" to ")
    moves = words.faces(card) or card in game.table.place or place.partition(" ")[0].casefold() in words.zones
    return remedy.partition(" ")[0].casefold() in words.tracks or bool(place and moves)


def _deal(page: PageContext, recording: Recording, deal: Deal) -> None:
    """Cards were put in order: what is known of them."""
    words, labels = glossary_of(recording.game), Labels(recording.game.rules, page.language)
    with st.form("deal", border=False):
        st.markdown(f"**{page.say('record.deal')}**")
        st.caption(page.say("record.deal-help"))
        given = {
            part: st.text_area(
                f"{labels.place(part)} · {part}", key=f"deal-{part}-{recording.size}", height=68
            )
            for part in deal.parts
        }
        if not st.form_submit_button(page.say("record.dealt"), icon=":material/shuffle:"):
            return
    known: dict[str, list[FaceId]] = {}
    try:
        for part, text in given.items():
            faces = [
                _face(words, word) for word in composed(text).replace("、", " ").replace(",", " ").split()
            ]
            if faces:
                known[part] = faces
        recording.dealt(known, size=recording.size)
    except Misread as error:
        _unread(page, error.at(0, ""))
    except Refused as error:
        game = recording.game
        st.error(refusal(game.rules, error, game, page.language), icon=":material/gavel:")
    except ValueError as error:
        st.error(page.say("record.too-many", part=error), icon=":material/search_off:")
    else:
        _go_on(recording)


def _face(words: Glossary, word: str) -> FaceId:
    if word == "??":
        return ""
    face = words.face(word, 0)
    if face is None:
        raise Misread(0, "unknown-card", *words.near(word), word=word)
    return face


def _beside(page: PageContext, recording: Recording) -> None:
    """Taking back, and remarks."""
    with st.container(horizontal=True):
        with st.popover(page.say("record.take-back"), icon=":material/undo:"), st.form("undo", border=False):
            why = st.text_input(page.say("record.why"), key="undo-why")
            undone = st.form_submit_button(page.say("record.take-back"))
        with st.popover(page.say("record.note"), icon=":material/comment:"), st.form("note", border=False):
            text = st.text_input(page.say("record.note-text"), key="note-text")
            noted = st.form_submit_button(page.say("record.note"))
    if undone:
        _take_back(page, recording, why.strip())
    if noted and text.strip():
        recording.note(text.strip(), size=recording.size)
        st.rerun()


def _take_back(page: PageContext, recording: Recording, why: str) -> None:
    if not why:
        st.error(page.say("record.why-needed"), icon=":material/undo:")
        return
    try:
        recording.take_back(why, size=recording.size)
    except NothingToTakeBack:
        st.error(page.say("record.nothing"), icon=":material/undo:")
        return
    _forget()
    _go_on(recording)
