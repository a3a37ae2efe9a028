"""Every act that a judges' case makes is among the options of its ask.

The cases go where matches played at random seldom do. Not here: that options and check agree on acts of
every sort (``tests/laws``).
"""

from __future__ import annotations

import pytest

from tests.games.case_runs import runs_of
from tests.games.expected import Expected, each_ruleset


@pytest.mark.parametrize("expected", **each_ruleset)
def test_acts_of_cases_are_among_the_options(expected: Expected) -> None:
    rules = expected.rules
    runs = runs_of(rules.id)
    assert runs.not_offered == []
    asked_in_play = set(rules.verbs) - set(rules.anytime_acts) - (expected.unlisted - {"shuffle"})
    assert set(runs.offered) == asked_in_play - expected.elsewhere, "no case makes such an act"
