"""The additive sums that metrics are quotients of, each as SQL over the rows of one fact table.

Sums of disjoint sets of matches may be added; nothing else here may be stored and merged. Not here: the
quotients (``registry``).
"""

SEAT_GAME = {
    "games": "count(*)",
    "wins": "sum(won)",
    "losses": "sum(lost)",
    "ties": "sum(tied)",
    "first_wins": "sum(won) FILTER (went_first)",
    "first_losses": "sum(lost) FILTER (went_first)",
    "first_ties": "sum(tied) FILTER (went_first)",
}
"""Over seat-games."""

# Counts of cards are taken only where the record knows all of them: of a hand that is known in part, the
# cards that were played are known and the others are not, and a rate over those would favour them.
CARD_SEAT_GAME = {
    "kept_wins": "sum(won) FILTER (keep_known AND kept > 0)",
    "kept_losses": "sum(lost) FILTER (keep_known AND kept > 0)",
    "kept_ties": "sum(tied) FILTER (keep_known AND kept > 0)",
    "played_wins": "sum(won) FILTER (used > 0)",
    "played_losses": "sum(lost) FILTER (used > 0)",
    "played_ties": "sum(tied) FILTER (used > 0)",
    "offered_copies": "sum(dealt) FILTER (deal_known AND keep_known)",
    "kept_copies": "sum(kept) FILTER (deal_known AND keep_known)",
    "deck_games": "count(*) FILTER (keep_known AND deck > 0)",
    "played_copies": "sum(used) FILTER (keep_known AND deck > 0)",
    "acted": "sum(acted)",
    "resolved": "sum(resolved)",
    "nullified": "sum(nullified)",
}
"""Over the cards of seat-games."""

SUMS = {"seat_game": SEAT_GAME, "card_seat_game": CARD_SEAT_GAME}
"""Fact table → its sums."""


def select(table: str) -> str:
    """All sums of ``table`` as columns of a query. DuckDB's own sums would be of 128 bits."""
    return ", ".join(f"coalesce({sql}, 0)::BIGINT AS {name}" for name, sql in SUMS[table].items())
