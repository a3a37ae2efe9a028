"""Clauses of the rules, each with its text in the language of the page.

Not here: the clauses (``engine.kernel.clause``).
"""

from collections.abc import Iterable

import streamlit as st

from dashboard.app.page_context import PageContext
from engine.record.match import Match


def show(page: PageContext, match: Match, ids: Iterable[str]) -> None:
    """Draw each clause once, in the given order."""
    for id in dict.fromkeys(filter(None, ids)):
        st.markdown(f":blue-badge[{id}] {match.clause_text(id, page.language)}")
