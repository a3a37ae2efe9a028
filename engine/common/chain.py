"""Declarations that respond to one another and are processed last to first.

The ruleset says who may respond, with what, and what processing means. Not here: a window in which one seat
may respond repeatedly, each response carried out at once (``window``).
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Act, Passed

Item = TypeVar("Item")


@dataclass(frozen=True)
class Chain(Generic[Item]):
    """A chain of declarations.

    ``seats`` are asked in turn for one of ``verbs`` under ``clause`` to respond to the last declaration.
    ``answered`` carries a response up to its own declaration and returns it, or None for an act that adds no
    declaration: the same seat is then asked again. When all have passed, ``process`` carries the declarations
    out, last to first. From then on nothing is added, except in a chain that ``reopens``: there the next
    declaration down may be responded to again after each one that was carried out.
    """

    verbs: tuple[str, ...]
    clause: str
    seats: Callable[[Game, Item], tuple[str, ...]]
    answered: Callable[[Game, Item, Act], Generator[Any, Any, Item | None]]
    process: Callable[[Game, Item], Procedure]
    about: str = "interrupt"
    reopens: bool = False

    def run(self, game: Game, first: Item) -> Procedure:
        """From the first declaration, already made, to the end of its processing."""
        links, is_open = [first], True
        while links:
            link = (yield from self._answer(game, links[-1])) if is_open else None
            if link is not None:
                links.append(link)
            else:
                yield from self.process(game, links.pop())
                is_open = self.reopens

    def _answer(self, game: Game, last: Item) -> Procedure:
        """The declaration that responds to ``last``; None if everybody passes."""
        for seat in self.seats(game, last):
            while True:
                act = yield Ask(seat, self.verbs, about=self.about, clause=self.clause, subject=last)
                if type(act) is Passed:
                    break
                with game.because(game.last):
                    link = yield from self.answered(game, last, act)
                if link is not None:
                    return link
        return None
