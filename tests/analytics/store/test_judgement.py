"""What the judgement of a match leaves out of its facts.

Not here: the grades themselves (``tests/engine``), and their reuse (``test_projection``).
"""

import pytest

from analytics.facts.extract.walk import extract_facts
from analytics.store.judgement import judged
from events.model.kinds import Fouled, Retracted
from tests.notation.records import reading_of


@pytest.mark.parametrize(("act", "counted"), [("end", 0), ("use 絶対剣", 1)])
def test_a_noted_foul_that_was_none_is_no_fact(act: str, counted: int) -> None:
    """BR-5.2-2a: the cost is owed. To end the turn is legal, a card beyond the budget is not."""
    derived = reading_of(f"! illegal A {act} [BR-5.2-2a]", "A end").events
    facts = extract_facts("m", derived)
    assert len(facts.reversals) == 1
    assert judged(facts, derived).grade == "CONSISTENT"
    assert len(facts.reversals) == counted


def test_a_foul_that_was_taken_back_is_no_fact() -> None:
    """BR-5.2-2a"""
    noted = reading_of("! illegal A use 絶対剣 [BR-5.2-2a]").events
    assert len(extract_facts("m", noted).reversals) == 1
    since = next(seq for seq, (event, _) in enumerate(noted) if isinstance(event, Fouled))
    taken_back = Retracted(since, "of the other table", "Kei")
    assert not extract_facts("m", [*noted, (taken_back, None)]).reversals
