"""The driver: runs the procedures of a ruleset, folds what they derive, and takes answers to their asks.

Live play, bots, written records, cases and the audit answer the same asks. Not here: any rule of any game, or
who answers (``engine.record.session``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from engine.kernel.ask import TABLE, Ask
from engine.kernel.card import Card, Role
from engine.kernel.knowledge import Knowledge
from engine.kernel.legality import (
    FACE_NEEDED,
    Decision,
    Endless,
    FaceNeeded,
    Facts,
    Refused,
    UnknownFace,
    check,
)
from engine.kernel.procedure import MatchOver, Procedure
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN, Table
from events.model.kinds import DECISIONS, AnyAct, AnyEvent, Derived, Ended, Opened, Ruled, Shuffled

T = TypeVar("T")

FOLLOWS_MOST = 10_000
"""Events that may follow from one decision, or from the opening: many more than any real one has."""


class Checked(NamedTuple):
    """A decision that the rules allow in ``game`` after ``decided`` events: what ``Game.check`` returns."""

    decision: Decision
    game: Game
    decided: int


class Game:
    """A match in the making: the table, the rules, and the procedure that waits at an ``Ask``.

    ``play`` runs instead of the whole match of the ruleset: a match that begins on an arranged table.
    ``begin``, ``act`` and ``take`` return what was derived, in order, each event with its cause.
    """

    __slots__ = (
        "_by_layout",
        "_derived",
        "_layout",
        "_numbers",
        "_procedure",
        "answered",
        "ask",
        "card_set",
        "cause",
        "faces",
        "history",
        "knowledge",
        "roles",
        "rules",
        "settings",
        "table",
    )

    def __init__(
        self, rules: Ruleset, opened: Opened, *, play: Callable[[Game], Procedure] | None = None
    ) -> None:
        self.rules = rules
        self.settings = opened.settings
        self.card_set = rules.sets[opened.cards]
        self.faces: dict[str, Card] = self.card_set.cards
        self.roles = self.card_set.roles
        self.table = Table(rules.places_aside)
        self.knowledge = Knowledge(self.card_set.pool, self.faces, opened.decks, rules.most_copies)
        self.history: list[AnyEvent] = []
        self.ask: Ask | None = None
        self.answered = 0  # events of the history that effects have been offered to answer
        self.cause: int | None = None
        self._by_layout: dict[Callable[[Game], Any], Any] = {}
        self._layout = 0
        self._derived: list[Derived] = []
        self._numbers = 0
        self._procedure: Procedure = (play or rules.play)(self)
        self.table.apply(opened)

    # --- running -----------------------------------------------------------------------------------

    def begin(self) -> list[Derived]:
        """Run from the opening to the first ``Ask``."""
        return self._run(None)

    def act(self, decision: Decision) -> list[Derived]:
        """Answer the open ``Ask`` and run to the next one; the decision itself comes first in the result.

        Raises ``Refused`` for a decision that the rules do not allow; the game is then as it was before,
        except after ``Spent``, which ``take`` raises.
        """
        self._check(decision)
        return self._take(decision)

    def check(self, decision: Decision) -> Checked:
        """Return the decision as one that ``take`` accepts, with the faces considered that it makes known.

        Raises ``Refused`` for one that the rules do not allow now. The game stays as it is.
        """
        self._check(decision)
        return Checked(decision, self, len(self.history))

    def take(self, checked: Checked) -> list[Derived]:
        """``act`` for a decision that was checked here, without a second check.

        Raises ``ValueError`` for one that was checked in another game or before the last event, ``Endless``
        for one from which more than ``FOLLOWS_MOST`` events follow, and ``FaceNeeded`` for one whose
        consequences depend on a card that the record does not know.
        """
        if checked.game is not self or checked.decided != len(self.history):
            raise ValueError(f"{checked.decision} was checked at another moment")
        return self._take(checked.decision)

    def remark(self, event: AnyEvent) -> list[Derived]:
        """Take in what people say (a note, a foul, a ruling with its changes); it answers no ``Ask``.

        Returns what follows from it: the end of the match, where a ruling has decided it.
        """
        if not isinstance(event, Ruled):
            self.table.apply(event)
            return []
        # Whoever had lost before is judged at the moment that the rules name, not because of the ruling.
        judged = self.ask is not None and self._lost() is None
        self.history.append(event)
        self.table.apply(event)
        if not judged or (ended := self._lost()) is None:
            return []
        self._procedure.close()
        self._procedure = self._following(ended)
        return self._run(None)

    def _lost(self) -> Ended | None:
        """The end of the match by the table as it is; None where it goes on."""
        try:
            self.rules.end_if_lost(self)
        except MatchOver as over:
            return over.ended
        return None

    def _following(self, event: AnyEvent) -> Procedure:
        """``event`` as what follows from the last one."""
        with self.because(self.last):
            yield event

    def _check(self, decision: Decision) -> None:
        if isinstance(decision, Shuffled):
            self._check_shuffled(decision)
        elif decision.changes:
            self._check_learning(decision)
        else:
            self._check_act(decision)

    def _check_act(self, act: AnyAct) -> None:
        try:
            check(self, act)
        except UnknownFace as unknown:
            clause = self.ask.clause if self.ask is not None else self.rules.copies_clause
            raise Refused(act, clause, FACE_NEEDED, self._where(unknown)) from None

    def _where(self, unknown: UnknownFace) -> Facts:
        return {"card": unknown.card, "place": self.table.place.get(unknown.card, "")}

    def _take(self, act: Decision) -> list[Derived]:
        self.history.append(act)
        self.table.apply(act)
        self._derived = [(act, self.cause)]
        if isinstance(act, Shuffled):
            return self._run(act)
        if act.changes:
            self.knowledge.used = True
        if act.verb in self.rules.anytime_acts:
            self._procedure.close()
            self._procedure = self.rules.anytime_acts[act.verb](self, act)
            return self._run(None)
        return self._run(act)

    def _run(self, answer: Decision | None) -> list[Derived]:
        self.ask = None
        try:
            self.table.apply_all(self._follow(answer))
        except RecursionError:  # what sets itself off does so within itself
            raise self._endless() from None
        except UnknownFace as unknown:
            if (decision := self._decided()) is None:
                raise
            facts = self._where(unknown)
            raise FaceNeeded(decision, self.rules.copies_clause, FACE_NEEDED, facts) from None
        derived, self._derived = self._derived, []
        return derived

    def _follow(self, answer: Decision | None) -> Iterator[AnyEvent]:
        """The events of the procedure up to its next ``Ask``; each must be folded before the next is asked
        for."""
        send, derived, history = self._procedure.send, self._derived, self.history
        try:
            item = send(answer)
            for _ in repeat(None, FOLLOWS_MOST):
                if isinstance(item, Ask):
                    self.ask = item
                    return
                yield item
                derived.append((item, self.cause))
                history.append(item)
                item = send(None)
        except StopIteration:
            return
        raise self._endless()

    def _endless(self) -> Exception:
        if (decision := self._decided()) is None:
            return ValueError(f"more than {FOLLOWS_MOST} events follow from the opening")
        return Endless(decision, self.rules.frame_clause, "endless", {"events": FOLLOWS_MOST})

    def _decided(self) -> Decision | None:
        """The last decision; None before the first."""
        return next((event for event in reversed(self.history) if isinstance(event, DECISIONS)), None)

    def _check_shuffled(self, order: Shuffled) -> None:
        if self.ask is None or self.ask.seat != TABLE:
            raise Refused(order, self.rules.frame_clause, "no-shuffle-now", {})
        flaw = self.rules.check_shuffle(self, order)
        if flaw is not None:
            raise Refused(order, *flaw)

    def _check_learning(self, act: AnyAct) -> None:
        """Check an act that makes faces known: each face must be possible, and the act legal with them."""
        face, learned = self.table.face, []
        self.table.layout_version += 1  # nothing remembered holds for the faces considered, nor after them
        try:
            for change in act.changes:
                if not self.knowledge.could_be(self.table, change.card, change.face):
                    facts = {"card": change.card, "face": change.face}
                    raise Refused(act, self.rules.copies_clause, "cannot-be", facts)
                face[change.card] = change.face
                learned.append(change.card)
            self._check_act(act)
        finally:
            for card in learned:
                face[card] = UNKNOWN
            self.table.layout_version += 1

    # --- what procedures use -----------------------------------------------------------------------------

    def by_layout(self, make: Callable[[Game], T]) -> T:
        """Return ``make(self)``, which is called again only after the layout of the table has changed: it may
        depend on where and how cards lie in the ruleset's ``layout_zones``, what is attached to what, and
        which texts were granted; on nothing else."""
        if self._layout != self.table.layout_version:
            self._layout = self.table.layout_version
            self._by_layout.clear()
        found: T | None = self._by_layout.get(make)
        if found is None:
            found = self._by_layout[make] = make(self)
        return found

    def card(self, card: str) -> Card | None:
        """Return what is printed on an instance; None where the record does not know its face."""
        return self.faces.get(self.table.face[card])

    def printed(self, card: str) -> Card:
        """Return what is printed on an instance whose face must be known here. Raises ``UnknownFace``."""
        printed = self.faces.get(self.table.face[card])
        if printed is None:
            raise UnknownFace(card)
        return printed

    def role(self, card: str) -> Role | None:
        """Return what a card is while it lies attached; None if it is not attached."""
        host = self.table.host.get(card)
        return self.roles.get(host[1]) if host is not None else None

    def number(self) -> str:
        """Return a number that was not given out before in this match."""
        self._numbers += 1
        return str(self._numbers)

    @property
    def last(self) -> int:
        """Seq of the event that was folded last."""
        return self.table.seq - 1

    def because(self, seq: int | None) -> _Because:
        """Return a context in which every derived event has the cause ``seq``."""
        return _Because(self, seq)


class _Because:
    """Context manager behind ``Game.because``; a class because it stands on the hot path."""

    __slots__ = ("game", "outer", "seq")

    def __init__(self, game: Game, seq: int | None) -> None:
        self.game = game
        self.seq = seq

    def __enter__(self) -> None:
        self.outer = self.game.cause
        self.game.cause = self.seq

    def __exit__(self, *_: object) -> None:
        self.game.cause = self.outer
