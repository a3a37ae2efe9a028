"""Turns that two players take alternately, from the first one or from a part of a turn.

Not here: what a turn consists of, or matches with another order of turns (the games).
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.effect.context import opponent
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end

Part = Callable[[Game, int, str], Procedure]
"""A turn, or the rest of one, given its number and its seat."""


@dataclass(frozen=True)
class Turns:
    """A match of turns, each run by ``turn``."""

    turn: Part

    def since(self, game: Game, number: int, seat: str) -> Procedure:
        """All turns from this one on."""
        while True:
            yield from self.turn(game, number, seat)
            number, seat = number + 1, opponent(game, seat)

    def resume(self, game: Game, number: int, seat: str) -> Procedure:
        """The rest of a match from the start of a turn."""
        yield from to_the_end(self.since(game, number, seat))

    def resume_in(self, part: Part) -> Part:
        """The rest of a match from a part of a turn; ``part`` runs the rest of that turn."""

        def resume(game: Game, number: int, seat: str) -> Procedure:
            yield from to_the_end(
                part(game, number, seat), self.since(game, number + 1, opponent(game, seat))
            )

        return resume
