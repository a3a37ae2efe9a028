"""From whose side a match is told: that of a player who recorded it, and chose the own deck.

Not here: what is counted of the others (``analytics.metrics.reports.archetypes``).
"""

from analytics.facts.extract.head import word
from analytics.facts.extract.knowledge import knowledge
from analytics.facts.extract.match_facts import Story


def viewpoint(story: Story) -> str | None:
    """A seat; None where both sides are told, or neither. It is the one that the head of the record states;
    where that states none, the only one of those with a hand whose hand the record knows."""
    stated = word(story.opened.head, "viewpoint")
    if stated in story.opened.players:
        return stated
    shown = {seat: _is_shown(story, seat) for seat in story.seats if story.first_hand.get(seat)}
    seen = [seat for seat in shown if shown[seat]]
    return seen[0] if len(seen) == 1 < len(shown) else None


def _is_shown(story: Story, seat: str) -> bool:
    """Whether the record knows every card of the hand that a seat kept, or that it ever had."""
    known = knowledge(story, seat)
    return known.keep_known or known.hand_known
