"""The word *modify* where it is carried out: a change that lasts for a time.

Not here: what acts on a value at a moment (``standing_texts``).
"""

from typing import Literal

import msgspec

from engine.common.continuous import STANDS, TEXT
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.interpret import grant_of
from engine.effect.print import show
from engine.effect.select import players_or_cards
from engine.effect.value import value
from engine.games.aquarian_age.affected import effect_kind
from engine.games.aquarian_age.board import card_named_by_acts
from engine.games.aquarian_age.declaration import Declaration, target_lines
from engine.games.aquarian_age.standing_texts import CONDITION
from engine.games.aquarian_age.standing_texts import EFFECT as BY_EFFECT
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.kinds import Happened

ANYBODY = ("character cards in territory of anyone", "cards in territory of anyone")
"""Selectors that any character on the field fits."""


def modify(game: Game, effect: tree.Modify, context: Context) -> Procedure:
    """A continuous change. One made by an effect is labelled so, because it ends when its character is no
    longer controlled (AA-7-2) and is suspended while effects are nullified (AA-13-1b). What is said of those
    who fit a description is in force for whoever fits it at each moment (AA-13-3a)."""
    label = BY_EFFECT if effect_kind(game, context) == BY_EFFECT else ""
    now, amount = value(game, effect.amount, context), _lasting(game, effect, context)
    line = show(msgspec.structs.replace(effect, amount=amount))
    if isinstance(effect.who, tree.Cards):
        text = f"{label}: {line}"
        grant = grant_of(game, context, context.you, TEXT, STANDS, amount=now, text=text, until=effect.until)
        yield Happened("text in force", context.you, context.clauses, now, context.card, (grant,))
        return
    text = label if isinstance(amount, tree.Number) else f"{label}: {line}"
    for of in players_or_cards(game, effect.who, context):
        condition = _condition(effect, context) if of in game.table.place else ""
        grant = grant_of(
            game,
            context,
            of,
            effect.quantity,
            effect.operation,
            amount=now,
            text=text + condition,
            until=effect.until,
        )
        on = card_named_by_acts(game, of) if of in game.table.place else of
        yield Happened("modified", on, context.clauses, now, context.card, (grant,))


def _condition(effect: tree.Modify, context: Context) -> str:
    """The target line that the holder has to fit for as long as it is affected; ``""`` where anybody does."""
    made = context.action
    if not isinstance(made, Declaration) or not isinstance(effect.who, tree.Named):
        return ""
    for choice in target_lines(made.ability):
        if choice.name == effect.who.name and show(choice.cards) not in ANYBODY:
            return CONDITION + show(choice)
    return ""


def _lasting(game: Game, effect: tree.Modify, context: Context) -> tree.Amount:
    """The amount as the text keeps it: an X that was chosen is a number by now (AA-20-5-a1), what a text
    reads from cards that it does not keep as well; everything else varies with what it stands for
    (AA-15-3)."""
    kept = _kept(effect.amount, context, effect.who.name if isinstance(effect.who, tree.Named) else "")
    return kept if kept is not None else tree.Number(value(game, effect.amount, context))


def _kept(amount: tree.Amount, context: Context, target: str) -> tree.Amount | None:
    """The amount with its chosen X as a number; None for one that is fixed now."""
    match amount:
        case tree.Count(tree.Among(thing)):
            return amount if _is_kept(thing, target) else None
        case tree.Number() | tree.Count() | tree.TrackOf():
            return amount
        case tree.X():
            return tree.Number(context.x)
        case tree.StatOf() | tree.Current():
            return amount if _is_kept(amount.thing, target) else None
        case tree.Half() | tree.Negative():
            inner = _kept(amount.amount, context, target)
            return None if inner is None else msgspec.structs.replace(amount, amount=inner)
    return None


def _is_kept(thing: Literal["bearer"] | tree.Thing, target: str) -> bool:
    """Whether a text that lasts still knows this card: its own, the character of its source, or the one that
    it acts on."""
    return (
        thing == "bearer"
        or isinstance(thing, tree.This)
        or (isinstance(thing, tree.Named) and thing.name == target)
    )
