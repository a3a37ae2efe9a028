"""A campaign: matches of mixed bots with every card set of a ruleset, watched for what they show.

Not here: what is counted (``watch``).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.ruleset import Ruleset
from kifuda.bots.coverage.watch import Watch
from kifuda.bots.roster import HEURISTIC, RANDOM, bots_of
from kifuda.bots.simulate import SimulatedMatch, simulate

MIXED = {(HEURISTIC, HEURISTIC): 3, (HEURISTIC, RANDOM): 3, (RANDOM, RANDOM): 1}
"""The first two players of a match, with their shares in a campaign: matches of two random players take
longest."""


def campaign(
    watch: Watch,
    rules: Ruleset,
    *,
    matches: int,
    seed: int,
    players: tuple[str, ...] | None = None,
    cards: str | None = None,
) -> Iterator[SimulatedMatch]:
    """Play ``matches`` matches, shared out over the card sets and over pairs of bots; with ``players`` or
    ``cards`` those alone. Every one of them plays at least once, so there may be more matches than asked."""
    mixed = MIXED if HEURISTIC in bots_of(rules.game) else {(RANDOM, RANDOM): 1}
    filled = {(*pair, *(pair[1] for _ in rules.seats[2:])): part for pair, part in mixed.items()}
    pairs = {players: 1} if players else filled
    sets = (cards,) if cards else tuple(rules.sets)
    whole = sum(pairs.values()) * len(sets)
    for pair, part in pairs.items():
        for one in sets:
            share = max(1, (matches * part + whole // 2) // whole)
            yield from simulate(rules, matches=share, seed=seed, players=pair, cards=one, watch=watch)
