"""The resolution of a declared card or effect.

Not here: attacks and guards (``attack``), or what words of card text do (``effect_handlers``).
"""

from engine.common.marks import marked
from engine.effect.interpret import carry_out
from engine.effect.select import owner
from engine.games.aquarian_age.board import (
    AIM,
    PERMANENT,
    POWER,
    controller,
    is_character,
    is_controlled,
    name_of_card,
    names,
    role,
    zone_of,
)
from engine.games.aquarian_age.breaking import break_flaw, lay_break
from engine.games.aquarian_age.costs import cost_of, is_refunded, missing_factors, paid_to_hand, refund
from engine.games.aquarian_age.damage import enter
from engine.games.aquarian_age.declaration import Declaration, cards_with_effects, effects_of, x_kind
from engine.games.aquarian_age.declare import aims_noted
from engine.games.aquarian_age.leaving import card_leaves
from engine.games.aquarian_age.standing_texts import named_x, x_of
from engine.games.aquarian_age.values import NO_EFFECTS, is_nullified
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef, Flip, Move
from events.model.kinds import Failed, Happened, Resolved

LASTING = ("lasting", "lasting-main")
"""Duration 持続: to the end of the turn, or of the main phase. All other cards are 瞬間."""


def process_set(game: Game, made: Declaration) -> Procedure:
    """A character card goes on top of its party and is the active one (AA-base-3-2)."""
    if not (yield from _still_pending(game, made)):
        return
    name = name_of_card(game.printed(made.card))
    if name and name in names(game, made.seat) and game.settings["same_name_in_territory"] == "refused":
        yield from _fail(game, made, "same name", "AA-OP-6")
        return
    changes = (Move(made.card, f"pending.{made.seat}", f"faction.{made.seat}"),)
    yield Happened("set", made.seat, ("AA-base-3-2", "AA-1-1a"), card=made.card, changes=changes)
    yield from enter(game, [made.card])
    yield Resolved("set", made.seat, ("AA-base-6-4",), made.card)


def process_card(game: Game, made: Declaration) -> Procedure:
    """Factors and cost are checked (AA-19-1a, AA-20-3), then the card acts by its kind."""
    if not (yield from _still_pending(game, made)):
        return
    if missing_factors(game, made.seat, made.card, made.aims):
        yield from _fail(game, made, "factors", "AA-19-1b")
        return
    owed = min(
        made.cost, cost_of(game, made.card, made.number, made.aims).value
    )  # raised since: paid all the same (AA-20-4)
    if len(made.paid) < owed:
        yield from _fail(game, made, "cost", "AA-20-3")
        return
    if made.as_break:
        yield from _break(game, made)
        return
    printed = game.printed(made.card)
    if printed.kind == "permanent":
        yield from _permanent(game, made)
    elif printed.keywords and any(word in LASTING for word in printed.keywords):
        yield from _put_in_force(game, made)
    else:
        yield from _instant(game, made)
    yield from refund(game, made, f"{printed.kind}-refund", made.seat, "AA-20-1a")


def _still_pending(game: Game, made: Declaration) -> Procedure:
    """A declared card that a response has removed or nullified does nothing (AA-1-3b)."""
    if zone_of(game, made.card) != "pending":
        yield Failed(made.kind, made.seat, "removed", ("AA-1-3b",), made.card)
        return False
    if made.cancelled:
        yield from _fail(game, made, made.cancelled, "AA-13-1a")
        return False
    return True


def _fail(game: Game, made: Declaration, why: str, clause: str) -> Procedure:
    """It has no effect and is discarded; its cost is not returned (AA-19-1b, AA-10-2, AA-11-2d)."""
    changes = tuple(card_leaves(game, made.card, f"discard.{owner(made.card)}"))
    yield Failed(made.kind, made.seat, why, (clause,), made.card, changes)


# --- break -------------------------------------------------------------------------------------------


def _break(game: Game, made: Declaration) -> Procedure:
    """The break fails if the character was discarded meanwhile (AA-10-2), or could not be named by it any
    more (AA-base-7-3)."""
    (target,) = made.targets
    if not is_character(game, target):
        yield from _fail(game, made, "target gone", "AA-10-2")
        return
    if flaw := break_flaw(game, made.seat, made.card, target):
        yield from _fail(game, made, flaw.reason, flaw.clause)
        return
    returns = is_refunded(game, target, "break-refund")  # as it is before the break changes its icons
    yield from lay_break(game, made.seat, made.card, target)
    if returns and made.paid:
        yield from paid_to_hand(game, made, "AA-20-1a")
    else:
        yield from refund(game, made, "break-refund", made.seat, "AA-8-1-b-c")
    yield from enter(game, [made.card])
    yield Resolved("break", made.seat, ("AA-base-8-2", "AA-8-1-b-e"), made.card)


# --- permanent, project, fast, effect ------------------------------------------------------------------


def _permanent(game: Game, made: Declaration) -> Procedure:
    """It is attached to its character; without one it is discarded (AA-11-2d), as it is where the character
    is not controlled any more (AA-base-9-1)."""
    (target,) = made.targets
    if not is_character(game, target):
        yield from _fail(game, made, "target gone", "AA-11-2d")
        return
    if not is_controlled(game, target) or controller(game, target) != made.seat:
        yield from _fail(game, made, "not controlled", "AA-base-9-1")
        return
    place = game.table.place[target]
    changes = (*card_leaves(game, made.card, place), Attach(made.card, target, PERMANENT))
    yield Happened("worn", made.seat, ("AA-base-9-1",), card=made.card, changes=changes)
    yield from enter(game, [made.card])
    yield Resolved("permanent", made.seat, ("AA-base-9-1",), made.card)


def _put_in_force(game: Game, made: Declaration) -> Procedure:
    """A lasting card stays on the field while it is in force, whatever happens to what it affects
    (AA-13-3b)."""
    if not made.drop_improper_aims(game):
        yield from _fail(game, made, "target", "AA-base-7-3")
        return
    changes: list[AnyChange] = [Move(made.card, f"pending.{made.seat}", f"lasting.{made.seat}")]
    if not marked(game, made.card, AIM):
        changes += aims_noted(game, made, "AA-13-3a")
    yield Happened("in force", made.seat, ("AA-13-3b",), card=made.card, changes=tuple(changes))
    yield Resolved(game.printed(made.card).kind, made.seat, ("AA-base-7-4",), made.card)


def _instant(game: Game, made: Declaration) -> Procedure:
    """An instant card acts and is discarded (AA-base-7-4)."""
    if not made.drop_improper_aims(game):
        yield from _fail(game, made, "target", "AA-base-7-3")
        return
    assert made.ability is not None, "the vocabulary asks for a text"
    kind = game.printed(made.card).kind
    if game.printed(made.card).cost is None:  # kinds b and c may have changed since (AA-20-5-b1, AA-15-3)
        made.number = x_of(game, made.card)
    yield from carry_out(game, made.ability.do, made.context(game, "AA-base-7-4"))
    changes: tuple[AnyChange, ...] = ()
    if zone_of(game, made.card) == "pending":
        zone = "damage" if "to-damage" in game.printed(made.card).keywords else "discard"
        changes = tuple(card_leaves(game, made.card, f"{zone}.{owner(made.card)}"))
    yield Resolved(kind, made.seat, ("AA-base-7-4",), made.card, changes)


def process_effect(game: Game, made: Declaration) -> Procedure:
    """An effect acts if its character is still in the control area (AA-7-2) and has the same effect, from
    whichever of its cards (AA-7-6), not from a permanent that another wears now (AA-11-5), and if effects of
    it are not nullified (AA-13-1a)."""
    if reason := _why_no_effect(game, made):
        yield Failed("effect", made.seat, *reason, made.card)
        return
    assert made.ability is not None
    if x_kind(made.ability.keywords) == "x-set":  # at every moment, not only as it was declared (AA-20-5-c1)
        made.number = named_x(game, made.card, made.aims.get("target", ()), seat=made.seat)
    yield from carry_out(game, made.ability.do, made.context(game, "AA-7-2"))
    yield Resolved("effect", made.seat, ("AA-7-2",), made.card)


def _why_no_effect(game: Game, made: Declaration) -> tuple[str, tuple[str, ...]] | None:
    """Why an effect does nothing, and the clauses; None if it acts."""
    areas = ("control", "faction") if game.settings["effects_in_faction_area"] else ("control",)
    if made.cancelled:
        return made.cancelled, ("AA-13-1a",)
    if not is_character(game, made.character) or zone_of(game, made.character) not in areas:
        return "source gone", ("AA-7-2",)
    having = [card for card in cards_with_effects(game, made.character) if _has(game, card, made)]
    if not having:
        return ("paid elsewhere", ("AA-11-5",)) if _is_worn(game, made.card) else ("effect gone", ("AA-7-6",))
    if made.card not in having:
        made.card = having[-1]  # the same effect of the same character
    if is_nullified(game, made.character, NO_EFFECTS):
        return "nullified", ("AA-13-1a",)
    return None if made.drop_improper_aims(game) else ("target", ("AA-base-7-3",))


def _has(game: Game, card: CardRef, made: Declaration) -> bool:
    return made.ability in effects_of(game, card)


def _is_worn(game: Game, card: CardRef) -> bool:
    """Whether a card is a permanent of some character now."""
    return role(game, card) == PERMANENT


# --- power cards -------------------------------------------------------------------------------------


def set_power(game: Game, card: CardRef, character: CardRef) -> tuple[AnyChange, ...]:
    """The changes by which a card becomes a power card, face down."""
    place = game.table.place[character]
    return (*card_leaves(game, card, place), Attach(card, character, POWER), Flip(card, down=True))
