"""The simulated matches of the benchmarks, the same in every run."""

from functools import cache

from engine.games.registry import RULESETS
from events.model.kinds import Derived
from kifuda.bots.simulate import simulate

SEED = 20260101


@cache
def matches(game: str, number: int) -> tuple[tuple[str, tuple[Derived, ...]], ...]:
    """``number`` simulated matches of ``game`` (such as ``blade-rondo@1.03``): id and events."""
    simulated = simulate(RULESETS[game], matches=number, seed=SEED)
    return tuple((match.id, tuple(match.derived)) for match in simulated)


def events(game: str, number: int) -> int:
    """The number of events of all these matches."""
    return sum(len(derived) for _, derived in matches(game, number))
