"""Zones, squares and tracks of FERTCG, and questions about the current state of units.

Not here: ranges (``reach``), chips (``chips``), or how anything changes (the procedures).
"""

from collections.abc import Callable, Iterator, Mapping

from engine.common.marks import marked
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef

SEATS = ("A", "B")
COLUMNS, ROWS = "abc", "1234"
"""Three columns, four rows: row 1 is the nearest of seat A, row 4 that of seat B (FE-base-1-1)."""
SQUARES = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
SORTIE_SQUARES = {
    seat: tuple(f"{column}{row}" for column in COLUMNS) for seat, row in zip(SEATS, "14", strict=True)
}
"""The sortie squares (出撃マス) of each seat."""
FORWARD = {"A": 1, "B": -1}
"""The direction each seat faces: rows up, or rows down."""
CHIPS = 20
"""Chips of a player (FE-base-1-3)."""
CHIP = "chips"
"""The mark for the chips on a unit."""

ZONES = (
    Zone("hand", Bilingual("手札", "hand"), seen_by="owner", look="fan", row=4),
    Zone("deck", Bilingual("山札", "deck"), seen_by="nobody", look="pile", row=3),
    Zone("out", Bilingual("戦場外", "out of battle"), seen_by="all", look="pile", row=3),
    Zone("abroad", Bilingual("国外", "out of the country"), seen_by="all", look="pile", row=3),
    Zone("chain", Bilingual("効果のつながり", "chain"), seen_by="all", row=1),
    Zone("attached", Bilingual("付与", "attached"), seen_by="all", row=2),
    *(
        Zone(
            square,
            Bilingual(square.upper(), square.upper()),
            seen_by="all",
            places=1,
            square=(COLUMNS.index(square[0]) + 1, int(square[1])),
        )
        for square in SQUARES
    ),
)
"""A unit of seat A on the square a1 is in ``a1.A``. Attached cards are in ``attached``, with their unit as
host. The top of a pile is its last card: the newest of the out-of-battle pile (FE-base-2-3)."""

AREAS = {"field": SQUARES}

TRACKS = (
    Track(
        "unused",
        Bilingual("未使用チップ", "unused chips"),
        0,
        CHIPS,
        "FE-base-1-3",
        start=CHIPS,
        less=(CHIP, "used"),
    ),
    Track("used", Bilingual("使用済みチップ", "used chips"), 0, CHIPS, "FE-base-1-3"),
    Track("sorties", Bilingual("出撃数", "sorties"), 0, 1, "FE-base-5-4", shown=False),
    Track("support", Bilingual("支援数", "support"), 0, 3, "FE-base-5-5", shown=False),
    Track("deployed", Bilingual("出撃済み", "has deployed"), 0, 1, "FE-base-10-2", shown=False),
)

ACTED = 1
"""Quarter turns of a unit that has had its turn to act (FE-base-5-8)."""

ASLEEP, STRIKING, HIT, NEW = "asleep", "striking", "hit", "new"
MOVED, PERFORMED, TRANSFORMED = "moved", "performed", "transformed"
MARKS = {
    CHIP: "it leaves",
    ASLEEP: "end of next turn",
    STRIKING: "end of action",
    HIT: "end of action",
    NEW: "end of turn",
    MOVED: "end of turn",
    PERFORMED: "end of turn",
    TRANSFORMED: "it leaves",
}
"""What the rules note on units, and how long it lasts."""


def square_of(game: Game, card: CardRef) -> str:
    """The square of a unit; ``""`` for a card that is on none."""
    square = game.table.place[card].partition(".")[0]
    return square if square in SQUARES else ""


def on_field(game: Game, card: CardRef) -> bool:
    return bool(square_of(game, card))


def units(game: Game, seat: str) -> Iterator[CardRef]:
    """The units of a seat, by their squares."""
    zones = game.table.zones
    for place in PLACES[seat]:
        yield from zones.get(place, ())


PLACES = {seat: tuple(f"{square}.{seat}" for square in SQUARES) for seat in SEATS}


def is_free(game: Game, square: str) -> bool:
    """Whether a square is empty: it takes one unit (FE-base-1-2)."""
    zones = game.table.zones
    return not any(zones.get(f"{square}.{seat}") for seat in SEATS)


def shifted(square: str, seat: str, right: int, ahead: int) -> str:
    """The square that many steps to the right and ahead, as ``seat`` sees it; ``""`` off the board."""
    column = COLUMNS.index(square[0]) + right * FORWARD[seat]
    row = ROWS.index(square[1]) + ahead * FORWARD[seat]
    if 0 <= column < len(COLUMNS) and 0 <= row < len(ROWS):
        return COLUMNS[column] + ROWS[row]
    return ""


def has_acted(game: Game, card: CardRef) -> bool:
    return card in game.table.quarter


def is_generic(game: Game, card: CardRef) -> bool:
    """A generic soldier (一般兵), of which a deck may have any number (FE-base-3-2)."""
    return "generic" in game.printed(card).keywords


def attached(game: Game, unit: CardRef) -> tuple[CardRef, ...]:
    """The weapon and magic cards of a unit, oldest first."""
    return game.table.guests.get(unit, ())


def _keyword(word: str) -> Callable[[Game, CardRef], bool]:
    return lambda game, card: (printed := game.card(card)) is not None and word in printed.keywords


GEAR = ("weapon", "magic")
"""Kinds of cards that are given to units."""
FAMILIES = ("foot", "mounted", "flying")
"""Movement families (歩兵系, 騎兵系, 飛行系)."""
ACTIONS = ("direct", "indirect", "magic", "healing")
"""Action families (直接攻撃, 間接攻撃, 魔法攻撃, 回復)."""

WEAPON_KINDS = ("sword", "lance", "axe", "bow", "fire", "thunder", "wind", "light", "dark", "staff")
"""Kinds of weapons and of magic, and so of initial equipment."""


def action_family(card: Card) -> str:
    """The action family of a unit or an attached card: the one it says, else that of its kind (FE-OP-30)."""
    said = next((word for word in card.keywords if word in ACTIONS), "")
    return said or ("magic" if card.kind == "magic" else "indirect" if "bow" in card.keywords else "direct")


def _wields(word: str) -> Callable[[Game, CardRef], bool]:
    """Whether the equipment that a unit uses in the fight is of that family or kind (FE-A-D-2)."""

    def wields(game: Game, card: CardRef) -> bool:
        fighting = (*game.table.effects(card, STRIKING), *game.table.effects(card, HIT))
        gears = [game.printed(grant.source) for grant in fighting]
        return any(word == action_family(gear) or word in gear.keywords for gear in gears)

    return wields


TRAITS: Mapping[str, Callable[[Game, CardRef], bool]] = {
    **{word: _keyword(word) for word in (*FAMILIES, *ACTIONS, "generic", "armoured", "dragon")},
    "gear": lambda game, card: (printed := game.card(card)) is not None and printed.kind in GEAR,
    "weapon-card": lambda game, card: (printed := game.card(card)) is not None and printed.kind == "weapon",
    "named": lambda game, card: not is_generic(game, card),
    "acted": has_acted,
    "transformed": lambda game, card: marked(game, card, TRANSFORMED),
    "asleep": lambda game, card: marked(game, card, ASLEEP),
    "striking": lambda game, card: marked(game, card, STRIKING),
    "hit": lambda game, card: marked(game, card, HIT),
    **{f"wielding-{word}": _wields(word) for word in (*ACTIONS, *WEAPON_KINDS)},
}
"""What selectors of card text can ask about a card, besides its tags."""
