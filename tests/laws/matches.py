"""Matches on which the laws are tried: every registered ruleset, every set of cards, several pairs of bots.

Not here: the laws.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

import pytest

from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.kinds import ACTS, AnyEvent, Derived, Opened, Shuffled
from kifuda.bots.roster import HEURISTIC, bots_of
from kifuda.bots.simulate import SimulatedMatch, simulate
from tests.support.effort import some

WORLDS = [(ruleset, cards) for ruleset, rules in RULESETS.items() for cards in rules.sets]
"""(id of a ruleset, id of a card set): what the suites are parametrised with."""
FIRST = {RULESETS[ruleset].game: (ruleset, cards) for ruleset, cards in reversed(WORLDS)}
"""Game → its first world."""
one_of_each_game = pytest.mark.parametrize(
    ("ruleset", "cards"),
    [
        pytest.param(*world, marks=() if world in FIRST.values() else pytest.mark.sampled(0))
        for world in WORLDS
    ],
)
"""All worlds, of which the short run tries one of each game."""
SEED = 30
"""Matches of usual lengths, in which no less happens than in those of other seeds."""
MOST = 4


def pairs(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """Bots that play each other: by chance for odd positions, with a head for likely ones."""
    if HEURISTIC not in bots_of(rules.game):
        return (("random", "random"),)
    return tuple(some((("random", "random"), ("heuristic", "random"), ("heuristic", "heuristic"))))


@cache
def league(
    ruleset: str, cards: str, players: tuple[str, str]
) -> tuple[list[SimulatedMatch], Iterator[SimulatedMatch]]:
    """The matches that two bots have played, and those that they still can play."""
    return [], simulate(RULESETS[ruleset], matches=MOST, seed=SEED, players=players, cards=cards)


def matches(ruleset: str, cards: str, number: int) -> tuple[tuple[Derived, ...], ...]:
    """``number`` matches of every pair of bots, at most ``MOST``. Each of them is played once."""
    found: list[SimulatedMatch] = []
    for players in pairs(RULESETS[ruleset]):
        played, to_come = league(ruleset, cards, players)
        played += islice(to_come, max(0, number - len(played)))
        found += played[:number]
    assert all(match.finished for match in found)
    return tuple(match.derived for match in found)


def again(rules: Ruleset, derived: tuple[Derived, ...]) -> Iterator[tuple[Game, int]]:
    """The match played again: the game at every open ask, with the seq of the act that answers it."""
    opened = derived[0][0]
    assert isinstance(opened, Opened)
    game = Game(rules, opened)
    game.begin()
    for seq, (event, _) in enumerate(derived):
        if isinstance(event, (*ACTS, Shuffled)):
            yield game, seq
            game.act(event)


def keep_books(balanced: Callable[[Table, AnyEvent], None], derived: tuple[Derived, ...]) -> None:
    """Fold a match, and assert after every event that the table is ``balanced``."""
    table = Table()
    for event, _ in derived:
        table.apply(event)
        balanced(table, event)
