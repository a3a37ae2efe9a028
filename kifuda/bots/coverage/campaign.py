"""A campaign: matches of mixed bots with every card set of a ruleset, watched for what they show.

Not here: what is counted (``watch``).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.ruleset import Ruleset
from kifuda.bots.coverage.watch import Watch
from kifuda.bots.roster import HEURISTIC, RANDOM, bots_of
from kifuda.bots.simulate import SimulatedMatch, simulate

MIXED = ((HEURISTIC, HEURISTIC), (HEURISTIC, RANDOM), (RANDOM, RANDOM))
"""The pairs of a campaign, each with every card set."""


def campaign(
    watch: Watch,
    rules: Ruleset,
    *,
    matches: int,
    seed: int,
    players: tuple[str, str] | None = None,
    cards: str | None = None,
) -> Iterator[SimulatedMatch]:
    """Play ``matches`` matches, shared out over the card sets and over pairs of bots as evenly as they go;
    with ``players`` or ``cards`` those alone."""
    pairs = (players,) if players else MIXED if HEURISTIC in bots_of(rules.game) else ((RANDOM, RANDOM),)
    leagues = [(one, pair) for pair in pairs for one in ((cards,) if cards else rules.sets)]
    for number, (one, pair) in enumerate(leagues):
        share = (matches + len(leagues) - 1 - number) // len(leagues)
        yield from simulate(rules, matches=share, seed=seed, players=pair, cards=one, watch=watch)
