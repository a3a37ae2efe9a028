"""One row a seat in a match: who played what against whom, and how the match came out.

``won``, ``lost`` and ``tied`` are 0 or 1, and all 0 unless the outcome is a result of play. ``games_won`` …
count games where the record tells how many there were. ``went_first`` is about the first game. Not here:
what happened in the games.
"""

from typing import NamedTuple

from analytics.facts.columns import Bit, Day, Flag, Number, Word
from analytics.facts.extract.head import word
from analytics.facts.extract.match_facts import Story
from analytics.facts.extract.outcome import outcome_of_seat, result

WON, DRAWN, TABLE = "games", "drawn", "table"
"""Tracks that hold the score of a result."""


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


def rows(story: Story) -> list[Row]:
    """A row for every seat. With more than two seats nobody has *the* opponent."""
    return [_row(story, seat) for seat in story.seats]


def _row(story: Story, seat: str) -> Row:
    opponent, deck = story.opponent(seat), story.decks.get(seat)
    return Row(
        story.match,
        seat,
        story.opened.players[seat] or None,
        word(story.opened.head, f"player.{seat}"),
        story.opened.players.get(opponent) or None,
        deck.digest if deck else None,
        story.day,
        story.archetypes.get(seat),
        story.archetypes.get(opponent),
        seat == story.first_seat if story.first_seat else None,
        outcome_of_seat(story.outcome, story.winner, seat),
        *result(story.outcome, story.winner, seat),
        *_score(story, seat),
    )


def _score(story: Story, seat: str) -> tuple[int | None, int | None, int | None]:
    """Games won, lost and tied; None each where nobody counted them."""
    if story.by_events:
        (game,) = story.games
        return game.result(seat)
    won = {of: value for (track, of), value in story.table.tracks.items() if track == WON}
    if not won:
        return None, None, None
    return won.get(seat, 0), sum(won.values()) - won.get(seat, 0), story.table.track(DRAWN, TABLE)
