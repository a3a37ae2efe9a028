"""*When power becomes 0* (AA-17-3): due at the very moment at which a character loses its last power card.

It follows from the changes of the table, whatever brought them: a cost, a text, an attack, Bind, a mind that
became lower. Not here: what is due (``trigger``).
"""

from typing import Any

from engine.games.aquarian_age.board import POWER, is_character, power
from engine.games.aquarian_age.trigger import fire
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Attach, CardRef


def with_power_zero(game: Game, procedure: Procedure) -> Procedure:
    """The procedure, with what is due at a power of 0 after each event that brings it about."""
    send, answer = procedure.send, None
    try:
        while True:
            try:
                item = send(answer)
            except StopIteration:
                return
            payers = () if type(item) is Ask else _lose_power(game, item)
            answer = yield item
            if payers:
                emptied = [one for one in payers if is_character(game, one) and not power(game, one)]
                yield from with_power_zero(game, fire(game, "power-zero", emptied, "AA-17-3"))
    finally:
        procedure.close()


def _lose_power(game: Game, event: Any) -> tuple[CardRef, ...]:
    """The characters from which the event takes power cards."""
    changes, host = getattr(event, "changes", ()), game.table.host
    return tuple(
        dict.fromkeys(
            host[change.card][0]
            for change in changes
            if type(change) is Attach and change.card in host and host[change.card][1] == POWER
        )
    )
