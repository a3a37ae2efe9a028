"""*When power becomes 0* (AA-17-3): due at the very moment at which a character loses its last power card.

It follows from the changes of the table, whatever brought them: a cost, a text, an attack, Bind, a mind that
became lower. Not here: what is due (``trigger``).
"""

from collections.abc import Mapping
from typing import Any

from engine.games.aquarian_age.board import POWER, is_character, power
from engine.games.aquarian_age.trigger import fire
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Attach, CardRef

NOTHING = ("", "")


def with_power_zero(game: Game, procedure: Procedure) -> Procedure:
    """The procedure, with what is due at a power of 0 after each event that brings it about."""
    send, answer = procedure.send, None
    try:
        while True:
            try:
                item = send(answer)
            except StopIteration:
                return
            payers = None if type(item) is Ask else _lose_power(game, item)
            answer = yield item
            if payers:
                emptied = [one for one in payers if is_character(game, one) and not power(game, one)]
                yield from with_power_zero(game, fire(game, "power-zero", emptied, "AA-17-3"))
    finally:
        procedure.close()


def _lose_power(game: Game, event: Any) -> Mapping[CardRef, None] | None:
    """The characters from which the event takes power cards, in its order; None where it takes none."""
    found: dict[CardRef, None] | None = None
    for change in event.changes:  # almost every event passes here, and few take anything
        if type(change) is Attach:
            bearer, role = game.table.host.get(change.card, NOTHING)
            if role == POWER:
                found = found or {}
                found[bearer] = None
    return found
