"""Zones and tracks of Genesis Garden, and questions about the current state.

Not here: the numbers of units (``unit``), nor how anything changes (the procedures).
"""

from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef

SEATS = ("A", "B")
ROW_SIZE = 5
"""Positions in a row (GG-SUM-4)."""
SUMMONS = 4
"""Summons in a turn, of any kind (GG-SUM-1, GG-QUICK-3)."""
CYCLES = 2
"""How often an empty headquarters is refilled (GG-CYCLE-6)."""

ZONES = (
    Zone("hand", Bilingual("手札", "hand"), seen_by="owner", look="fan", row=4),
    Zone("hq", Bilingual("本陣", "headquarters"), seen_by="nobody", look="pile", row=3),
    Zone("underworld", Bilingual("冥府", "underworld"), seen_by="all", look="pile", row=3),
    Zone("front", Bilingual("前衛", "front row"), seen_by="all", row=1, places=ROW_SIZE),
    Zone("rear", Bilingual("後衛", "rear row"), seen_by="all", row=2, places=ROW_SIZE),
    Zone("union", Bilingual("ユニオン", "union"), seen_by="all", row=1),
)
"""The headquarters starts with the next card to draw, the underworld with its bottom card. A rear card in
union is on its front card: in ``union``, attached to it."""

ROWS = ("front", "rear")
"""The war zone (戦域) of a player (GG-SUM-3)."""

AREAS = {"field": ROWS}

TRACKS = (
    Track("cycles", Bilingual("サイクル", "cycles"), 0, CYCLES, "GG-CYCLE-6"),
    Track("summons", Bilingual("召喚回数", "summons"), 0, SUMMONS, "GG-SUM-1"),
    Track("first", Bilingual("先攻", "first player"), 0, 1, "GG-SETUP-13"),
)

ROW_AT = {f"{row}.{seat}": row for row in ROWS for seat in SEATS}


def first_player(game: Game) -> str:
    """The seat that goes first in every round (GG-SETUP-13)."""
    return SEATS[1] if game.table.track("first", SEATS[1]) else SEATS[0]


def in_order(game: Game) -> tuple[str, str]:
    """The seats, the first player's first."""
    return SEATS if first_player(game) == SEATS[0] else (SEATS[1], SEATS[0])


def row_of(game: Game, card: CardRef) -> str:
    """The row of a unit; ``""`` for a card that is in none, and for what is no card."""
    return ROW_AT.get(game.table.place.get(card, ""), "")


def seat_of(game: Game, card: CardRef) -> str:
    """The seat in whose zone a card is."""
    return game.table.place[card].partition(".")[2]


def units(game: Game, seat: str) -> tuple[CardRef, ...]:
    """The units of a seat: a pair in union is one, named by its front card (GG-UNION-12)."""
    return (*game.table.at(f"front.{seat}"), *game.table.at(f"rear.{seat}"))


def has_room(game: Game, seat: str, row: str) -> bool:
    """Whether one of the five positions of a row is free (GG-SUM-4, GG-SUM-5)."""
    return len(game.table.at(f"{row}.{seat}")) < ROW_SIZE


def face_up(game: Game, seat: str) -> list[CardRef]:
    """The face-up cards of an underworld, bottom one first: they pay activation costs, and a cycle takes them
    back."""
    down = game.table.down
    return [card for card in game.table.at(f"underworld.{seat}") if card not in down]
