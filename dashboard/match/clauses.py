"""Clauses of the rules, each with its text in the language of the page.

Not here: the clauses (``engine.kernel.clause``).
"""

import re
from collections.abc import Iterable

import streamlit as st

from dashboard.app.page_context import PageContext
from engine.record.match import Match

CITED = re.compile(r"\[([^\[\]\s]+)\]")
"""A clause as sentences cite it: ``the budget is 2 and the cost 3 [BR-5.2-2a]``."""


def cited(match: Match, *texts: str) -> list[str]:
    """The clauses that these sentences cite, in their order, so far as the rules of the match have them."""
    known = match.rules.clauses if match.rules else {}
    return [id for text in texts for id in CITED.findall(text) if id in known]


def show(page: PageContext, match: Match, ids: Iterable[str]) -> None:
    """Draw each clause once, in the given order."""
    for id in dict.fromkeys(filter(None, ids)):
        st.markdown(f":blue-badge[{id}] {match.clause_text(id, page.language)}")
