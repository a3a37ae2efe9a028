"""Attack (攻撃) and counter-attack (反撃): equipment, preparation second, chips, damage, and what follows.

Not here: whether an attack may be declared (``verbs``), or the formulas (``power``).
"""

from engine.common.marks import mark
from engine.effect.context import Context
from engine.effect.grammar import parse
from engine.effect.interpret import carry_out
from engine.effect.select import owner
from engine.games.fertcg.board import HIT, SEATS, STRIKING, attached, on_field
from engine.games.fertcg.chips import chips, take_chips
from engine.games.fertcg.counter import bar
from engine.games.fertcg.declaration import EQUIPPING
from engine.games.fertcg.durations import PROMISED, ended_with_strike
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.leaving import leaves, withdraw, zone_after_use
from engine.games.fertcg.power import chip_cost, damage, strikes
from engine.games.fertcg.preparation import preparation
from engine.games.fertcg.price import has_unused, pay, price_of
from engine.games.fertcg.reach import equipment, is_in_range
from engine.games.fertcg.surprise import play
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Act, Began, Ended, Failed, Happened, Paid, Passed, Resolved

KEEPS_MAGIC = "keeps-magic"
"""残像: a magic card stays after its attack (FE-base-9-3)."""


def attack(game: Game, act: Act) -> Procedure:
    """The six steps (FE-A-1 to FE-A-6), then perhaps a counter (FE-A-R-1). Returns whether the attack was
    carried out."""
    (unit,), (target,) = act.cards, act.targets
    fight = Fight(unit, target, {unit: unit, target: target})
    fight.gear[unit] = yield from _choose_equipment(game, fight, unit, "FE-A-3")
    if not fight.gear[unit]:
        yield Failed("attack", fight.seat, "out of reach", ("FE-base-7-2",), unit)
        return False
    fight.gear[target] = yield from _choose_equipment(game, fight, target, "FE-A-4", struck=True)
    return (yield from from_preparation(game, fight))


def from_preparation(game: Game, fight: Fight) -> Procedure:
    """A fight from the preparation second of its attack, or of its counter."""
    struck = yield from _strike(game, fight)
    if struck and not fight.countering and not bar(game, fight):  # FE-A-R-1
        yield from _counter(game, fight)
    return struck


def _choose_equipment(
    game: Game, fight: Fight, unit: CardRef, clause: str, *, struck: bool = False
) -> Procedure:
    """Which equipment a unit strikes with, or defends with; without an attached card there is no choice
    (FE-A-0). Surprise cards of that timing come first (FE-OP-42): they may take the foe out of reach of all
    equipment, and then there is none (FE-base-7-2)."""
    yield from _equipping(game, fight, owner(unit))
    if not fight.stands(game):
        return unit
    foe = fight.foe_of(unit)
    able = (unit, *attached(game, unit)) if struck else usable_equipment(game, unit, foe)
    if not able or not attached(game, unit):
        return unit if able else ""
    act = yield Ask(owner(unit), ("wield",), about="wield", clause=clause, subject=(unit, able))
    return act.cards[0] if act.cards else unit


def _equipping(game: Game, fight: Fight, seat: str) -> Procedure:
    """A player whose hand may hold a surprise card for this moment is asked for it, one after another."""
    if seat != fight.seat and game.settings["equipping_cards"] == "attacker":
        return
    while fight.stands(game) and any(_may_equip(game, card) for card in game.table.at(f"hand.{seat}")):
        act = yield Ask(
            seat, ("play", "leave"), about=EQUIPPING, clause="FE-OP-42", subject=fight, omissible="silent"
        )
        if type(act) is Passed:
            return
        with game.because(game.last):
            yield from play(game, act, fight)


def _may_equip(game: Game, card: CardRef) -> bool:
    printed = game.card(card)
    return printed is None or any(ability.on == EQUIPPING for ability in printed.abilities)


def usable_equipment(game: Game, unit: CardRef, foe: CardRef) -> tuple[CardRef, ...]:
    """The equipment with which a unit can strike another (FE-base-7-2)."""
    return tuple(gear for gear in equipment(game, unit) if is_in_range(game, unit, gear, foe))


def _counter(game: Game, fight: Fight) -> Procedure:
    """Declared first (FE-A-R-6), if at all (FE-A-R-3); with the equipment of the defence (FE-A-R-4), and
    never countered itself (FE-A-R-9)."""
    seat = owner(fight.victim)
    act = yield Ask(seat, ("counter", "pass"), about="counter", clause="FE-A-R-3", subject=fight)
    if type(act) is Passed:
        return
    with game.because(game.last):
        back = fight.turned()
        if not game.settings["attacker_keeps_equipment"]:
            unit = back.victim
            back.gear[unit] = yield from _choose_equipment(game, back, unit, "FE-OP-24", struck=True)
        elif not game.settings["removed_magic_counts"] and not _has(game, back.victim, fight.wielded):
            back.gear[back.victim] = back.victim  # FE-OP-38
        yield from _strike(game, back)


def _has(game: Game, unit: CardRef, gear: CardRef) -> bool:
    return gear == unit or gear in attached(game, unit)


# --- one strike ----------------------------------------------------------------------------------------


def _strike(game: Game, fight: Fight) -> Procedure:
    """Preparation second, chips, damage (FE-A-5, FE-A-6); returns whether it was carried out."""
    fight.prepared = True
    number = int(game.number())
    clauses = ("FE-A-R-7", "FE-A-R-2") if fight.countering else ("FE-A-5",)
    marks = tuple(
        mark(game, unit, what, clauses[0], operation="mark", source=fight.gear[unit])
        for unit, what in ((fight.striker, STRIKING), (fight.victim, HIT))
    )
    yield Began("preparation", number=number, seat=fight.seat, clauses=clauses, changes=marks)
    yield from carry_out(
        game, game.printed(fight.wielded).on("striking"), _context(game, fight, "FE-C-10", "FE-A-R-2")
    )
    yield from preparation(game, fight)
    yield Ended("preparation", number=number, seat=fight.seat, clauses=("FE-OP-10",))
    done = yield from _carried_out(game, fight)
    ended = ended_with_strike(game)
    yield Happened("fight ends", fight.seat, ("FE-A-R-7",), card=fight.striker, changes=ended)
    return done


def _context(game: Game, fight: Fight, *clauses: str) -> Context:
    """The context of the text of the striker's equipment."""
    return Context(fight.seat, fight.wielded, clauses, action=fight, bearer=fight.striker)


def _carried_out(game: Game, fight: Fight) -> Procedure:
    what, unit = "counter" if fight.countering else "attack", fight.striker
    if not fight.stands(game):
        yield Failed(what, fight.seat, "gone", ("FE-base-7-5",), unit)
        return False
    times = strikes(game, fight)
    yield times.determined("strikes", unit, "FE-A-D-6")
    cost = chip_cost(game, fight, times.value)
    yield cost.determined("chip cost", unit, "FE-A-C-5", "FE-A-C-13")
    if cost.value > chips(game, unit):
        clauses = ("FE-A-R-5a", "FE-A-C-3") if fight.countering else ("FE-A-C-3",)
        yield Failed(what, fight.seat, "no stamina", clauses, unit)
        return False
    if not (yield from _paid_for_equipment(game, fight, what)):
        return False
    if cost.value:
        clauses = ("FE-A-R-5a", "FE-A-C-1") if fight.countering else ("FE-A-6", "FE-A-C-1")
        changes = tuple(take_chips(game, unit, cost.value))
        yield Paid(fight.seat, "attack chips", clauses, cost.value, unit, changes=changes)
    yield from _hit(game, fight, times.value)
    yield from withdraw(game, *(("FE-A-C-4",) if cost.value and not chips(game, unit) else ()))
    yield from _magic_leaves(game, fight)
    yield Resolved(what, fight.seat, ("FE-A-R-8",) if fight.countering else ("FE-A-6",), unit)
    return True


def _paid_for_equipment(game: Game, fight: Fight, what: str) -> Procedure:
    """Some equipment costs unused chips with each strike, by the level of who wields it (FE-base-9-6).
    Without them the strike is called off like any that cannot be paid for (FE-A-C-3)."""
    for ability in game.printed(fight.wielded).all("wielded"):
        price = price_of(game, fight.striker, ability, fight)
        if not has_unused(game, fight.seat, price):
            yield Failed(what, fight.seat, "no unused chips", ("FE-base-9-6", "FE-A-C-3"), fight.striker)
            return False
        yield from pay(game, fight.seat, price, (), fight.wielded, "FE-base-9-6")
    return True


def _hit(game: Game, fight: Fight, times: int) -> Procedure:
    """Real damage takes chips, as many as there are (FE-OP-13); then come additional effects (FE-A-D-10)."""
    real = damage(game, fight, times)
    yield real.determined("damage", fight.victim, "FE-A-D-1")
    if real.value < 1:
        return
    taken = min(real.value, chips(game, fight.victim))
    pool = str(game.settings["damage_chips_go"])
    changes = tuple(take_chips(game, fight.victim, taken, pool))
    clauses = ("FE-A-R-8", "FE-OP-13") if fight.countering else ("FE-A-6", "FE-OP-13")
    yield Happened("damage", fight.victim, clauses, taken, fight.striker, changes)
    yield from _additions(game, fight)


def _additions(game: Game, fight: Fight) -> Procedure:
    """The effects of the strike besides its damage (FE-A-D-11): of its equipment, and those that were
    promised in its preparation second, by either side. In their text ``action`` is the unit that was hit."""
    lines = [(line, fight.seat, fight.wielded) for line in game.printed(fight.wielded).on("addition")]
    promises = [grant for seat in SEATS for grant in game.table.effects(seat, PROMISED)]
    lines += [(parse(grant.text), grant.on, grant.source) for grant in promises]
    for line, seat, source in lines:
        clauses, hit = ("FE-A-D-10", "FE-A-D-11"), Struck(fight.victim)
        yield from carry_out(game, (line,), Context(seat, source, clauses, action=hit, bearer=fight.striker))


class Struck:
    """The unit that was hit: the subject of an additional effect."""

    __slots__ = ("card", "seat")

    def __init__(self, card: CardRef) -> None:
        self.card = card
        self.seat = owner(card)


def _magic_leaves(game: Game, fight: Fight) -> Procedure:
    """A magic card is removed after its attack, unless 残像 keeps it (FE-OP-20, FE-base-9-3)."""
    gear, unit = fight.wielded, fight.striker
    if fight.is_initial or not on_field(game, unit) or game.printed(gear).kind != "magic":
        return
    if fight.countering and game.settings["magic_removed_after"] == "attack":  # FE-OP-37
        return
    if game.table.effects(unit, KEEPS_MAGIC):
        return
    changes = leaves(game, (gear,), zone_after_use(game, gear))
    yield Happened("magic used up", fight.seat, ("FE-OP-20", "FE-base-9-3"), card=gear, changes=changes)
