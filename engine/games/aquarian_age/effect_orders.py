"""Words of card text about attacks, guards and declarations.

Not here: how an attack or a guard goes on (``attack``), or when it is declared (``chain``).
"""

from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.games.aquarian_age.affected import affected_cards
from engine.games.aquarian_age.board import (
    card_named_by_acts,
    controller,
    is_controlled,
)
from engine.games.aquarian_age.declaration import ATTACK, Declaration
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Failed, Happened


def attack(game: Game, effect: tree.Attack, context: Context) -> Procedure:
    """``order``: the first target attacks the second or the opponent, after this chain. ``guard``: it guards,
    whatever keeps others from guarding (AA-4-4a). Both reach one's own controlled characters alone (AA-3-2b,
    AA-4-2b), and none that is not affected by the text (AA-13-2a). Returns whether it was carried out."""
    made: Declaration = context.action
    (who,) = context.named.get("target", (context.bearer,))[:1] or ("",)
    clause = "AA-4-2b" if effect.style == "guard" else "AA-3-2b"
    if not who or not is_controlled(game, who) or controller(game, who) != context.you:
        yield Failed("attack", context.you, "not controlled", (clause,), context.card)
        return False
    if not affected_cards(game, (who,), context):
        yield Failed("attack", context.you, "not affected", ("AA-13-2a",), card_named_by_acts(game, who))
        return False
    on = card_named_by_acts(game, who)
    if effect.style == "guard":
        return (yield from _guards(game, made.first, who, context))
    at = context.named.get("second", ())
    made.first.orders.append((who, at[0] if at else opponent(game, context.you)))
    yield Happened("ordered", context.you, context.clauses, 1, on)
    return True


def _guards(game: Game, attack: Declaration, who: CardRef, context: Context) -> Procedure:
    """The character guards against the attack of this chain; without one, or as the attacker itself, it does
    not."""
    on = card_named_by_acts(game, who)
    if attack.kind != ATTACK or attack.character == who:
        yield Failed("attack", context.you, "nothing to guard", ("AA-4-4a",), on)
        return False
    attack.forced[who], attack.guarded_by = context.card, context.you
    yield Happened("guards", context.you, (*context.clauses, "AA-4-4a"), 1, on)
    return True


def nullify(game: Game, effect: tree.Nullify, context: Context) -> Procedure:
    """The declaration that this one responds to has no effect (AA-13-1a)."""
    made: Declaration = context.action
    if made.answers is None:
        yield Failed("nullify", context.you, "nothing declared", ("AA-13-1a",), context.card)
        return False
    made.answers.cancelled = "nullified"
    yield Happened("nullified", made.answers.seat, (*context.clauses, "AA-13-1a"), 1, made.answers.card)
    return True
