"""Procedures and the driver that runs them.

A procedure is a generator that reads like the rulebook: it yields events, which are folded at once,
and ``Ask``s, which stop it until a seat has answered. Live play, bots, written records and the audit
are ways of answering the same asks. Not here: any rule of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

import msgspec

from engine.knowledge import Knowledge
from engine.legality import Decision, Refused, check
from engine.table import Table
from events.changes import Know
from events.kinds import AnyEvent, Began, Ended, Opened, Ruled, Shuffled

if TYPE_CHECKING:
    from engine.card import Card, Role
    from engine.ruleset import Ruleset

Derived = tuple[AnyEvent, int | None]
"""An event with the seq of the event it follows from."""


class Ask:
    """A question to ``seat``: one of ``verbs``, under ``clause``.

    ``about`` names the question, ``subject`` is what it is about (such as the action to answer).
    ``omissible`` says when a written record may leave the answer out: ``never``, ``forced`` (if there
    is a single legal one) or ``silent`` (also if it was declined).
    """

    __slots__ = ("about", "clause", "omissible", "seat", "subject", "verbs")

    def __init__(
        self,
        seat: str,
        verbs: tuple[str, ...],
        *,
        about: str,
        clause: str,
        subject: Any = None,
        omissible: str = "forced",
    ) -> None:
        self.seat = seat
        self.verbs = verbs
        self.about = about
        self.clause = clause
        self.subject = subject
        self.omissible = omissible


Procedure = Generator[AnyEvent | Ask, Any, Any]
TABLE = "table"
"""The seat of chance: it answers asks to shuffle."""


class MatchOver(Exception):
    """Raised inside procedures when the match has ended; carries how."""

    def __init__(self, winner: str, reason: str, *clauses: str) -> None:
        super().__init__(reason)
        self.ended = Ended(span="match", winner=winner, reason=reason, clauses=clauses)


class Game:
    """A match in the making: the table, the rules, and the procedure that waits at an ``Ask``.

    ``play`` runs instead of the whole match of the ruleset: a match that begins on an arranged table.
    ``begin`` and ``act`` return what was derived, in order, each with its cause. Raises ``Refused``
    for an act that the rules do not allow; the game is then as it was before.
    """

    __slots__ = (
        "_derived",
        "_numbers",
        "_procedure",
        "ask",
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
        self.faces: dict[str, Card] = rules.sets[opened.cards].cards
        self.roles = rules.sets[opened.cards].roles
        self.table = Table()
        self.knowledge = Knowledge(rules.sets[opened.cards].pool, self.faces)
        self.history: list[AnyEvent] = []
        self.ask: Ask | None = None
        self.cause: int | None = None
        self._derived: list[Derived] = []
        self._numbers = 0
        self._procedure: Procedure = (play or rules.play)(self)
        self.table.apply(opened)

    # --- running -----------------------------------------------------------------------------------

    def begin(self) -> list[Derived]:
        """Run from the opening to the first ``Ask``."""
        return self._run(None)

    def act(self, act: Decision) -> list[Derived]:
        """Take the answer to the open ``Ask`` and run to the next one; the act itself comes first."""
        if isinstance(act, Shuffled):
            self._check_chance(act)
        else:
            learned = self._learn(act)
            try:
                check(self, act)
            except Refused:
                self._unlearn(learned)
                raise
        cause = self.cause
        self.history.append(act)
        self.table.apply(act)
        self._derived = [(act, cause)]
        if not isinstance(act, Shuffled) and act.verb in self.rules.standing:
            self._procedure.close()
            self._procedure = self.rules.standing[act.verb](self, act)
            return self._run(None)
        return self._run(act)

    def remark(self, event: AnyEvent) -> None:
        """Take in what people say (a note, a foul, a ruling with its changes) without an answer."""
        if isinstance(event, Ruled):
            self.history.append(event)
        self.table.apply(event)

    def _run(self, answer: Decision | None) -> list[Derived]:
        self.ask = None
        send, derived, table, history = self._procedure.send, self._derived, self.table, self.history
        try:
            item = send(answer)
            while not isinstance(item, Ask):
                table.apply(item)
                derived.append((item, self.cause))
                history.append(item)
                item = send(None)
            self.ask = item
        except StopIteration:
            pass
        self._derived = []
        return derived

    def _check_chance(self, act: Shuffled) -> None:
        if self.ask is None or self.ask.seat != TABLE:
            raise Refused(act, self.rules.frame_clause, "no-shuffle-now", {})
        broken = self.rules.check_shuffle(self, act)
        if broken is not None:
            raise Refused(act, *broken)

    # --- faces that the record learns late ------------------------------------------------------------

    def _learn(self, act: Any) -> list[Know]:
        """Take in the faces that the act names, so that it can be judged."""
        learned: list[Know] = []
        for change in act.changes:
            if not self.knowledge.could_be(self.table, change.card, change.face):
                self._unlearn(learned)
                facts = {"card": change.card, "face": change.face}
                raise Refused(act, self.rules.copies_clause, "cannot-be", facts)
            self.table.face[change.card] = change.face
            learned.append(change)
            self.knowledge.used = True
        return learned

    def _unlearn(self, learned: list[Know]) -> None:
        for change in learned:
            self.table.face[change.card] = ""

    # --- what procedures use -----------------------------------------------------------------------------

    def card(self, card: str) -> Card | None:
        """What is printed on an instance; None where the record does not know its face."""
        return self.faces.get(self.table.face[card])

    def role(self, card: str) -> Role | None:
        """What a card is while it lies attached; None if it is not."""
        host = self.table.host.get(card)
        return self.roles.get(host[1]) if host is not None else None

    def number(self) -> str:
        """A number that was not given out before in this match."""
        self._numbers += 1
        return str(self._numbers)

    @property
    def last(self) -> int:
        """Seq of the event that was folded last."""
        return self.table.seq - 1

    def because(self, seq: int | None) -> _Because:
        """Within this context, what is derived follows from the event ``seq``."""
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


def together(event: Any, *parts: Procedure) -> Procedure:
    """One event out of several: ``event`` takes over the changes and clauses of all ``parts``.

    Every part sees the table as it was before, which is what *at the same time* means. Asks inside
    the parts are put first.
    """
    changes, clauses = list(event.changes), list(event.clauses)
    for part in parts:
        answer = None
        try:
            while True:
                item = part.send(answer)
                answer = None
                if type(item) is Ask:
                    answer = yield item
                else:
                    changes.extend(item.changes)  # type: ignore[union-attr]  # outcomes carry changes
                    clauses.extend(c for c in item.clauses if c not in clauses)  # type: ignore[union-attr]  # likewise
        except StopIteration:
            continue
    yield msgspec.structs.replace(event, changes=tuple(changes), clauses=tuple(clauses))


def turn_began(number: int, seat: str, *clauses: str, changes: tuple[Any, ...] = ()) -> Began:
    """The event that opens a turn."""
    return Began(span="turn", number=number, seat=seat, clauses=clauses, changes=changes)
