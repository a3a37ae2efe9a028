"""One row a match: what was played, when, how it is graded, and how it came out.

``winner`` is a seat; it is null for a draw and for a match that did not end, which ``outcome`` tells
apart. ``viewpoint`` is the seat from whose side the match is told, where it is from one. ``day`` is the day
of play. ``events`` counts the whole record, ``games`` those games that have a row of their own. Not here: the
players.
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Day, Flag, Number, Word
from analytics.facts.extract.head import number, tournament, word
from analytics.facts.extract.match_facts import Story
from analytics.facts.extract.outcome import UNFINISHED
from analytics.facts.extract.viewpoint import viewpoint


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    ruleset: Word
    edition: Word
    cards: Word
    granularity: Word
    day: Day | None
    tournament: Word | None
    tournament_id: Word | None
    stage: Word | None
    pod: Word | None
    round: Number | None
    at_table: Word | None
    best_of: Number | None
    source: Word | None
    simulated: Flag
    grade: Word
    finished: Flag
    outcome: Word
    winner: Word | None
    reason: Word
    turns: Number
    events: Count
    games: Count
    first_seat: Word | None
    viewpoint: Word | None


def rows(story: Story) -> list[Row]:
    """The row of this match; none of a tournament."""
    opened, ended = story.opened, story.table.result
    if story.sheet is not None:
        return []
    return [
        Row(
            match=story.match,
            ruleset=f"{opened.game}@{opened.edition}",
            edition=opened.edition,
            cards=opened.cards,
            granularity=opened.granularity,
            day=story.day,
            tournament=tournament(opened.head),
            tournament_id=word(opened.head, "tournament.id"),
            stage=word(opened.head, "tournament.stage"),
            pod=word(opened.head, "tournament.pod"),
            round=number(opened.head, "tournament.round"),
            at_table=word(opened.head, "tournament.table"),
            best_of=number(opened.head, "tournament.best_of"),
            source=story.source or None,
            simulated=opened.simulated,
            grade=story.grade,
            finished=ended is not None,
            outcome=story.outcome,
            winner=story.winner or None,
            reason=ended.reason if ended else UNFINISHED,
            turns=story.table.turn,
            events=story.events,
            games=len(story.games),
            first_seat=story.first_seat or None,
            viewpoint=viewpoint(story),
        )
    ]
