"""What one seat adds at most, in one game, to sums of one card.

Not here: how many games a player has (``givers``).
"""

from collections.abc import Mapping, Sequence

from analytics.metrics.intervals.player_maxima import CARDS, DRAWS
from analytics.query.measures import MEASURES

SEATS, ACTS, CHANCES = "seat_game", "declaration", "chance"
COPIES = {
    "deck": ("deck",),
    "open": ("open",),
    "drawn": ("drawn",),
    "hand": ("open", "drawn"),
    "unseen": ("deck",),
    "offered": ("dealt",),
}
"""What a sum over copies begins with → the columns that together are as large."""
OF_COPIES = ("won", "lost", "tied", "copies")
"""What it ends with."""
ACTED = ("acted", "resolved", "nullified", "chains")
"""What sums begin with over acts that rows of cards count as ``acted``: an act is in one of them."""


def largest_seat_contribution(names: Sequence[str], largest: Mapping[str, int | None]) -> int | None:
    """What one row of ``card_seat_game`` stands for at most in the total of these sums over one fact table,
    by the ``largest`` values of ``table.column``; None where nobody knows without counting."""
    fact = MEASURES[names[0]].fact
    begun = {name.partition("_")[0] for name in names}
    if fact == CARDS:
        return _of_cards(names, largest)
    if fact == ACTS and begun <= set(ACTED):
        return largest.get(f"{CARDS}.acted", 0)
    return largest.get(f"{DRAWS}.k", 0) if fact == CHANCES else None


def _of_cards(names: Sequence[str], largest: Mapping[str, int | None]) -> int | None:
    """Copies of what a row has most of; a game counts once whether it was won, lost or drawn."""
    found = {}
    for name in names:
        kind, _, ending = name.rpartition("_")
        if ending not in OF_COPIES:
            found[kind] = 1
        elif kind not in COPIES:
            return None
        else:
            copies = [largest.get(f"{CARDS}.{column}", 0) for column in COPIES[kind]]
            if None in copies:
                return None
            found[kind] = sum(filter(None, copies))
    return sum(found.values())
