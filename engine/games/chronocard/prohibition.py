"""What a text can forbid a player: a card that contradicts a rule wins (CC-base-1-4).

Not here: the words that do it (``engine.effect.interpret``), or the acts themselves (``verbs``).
"""

from engine.effect.interpret import forbidden
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement
from events.model.kinds import AnyAct

DEEDS = ("charm", "defend", "ep")
"""The acts that can be forbidden, by their verbs."""


def _free(game: Game, ask: Ask, act: AnyAct) -> bool:
    return forbidden(game, act.seat, act.verb) is None


def _why(game: Game, ask: Ask, act: AnyAct) -> Facts:
    grant = forbidden(game, act.seat, act.verb)
    assert grant is not None  # it is the reason
    return {"card": grant.source}


NOT_FORBIDDEN = Requirement("CC-base-1-4", "forbidden", _free, _why)
"""Of every act in ``DEEDS``."""
