"""What there is to choose from in a store: its games, players, tournaments, and what decks are called.

Not here: what a choice does (``filters``).
"""

from analytics.cubes.seats import matches_of, of_seats
from analytics.store import Store

GAMES = "SELECT game FROM ({matches}) GROUP BY game ORDER BY count(*) DESC, game"
NAMES = ("player", "tournament", "archetype")
VALUES = ", ".join(
    f"list_sort(list(DISTINCT {name}) FILTER ({name} IS NOT NULL)) AS {name}" for name in NAMES
)


def choices(store: Store) -> dict[str, list[str]]:
    """``game``, the one with the most matches first; ``player``, ``tournament``, ``archetype`` in order."""
    games = of_seats(store, GAMES.format(matches=matches_of("s.game")))["game"].to_list()
    values = of_seats(store, f"SELECT {VALUES} FROM seat").row(0, named=True)
    return {"game": games} | {name: values[name] or [] for name in NAMES}
