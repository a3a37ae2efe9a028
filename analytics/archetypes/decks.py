"""The decks of a store, by whom and where they were played, with what they are called now.

Not here: what they should be called (``tree``).
"""

from typing import NamedTuple

from analytics.query.cubes.seats import of_seats
from analytics.store.reader import Store

SEATS = "SELECT DISTINCT match, seat, deck, archetype FROM seat_match WHERE game = $game AND deck IS NOT NULL"
CARDS = "SELECT DISTINCT deck, card, copies FROM deck_card WHERE game = $game ORDER BY deck, card"
NAMES = """
    SELECT game, coalesce(archetype, '') AS archetype, count(DISTINCT deck) AS decks, count(*) AS seats,
        count(DISTINCT player) AS players
    FROM seat WHERE deck IS NOT NULL OR archetype IS NOT NULL
    GROUP BY ALL ORDER BY game, seats DESC, archetype"""


class Seat(NamedTuple):
    """Who played ``deck`` (its digest), and what it is called there, ``""`` for nothing."""

    match: str
    seat: str
    deck: str
    archetype: str


class Decks(NamedTuple):
    """``cards``: digest → copies by card; and the seats that played them, in order of their matches."""

    cards: dict[str, dict[str, int]]
    seats: list[Seat]


class Count(NamedTuple):
    """How often decks of one name were played: different ``decks``, ``seats``, and ``players``."""

    game: str
    archetype: str
    decks: int
    seats: int
    players: int


def decks(store: Store, game: str) -> Decks:
    """All decks of a game that the log knows as a whole."""
    cards: dict[str, dict[str, int]] = {}
    for digest, card, copies in store.query(CARDS, {"game": game}).iter_rows():
        cards.setdefault(digest, {})[card] = copies
    rows = store.query(SEATS, {"game": game}).iter_rows()
    seats = (Seat(match, seat, deck, archetype or "") for match, seat, deck, archetype in rows)
    return Decks(cards, sorted(one for one in seats if one.deck in cards))


def counts(store: Store) -> list[Count]:
    """Every name of a deck, by game, the most played first; decks without one under ``""``."""
    return [Count(*line) for line in of_seats(store, NAMES).iter_rows()]
