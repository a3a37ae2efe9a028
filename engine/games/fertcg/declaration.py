"""A surprise card or an ability that was declared and may still be undone.

Not here: when it may be declared (``verbs``), or what it costs (``price``).
"""

from __future__ import annotations

from collections.abc import Callable

from engine.effect.context import Context
from engine.games.fertcg.fight import Fight
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef

EQUIPPING = "equipping"
"""The timing of surprise cards that are used as a unit's equipment is chosen; that unit is their bearer."""


class Declaration:
    """``kind`` is ``surprise``, ``crest`` or ``special``; ``process`` carries it out. ``fight`` is the strike
    in whose preparation second it was declared, None elsewhere; ``answers`` the declaration that it responds
    to. ``nullified`` once something has undone it."""

    __slots__ = ("ability", "answers", "card", "fight", "kind", "nullified", "process", "seat", "seq")

    def __init__(
        self,
        kind: str,
        seat: str,
        card: CardRef,
        ability: Ability,
        *,
        seq: int,
        process: Callable[[Game, Declaration], Procedure],
        fight: Fight | None,
        answers: Declaration | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.card = card
        self.ability = ability
        self.seq = seq
        self.process = process
        self.fight = fight
        self.answers = answers
        self.nullified = False

    def context(self, *clauses: str) -> Context:
        """The context of its text: ``action`` is what it responds to, where it undoes that, else the unit
        that strikes."""
        undoes = self.answers is not None and self.ability.on in ("on-surprise", "crest")
        found = Context(self.seat, self.card, clauses, action=self.answers if undoes else self.fight)
        if self.ability.on == EQUIPPING and self.fight is not None:
            found.bearer = self.fight.of(self.seat)
        return found


def fight_of(game: Game) -> Fight | None:
    """The strike in whose preparation second the open ask is."""
    subject = game.ask.subject if game.ask is not None else None
    if isinstance(subject, Declaration):
        return subject.fight
    return subject if isinstance(subject, Fight) else None
