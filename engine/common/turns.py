"""Turns that two players take in alternation, from the first one or from a part of one on.

Not here: what a turn consists of, or matches whose turns follow another order (the games).
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.effect.context import opponent
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end

Part = Callable[[Game, int, str], Procedure]
"""A turn, or the rest of one: of its number, and of the seat whose turn it is."""


@dataclass(frozen=True)
class Turns:
    """A match of turns, each of which is a ``turn``."""

    turn: Part

    def since(self, game: Game, number: int, seat: str) -> Procedure:
        """All turns from this one on."""
        while True:
            yield from self.turn(game, number, seat)
            number, seat = number + 1, opponent(game, seat)

    def resume(self, game: Game, number: int, seat: str) -> Procedure:
        """What is left of a match from the start of a turn on."""
        yield from to_the_end(self.since(game, number, seat))

    def resume_in(self, part: Part) -> Part:
        """What is left of a match from a part of a turn on; ``part`` is the rest of that turn."""

        def resume(game: Game, number: int, seat: str) -> Procedure:
            yield from to_the_end(
                part(game, number, seat), self.since(game, number + 1, opponent(game, seat))
            )

        return resume
