"""One row a recorded end of an action or an answer: it was carried out, or it failed.

``what`` is its kind, ``outcome`` is ``resolved``, ``failed`` or ``declined`` (its player let it go), ``why``
the reason of a failure, ``clause`` the nearest clause. An action that was being carried out when the match
ended has no row, because the record has no end of it (``declaration`` calls it decisive). Not here: what it
changed.
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Number, Word
from analytics.facts.extract.match_facts import DECLINED, RESOLVED, MatchFacts
from events.model.kinds import Failed, Resolved


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    declaration: Count | None
    seat: Word
    turn: Number
    what: Word
    card: Word | None
    outcome: Word
    why: Word | None
    clause: Word | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every end, in order."""
    return [
        Row(
            facts.match,
            1,
            end.seq,
            end.action.seq if end.action else None,
            end.event.seat,
            end.turn,
            end.event.what,
            end.identity[0] or None,
            _outcome(end.event),
            end.event.why if type(end.event) is Failed else None,
            end.event.clauses[0] if end.event.clauses else None,
        )
        for end in facts.ends
    ]


def _outcome(end: Failed | Resolved) -> Word:
    if isinstance(end, Resolved):
        return RESOLVED
    return DECLINED if end.why == DECLINED else "failed"
