"""One row a match: what was played, when, how it is graded, and how it came out.

``winner`` is a seat; it is null for a draw and for a match that did not end, which ``outcome`` tells
apart. ``viewpoint`` is the seat from whose side the match is told, where it is from one. ``day`` is the day
of play. ``events`` counts the whole record, ``games`` those games that have a row of their own. Not here: the
players.
"""

from datetime import date
from typing import NamedTuple

from analytics.facts.extract.head import number, tournament, word
from analytics.facts.extract.match_facts import Story
from analytics.facts.extract.outcome import UNFINISHED
from analytics.facts.extract.viewpoint import viewpoint


class Row(NamedTuple):
    """See ``schema`` for the types."""

    match: str
    ruleset: str
    edition: str
    cards: str
    granularity: str
    day: date | None
    tournament: str | None
    tournament_id: str | None
    stage: str | None
    pod: str | None
    round: int | None
    at_table: str | None
    best_of: int | None
    source: str | None
    simulated: bool
    grade: str
    finished: bool
    outcome: str
    winner: str | None
    reason: str
    turns: int
    events: int
    games: int
    first_seat: str | None
    viewpoint: str | None


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
