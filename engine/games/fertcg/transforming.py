"""Units that have to transform (竜化, 神竜化) before they can declare an attack (FE-base-9-5).

Not here: whether one may transform now (``verbs.transforming``), or when a transformation ends.
"""

from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.effect.select import owner
from engine.games.fertcg.ability import TRANSFORMATIONS, ability_named
from engine.games.fertcg.board import MARKS, TRANSFORMED, units
from engine.games.fertcg.leaving import withdraw
from engine.games.fertcg.price import pay, price_of
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Grant
from events.model.kinds import Act, Happened

BEFORE = ("move", "action")
"""The asks at which a unit may transform."""
TRANSFORM = "transform"
"""The act, and the moment of the text."""


def transformation(game: Game, unit: CardRef) -> Ability | None:
    """The ability by which a unit transforms, if it has to."""
    return ability_named(game, unit, *TRANSFORMATIONS)


def is_bound(game: Game, unit: CardRef) -> bool:
    """Whether a unit has to transform and has not."""
    return transformation(game, unit) is not None and not game.table.effects(unit, TRANSFORMED)


def with_transforming(game: Game, ask: Ask) -> Ask:
    """The ask before a move or an action, with that of transforming where a unit of the player could."""
    if ask.about not in BEFORE or not any(is_bound(game, unit) for unit in units(game, ask.seat)):
        return ask
    return Ask(
        ask.seat,
        (*ask.verbs, TRANSFORM),
        about=ask.about,
        clause=ask.clause,
        subject=ask.subject,
        omissible=ask.omissible,
    )


def transform(game: Game, act: Act) -> Procedure:
    """Paid for like any ability; it is no action, and lasts as long as the setting says (FE-OP-41)."""
    unit, *named = act.cards
    ability = transformation(game, unit)
    assert ability is not None  # the requirements have checked it
    yield from pay(game, act.seat, price_of(game, unit, ability), tuple(named), unit, "FE-base-9-5")
    until = "end of turn" if game.settings["transformation_lasts"] == "turn" else MARKS[TRANSFORMED]
    changed = Grant(game.number(), unit, TRANSFORMED, "mark", 1, "", until, unit, "FE-base-9-5")
    clauses = ("FE-base-9-5", "FE-OP-41")
    yield Happened("transformed", owner(unit), clauses, card=unit, changes=(changed,))
    yield from carry_out(game, ability.do, Context(owner(unit), unit, clauses))
    yield from withdraw(game)
