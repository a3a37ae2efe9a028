"""Declarations that answer one another, and the order in which they are processed: the last one first.

Who may answer, by what, and what processing means is the ruleset's. Not here: a window that one seat answers
as often as it likes, each answer carried out at once (``window``).
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

    ``seats`` are asked, one after the other, for one of ``verbs`` under ``clause`` to answer the last
    declaration. ``answered`` takes an answer as far as its own declaration and returns it, or None for an act
    that is no link of the chain: the same seat is then asked again. When all of them have passed,
    ``process`` carries the declarations out from the last one back to the first. Nothing is added from then
    on; but in a chain that ``reopens`` the one below may be answered anew after each that was carried out.
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
        """The declaration that answers ``last``; None if everybody lets it pass."""
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
