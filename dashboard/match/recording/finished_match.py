"""A finished match on the record page: result, download of the record, signatures.

Not here: checking signatures (``seal``).
"""

import streamlit as st

from dashboard.app.escape import escaped
from dashboard.app.log_writer import log_writer
from dashboard.app.page_context import PageContext
from dashboard.match import seal
from dashboard.widgets.grade_names import grade_name
from engine.record.match import Match
from engine.record.notation.write import write
from events.log.clock import now
from events.model.kinds import Retracted
from events.seal import SealError


def show(page: PageContext, match: Match) -> None:
    """Draw it, with a button to sign if the log has a key."""
    verdict = match.verdict
    result = (
        page.say("record.won", name=escaped(match.opened.players.get(verdict.winner, "")))
        if verdict.winner
        else page.say("record.drawn")
    )
    told = f"**{result}** — {grade_name(page.language, verdict.grade)}"
    if verdict.grade == "DIVERGED":
        st.warning(told, icon=":material/gavel:")
    else:
        st.success(told, icon=":material/flag_circle:")
    st.download_button(
        page.say("record.export"),
        data=lambda: write(match.derived, match.id, rules=match.rules),
        file_name=f"{match.id}.kfd",
        mime="text/plain",
        icon=":material/download:",
        on_click="ignore",
    )
    if undone := sum(isinstance(event, Retracted) for event in match.events):
        st.caption(page.say("record.export-undone", n=undone, match=match.id))
    _sign(page, match)


def _sign(page: PageContext, match: Match) -> None:
    """The signatures so far, and the button to sign for the log."""
    writer = log_writer(str(page.source.log))
    if writer.signs and st.button(page.say("record.sign"), icon=":material/signature:"):
        try:
            writer.sign(match.id, now())
        except SealError as error:
            st.error(str(error), icon=":material/signature:")
    seal.show(page, match)
    st.caption(page.say("record.countersign" if writer.signs else "record.no-key", match=match.id))
