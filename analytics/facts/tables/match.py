"""One row a match: what was played, when, its grade and its outcome.

``winner`` is a seat; it is null for a draw and for a match that did not end, which ``outcome``
distinguishes. ``viewpoint`` is the seat from whose side the match is recorded, if it is one side. ``day``
is the day of play. ``events`` counts the whole record, ``games`` the rows in ``game``. Not here: the players.
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Day, Flag, Number, Word
from analytics.facts.extract.head import number, tournament, word
from analytics.facts.extract.match_facts import MatchFacts
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


def rows(facts: MatchFacts) -> list[Row]:
    """The row of this match; none for a tournament."""
    opened, ended = facts.opened, facts.table.result
    if facts.sheet is not None:
        return []
    return [
        Row(
            match=facts.match,
            ruleset=f"{opened.game}@{opened.edition}",
            edition=opened.edition,
            cards=opened.cards,
            granularity=opened.granularity,
            day=facts.day,
            tournament=tournament(opened.head),
            tournament_id=word(opened.head, "tournament.id"),
            stage=word(opened.head, "tournament.stage"),
            pod=word(opened.head, "tournament.pod"),
            round=number(opened.head, "tournament.round"),
            at_table=word(opened.head, "tournament.table"),
            best_of=number(opened.head, "tournament.best_of"),
            source=facts.source or None,
            simulated=opened.simulated,
            grade=facts.grade,
            finished=ended is not None,
            outcome=facts.outcome,
            winner=facts.winner or None,
            reason=ended.reason if ended else UNFINISHED,
            turns=facts.table.turn,
            events=facts.events,
            games=len(facts.games),
            first_seat=facts.first_seat or None,
            viewpoint=viewpoint(facts),
        )
    ]
