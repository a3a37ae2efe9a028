"""Response windows: who may answer an action, for how long, and what an answer does.

A window is data plus small functions that a ruleset supplies; the loop is the same for all games.
Not here: what a response may be (its verb's requirements) or when a game opens a window.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Act, Passed

Item = TypeVar("Item")


@dataclass(frozen=True)
class Window(Generic[Item]):
    """An opportunity to answer ``Item``.

    ``seat`` is asked, again and again while ``open`` holds, for one of ``verbs`` under ``clause``;
    ``answered`` carries an answer out before the next question. A pass closes the window.
    """

    verbs: tuple[str, ...]
    clause: str
    seat: Callable[[Game, Item], str]
    open: Callable[[Game, Item], bool]
    answered: Callable[[Game, Item, Act], Procedure]
    about: str = "answer"

    def ask(self, game: Game, item: Item) -> Procedure:
        """Put the question until it is passed or the window is no longer open."""
        while self.open(game, item):
            act = yield Ask(
                self.seat(game, item), self.verbs, about=self.about, clause=self.clause, subject=item
            )
            if type(act) is Passed:
                return
            yield from self.answered(game, item, act)
