"""What the rules say of a match: its grade, and which opportunities to answer its seats could have taken.

Both take the one walk through the rules that a grade takes anyway. Not here: the rules (``engine``), and
recalling what was said before (``grades``).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from analytics.facts.extract.match_facts import Story
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import Grade
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.kinds import Derived

Held = Mapping[int, bool | None]
"""Seq of an opportunity to answer → whether its seat held a legal answer; None where that is not known."""
FOLLOWED: frozenset[Grade] = frozenset({"EXACT", "CONSISTENT", "AMENDED"})
"""Grades of matches that the rules were able to follow to their end."""


class Judgement(NamedTuple):
    """``grade`` of a match · ``held``: see ``Story.held``."""

    grade: Grade
    held: Held | None


def judged(story: Story, derived: Sequence[Derived]) -> Judgement:
    """The judgement on the match that the story tells.

    Where not every face is known, or a ruling changed what was, an answer may have been possible that the
    rules did not see: then nobody knows.
    """
    watch = _Watch(story)
    grade = adjudicate(derived, match=story.match, watch=watch).grade
    if grade not in FOLLOWED:
        return Judgement(grade, None)
    held: Held = watch.held if grade == "EXACT" else dict.fromkeys(watch.held)
    return Judgement(grade, held)


class _Watch:
    """Looks at every question that an opportunity of the story was the answer to."""

    def __init__(self, story: Story) -> None:
        self.windows, self.answers, self.verbs = story.windows, story.answers, story.roles.answers
        self.held: dict[int, bool | None] = {}

    def __call__(self, game: Game, seq: int) -> None:
        ask = game.ask
        if seq not in self.windows or ask is None or self.verbs.isdisjoint(ask.verbs):
            return
        self.held[seq] = seq in self.answers or any(act.verb in self.verbs for act in options(game))
