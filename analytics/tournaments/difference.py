"""A difference between a table and the rounds, and its reasons.

Not here: finding differences (``compare``, ``place_order``).
"""

from dataclasses import dataclass

OWN_RULES, EARLIER, FROZEN, ROUNDS_MISSING, GAMES_MISSING, SWISS_PLACES, LEFT_BELOW, FOLLOWS, UNEXPLAINED = (
    "own-rules",
    "earlier",
    "frozen",
    "rounds-missing",
    "games-missing",
    "swiss-places",
    "left-below",
    "follows",
    "unexplained",
)
"""Reasons beside the variants of ``counting_rules``:

it is right by the rules of the tournament, where others were asked for · as after an earlier round · the
place is right if who left keeps the numbers of then · matches that the table counts are not in the file ·
games are not in the file · places are those of the Swiss rounds · who left early stands below those who
stayed · the place follows from the other numbers of the table · no known reason."""


@dataclass(frozen=True)
class Difference:
    """A number of the table, ``stated``, where the rounds give ``counted`` by the rules.

    ``because`` names the variants and reasons that explain it; ``round`` is the one after which it was so.
    """

    player: str
    what: str
    stated: float
    counted: float | None
    because: tuple[str, ...]
    round: int | None = None
