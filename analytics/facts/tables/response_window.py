"""One row an opportunity to answer an action: the seat, whether it answered, and whether it could.

``seat`` is the seat that may answer, ``card`` that of the action, ``declaration`` its seq. ``able``: whether
the seat held a legal answer, if the rules confirm every event and the record knows every card; else null.
Asks to which no answer was possible are left out; without a judgement by the rules, every pass within an
action counts as an opportunity. Not here: the outcome of answers (``response``).
"""

from typing import NamedTuple

from analytics.facts.columns import Count, Flag, Number, Word
from analytics.facts.extract.match_facts import MatchFacts


class Row(NamedTuple):
    """The columns of the table."""

    match: Word
    game_no: Number
    seq: Count
    declaration: Count | None
    seat: Word
    turn: Number
    card: Word | None
    answered: Flag
    able: Flag | None


def rows(facts: MatchFacts) -> list[Row]:
    """A row for every opportunity, in order."""
    held = facts.held
    return [
        Row(
            facts.match,
            1,
            seq,
            window.action.seq if window.action else None,
            window.event.seat,
            window.turn,
            (window.action.identity[0] or None) if window.action else None,
            seq in facts.answers,
            held[seq] if held is not None else None,
        )
        for seq, window in facts.windows.items()
        if held is None or seq in held
    ]
