"""The published rules by which standings are counted, chosen by the reader, and how they read a table.

Not here: counting (``analytics.tournaments``).
"""

import streamlit as st

from analytics.imports.tournament import Tournament
from analytics.tournaments.counting_rules import BYES_COUNTED, BYES_IGNORED, Counting, parse_counting
from analytics.tournaments.tiebreak import RULES
from analytics.tournaments.words import READINGS
from dashboard.app import url
from dashboard.app.page_context import PageContext


def choose_rules(page: PageContext, tournament: Tournament) -> Counting:
    """Draw the choice; the rules of the tournament are the default."""
    options = [
        f"{name}{variant}"
        for name, rules in RULES.items()
        for variant in ("", f"+{BYES_IGNORED if rules.bye_counts else BYES_COUNTED}")
    ]
    options.sort(key=lambda option: option.partition("+")[0] != tournament.rules)
    picked = url.selectbox(
        "rules",
        page.say("tournaments.rules"),
        options,
        names=lambda option: _name(page, option),
        placeholder=_name(page, tournament.rules),
    )
    return parse_counting(picked or tournament.rules)


def show_readings(page: PageContext, counting: Counting) -> None:
    """Draw what the rules say, behind a click."""
    with st.expander(page.say(f"counting.{counting.rules.name}"), icon=":material/gavel:"):
        keys = (f"{counting.rules.name}-{what}" for what in READINGS)
        st.markdown("\n".join(f"- {page.say(f'counting.{key}')}" for key in keys))


def _name(page: PageContext, option: str) -> str:
    name, *variants = option.split("+")
    label = page.say(f"tournaments.rules-{name}")
    return " · ".join([label, *(page.say(f"difference.{variant}") for variant in variants)])
