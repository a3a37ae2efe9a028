"""What every table of FERTCG keeps: twenty chips and sixty cards a player, one unit a square, and what lies
where.

Not here: the limits of numbers (``board.TRACKS``).
"""

from collections.abc import Iterator

from engine.common.table_limits import (
    attached_as,
    copies_in_deck,
    face_down_only,
    has_at_most,
    holds_own_cards,
    lies_there_only,
    marked_only,
    squares_hold_one,
    turned_only,
    zone_of,
)
from engine.games.fertcg.board import ACTED, CHIPS, SEATS, SQUARES, is_generic, on_field, units
from engine.games.fertcg.chips import chips, unused
from engine.games.fertcg.resumed import FIGHT, FIGHTING
from engine.games.fertcg.setup import COPIES, DECK
from engine.kernel.game import Game
from engine.kernel.table_limit import Broken, TableLimit
from events.model.changes import CardRef


def _chips_of_a_player(game: Game) -> Iterator[Broken]:
    """Unused, used and on own units they are never more than twenty; a given table need not count those that
    are used."""
    for seat in SEATS:
        placed = sum(chips(game, unit) for unit in units(game, seat))
        total = placed + unused(game, seat) + game.table.track("used", seat)
        if total > CHIPS:
            yield Broken(f"unused.{seat}", {"seat": seat, "given": total, "placed": placed, "most": CHIPS})


def _stamina(game: Game) -> Iterator[Broken]:
    for seat in SEATS:
        for unit in units(game, seat):
            most, given = game.printed(unit).stats.get("stamina", 0), chips(game, unit)
            if given > most:
                yield Broken(unit, {"card": unit, "given": given, "most": most})


def _without_chips(game: Game) -> Iterator[Broken]:
    for seat in SEATS:
        for unit in units(game, seat):
            if not chips(game, unit):
                yield Broken(unit, {"card": unit})


def _named_twice(game: Game) -> Iterator[Broken]:
    for seat in SEATS:
        names: list[str] = []
        for unit in units(game, seat):
            name = game.printed(unit).name.ja
            if name in names and not is_generic(game, unit):
                yield Broken(unit, {"card": unit, "seat": seat})
            names.append(name)


def _is_on_a_unit(game: Game, card: CardRef, host: str, role: str) -> bool:
    return zone_of(game, card) == "attached" and host in game.table.place and on_field(game, host)


def _may_be_marked(game: Game, card: CardRef) -> bool:
    """Marks lie on units; of a fight that goes on, on the equipment in use as well."""
    if on_field(game, card):
        return True
    noted = [mark for mark in game.rules.marks if game.table.effects(card, mark)]
    return card in game.table.host and set(noted) <= set(FIGHTING)


LIMITS = (
    lies_there_only("FE-base-5-4", SQUARES, lambda game, card: game.printed(card).kind == "unit"),
    squares_hold_one("FE-base-1-2"),
    TableLimit("FE-base-1-3", "chips", _chips_of_a_player),
    TableLimit("FE-base-3-1", "stamina", _stamina),
    TableLimit("FE-base-6-3", "without-chips", _without_chips),
    TableLimit("FE-base-3-2", "named-twice", _named_twice),
    has_at_most(lambda game: DECK, "FE-base-2-1"),
    copies_in_deck("FE-base-2-2", lambda game, printed: COPIES, lambda printed: printed.name.ja),
    holds_own_cards("FE-base-1-3", SQUARES),
    holds_own_cards("FE-base-2-1", ("deck", "hand", "chain", "attached", "out", "abroad")),
    attached_as("FE-base-3-3", _is_on_a_unit),
    lies_there_only("FE-base-3-3", ("attached",), lambda game, card: card in game.table.host),
    face_down_only("FE-base-2-3", lambda game, card: False),
    turned_only("FE-base-5-8", dict.fromkeys(SQUARES, (ACTED,))),
    marked_only("FE-base-6-3", _may_be_marked),
    FIGHT,
)
