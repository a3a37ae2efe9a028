"""The two formulas: what damage a strike does, and what chips it costs.

They group similar numbers differently: (A + B) × C for damage, (A × B) ± C for chips. Not here: who is dealt
damage or pays (``attack``).
"""

from engine.games.fertcg.board import attached
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.reach import attack_value
from engine.kernel.amount import Amount
from engine.kernel.game import Game
from events.model.changes import CardRef, Grant

WEAPON_TRIANGLE = {
    "sword": "axe", "axe": "lance", "lance": "sword",
    "fire": "wind", "wind": "thunder", "thunder": "fire",
}  # fmt: skip
"""The weapon triangle (三すくみ), of weapons and of magic (FE-OP-14)."""


def weapon_kind(game: Game, gear: CardRef) -> str:
    """The kind of an equipment, such as ``sword``; ``""`` for one outside the triangles."""
    return next((word for word in game.printed(gear).keywords if word in WEAPON_TRIANGLE), "")


def base_value(game: Game, fight: Fight) -> int:
    """The value printed on what is used (FE-A-D-2); for a unit that counters with its initial equipment its
    counter value (FE-base-7-4)."""
    if fight.countering and fight.is_initial:
        return game.printed(fight.striker).stats["counter"]
    value = attack_value(game, fight.wielded)
    assert value is not None  # a staff cannot strike
    return value


def strikes(game: Game, fight: Fight) -> Amount:
    """How often the unit strikes: once, unless something changes it (FE-A-C-8)."""
    amount = Amount(1, "strikes", "FE-A-C-8")
    amount.apply(game.table.effects(fight.striker, "strikes"), "add", "FE-A-C-7")
    amount.floor(0, "FE-A-D-7")
    return amount


def damage(game: Game, fight: Fight, times: int) -> Amount:
    """Real damage (実ダメージ): attack value and modifiers together, times strikes (FE-A-D-1)."""
    amount = Amount(base_value(game, fight), fight.wielded, "FE-A-D-2")
    effects = game.table.effects(fight.striker, "damage")
    for grant in _factor(game, effects):
        amount.step(grant.operation, grant.amount, grant.source, "FE-A-D-5")
    if edge := triangle(game, fight):
        amount.step("add", edge, "triangle", "FE-A-D-4" if edge > 0 else "FE-OP-14")
    amount.apply(effects, "add", "FE-A-D-3")
    amount.step("times", times, "strikes", "FE-A-D-6")
    amount.apply(game.table.effects(fight.victim, "damage-taken"), "become", "FE-A-D-8")
    amount.floor(0, "FE-A-D-9")
    return amount


def _factor(game: Game, effects: tuple[Grant, ...]) -> list[Grant]:
    """Doublings and halvings, before anything is added (FE-A-D-5): as one exact factor, which is doublings
    first, or by setting in order of use (FE-OP-6)."""
    found = [grant for grant in effects if grant.operation in ("times", "divide")]
    if game.settings["factors"] == "together":
        found.sort(key=lambda grant: grant.operation == "divide")
    return found


def triangle(game: Game, fight: Fight) -> int:
    """The triangle's modifier: one more for the better equipment (FE-base-7-3), and by setting less for the
    worse (FE-OP-14)."""
    own, other = weapon_kind(game, fight.wielded), weapon_kind(game, fight.gear[fight.victim])
    if own and WEAPON_TRIANGLE[own] == other:
        return 1
    return -int(game.settings["triangle_penalty"]) if other and WEAPON_TRIANGLE[other] == own else 0


def chip_cost(game: Game, fight: Fight, times: int) -> Amount:
    """Chips that a strike costs: attack value times strikes (FE-A-C-1, FE-A-C-2), then what else changes it
    (FE-A-C-5); damage modifiers have no part in it (FE-A-C-6)."""
    if fight.countering and fight.is_initial:
        return Amount(0, fight.striker, "FE-A-R-5")
    if _is_free_magic(game, fight):
        return Amount(0, fight.wielded, "FE-OP-20")
    amount = Amount(base_value(game, fight), fight.wielded, "FE-A-C-6")
    if times < 1 and not game.settings["fewer_strikes_cost_less"]:
        amount.step("times", 1, "strikes", "FE-OP-18")
    else:
        amount.step("times", times, "strikes", "FE-A-C-2" if times > 1 else "FE-A-C-7")
    effects = game.table.effects(fight.striker, "chip-cost")
    # An effect that sets the cost is applied first, or by setting last (FE-OP-8).
    order = ("become", "add") if game.settings["chip_cost_order"] == "become_first" else ("add", "become")
    for operation in order:
        amount.apply(effects, operation, "FE-A-C-9")
    amount.floor(0, "FE-A-C-14")
    return amount


def _is_free_magic(game: Game, fight: Fight) -> bool:
    """By setting an attack with an attached magic card is paid for only when the card is attached."""
    magic = fight.wielded in attached(game, fight.striker) and game.printed(fight.wielded).kind == "magic"
    return magic and game.settings["magic_attack_cost"] == "free"
