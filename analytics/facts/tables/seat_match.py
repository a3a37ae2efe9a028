"""One row a seat in a match: who played what against whom, and the result.

``won``, ``lost`` and ``tied`` are 0 or 1, and all 0 unless the outcome is a result of play. ``games_won`` …
are null if the record has no score. ``went_first`` is about the first game. Not here: the games (``game``).
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Day, Flag, Number, Word
from analytics.facts.extract.head import word
from analytics.facts.extract.match_facts import MatchFacts
from analytics.facts.extract.outcome import outcome_of_seat, result

WON, DRAWN, TABLE = "games", "drawn", "table"
"""Names of the tracks with the score of a result."""


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    seat: Word
    player: Word | None
    player_id: Word | None
    opponent: Word | None
    deck: Word | None
    day: Day | None
    archetype: Word | None
    opponent_archetype: Word | None
    went_first: Flag | None
    outcome: Word
    won: Bit
    lost: Bit
    tied: Bit
    games_won: Number | None
    games_lost: Number | None
    games_tied: Number | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every seat. With more than two seats the opponent is null."""
    return [_row(facts, seat) for seat in facts.seats]


def _row(facts: MatchFacts, seat: str) -> Row:
    opponent, deck = facts.opponent(seat), facts.decks.get(seat)
    return Row(
        facts.match,
        seat,
        facts.opened.players[seat] or None,
        word(facts.opened.head, f"player.{seat}"),
        facts.opened.players.get(opponent) or None,
        deck.digest if deck else None,
        facts.day,
        facts.archetypes.get(seat),
        facts.archetypes.get(opponent),
        seat == facts.first_seat if facts.first_seat else None,
        outcome_of_seat(facts.outcome, facts.winner, seat),
        *result(facts.outcome, facts.winner, seat),
        *_score(facts, seat),
    )


def _score(facts: MatchFacts, seat: str) -> tuple[int | None, int | None, int | None]:
    """Games won, lost and tied; each None if not recorded."""
    if facts.by_events:
        (game,) = facts.games
        return game.result(seat)
    won = {of: value for (track, of), value in facts.table.tracks.items() if track == WON}
    if not won:
        return None, None, None
    return won.get(seat, 0), sum(won.values()) - won.get(seat, 0), facts.table.track(DRAWN, TABLE)
