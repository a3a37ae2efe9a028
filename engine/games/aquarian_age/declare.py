"""Declaring a card or an effect: it is announced, its targets are named, its cost is paid, and it is pending.

Not here: attacks and guards (``attack``), whether it may be declared (``verbs``), its resolution
(``resolve``).
"""

from engine.common.marks import mark
from engine.games.aquarian_age.board import (
    AIM,
    USED_AS_BREAK,
    X,
    character_of,
)
from engine.games.aquarian_age.costs import cost_of, effect_cost, pay
from engine.games.aquarian_age.declaration import (
    EFFECT,
    SET,
    USE,
    Declaration,
    counts_as_break,
    effect_of,
    named_targets,
    use_text,
    x_kind,
)  # fmt: skip
from engine.games.aquarian_age.standing_texts import aim_operation, named_x
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Grant, Move
from events.model.kinds import Act, Happened


def declare_set(game: Game, act: Act) -> Procedure:
    """A character card is declared, which costs nothing (AA-base-6-4). It is pending and not set yet
    (AA-1-1c)."""
    made = Declaration(SET, act, seq=game.last)
    yield Happened("declared", made.seat, ("AA-base-7-1", "AA-1-3a"), 0, made.card, _waits(game, made))
    return made


def declare_card(game: Game, act: Act, answers: Declaration | None = None) -> Procedure:
    """A declared card is pending, neither on the field nor in a hand (AA-1-3a), and is paid for. Where a cost
    was raised, the effect's X is the payment less the raise (AA-20-7). A card from the discard or the damage
    pile has the X that its text fixes (AA-20-5-c3), or none."""
    made = Declaration(USE, act, seq=game.last, answers=answers)
    printed = game.printed(made.card)
    made.as_break = counts_as_break(game, made.card)
    if made.as_break or printed.kind == "permanent":
        made.targets = tuple(character_of(game, card) for card in act.targets)
    else:
        made.ability = use_text(printed)
    made.number = x_declared(game, act)
    made.aim(game)
    made.cost = cost_of(game, made.card, made.number, made.aims).value
    changes = list(_waits(game, made))
    if printed.kind == "character":
        changes.append(mark(game, made.card, USED_AS_BREAK, "AA-8-1-b-b"))
    if printed.cost is None:
        changes.append(mark(game, made.card, X, "AA-20-5", amount=made.number, source=made.card))
    if "x-set" in printed.keywords:  # its X is computed from its target (AA-20-5-c2)
        changes += aims_noted(game, made, "AA-20-5-c2")
    yield Happened("declared", made.seat, ("AA-base-7-2", "AA-1-3a"), 0, made.card, tuple(changes))
    yield from pay(game, made, "AA-base-5-2", "AA-20-5")
    return made


def aims_noted(game: Game, made: Declaration, clause: str) -> list[Grant]:
    """The marks that note the targets of a card on it, each under its name in the text."""
    return [
        mark(game, made.card, AIM, clause, source=one, operation=aim_operation(name))
        for name, cards in made.aims.items()
        for one in cards
    ]


def x_declared(game: Game, act: Act) -> int:
    """The X of a card or an effect as it is declared: chosen by its player (AA-20-5-a1), or fixed by the text
    (AA-20-5-c1)."""
    of_effect = act.verb == EFFECT
    printed = game.printed(act.cards[0])
    ability = effect_of(game, act) if of_effect else use_text(printed)
    keywords = ability.keywords if of_effect and ability is not None else printed.keywords
    if x_kind(keywords) != "x-set":
        return act.number or 0
    made = Declaration(act.verb, act, seq=game.last)
    named = named_targets(game, ability, act.targets, made.context(game, "AA-20-5-c1"))
    return named_x(game, made.card, named.get("target", ()), seat=act.seat)


def declare_effect(game: Game, act: Act, answers: Declaration | None = None) -> Procedure:
    """An effect of a character or of its permanent, paid for from that character (AA-base-5-2)."""
    made = Declaration(EFFECT, act, seq=game.last, answers=answers)
    made.character = character_of(game, made.card)
    made.ability = effect_of(game, act)
    assert made.ability is not None, "the verb asks for a text that is there"
    made.aim(game)
    made.number = x_declared(game, act)
    made.cost = effect_cost(made.ability, made.number)
    yield from pay(game, made, "AA-base-5-2")
    return made


def _waits(game: Game, made: Declaration) -> tuple[AnyChange, ...]:
    return (Move(made.card, game.table.place[made.card], f"pending.{made.seat}"),)
