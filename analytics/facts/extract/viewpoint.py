"""The viewpoint of a record: the seat of the player who recorded it, and chose the deck of that seat.

Not here: what is counted of the others (``analytics.metrics.reports.archetypes``).
"""

from analytics.facts.extract.head import word
from analytics.facts.extract.knowledge import knowledge
from analytics.facts.extract.match_facts import MatchFacts


def viewpoint(facts: MatchFacts) -> str | None:
    """A seat; None where the record shows both sides, or neither. It is the one that the head of the record
    states, or else the only one with a hand of which the record knows the hand."""
    stated = word(facts.opened.head, "viewpoint")
    if stated in facts.opened.players:
        return stated
    shown = {seat: _is_shown(facts, seat) for seat in facts.seats if facts.first_hand.get(seat)}
    seen = [seat for seat in shown if shown[seat]]
    return seen[0] if len(seen) == 1 < len(shown) else None


def _is_shown(facts: MatchFacts, seat: str) -> bool:
    """Whether the record knows every card of the hand that a seat kept, or that it ever had."""
    known = knowledge(facts, seat)
    return known.keep_known or known.hand_known
