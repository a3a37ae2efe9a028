"""The life of a declared action: prepare, pay, stand, be answered, be looked at again, resolve or fail.

The order is what all games share; a ruleset fills in each stage. Not here: the stages themselves.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.common.window import Window
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure

Item = TypeVar("Item")
Stage = Callable[[Game, Item], Procedure]
Look = Callable[[Game, Item], bool]


@dataclass(frozen=True)
class Cycle(Generic[Item]):
    """The stages of one kind of declaration.

    ``stands`` is looked at twice: after the payment (something lasting may stop the action) and after
    the window (an answer may have). ``fail`` runs instead of ``resolve`` where it no longer holds.
    """

    prepare: Stage[Item]
    pay: Stage[Item]
    stands: Look[Item]
    window: Window[Item]
    resolve: Stage[Item]
    fail: Stage[Item]

    def run(self, game: Game, item: Item) -> Procedure:
        """Take ``item`` from its declaration to its end."""
        yield from self.prepare(game, item)
        yield from self.pay(game, item)
        if self.stands(game, item):
            yield from self.window.ask(game, item)
            if self.stands(game, item):
                yield from self.resolve(game, item)
                return
        yield from self.fail(game, item)
