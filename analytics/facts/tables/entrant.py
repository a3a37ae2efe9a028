"""One row a player of an imported tournament: deck, final rank and dropping out.

It includes players whose matches the file does not list. A label that was given to their list (by its digest)
goes before what the file calls the deck. ``rank`` … are from the file's own final table;
``dropped`` is the round after which the player left. Not here: the matches (``seat_match``), and standings
computed from them (``analytics.tournaments``).
"""

from typing import NamedTuple

from analytics.facts.columns import Day, Number, Word
from analytics.facts.extract.deck import deck
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    tournament: Word
    tournament_id: Word
    cards: Word
    day: Day | None
    player: Word
    player_id: Word
    deck: Word | None
    archetype: Word | None
    dropped: Number | None
    rank: Number | None
    points: Number | None
    wins: Number | None
    losses: Number | None
    ties: Number | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every player, in the order of the file; none for a match."""
    sheet = facts.sheet
    if sheet is None:
        return []
    table = {standing.player: standing for standing in sheet.standings}
    found = []
    for player in sheet.players:
        standing = table.get(player.id)
        listed = deck(player.deck.main).digest if player.deck and player.deck.main else None
        named = (player.deck.archetype or None) if player.deck else None
        found.append(
            Row(
                match=facts.match,
                tournament=sheet.name,
                tournament_id=sheet.id,
                cards=facts.opened.cards,
                day=facts.day,
                player=player.name,
                player_id=player.id,
                deck=listed,
                archetype=facts.archetypes.get(listed or "", named),
                dropped=player.dropped,
                rank=standing.rank if standing else None,
                points=standing.points if standing else None,
                wins=standing.wins if standing else None,
                losses=standing.losses if standing else None,
                ties=standing.ties if standing else None,
            )
        )
    return found
