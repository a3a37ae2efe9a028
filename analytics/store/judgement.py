"""The judgement of a match by the rules: its grade, and which opportunities to answer its seats could have
used.

One adjudication gives both. Not here: the rules (``engine``), reuse of earlier judgements (``grades``).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from analytics.facts.extract.match_facts import MatchFacts
from engine.audit.verdict import LEGAL, Grade
from events.model.kinds import Derived

if TYPE_CHECKING:
    from engine.kernel.game import Game

Opportunities = Mapping[int, bool | None]
"""Seq of an opportunity to answer → whether its seat held a legal answer; None if unknown."""
FOLLOWED: frozenset[Grade] = frozenset({"EXACT", "CONSISTENT", "AMENDED"})
"""Grades of matches that the rules can replay to the end."""


class Judgement(NamedTuple):
    """``grade`` of a match · ``held``: see ``MatchFacts.held``."""

    grade: Grade
    held: Opportunities | None


def judged(facts: MatchFacts, derived: Sequence[Derived]) -> Judgement:
    """The judgement on a match.

    With unknown faces or after a ruling that changed the table, the rules may miss a possible answer: then
    the opportunity is unknown. Noted fouls that were none are taken out of the facts.
    """
    from engine.audit.adjudicate import (
        adjudicate,  # the engine, which a store that is up to date does not need
    )

    watch = _Watch(facts)
    verdict = adjudicate(derived, match=facts.match, watch=watch)
    for finding in verdict.findings:
        if finding.kind == "foul" and finding.code == LEGAL:
            facts.reversals.pop(finding.seq, None)
    grade = verdict.grade
    if grade not in FOLLOWED:
        return Judgement(grade, None)
    held: Opportunities = watch.held if grade == "EXACT" else dict.fromkeys(watch.held)
    return Judgement(grade, held)


class _Watch:
    """Records every ask that was an opportunity to answer."""

    def __init__(self, facts: MatchFacts) -> None:
        self.windows, self.answers, self.verbs = facts.windows, facts.answers, facts.roles.answers
        self.held: dict[int, bool | None] = {}
        from engine.kernel.legality import options

        self.options = options

    def __call__(self, game: "Game", seq: int) -> None:
        ask = game.ask
        if seq not in self.windows or ask is None or self.verbs.isdisjoint(ask.verbs):
            return
        self.held[seq] = seq in self.answers or any(act.verb in self.verbs for act in self.options(game))
