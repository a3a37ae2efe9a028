"""The current AP, DP and EP of a card, with every step: printed, effects, P.Skills, damage.

Not here: what follows from a DP of 0 (``leaving``), or P.Skills that are trigger abilities (``trigger``).
"""

from collections.abc import Iterator, Mapping
from functools import cache

from engine.common.continuous import Continuous, Standing, apply, parts
from engine.common.marks import marked_amount
from engine.effect import tree
from engine.effect.context import Context
from engine.games.chronocard.board import (
    DAMAGE,
    OPERATIONS,
    SEATS,
    field,
    holder,
    is_character,
    is_down,
    on_field,
)
from engine.kernel.amount import Amount
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder

ALWAYS = "always"
FACE_DOWN, OWN_TURN = "face-down", "own-turn"
"""The printed limits [裏向き時] and [自ターンのみ], of P.Skills too (CC-base-1-4)."""
_IN_OWN_TURN = tree.Time(OWN_TURN)

BASE = {"AP": "CC-base-8-8", "DP": "CC-base-9-3", "EP": "CC-EP-4"}
"""The clause of a printed value."""


def is_active(game: Game, source: CardRef, ability: Ability) -> bool:
    """Whether a P.Skill acts: its card is on the field and not face down (CC-PS-3), for [裏向き時] face down
    (CC-PS-4); one of an item is its character's (CC-PS-2)."""
    bearer = holder(game, source)
    if bearer == "" or game.table.place[source].partition(".")[0] != "field":
        return False
    return is_down(game, bearer) == (FACE_DOWN in ability.keywords)


def strength(game: Game, card: CardRef, stat: str) -> Amount:
    """AP, DP or EP now, never below 0 (CC-base-9-3)."""
    clause = BASE[stat]
    amount = Amount(game.printed(card).stats.get(stat, 0), stat, clause)
    apply(game, amount, card, stat, OPERATIONS)
    if stat == "DP":
        for grant in game.table.effects(card, DAMAGE):
            amount.step("add", -grant.amount, grant.source, "CC-base-9-3")
    amount.floor(0, clause)
    return amount


def numbers(game: Game, of: Holder) -> Mapping[str, int]:
    """What a character on the field has now (CC-base-8-8, CC-base-9-3)."""
    if of not in game.table.place or not on_field(game, of) or not is_character(game, of):
        return {}
    return {stat: strength(game, of, stat).value for stat in BASE if stat in game.printed(of).stats}


def _sources(game: Game) -> Iterator[Standing]:
    """The P.Skills without a condition that act now; they always act, without a declaration (CC-PS-1)."""
    for seat in SEATS:
        for source in field(game, seat):
            printed = game.card(source)
            for ability in printed.all(ALWAYS) if printed else ():
                if is_active(game, source, ability):
                    context = Context(seat, source, ("CC-PS-1",), bearer=holder(game, source))
                    needs = _IN_OWN_TURN if OWN_TURN in ability.keywords else None
                    for line in ability.do:
                        yield Standing(line, context, needs)


CONTINUOUS = Continuous(_sources)


# short cuts: most characters are far from a DP of 0 -------------------------------------------------------


def has_dp_left(game: Game, card: CardRef) -> bool:
    """Whether a character has DP left whatever P.Skills add to it."""
    effects = game.table.effects(card, "DP")
    if any(grant.operation != "add" or grant.amount < 0 for grant in effects):
        return False
    damage = marked_amount(game, card, DAMAGE)
    return damage < game.printed(card).stats.get("DP", 0)


@cache
def may_lower(printed: Card) -> bool:
    """Whether a P.Skill of a card could take DP away."""
    return any(
        part.change.quantity == "DP"
        and (part.change.operation != "add" or not isinstance(part.change.amount, tree.Number))
        for line in printed.on(ALWAYS)
        for part in parts(line)
    )
