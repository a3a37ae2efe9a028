"""Units: their state, and their numbers with everything that changes them.

Not here: what changes their state (``damage``, ``summon``, ``union``).
"""

from collections.abc import Iterator, Mapping

from engine.common.continuous import Continuous, Standing, apply
from engine.common.marks import marked_amount
from engine.effect.context import Context
from engine.effect.interpret import forbidden
from engine.games.genesis_garden.board import ROWS, SEATS, row_of, seat_of
from engine.kernel.amount import Amount
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder

ACTIVE, TIRED, DESTROYED = 0, 1, 2
"""Quarter turns of a card: upright, sideways, turned to the opponent (GG-ACT-14, GG-ATK-10)."""
REAR_ATTACK = "rear-attack"
"""The skill (技能) of units that attack from the rear row: the exception that GG-SUM-7 mentions."""
UNBLOCKABLE = "unblockable"
"""The skill of units whose attacks nobody can take with a card: an exception to GG-ATK-3 (GG-OP-3)."""
ATTACK_WITH, BLOCK, BLOCK_WITH, USE = "attack-with", "block", "block-with", "use-effects-of"
"""What a text may forbid: with one unit, and to block at all."""


def is_destroyed(game: Game, card: CardRef) -> bool:
    return game.table.quarter.get(card) == DESTROYED


def is_tired(game: Game, card: CardRef) -> bool:
    return game.table.quarter.get(card) == TIRED


def is_active(game: Game, card: CardRef) -> bool:
    return card not in game.table.quarter


def partner(game: Game, card: CardRef) -> CardRef:
    """The rear card of a front card in union; ``""`` for a unit of one card (GG-UNION-5)."""
    guests = game.table.guests.get(card, ())
    return guests[0] if guests else ""


def unit_of(game: Game, card: CardRef) -> CardRef:
    """The unit that a card is, or is part of, named by its front card: what happens to the rear card of a
    pair happens to the pair (GG-UNION-12, GG-UNION-13). ``""`` for a card that is not on the field."""
    if not card:
        return ""
    host = game.table.host.get(card)
    return host[0] if host is not None else card if row_of(game, card) else ""


def is_barred(game: Game, card: CardRef, deed: str) -> bool:
    """Whether a text forbids its player a deed with this unit, or one of a sort at all (GG-base-5)."""
    seat = seat_of(game, card)
    if not game.table.effects(seat, f"forbid {deed}"):
        return False
    return bool(forbidden(game, seat, deed, card) or forbidden(game, seat, deed))


def cards_of(game: Game, card: CardRef) -> tuple[CardRef, ...]:
    """The cards of a unit: what happens to one of a pair happens to both (GG-UNION-13)."""
    other = partner(game, card)
    return (card, other) if other else (card,)


def race(card: Card) -> str:
    """The race (種族) of a card: the first of its tags."""
    return card.tags[0]


def is_hero(card: Card) -> bool:
    """Whether a card is a hero (英雄), which has a rank (GG-SUM-10)."""
    return card.stats.get("rank", 0) > 0


def has_skill(game: Game, card: CardRef, skill: str) -> bool:
    """Whether a unit has a skill (技能), which may exempt it from a rule (GG-OP-18); the skills of a pair in
    union are off (GG-UNION-6)."""
    if partner(game, card) and not game.settings["skills_in_union"]:  # GG-OP-3
        return False
    return skill in game.printed(card).keywords


# --- numbers -------------------------------------------------------------------------------------------


def number(game: Game, card: CardRef, quantity: str) -> int:
    """Attack, defence or speed of a unit now."""
    return strength(game, card, quantity, "").value


def measure(game: Game, card: CardRef, quantity: str) -> int:
    """``current attack of self``: that of the unit that the card is part of; 0 off the field."""
    unit = unit_of(game, card)
    return number(game, unit, quantity) if unit and game.card(unit) else 0


def numbers(game: Game, of: Holder) -> Mapping[str, int]:
    """What a unit on the field has now (GG-base-1, GG-ACC-3)."""
    if of not in game.table.place or not row_of(game, of) or not game.card(of):
        return {}
    return {quantity: number(game, of, quantity) for quantity in ("attack", "defence", "speed")}


def strength(game: Game, card: CardRef, quantity: str, clause: str) -> Amount:
    """Attack, defence or speed of a unit now, with every step; ``clause`` is that of the printed number
    (GG-base-1). Values of a pair are added up, but its speed is that of the front card (GG-UNION-7,
    GG-UNION-8); what changes the unit changes the sum (GG-UNION-12); damage lowers defence (GG-ACC-3)."""
    amount = Amount(game.printed(card).stats[quantity], card, clause)
    if quantity != "speed":
        for other in game.table.guests.get(card, ()):
            amount.step("add", _own(game, other, quantity, clause).value, other, "GG-UNION-7")
    apply(game, amount, card, quantity)
    if quantity == "defence" and (suffered := damage_on(game, card)):
        amount.step("add", -suffered, "damage", "GG-ACC-3")
    return amount


def _own(game: Game, card: CardRef, quantity: str, clause: str) -> Amount:
    """A number of the rear card of a pair: the printed one, and what has changed that card."""
    amount = Amount(game.printed(card).stats[quantity], card, clause)
    apply(game, amount, card, quantity)
    return amount


def damage_on(game: Game, card: CardRef) -> int:
    """The accumulated damage (蓄積ダメージ) of a unit (GG-ACC-2)."""
    return marked_amount(game, card, "damage")


# --- continuous effects (永続効果) ---------------------------------------------------------------------

ALWAYS = "continuous"
FIELD = tuple((f"{row}.{seat}", seat) for seat in SEATS for row in ROWS)


def _sources(game: Game) -> Iterator[Standing]:
    """Continuous effects act by themselves while their conditions hold (GG-SPELL-3, GG-OP-11)."""
    zones, face = game.table.zones, game.table.face
    faces = game.card_set.faces_by_moment.get(ALWAYS, ())
    for place, seat in FIELD:
        for source in zones.get(place, ()):
            for ability in game.printed(source).all(ALWAYS) if face[source] in faces else ():
                if not is_in_its_row(game, source, ability):
                    continue
                if partner(game, source) and not game.settings["continuous_in_union"]:  # GG-OP-6
                    continue
                context = Context(seat, source, ("GG-SPELL-3",))
                context.moment = ALWAYS
                for line in ability.do:
                    yield Standing(line, context, ability.needs)


def _acts(game: Game, of: Holder, quantity: str, source: CardRef, text: str) -> bool:
    """The card of a continuous effect may be tired (GG-OP-11), but not destroyed."""
    return text != ALWAYS or not is_destroyed(game, source)


CONTINUOUS = Continuous(_sources, acts=_acts, granted_clause="GG-DEST-3")


def is_in_its_row(game: Game, card: CardRef, ability: Ability) -> bool:
    """Whether a card is in the row that the header of its effect names (GG-ACT-4)."""
    return ability.zone in ("", "field", row_of(game, card))


# --- turn order by speed ---------------------------------------------------------------------------------


def fastest(game: Game, cards: list[CardRef], first: str) -> tuple[str, tuple[CardRef, ...]]:
    """Whose cards are next, and which: those of the highest speed (GG-BATTLE-3), the first player's before
    the other's; among them their player chooses (GG-ACT-10, GG-ACT-11, GG-ACT-12, GG-BATTLE-2,
    GG-BATTLE-4)."""
    speeds = {card: number(game, card, "speed") for card in cards}
    fastest = max(speeds.values())
    line = [card for card in cards if speeds[card] == fastest]
    seats = {card: seat_of(game, card) for card in line}
    seat = first if first in seats.values() else seats[line[0]]
    return seat, tuple(card for card in line if seats[card] == seat)


# --- traits that card text may name ------------------------------------------------------------------------

TRAITS = {
    # A card on the field that is not destroyed: what conditions count (GG-OP-7, GG-OP-9).
    "unit": lambda game, card: not is_destroyed(game, card),
    "active": is_active,
    "tired": is_tired,
    "hero": lambda game, card: (printed := game.card(card)) is not None and is_hero(printed),
    "face-up": lambda game, card: card not in game.table.down,
}
