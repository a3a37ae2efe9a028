"""A line that the rules refused: the reason, and the form to record it as a foul with a ruling.

Not here: judging the line (``engine.record.live_recording``).
"""

import streamlit as st
from msgspec.structs import replace

from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.match import clauses
from dashboard.match.card_names import CardNames
from dashboard.match.recording.session import advance, forget_refused, match_of
from engine.record.live_recording import Recording, Rejected
from engine.record.notation.glossary import glossary_of
from engine.record.notation.head.toml import composed
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Problem
from engine.record.notation.spell import in_language


def show(page: PageContext, recording: Recording, line: str, problem: Problem) -> None:
    """Draw why the line was refused and, if a clause forbids it, the form."""
    with st.container(border=True):
        rules = recording.game.rules
        what = CardNames(rules, page.language).translated(problem.what[page.language])
        st.error(f"`{problem.text or line}`  \n{what}", icon=":material/gavel:")
        if problem.candidates:  # lines of a record, which can be typed as they are
            accepted = (in_language(rules, line, page.language) for line in problem.candidates)
            written = " · ".join(f"`{line}`" for line in accepted)
            st.caption(page.say("record.accepted", candidates=written))
        if not problem.clause:
            st.button(page.say("record.dismiss"), on_click=forget_refused, key="dismiss")
            return
        clauses.show(page, match_of(recording), [problem.clause])
        with st.form("foul", border=False):
            st.caption(page.say("record.foul-help"))
            remedy = st.text_input(
                page.say("record.remedy"), key="remedy", help=page.say("record.remedy-help")
            )
            judge = st.text_input(page.say("record.judge"), key="judge")
            sent = st.form_submit_button(page.say("record.foul"), icon=":material/flag:")
        st.button(page.say("record.dismiss"), on_click=forget_refused, key="dismiss")
    if sent:
        _record(page, recording, line, problem, remedy=composed(remedy.strip()), judge=judge.strip())


def show_unreadable(page: PageContext, problem: Problem) -> None:
    """Draw what could not be read in a field of a form; line and column would mean nothing there."""
    text = replace(problem, line=0, column=0).say(language=page.language)
    st.error(escaped(text), icon=":material/search_off:")


def _record(
    page: PageContext, recording: Recording, line: str, problem: Problem, *, remedy: str, judge: str
) -> None:
    """Record the foul, and the ruling if one was given; neither if either cannot be read."""
    tried = read_line(line, 0)
    assert tried is not None  # the rules have refused it
    lines = [f"! illegal {tried.plain} [{problem.clause}]"]  # without its comment, which would end the line
    if remedy or judge:
        ruling = remedy if _changes_board(recording, remedy) else f'"{remedy}"'
        lines.append(f'! ruling {ruling} by "{judge}" [{problem.clause}]')
    try:
        recording.write(*lines, size=recording.size)
    except Rejected as error:
        show_unreadable(page, error.problem)
        return
    forget_refused()
    advance(recording)


def _changes_board(recording: Recording, remedy: str) -> bool:
    """Whether a remedy changes the board: it begins with a track, or moves a card or a place with ``to``.
    Other words are a remark, even "warning to both"."""
    game, words = recording.game, glossary_of(recording.game)
    card, _, place = remedy.partition(" to ")
    moves = words.faces(card) or card in game.table.place or place.partition(" ")[0].casefold() in words.zones
    return remedy.partition(" ")[0].casefold() in words.tracks or bool(place and moves)
