"""What one seat adds at most, in one game, to sums of one card.

Not here: how many games a player has (``givers``).
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pyarrow.parquet as pq

from analytics.measures import MEASURES
from analytics.parts import path_of
from analytics.store import Store, once_a_projection

SEATS, CARDS, ACTS, CHANCES = "seat_game", "card_seat_game", "declaration", "chance"
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


def portion(store: Store, names: Sequence[str], game: str) -> int | None:
    """What one row of ``card_seat_game`` stands for at most in the total of these sums over one fact table;
    None where nobody knows without counting."""
    fact = MEASURES[names[0]].fact
    begun = {name.partition("_")[0] for name in names}
    if fact == CARDS:
        return _of_cards(store, names, game)
    if fact == ACTS and begun <= set(ACTED):
        return _largest(store, game, CARDS, "acted")
    return _largest(store, game, "draw", "k") if fact == CHANCES else None


def _of_cards(store: Store, names: Sequence[str], game: str) -> int | None:
    """Copies of what a row has most of; a game counts once whether it was won, lost or drawn."""
    found = {}
    for name in names:
        kind, _, ending = name.rpartition("_")
        if ending not in OF_COPIES:
            found[kind] = 1
        elif kind not in COPIES:
            return None
        else:
            copies = [_largest(store, game, CARDS, column) for column in COPIES[kind]]
            if None in copies:
                return None
            found[kind] = sum(filter(None, copies))
    return sum(found.values())


def _largest(store: Store, game: str, table: str, column: str) -> int | None:
    """The largest value of a column in the rows of a game, or of all; None where files do not tell."""
    known, asked = _of_columns(store), (game, table, column)
    if asked not in known:
        parts = [part for part in store.manifest.parts if table in part.files and game in ("", part.game)]
        told = [_largest_in(path_of(store.folder, part, table=table), column) for part in parts]
        known[asked] = None if None in told else max(filter(None, told), default=0)
    return known[asked]


@once_a_projection
def _of_columns(store: Store) -> dict[tuple[str, str, str], int | None]:
    """What was asked so far."""
    return {}


@lru_cache(maxsize=1 << 14)
def _largest_in(file: Path, column: str) -> int | None:
    """What the end of a file says of a column: a file never changes."""
    try:
        end = pq.read_metadata(file)
    except OSError:
        return None
    place = end.schema.names.index(column)
    told = [end.row_group(number).column(place).statistics for number in range(end.num_row_groups)]
    if any(one is None or not one.has_min_max for one in told):
        return None
    return max((int(one.max) for one in told), default=0)
