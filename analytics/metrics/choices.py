"""What there is to choose from in a store: its games, players, tournaments, and what decks are called.

Not here: what a choice does (``filters``).
"""

from analytics.cubes.seats import of_seats
from analytics.store import Store

GAMES = "SELECT game FROM seat GROUP BY game ORDER BY count(DISTINCT number) DESC, game"
VALUES = "SELECT DISTINCT {name} FROM seat WHERE {name} IS NOT NULL ORDER BY {name}"
NAMES = ("player", "tournament", "archetype")


def choices(store: Store) -> dict[str, list[str]]:
    """``game``, the one with the most matches first; ``player``, ``tournament``, ``archetype`` in order."""
    games = of_seats(store, GAMES)["game"].to_list()
    return {"game": games} | {
        name: of_seats(store, VALUES.format(name=name))[name].to_list() for name in NAMES
    }
