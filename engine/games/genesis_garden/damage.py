"""Damage to units, destruction, and the changes with which units leave the field.

Not here: the combat that deals damage (``battle``), damage to players (``effects``), nor when destroyed units
leave (``destroyed_units``).
"""

from collections.abc import Mapping

from engine.common.continuous import apply, parts
from engine.common.leaving import ended, moved
from engine.common.marks import mark
from engine.effect import tree
from engine.effect.select import owner
from engine.games.genesis_garden.board import row_of
from engine.games.genesis_garden.unit import (
    DESTROYED,
    FIELD,
    cards_of,
    damage_on,
    is_destroyed,
    number,
    unit_of,
)
from engine.kernel.amount import Amount
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, FaceId, Holder, Place, Turn
from events.model.kinds import Happened

UNTIL_STANDBY = "standby"
"""Accumulated damage lasts until its owner's standby phase (GG-ACC-5)."""


def damage_unit(
    game: Game, card: CardRef, amount: int, clauses: tuple[str, ...], *, source: CardRef = ""
) -> Happened:
    """A unit takes damage, which stays on it (GG-ACC-2) and lowers its defence (GG-ACC-3)."""
    damage = mark(game, card, "damage", "GG-ACC-2", amount=amount, source=source)
    return Happened("unit damaged", owner(card), clauses, amount, card, (damage,))


def damage_by_effect(
    game: Game, card: CardRef, amount: int, clauses: tuple[str, ...], source: CardRef
) -> Happened:
    """Damage by a text; what nullifies damage does not affect reductions (GG-DEST-5)."""
    taken = damage_taken(game, card, amount, source)
    if taken <= 0:
        return Happened("unharmed", owner(card), (*clauses, "GG-DEST-5"), amount, card)
    return damage_unit(game, card, taken, (*clauses, "GG-ACC-1", "GG-ACC-2"), source=source)


def damage_taken(game: Game, of: Holder, amount: int, source: CardRef) -> int:
    """How much of some damage a unit or a player takes: what nullifies or changes damage (GG-DEST-5,
    GG-COMBAT-3)."""
    taken = Amount(amount, source, "GG-DEST-5")
    apply(game, taken, of, "damage-taken")
    return max(taken.value, 0)


def destroy(game: Game, card: CardRef, clauses: tuple[str, ...]) -> Happened:
    """The unit is turned to the opponent and stays in place (GG-ATK-10), both cards of a pair."""
    changes = tuple(Turn(one, DESTROYED) for one in cards_of(game, card))
    return Happened("destroyed", owner(card), clauses, card=card, changes=changes)


def check_state(game: Game) -> Procedure:
    """Units whose defence is 0 or less, by damage or by reduction, are destroyed at once (GG-DEST-1,
    GG-DEST-4, GG-ACC-4); this may remove a bonus from others."""
    while fallen := _without_defence(game):
        for card in fallen:
            yield destroy(game, card, ("GG-DEST-1", "GG-ACC-4" if damage_on(game, card) else "GG-DEST-4"))


def _without_defence(game: Game) -> list[CardRef]:
    """Undestroyed units without defence. Printed defence is at least 1: where no continuous effect lowers
    any, only a unit with damage or a timed change can have none."""
    table = game.table
    if _lowers_defence(game.faces):
        able = [card for place, _ in FIELD for card in table.zones.get(place, ())]
    else:
        altered = (grant.on for grant in table.grants.values() if grant.quantity in ("defence", "damage"))
        units_of = dict.fromkeys(table.host[card][0] if card in table.host else card for card in altered)
        able = [card for card in units_of if row_of(game, card)]
    if not able:
        return able
    return [card for card in able if not is_destroyed(game, card) and number(game, card, "defence") <= 0]


@cached_by_identity
def _lowers_defence(cards: Mapping[FaceId, Card]) -> bool:
    """Whether a continuous effect of these cards could lower a defence."""
    return any(
        change.quantity == "defence"
        and not (change.operation == "add" and isinstance(change.amount, tree.Number))
        for card in cards.values()
        for line in card.on("continuous")
        for change, _ in parts(line)
    )


# --- leaving the field -----------------------------------------------------------------------------------


def card_leaves(game: Game, card: CardRef, place: str, *, under: bool = False) -> list[AnyChange]:
    """The changes that move one card from the field, or the underworld: its marks and effects end, and what
    was forbidden about it."""
    return [
        *moved(game, card, place, under=under, turn_first=True),
        *ended(game, card, lambda grant: grant.operation == "forbid" and grant.text == card),
    ]


def removed(game: Game, card: CardRef, place: Place) -> tuple[AnyChange, ...]:
    """The changes by which a ruling takes a unit from the field: a pair goes with both of its cards
    (GG-UNION-13)."""
    unit, (zone, _, seat) = unit_of(game, card), place.partition(".")
    return unit_leaves(game, unit, zone) if unit and seat == owner(unit) and zone not in ROWS else ()


ROWS = ("front", "rear")


def unit_leaves(game: Game, card: CardRef, zone: str) -> tuple[AnyChange, ...]:
    """A whole unit leaves, a pair with both of its cards (GG-UNION-13), each to its owner's zone."""
    under = zone == "underworld" and game.settings["sent_cards_go_to"] == "bottom"  # GG-OP-2
    return tuple(
        change
        for one in reversed(cards_of(game, card))
        for change in card_leaves(game, one, f"{zone}.{owner(one)}", under=under)
    )
