"""Abilities used in a preparation second: crest abilities (紋章能力), special abilities (特殊能力), and the
optional effect of an equipment.

They take effect as they are used and are not part of a chain, unless a setting makes them so (FE-S-4,
FE-OP-19); only 運 undoes a crest ability that was just used (FE-base-8-3). Not here: who may use which when
(``verbs``).
"""

from engine.effect.context import Context, opponent
from engine.effect.interpret import carry_out
from engine.games.fertcg.declaration import Declaration
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.leaving import withdraw
from engine.games.fertcg.price import pay, price_of
from engine.games.fertcg.surprise import CHAIN
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Act, Failed, Passed, Resolved

CRESTS = ("力", "技", "速", "運", "守", "魔")
OFFENSIVE, DEFENSIVE, LUCK = ("力", "技"), ("速", "守", "魔"), "運"
"""Used when the unit attacks or counters (FE-C-3), when it is attacked or countered (FE-C-4), and when the
other unit has used a crest ability (FE-C-5)."""
SPECIALS = ("鋭刃", "押し戻し", "必殺", "連撃", "見切り", "指揮", "残像")
"""Special abilities of the preparation second (FE-C-8)."""
MOVE_AGAIN = "再移動"
"""Used after a fight instead (FE-C-9)."""
INSTEAD_OF_ACTION = ("踊る", "調達", "鼓舞")
"""Used instead of an action (FE-B-3)."""
TRANSFORMATIONS = ("竜化", "神竜化")
"""Used before an attack, which is not possible otherwise (FE-base-9-5)."""
TRIGGERED = ("召集A", "召集B")
SYMBOLS = (*CRESTS, *SPECIALS, MOVE_AGAIN, *INSTEAD_OF_ACTION, *TRANSFORMATIONS, *TRIGGERED)


def ability_named(game: Game, unit: CardRef, *names: str) -> Ability | None:
    """The ability with this name that is printed on a unit."""
    printed = game.card(unit)
    abilities = printed.abilities if printed is not None else ()
    return next((ability for ability in abilities if ability.symbol in names), None)


def use(game: Game, act: Act, fight: Fight) -> Procedure:
    """Pay, then take effect, unless it is undone immediately (FE-K-1)."""
    unit, *named = act.cards
    ability = ability_named(game, unit, act.words[0])
    assert ability is not None  # the requirements have checked it
    made = Declaration(ability.on, act.seat, unit, ability, seq=game.last, process=take_effect, fight=fight)
    used = fight.crests if ability.on == "crest" else fight.specials
    used.append((unit, ability.symbol))
    with game.because(made.seq):
        yield from pay(game, act.seat, price_of(game, unit, ability, fight), tuple(named), unit, "FE-K-1")
    if game.settings["abilities_in_chains"]:  # FE-OP-19
        yield from CHAIN.run(game, made)
    else:
        with game.because(made.seq):
            yield from take_effect(game, made)


def take_effect(game: Game, made: Declaration) -> Procedure:
    """Carry out the text of the ability, after the other side could use 運 against a crest ability."""
    crest = made.kind == "crest"
    if crest and not made.nullified:
        yield from _luck(game, made)
    clauses = ("FE-A-P-3", "FE-C-1") if crest else ("FE-A-P-4", "FE-C-8")
    if made.nullified:
        yield Failed("ability", made.seat, "nullified", ("FE-C-5", "FE-base-8-2"), made.card)
    else:
        yield from carry_out(game, made.ability.do, made.context(*clauses))
        yield Resolved("ability", made.seat, clauses, made.card)
    yield from withdraw(game)


def _luck(game: Game, made: Declaration) -> Procedure:
    """運 is offered at once to the unit on the other side, if that has it (FE-C-5, FE-base-8-3)."""
    fight, seat = made.fight, opponent(game, made.seat)
    assert fight is not None
    unit = fight.foe_of(made.card)
    if not fight.stands(game) or ability_named(game, unit, LUCK) is None:
        return
    act = yield Ask(seat, ("use", "pass"), about="luck", clause="FE-C-5", subject=made)
    if type(act) is Passed:
        return
    _, *named = act.cards
    ability = ability_named(game, unit, LUCK)
    assert ability is not None
    answer = Declaration(
        "crest", seat, unit, ability, seq=game.last, process=take_effect, fight=fight, answers=made
    )
    fight.crests.append((unit, LUCK))
    with game.because(answer.seq):
        yield from pay(game, seat, price_of(game, unit, ability, fight), tuple(named), unit, "FE-K-1")
        yield from take_effect(game, answer)


def apply(game: Game, act: Act, fight: Fight) -> Procedure:
    """The optional effect of the current equipment is chosen now, or not at all (FE-A-P-5)."""
    gear, *named = act.cards
    unit = fight.of(act.seat)
    (ability,) = game.printed(gear).all("option")
    fight.optional.append(gear)
    with game.because(game.last):
        yield from pay(game, act.seat, price_of(game, unit, ability, fight), tuple(named), gear, "FE-A-P-5")
        yield from carry_out(
            game, ability.do, Context(act.seat, gear, ("FE-A-P-5",), action=fight, bearer=unit)
        )
        yield Resolved("option", act.seat, ("FE-A-P-5",), gear)
        yield from withdraw(game)
