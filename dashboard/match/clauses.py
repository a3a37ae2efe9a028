"""Clauses of the rules: the text in the reader's language, and below it in the other one.

Not here: the clauses (``engine.kernel.clause``).
"""

from collections.abc import Iterable

import streamlit as st

from dashboard.app.language import LANGUAGES
from dashboard.app.page_context import PageContext
from engine.record.match import Match
from engine.text.sentence import clause_text


def show(page: PageContext, match: Match, ids: Iterable[str]) -> None:
    """Draw each clause once, in the given order."""
    others = [language for language in LANGUAGES if language != page.language]
    for id in dict.fromkeys(filter(None, ids)):
        known = match.rules is not None and id in match.rules.clauses
        st.markdown(f":blue-badge[{id}] {clause_text(match.rules, id, page.language)}")
        for other in others if known else ():
            st.caption(clause_text(match.rules, id, other))
