"""Zones and tracks of ChronoCard TCG, and questions about the cards on them.

What lasts on a card is a continuous effect of the table: ``MARKS`` lists those that the rules themselves
make. Not here: AP and DP (``strength``), or how anything changes (the procedures).
"""

from collections.abc import Callable, Mapping

from engine.common.continuous import anything, apply
from engine.common.marks import marked
from engine.effect.select import owner
from engine.kernel.amount import Amount
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef, Place

SEATS = ("A", "B")

ZONES = (
    Zone("hand", Bilingual("手札", "hand"), seen_by="owner", look="fan", row=4),
    Zone("field", Bilingual("場", "field"), seen_by="all", row=1),  # CC-base-1-1
    Zone("pending", Bilingual("処理待ち", "pending"), seen_by="all", row=2),  # CC-OP-1
    Zone("deck", Bilingual("デッキ", "deck"), seen_by="nobody", look="pile", row=3),  # CC-base-1-3
    Zone("discard", Bilingual("捨て札", "discard"), seen_by="all", look="pile", row=3),
)

EP_MOST = 999
TRACKS = (
    Track("EP", Bilingual("EP", "EP"), 0, EP_MOST, "CC-EP-1"),
    Track("taken", Bilingual("累積ダメージ", "damage taken"), 0, 999, "CC-base-9-1"),
    Track("limit", Bilingual("限界", "limit"), 0, 999, "CC-base-9-2", start=20),
)

CHARACTERS = ("character", "heroine")
"""For the rules a heroine is a character; whether for the texts too is a setting (CC-OP-2)."""

TURN_END, PHASE_END, CHARM_END, STAY, START, CHECK = (
    "end of turn", "end of phase", "end of charm", "while here", "start phase", "next check",
)  # fmt: skip
"""How long marks last; the end phase ends what lasts for the turn (CC-base-4-13)."""

FRESH, DAMAGE, TOKEN, USED, SUPPORT = "first-turn", "damage", "token", "used", "support"
ATTACKS, SUPPORTS, BLOCKS, BLOCKED = "attacks", "supports", "blocks", "blocked"
CHARMED, DECKED = "charmed", "decked"
TRIGGERED, WAITING = "triggered", "waiting"
MARKS: Mapping[str, str] = {
    FRESH: START, DAMAGE: TURN_END, TOKEN: STAY, USED: TURN_END,
    ATTACKS: CHARM_END, SUPPORTS: CHARM_END, BLOCKS: CHARM_END, BLOCKED: CHARM_END,
    CHARMED: TURN_END, DECKED: CHECK, TRIGGERED: TURN_END, WAITING: STAY,
}  # fmt: skip
"""What the rules note on cards and seats, and how long it lasts."""


OPERATIONS = ("add", "times", "divide", "become")
"""The order in which changes of a value count."""


def waiting_place(game: Game, seat: str) -> Place:
    """Where a seat's card is from its declaration until it is processed (CC-OP-1)."""
    return f"{game.settings['declared_card']}.{seat}"


def kind(game: Game, card: CardRef) -> str:
    """The printed type; ``""`` where the face is not known."""
    printed = game.card(card)
    return printed.kind if printed else ""


def field(game: Game, seat: str) -> list[CardRef]:
    """The cards on the field of a seat."""
    return game.table.at(f"field.{seat}")


def on_field(game: Game, card: CardRef) -> bool:
    """Whether a card lies on the field of its owner (CC-base-1-1)."""
    return game.table.place.get(card) == f"field.{owner(card)}"


def is_character(game: Game, card: CardRef) -> bool:
    """Whether a card is a character; a heroine is one too (CC-OP-2)."""
    return kind(game, card) in CHARACTERS


def characters(game: Game, seat: str) -> list[CardRef]:
    """The characters of a seat, its heroine included, face up or down."""
    return [card for card in field(game, seat) if is_character(game, card)]


def is_down(game: Game, card: CardRef) -> bool:
    return card in game.table.down


def is_checked(game: Game, card: CardRef) -> bool:
    return card in game.table.quarter


def is_fresh(game: Game, card: CardRef) -> bool:
    """Whether a card is under first-turn restriction, which only applies to characters (CC-base-7-2,
    CC-AS-20): what the rules, texts and P.Skills come to, for a text may impose and lift it (CC-base-1-4)."""
    if not anything(game, card, FRESH) or not is_character(game, card):
        return False
    amount = Amount(0, FRESH, "CC-base-7-2")
    apply(game, amount, card, FRESH, OPERATIONS)
    return amount.value > 0


def _came_fresh(game: Game, card: CardRef) -> bool:
    """``fresh`` in card text: as ``is_fresh``, but without P.Skills, for one of these may itself ask for
    it."""
    amount = Amount(0, FRESH, "CC-base-7-2")
    for operation in OPERATIONS:
        amount.apply(game.table.effects(card, FRESH), operation, "CC-base-7-2")
    return amount.value > 0 and is_character(game, card)


def holder(game: Game, card: CardRef) -> CardRef:
    """The card that has the skills of a card: for an item its character (CC-AS-2, CC-PS-2); ``""`` for an
    item that nobody has."""
    if kind(game, card) != "item":
        return card
    return game.table.host.get(card, ("", ""))[0]


def takes_part(game: Game, card: CardRef) -> bool:
    """Whether a character takes part in attack, support or defence of the current charm (CC-AS-21)."""
    return any(marked(game, card, what) for what in (ATTACKS, SUPPORTS, BLOCKS))


def blocker_of(game: Game, attacker: CardRef) -> CardRef:
    """The card that was named to block an attacker, wherever it is now; ``""`` if none was."""
    grants = game.table.effects(attacker, BLOCKED)
    return grants[0].source if grants else ""


def _of_kind(*kinds: str) -> Callable[[Game, CardRef], bool]:
    return lambda game, card: kind(game, card) in kinds


def _character_kinds(game: Game) -> tuple[str, ...]:
    """The kinds that a text means by キャラクター (CC-OP-2)."""
    return CHARACTERS if game.settings["texts_mean_heroine"] else ("character",)


TRAITS: Mapping[str, Callable[[Game, CardRef], bool]] = {
    "character": lambda game, card: kind(game, card) in _character_kinds(game),
    "companion": _of_kind("character"),
    "heroine": _of_kind("heroine"),
    "item": _of_kind("item"),
    "bg": _of_kind("bg"),
    "bgm": _of_kind("bgm"),
    "event": _of_kind("event"),
    "upright": lambda game, card: not is_checked(game, card),
    "checked": is_checked,
    "face-up": lambda game, card: not is_down(game, card),
    "face-down": is_down,
    "fresh": _came_fresh,
    "attacking": lambda game, card: marked(game, card, ATTACKS),
    "blocking": lambda game, card: marked(game, card, BLOCKS),
}
"""What selectors of card text can ask of a card beside its tags."""
