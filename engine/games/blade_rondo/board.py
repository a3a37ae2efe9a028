"""Zones and tracks of Blade Rondo, and questions about the current state.

Not here: how they change (the procedures).
"""

from engine.effect.select import owner
from engine.effect.value import altered, effective
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef

SEATS = ("A", "B")

ZONES = (
    Zone("hand", Bilingual("手札", "hand"), seen_by="owner", look="fan", row=4),  # BR-base-2-1
    Zone("breath", Bilingual("呼吸法", "breath row"), seen_by="all", row=3),  # BR-base-2-2
    Zone("play", Bilingual("プレイエリア", "play area"), seen_by="all", row=1),  # BR-base-2-2, BR-base-2-3
    Zone("set", Bilingual("セットエリア", "set area"), seen_by="all", row=2),  # BR-base-2-2
    Zone("under", Bilingual("カードの下", "under a card"), seen_by="all", look="pile", row=2),  # BR-base-2-2
    Zone("discard", Bilingual("捨て札", "discard"), seen_by="all", look="pile", row=3),  # BR-base-2-4
    Zone("dealt", Bilingual("配られた札", "dealt"), seen_by="owner", look="fan", row=4),  # BR-base-5-3
    Zone("aside", Bilingual("除外", "aside"), seen_by="owner", look="pile", row=5),  # BR-base-2-5
)

TRACKS = (
    Track("life", Bilingual("ライフ", "life"), 0, 15, "BR-base-4-1", start=15),  # BR-base-5-1
    Track("ATK", Bilingual("攻撃力", "ATK"), 0, 9, "BR-base-4-2"),
    Track("DEF", Bilingual("防御力", "DEF"), 0, 9, "BR-base-4-2"),
    Track("V", Bilingual("ボルテージ", "V"), 0, 9, "BR-base-4-2"),
    Track("spent", Bilingual("支払済", "spent"), 0, 999, "BR-base-4-4", shown=False),
)

NOBODY = ("", "")
"""The attachment of a card that is not attached."""

DAY_LIMIT = 11
"""It is day while the sum of both voltages does not exceed this (BR-base-11-10)."""


def budget(game: Game, seat: str) -> int:
    """What ``seat`` can still spend this turn (BR-base-4-4): voltage plus pulse, less what is spent."""
    extra = sum(grant.amount for grant in game.table.effects(seat, "budget"))
    return effective(game, "V", seat) + extra - game.table.track("spent", seat)


def budget_from(game: Game, seat: str, card: CardRef) -> int:
    """How much of its budget ``seat`` owes to a card in the set area: what acts while it lies there."""
    found = {
        quantity: [
            grant
            for grant in game.table.effects(seat, quantity)
            if grant.source != card or grant.until != "while here"
        ]
        for quantity in ("V", "budget")
    }
    without = altered(game.table.track("V", seat), found["V"])
    without += sum(grant.amount for grant in found["budget"]) - game.table.track("spent", seat)
    return budget(game, seat) - without


def is_night(game: Game) -> bool:
    """Night from 12 on the two voltages together (BR-base-11-10), unless a card swaps day and night."""
    night = sum(effective(game, "V", seat) for seat in SEATS) > DAY_LIMIT
    swaps = sum(len(game.table.effects(seat, "daylight")) for seat in SEATS)
    return night ^ bool(swaps % 2)


def followers(game: Game, seat: str) -> list[CardRef]:
    """Followers in the set area (BR-6.2-1, BR-6.2-2): a card beneath another is none, and cannot be counted
    or discarded as one (BR-6.2-ex2b)."""
    return [card for card in game.table.at(f"set.{seat}") if _role_kind(game, card) == "follower"]


def attached(game: Game, seat: str, role: str) -> list[CardRef]:
    """Cards attached to ``seat`` in this role, in the set area (BR-6.2-1)."""
    return [card for card in game.table.at(f"set.{seat}") if game.table.host.get(card, NOBODY)[1] == role]


def beneath(game: Game, card: CardRef) -> list[CardRef]:
    """The cards that lie beneath an アゲート (BR-base-11-6)."""
    place = f"under.{owner(card)}"
    return [other for other in game.table.at(place) if game.table.host.get(other, NOBODY)[0] == card]


def face_down(game: Game, seat: str) -> list[CardRef]:
    """Face-down responses in the own play area."""
    return [card for card in game.table.at(f"play.{seat}") if card in game.table.down]


def is_frozen(game: Game, card: CardRef, seat: str) -> bool:
    """Whether a card waits in the set area of ``seat`` as a frozen one (BR-base-11-14)."""
    return game.table.host.get(card, NOBODY) == (seat, "frozen")


def coins(game: Game, card: CardRef) -> int:
    """Gold coins printed on a card (BR-base-11-17)."""
    printed = game.card(card)
    return printed.stats.get("coins", 0) if printed else 0


def _role_kind(game: Game, card: CardRef) -> str:
    role = game.role(card)
    return role.kind if role else ""
