"""The driver: runs the procedures of a ruleset, folds what they derive, and takes answers to their asks.

Live play, bots, written records, cases and the audit are ways of answering the same asks. Not here:
any rule of any game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.kernel.ask import TABLE, Ask
from engine.kernel.knowledge import Knowledge
from engine.kernel.legality import Decision, Refused, check
from engine.kernel.procedure import Procedure
from engine.kernel.table import Table
from events.model.changes import Know
from events.model.kinds import AnyEvent, Derived, Opened, Ruled, Shuffled

if TYPE_CHECKING:
    from engine.kernel.card import Card, Role
    from engine.kernel.ruleset import Ruleset


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
        "card_set",
        "cause",
        "continuous_index",
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
        self.table = Table()
        self.knowledge = Knowledge(self.card_set.pool, self.faces, opened.decks, rules.most_copies)
        self.history: list[AnyEvent] = []
        self.ask: Ask | None = None
        self.cause: int | None = None
        self.continuous_index: Any = None  # the index of ``continuous``, and how old it is
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
        if not isinstance(act, Shuffled) and act.verb in self.rules.anytime_acts:
            self._procedure.close()
            self._procedure = self.rules.anytime_acts[act.verb](self, act)
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

    def printed(self, card: str) -> Card:
        """What is printed on an instance whose face must be known here. Raises ``KeyError``."""
        return self.faces[self.table.face[card]]

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
