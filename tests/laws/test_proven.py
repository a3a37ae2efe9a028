"""Provable shuffles on every registered ruleset: each is proven, also after writing and reading.

Not here: what a viewer gets of them (``test_proven_view``), and proofs that do not hold
(``tests/engine/shuffle/test_proofs``).
"""

from functools import cache

from engine.games.registry import RULESETS
from engine.record.match import Match
from engine.record.notation.read import read
from engine.record.notation.write import write
from engine.shuffle.provable import ALGORITHM
from events.model.kinds import Shuffled
from kifuda.bots.simulate import SimulatedMatch, simulate
from tests.laws.matches import SEED, one_of_each_game

BOTS = ("random", "random")


@cache
def proven(ruleset: str, cards: str) -> list[SimulatedMatch]:
    rules = RULESETS[ruleset]
    return list(simulate(rules, matches=2, seed=SEED, players=BOTS, cards=cards, proven=True))


def shuffles(match: Match) -> list[Shuffled]:
    return [event for event in match.events if isinstance(event, Shuffled)]


def assert_proven(match: Match) -> None:
    assert shuffles(match) and {event.how for event in shuffles(match)} == {ALGORITHM}
    assert [one.state for one in match.verdict.shuffles] == ["proven"] * len(shuffles(match))
    assert (match.verdict.grade, match.verdict.findings) == ("EXACT", ())


@one_of_each_game
def test_every_shuffle_of_a_match_is_proven(ruleset: str, cards: str) -> None:
    for played in proven(ruleset, cards):
        assert_proven(Match(played.derived, id=played.id))


@one_of_each_game
def test_every_shuffle_is_proven_after_writing_and_reading(ruleset: str, cards: str) -> None:
    for played in proven(ruleset, cards):
        text = write(played.derived, played.id)
        reading = read(text)
        assert reading.refusal is None
        again = Match(reading.events, id=reading.match)
        assert shuffles(again) == shuffles(Match(played.derived))
        assert_proven(again)
        assert write(reading.events, reading.match) == text
