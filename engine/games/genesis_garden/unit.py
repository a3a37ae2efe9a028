"""Units: how they stand, and their numbers with everything that changes them.

Not here: what makes them stand otherwise (``damage``, ``summon``, ``union``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import holders
from engine.effect.value import holds, value
from engine.games.genesis_garden.board import ROWS, SEATS, row_of, seat_of
from engine.kernel.amount import Amount
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from engine.kernel.identity_cache import cached_by_identity
from events.model.changes import CardRef, FaceId

ACTIVE, TIRED, DESTROYED = 0, 1, 2
"""Quarter turns of a card: upright, sideways, turned to the opponent (GG-ACT-14, GG-ATK-10)."""
OPERATIONS = ("add", "times", "become")
REAR_ATTACK = "rear-attack"
"""The skill (技能) of units that attack from the rear row: the exception that GG-SUM-7 speaks of."""


def is_destroyed(game: Game, card: CardRef) -> bool:
    return game.table.quarter.get(card) == DESTROYED


def is_tired(game: Game, card: CardRef) -> bool:
    return game.table.quarter.get(card) == TIRED


def is_active(game: Game, card: CardRef) -> bool:
    return card not in game.table.quarter


def partner(game: Game, card: CardRef) -> CardRef:
    """The rear card that lies on a front card in union; ``""`` for a unit of one card (GG-UNION-5)."""
    guests = game.table.guests.get(card, ())
    return guests[0] if guests else ""


def cards_of(game: Game, card: CardRef) -> tuple[CardRef, ...]:
    """The cards of a unit: what befalls one of a pair befalls both (GG-UNION-13)."""
    other = partner(game, card)
    return (card, other) if other else (card,)


def race(card: Card) -> str:
    """The race (種族) of a card: the first of its tags."""
    return card.tags[0]


def is_hero(card: Card) -> bool:
    """A hero (英雄) has a rank (GG-SUM-10)."""
    return card.stats.get("rank", 0) > 0


def has_skill(game: Game, card: CardRef, skill: str) -> bool:
    """Whether a unit has a skill (技能), which may except it from a rule (GG-OP-18); those of a pair in
    union are off (GG-UNION-6)."""
    if partner(game, card) and not game.settings["skills_in_union"]:  # GG-OP-3
        return False
    return skill in game.printed(card).keywords


# --- numbers -------------------------------------------------------------------------------------------

Change = tuple[str, int, CardRef]
"""What changes a number: how, by how much, and the card that it comes from."""
Lasting = tuple[tuple[CardRef, ...], Change]
"""What a continuous effect does: to which units, and what."""


def number(game: Game, card: CardRef, quantity: str, lasting: tuple[Lasting, ...] | None = None) -> int:
    """Attack, defence or speed of a unit now. Values of a pair are added up, but its speed is that of the
    front card (GG-UNION-7, GG-UNION-8); damage lowers defence (GG-ACC-3).

    ``lasting``: the continuous effects on this quantity, for whoever asks for several units at once.
    """
    if lasting is None:
        lasting = continuous(game, quantity)
    total = _own(game, card, quantity, lasting)
    if quantity != "speed":
        for other in game.table.guests.get(card, ()):
            total += _own(game, other, quantity, lasting)
    if quantity == "defence":
        total -= damage_on(game, card)
    return total


def _own(game: Game, card: CardRef, quantity: str, lasting: tuple[Lasting, ...]) -> int:
    """Of one card: what is printed on it (GG-base-1), and what changes that."""
    total = game.printed(card).stats[quantity]
    found = changes_of(game, card, quantity, lasting)
    return changed(total, found) if found else total


def changes_of(game: Game, card: CardRef, quantity: str, lasting: tuple[Lasting, ...]) -> list[Change]:
    """What changes a number of one card: timed effects, oldest first, then continuous ones."""
    found = [(grant.operation, grant.amount, grant.source) for grant in game.table.effects(card, quantity)]
    if lasting:
        found += [change for affected, change in lasting if card in affected]
    return found


def changed(total: int, found: list[Change]) -> int:
    """A number with its changes: additions, then multiplications, then what replaces it."""
    for operation in OPERATIONS:
        for how, amount, _ in found:
            if how == operation:
                total = total + amount if how == "add" else total * amount if how == "times" else amount
    return total


def damage_on(game: Game, card: CardRef) -> int:
    """The accumulated damage (蓄積ダメージ) of a unit (GG-ACC-2)."""
    grants = game.table.effects(card, "damage")
    return sum(grant.amount for grant in grants) if grants else 0


def told(game: Game, card: CardRef, quantity: str, clause: str) -> Amount:
    """The same number with every step that makes it."""
    lasting = continuous(game, quantity)
    amount = Amount(game.printed(card).stats[quantity], card, clause)
    _steps(game, card, quantity, amount, lasting)
    for other in game.table.guests.get(card, ()):
        second = Amount(game.printed(other).stats[quantity], other, clause)
        _steps(game, other, quantity, second, lasting)
        amount.step("add", second.value, other, "GG-UNION-7")
    if quantity == "defence" and (suffered := damage_on(game, card)):
        amount.step("add", -suffered, "damage", "GG-ACC-3")
    return amount


def _steps(game: Game, card: CardRef, quantity: str, amount: Amount, lasting: tuple[Lasting, ...]) -> None:
    timed = len(game.table.effects(card, quantity))
    found = changes_of(game, card, quantity, lasting)
    for operation in OPERATIONS:
        for index, (how, by, source) in enumerate(found):
            if how == operation:
                amount.step(how, by, source, "GG-DEST-3" if index < timed else "GG-SPELL-3")


# --- continuous effects (永続効果) ---------------------------------------------------------------------


def continuous(game: Game, quantity: str) -> tuple[Lasting, ...]:
    """What continuous effects do to a number: on by themselves as long as their conditions hold, their own
    cards tired or not (GG-SPELL-3, GG-OP-11)."""
    faces = _faces_with(game.faces).get(quantity)
    if not faces:
        return ()
    table = game.table
    zones, face = table.zones, table.face
    return tuple(
        lasting
        for place, seat in FIELD
        for source in zones.get(place, ())
        if face[source] in faces
        for ability in game.printed(source).all("continuous")
        for lasting in _lasting(game, source, seat, ability, quantity)
    )


FIELD = tuple((f"{row}.{seat}", seat) for seat in SEATS for row in ROWS)


@cached_by_identity
def _faces_with(cards: Mapping[FaceId, Card]) -> dict[str, frozenset[FaceId]]:
    """Quantity → the faces that have a continuous effect on it."""
    found: dict[str, set[FaceId]] = {}
    for card in cards.values():
        for effect in card.on("continuous"):
            if isinstance(effect, tree.Modify):
                found.setdefault(effect.quantity, set()).add(card.id)
    return {quantity: frozenset(faces) for quantity, faces in found.items()}


def _lasting(game: Game, source: CardRef, seat: str, ability: Ability, quantity: str) -> Iterator[Lasting]:
    if is_destroyed(game, source) or not stands_right(game, source, ability):
        return
    if partner(game, source) and not game.settings["continuous_in_union"]:  # GG-OP-6
        return
    context = Context(seat, source, ("GG-SPELL-3",))
    if ability.needs is not None and not holds(game, ability.needs, context):
        return
    for effect in ability.do:
        if type(effect) is tree.Modify and effect.quantity == quantity:
            change = (effect.operation, value(game, effect.amount, context), source)
            yield holders(game, effect.who, context), change


def stands_right(game: Game, card: CardRef, ability: Ability) -> bool:
    """Whether a card is in the row that the header of its effect names (GG-ACT-4)."""
    return ability.zone in ("", "field", row_of(game, card))


# --- turn order by speed ---------------------------------------------------------------------------------


def next_in_line(game: Game, cards: list[CardRef], first: str) -> tuple[str, tuple[CardRef, ...]]:
    """Whose cards come next, and which: those of the highest speed (GG-BATTLE-3), the first player's before
    the other's; among them their player is free (GG-ACT-10, GG-ACT-11, GG-ACT-12, GG-BATTLE-2,
    GG-BATTLE-4)."""
    lasting = continuous(game, "speed")
    speeds = {card: number(game, card, "speed", lasting) for card in cards}
    fastest = max(speeds.values())
    line = [card for card in cards if speeds[card] == fastest]
    seats = {card: seat_of(game, card) for card in line}
    seat = first if first in seats.values() else seats[line[0]]
    return seat, tuple(card for card in line if seats[card] == seat)


# --- traits that card text may name ------------------------------------------------------------------------

TRAITS = {
    # A card on the field that is not in the destroyed state: what conditions count (GG-OP-7, GG-OP-9).
    "unit": lambda game, card: not is_destroyed(game, card),
    "active": is_active,
    "tired": is_tired,
    "hero": lambda game, card: (printed := game.card(card)) is not None and is_hero(printed),
    "face-up": lambda game, card: card not in game.table.down,
}
