"""Places and numbers of Koi-Koi, and questions about the current state.

Not here: yaku (``yaku``), or how the state changes (``match_course``, ``turn``).
"""

from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef, FaceId, Set

SEATS = ("A", "B")
KINDS = ("light", "seed", "ribbon", "plain")  # KK-SETUP-2
HAND, FIELD = 8, 8
MONTHS = 12

ZONES = (
    Zone("field", Bilingual("場札", "field"), "all", shared=True),  # KK-SEE-2
    Zone("shown", Bilingual("出した札", "card in play"), "all", shared=True),  # KK-SEE-4
    Zone("stock", Bilingual("山札", "stock"), "nobody", "pile", shared=True),  # KK-SEE-3
    Zone("hand", Bilingual("手札", "hand"), "owner", "fan", 2),  # KK-SEE-1
    Zone("captured", Bilingual("取り札", "captured"), "all", "row", 1),  # KK-SEE-2, KK-CAP-8
)
TRACKS = (
    Track("account", Bilingual("持ち点", "account"), -9999, 9999, "KK-SETUP-7"),
    Track("koikoi", Bilingual("こいこい", "koi-koi"), 0, 8, "KK-KOI-7"),  # KK-SEE-5
    Track("dealer", Bilingual("親", "dealer"), 0, 1, "KK-SETUP-4"),
    Track("round", Bilingual("局", "round"), 0, MONTHS, "KK-SETUP-6", shared=True),
)


def other(seat: str) -> str:
    """The other player."""
    return SEATS[1 - SEATS.index(seat)]


def dealer(game: Game) -> str:
    """The dealer of this round (KK-SETUP-4)."""
    return next(seat for seat in SEATS if game.table.track("dealer", seat))


def round_number(game: Game) -> int:
    """Which round it is, from 1."""
    return game.table.track("round", TABLE)


def hand(game: Game, seat: str) -> list[CardRef]:
    """The cards in hand."""
    return game.table.at(f"hand.{seat}")


def captured(game: Game, seat: str) -> tuple[FaceId, ...]:
    """The faces that a player has captured in this round: what yaku are found among (KK-YAKU-1)."""
    return tuple(game.table.face[card] for card in game.table.at(f"captured.{seat}"))


def month(game: Game, face: FaceId) -> int:
    """The month of a face."""
    return game.faces[face].stats["month"]


def matching(game: Game, card: CardRef) -> tuple[CardRef, ...]:
    """The field cards of the month of a card whose face is known."""
    wanted = month(game, game.table.face[card])
    return tuple(each for each in game.table.at("field") if month(game, game.table.face[each]) == wanted)


def dealers(seat: str) -> tuple[Set, ...]:
    """The changes that make a seat the dealer."""
    return tuple(Set("dealer", each, int(each == seat)) for each in SEATS)
