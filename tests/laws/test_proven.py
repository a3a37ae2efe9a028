"""Provable shuffles on every registered ruleset: each is proven, also after writing and reading.

Not here: what a viewer gets of them (``test_proven_view``), and proofs that do not hold
(``tests/engine/test_vouch``).
"""

import pytest

from engine.games.registry import RULESETS
from engine.match import Match
from engine.notation.read import read
from engine.notation.write import write
from engine.shuffle import ALGORITHM
from events.kinds import Shuffled
from kifuda.bots.simulate import simulate
from tests.laws.matches import SEED, WORLDS

BOTS = ("random", "random")


@pytest.mark.parametrize(("ruleset", "cards"), WORLDS)
def test_every_shuffle_is_proven_in_the_log_and_in_the_record(ruleset: str, cards: str) -> None:
    rules = RULESETS[ruleset]
    for played in simulate(rules, matches=2, seed=SEED, players=BOTS, cards=cards, proven=True):
        match = Match(played.derived, id=played.id)
        shuffles = [event for event in match.events if isinstance(event, Shuffled)]
        assert shuffles and {event.how for event in shuffles} == {ALGORITHM}
        assert [one.state for one in match.verdict.shuffles] == ["proven"] * len(shuffles)
        assert (match.verdict.grade, match.verdict.findings) == ("EXACT", ())
        text = write(played.derived, played.id)
        reading = read(text)
        assert reading.refusal is None
        again = Match(reading.events, id=reading.match)
        assert [event for event in again.events if isinstance(event, Shuffled)] == shuffles
        assert [one.state for one in again.verdict.shuffles] == ["proven"] * len(shuffles)
        assert again.verdict.grade == "EXACT"
        assert write(reading.events, reading.match) == text
