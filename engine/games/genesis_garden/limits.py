"""What every table of Genesis Garden keeps: forty cards a player, five in a row, what may lie where and how.

Not here: the limits of numbers (``board.TRACKS``).
"""

from collections.abc import Iterator

from engine.common.table_limits import (
    attached_as,
    copies_in_deck,
    face_down_only,
    has_at_most,
    holds_at_most,
    holds_own_cards,
    lies_there_only,
    marked_only,
    turned_only,
    zone_of,
)
from engine.games.genesis_garden.board import ROW_SIZE, ROWS, SEATS
from engine.games.genesis_garden.setup import DECK
from engine.games.genesis_garden.unit import DESTROYED, TIRED
from engine.kernel.game import Game
from engine.kernel.table_limit import Broken, TableLimit
from events.model.changes import CardRef


def _is_union(game: Game, card: CardRef, host: str, role: str) -> bool:
    """The rear card of a pair lies in ``union`` on a card of the front row (GG-UNION-4)."""
    in_front = game.table.place.get(host, "").startswith("front.")
    return zone_of(game, card) == "union" and in_front


def _both_first(game: Game) -> Iterator[Broken]:
    if all(game.table.track("first", seat) for seat in SEATS):
        yield Broken(f"first.{SEATS[1]}", {})


LIMITS = (
    has_at_most(lambda game: DECK, "GG-SETUP-1"),
    TableLimit("GG-SETUP-13", "both-first", _both_first),
    *(holds_at_most(row, ROW_SIZE, "GG-SUM-5") for row in ROWS),
    copies_in_deck("GG-OP-4", lambda game, printed: int(game.settings["max_copies"])),
    holds_own_cards("GG-SUM-3", (*ROWS, "union")),
    holds_own_cards("GG-SETUP-6", ("hand",)),
    holds_own_cards("GG-SETUP-1", ("hq",)),
    holds_own_cards("GG-CYCLE-1", ("underworld",)),
    attached_as("GG-UNION-4", _is_union),
    lies_there_only("GG-UNION-4", ("union",), lambda game, card: card in game.table.host),
    face_down_only("GG-ACT-7", lambda game, card: zone_of(game, card) == "underworld"),
    turned_only("GG-ACT-14", dict.fromkeys((*ROWS, "union"), (TIRED, DESTROYED))),
    marked_only("GG-ACC-2", lambda game, card: zone_of(game, card) in (*ROWS, "union")),
)
