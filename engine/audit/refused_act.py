"""An act that the rules refuse: the cards that it names, and the event since which it is not possible.

Not here: what an act requires (rulesets), the finding (``adjudicate``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from engine.audit.verdict import Finding, event_in
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Decision, Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN
from engine.record.notation.examine import refusal
from engine.record.notation.resolve import is_asked
from engine.record.session import replay
from engine.record.timeline import without_retracted
from events.model.changes import CardRef
from events.model.kinds import ACTS, DECISIONS, AnyAct, AnyEvent, Derived, Noted, Opened, Ruled

Test = Callable[[Game], bool | None]
"""Whether what the act lacks was there at a moment; None where nobody can tell."""


class RefusedAct(NamedTuple):
    """``cards`` are those that the act is done with, or those that it is aimed at where it takes none.
    ``cause`` is the event since which its requirement fails; None if it never held."""

    cards: tuple[CardRef, ...]
    cause: int | None


def refused_act(derived: Sequence[Derived], finding: Finding, rules: Ruleset) -> RefusedAct:
    """The act of a finding of the kind ``refused``, in the match given as its events with their causes."""
    opened = derived[0][0]
    assert isinstance(opened, Opened)  # every match begins so
    game = Game(rules, opened)
    game.begin()
    replay(game, derived[: finding.seq])
    refused = _refusal(game, derived[finding.seq][0], finding)
    if refused is None or not isinstance(refused.act, ACTS):
        return RefusedAct((), None)
    act = refused.act
    cards = act.cards or tuple(target for target in act.targets if target in game.table.place)
    searches = (_Search(rules, opened, act, test) for test in _tests(game, refused, act))
    causes = (search.since(derived[: finding.seq]) for search in searches)
    return RefusedAct(cards, next(filter(None, causes), None))


def _refusal(game: Game, event: AnyEvent, finding: Finding) -> Refused | None:
    """Why the rules refuse the act of a finding; None if it is none that they could judge."""
    if isinstance(event, Noted):
        return refusal(game, event)
    act = event_in(finding.recorded)
    assert isinstance(act, DECISIONS)  # adjudication refuses nothing else
    try:
        game.check(act)
    except Refused as refused:
        return refused
    return None


# --- since when --------------------------------------------------------------------------------------


def _tests(game: Game, refused: Refused, act: AnyAct) -> Iterator[Test]:
    """What is asked of every moment before, the most telling first; nothing if the act itself is wrong,
    whatever the moment."""
    ask, verb = game.ask, game.rules.verbs.get(act.verb)
    if ask is None:
        yield lambda then: then.table.result is None
        return
    if verb is None:
        return
    asked = is_asked(game, act.seat, act.verb)
    why = refused.clause, refused.why
    named = [one for one in (verb.requirements if asked else verb.elsewhere) if (one.clause, one.why) == why]
    with _knowing(game, act):
        failing = next((one for one in named if not one.holds(game, ask, act)), None)
    if failing is not None:
        yield lambda then: failing.holds(then, ask, act)
    if asked:
        return
    if act.seat == ask.seat:  # who has to decide something else first asks what has put this question
        yield lambda then: None if then.ask is None else _question(then.ask) != _question(ask)
    yield lambda then: is_asked(then, act.seat, act.verb) if then.ask is not None else None


def _question(ask: Ask) -> tuple[str, str, tuple[str, ...]]:
    """What tells one question from another."""
    return ask.seat, ask.about, ask.verbs


@contextmanager
def _knowing(game: Game, act: AnyAct) -> Iterator[None]:
    """The faces that the act makes known are known, as when it is checked."""
    face = game.table.face
    learned = [change for change in act.changes if face.get(change.card) == UNKNOWN]
    for change in learned:
        face[change.card] = change.face
    game.table.layout_version += bool(learned)
    try:
        yield
    finally:
        for change in learned:
            face[change.card] = UNKNOWN
        game.table.layout_version += bool(learned)


class _Search(Game):
    """The match once more, with the test made whenever an event was folded."""

    __slots__ = ("at", "held", "lost", "refused", "test")

    def __init__(self, rules: Ruleset, opened: Opened, refused: AnyAct, test: Test) -> None:
        super().__init__(rules, opened)
        self.refused = refused
        self.test = test
        self.at = 0
        """Seq of the decision that is being taken."""
        self.held = False
        self.lost: tuple[int, int, AnyEvent] | None = None
        """Where what held ceased to hold the last time: seq of the decision, of the event, and the event."""

    def since(self, derived: Sequence[Derived]) -> int | None:
        """The event of the record with which that happened; where it has another one there, the decision from
        which it follows."""
        self.begin()
        for seq, event, _ in without_retracted(derived):
            if isinstance(event, (*DECISIONS, Ruled)):
                self.at = self.table.seq = seq
                self.remark(event) if isinstance(event, Ruled) else self.act(event)
        if self.lost is None:
            return None
        decision, seq, event = self.lost
        return seq if seq < len(derived) and derived[seq][0] == event else decision

    def remark(self, event: AnyEvent) -> list[Derived]:
        derived = super().remark(event)
        self._look()
        return derived

    def _follow(self, answer: Decision | None) -> Iterator[AnyEvent]:
        for event in super()._follow(answer):
            self._look()
            yield event
        self._look()

    def _look(self) -> None:
        try:
            with _knowing(self, self.refused):
                holds = self.test(self)
        except LookupError:  # a card that was not there yet, or not known
            return
        if holds is None:
            return
        if self.held and not holds:
            self.lost = self.at, self.last, self.history[-1]
        self.held = holds
