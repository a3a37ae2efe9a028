"""A table on which a fight is going on: which units fight, and with what, as the marks of the rules say.

Not here: the fight itself (``attack``), or what follows on it (``invasion``).
"""

from collections.abc import Iterator

from engine.effect.select import owner
from engine.games.fertcg.board import HIT, STRIKING, on_field
from engine.games.fertcg.fight import Fight
from engine.kernel.game import Game
from engine.kernel.table_limit import Broken, TableLimit, Unplayable
from events.model.changes import CardRef


def fight_given(game: Game) -> Fight:
    """The strike whose preparation second begins: the striker and the unit that is hit are marked, or the
    attached card that each of them uses. It is a counter where the unit of the turn player is hit. Raises
    ``Unplayable``."""
    gears = _gear(game, STRIKING), _gear(game, HIT)
    if len(gears[0]) != 1 or len(gears[1]) != 1:
        raise Unplayable(FIGHT)
    striker, victim = (_unit(game, gear) for (gear,) in gears)
    return Fight(
        striker,
        victim,
        {striker: gears[0][0], victim: gears[1][0]},
        countering=owner(striker) != game.table.seat,
    )


def _gear(game: Game, what: str) -> list[CardRef]:
    return [grant.on for grant in game.table.grants.values() if grant.quantity == what]


def _unit(game: Game, gear: CardRef) -> CardRef:
    """The unit that has this equipment: itself for its initial one."""
    return game.table.host.get(gear, (gear, ""))[0]


def _fighting(game: Game) -> Iterator[Broken]:
    """Of each player one unit fights, or none of either."""
    striking, hit = _gear(game, STRIKING), _gear(game, HIT)
    units = [_unit(game, gear) for gear in (*striking, *hit)]
    fits = len(striking) == len(hit) == 1 and owner(units[0]) != owner(units[1])
    if units and not (fits and all(on_field(game, unit) for unit in units)):
        yield Broken((*striking, *hit)[0], {})


FIGHT = TableLimit("FE-A-1", "no-fight", _fighting)
"""Of a fight that goes on: one unit strikes, and one of the other player is hit."""
FIGHTING = (STRIKING, HIT)
"""The marks of a fight, which lie on a unit or on the attached card that it uses."""
