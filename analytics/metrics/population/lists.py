"""Decks of lists: those that files of tournaments list of players whose matches they do not.

A list is a deck that was brought, so that shares count it; but a file may list the best alone, and so it is
said how many there are. Not here: decks whose matches are known (``matching_seats``).
"""

import polars as pl

from analytics.query.filters import Filters
from analytics.store.reader import Store, cached_per_projection

ENTRANT = "entrant"
WITHOUT_MATCHES = """
FROM entrant e ANTI JOIN (
    SELECT DISTINCT m.game, m.tournament_id, coalesce(s.player_id, s.player) AS player_id
    FROM seat_match s JOIN match m USING (match)
    WHERE m.finished AND m.tournament_id IS NOT NULL
) USING (game, tournament_id, player_id)
SELECT game, day, tournament, cards, player, deck, archetype WHERE deck IS NOT NULL OR archetype IS NOT NULL
"""
OF_LIST = {"game": "game", "player": "player", "archetype": "archetype", "format": "cards"}
"""Filter → the column of a list."""
GRADE = "OUTCOME_ONLY"
"""What is known of them is what a file says."""


@cached_per_projection
def _every(store: Store) -> pl.DataFrame:
    if not any(ENTRANT in part.files for part in store.manifest.parts):
        return pl.DataFrame(schema={name: pl.String for name in ("game", "archetype")})
    return store.query(WITHOUT_MATCHES)


def listed_decks(store: Store, filters: Filters) -> pl.DataFrame:
    """A row a deck under filters that were checked, with at least ``game archetype``. None has matches, so
    that none passes a filter by cards that were played, by opponents or by an edition."""
    found = _every(store)
    by_round = filters.rounds or filters.stage
    by_card = filters.card or filters.without
    by_match = by_card or by_round or filters.opponent_archetype or filters.edition
    if by_match or filters.simulated == "only" or GRADE not in filters.grades or found.is_empty():
        return found.clear()
    for name, column in OF_LIST.items():
        if value := getattr(filters, name):
            found = found.filter(pl.col(column) == value)
    if filters.tournaments:
        found = found.filter(pl.col("tournament").is_in(filters.tournaments))
    if filters.since:
        found = found.filter(pl.col("day") >= filters.since)
    return found.filter(pl.col("day") <= filters.until) if filters.until else found
