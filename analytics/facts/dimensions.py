"""What the facts are about: players, tournaments, decks, cards and archetypes, as queries over the facts.

They are computed when asked for, so they are never behind the facts and need no projection of their own.
Not here: what cards are called (``analytics.store.card_names``).
"""

DIMENSIONS: dict[str, str] = {
    "player": """
        SELECT player, count(DISTINCT match)::BIGINT AS matches, min(day) AS since, max(day) AS until
        FROM (FROM seat_match SELECT player, match, day UNION ALL FROM entrant SELECT player, NULL, day)
        WHERE player IS NOT NULL GROUP BY player""",
    "tournament": """
        SELECT game, tournament, tournament_id, min(day) AS since, max(day) AS until,
            count(DISTINCT match)::BIGINT AS matches, count(DISTINCT player)::BIGINT AS players
        FROM (
            FROM match m JOIN seat_match s ON s.match = m.match
            SELECT m.game, m.tournament, m.tournament_id, m.day, m.match, s.player
            UNION ALL FROM entrant SELECT game, tournament, tournament_id, day, NULL, player
        )
        WHERE tournament IS NOT NULL GROUP BY ALL""",
    "deck": """
        SELECT game, deck, count(*)::BIGINT AS faces, sum(copies)::BIGINT AS cards
        FROM (SELECT DISTINCT game, deck, card, copies FROM deck_card) GROUP BY ALL""",
    "card": """
        SELECT DISTINCT game, card
        FROM (FROM card_seat_game SELECT game, card UNION ALL FROM deck_card SELECT game, card)""",
    "archetype": """
        SELECT game, archetype, count(*)::BIGINT AS seats, count(DISTINCT player)::BIGINT AS players
        FROM seat_match WHERE archetype IS NOT NULL GROUP BY ALL""",
}
"""Name → query over the fact tables."""
