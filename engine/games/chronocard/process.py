"""Step 3 of a use: added costs, the list of reasons to fail, then the card or the skill takes effect.

Targets and payment are not chosen again because of an interrupt (CC-FAIL-2, CC-FAIL-3, CC-AF-2, CC-AF-3), and
no payment is returned (CC-FAIL-6, CC-AF-6). Not here: what words of card text do (``effect_handlers``).
"""

from collections.abc import Iterable

from engine.common.marks import mark, marked
from engine.effect.context import Context
from engine.effect.interpret import perform
from engine.effect.tree import Effect
from engine.games.chronocard.board import (
    FRESH,
    WAITING,
    is_checked,
    is_down,
    is_fresh,
    on_field,
    waiting_place,
)
from engine.games.chronocard.declaration import SKILL, USE, Declaration, condition_met
from engine.games.chronocard.declare import ONCE, counted, uses
from engine.games.chronocard.ep import generate, pool
from engine.games.chronocard.leaving import card_leaves, check_state, tokens_of
from engine.games.chronocard.payment import paid_names
from engine.games.chronocard.prepare import targets_fit
from engine.games.chronocard.strength import FACE_DOWN
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Expire, Move, Set
from events.model.kinds import Failed, Happened, Paid, Resolved

FAIL_CLAUSES = {
    "cost": {USE: "CC-FAIL-7", SKILL: "CC-AF-7"},
    "nullified": {USE: "CC-FAIL-1", SKILL: "CC-AF-1"},
    "target": {USE: "CC-FAIL-8", SKILL: "CC-AF-8"},
    "impossible": {USE: "CC-FAIL-9", SKILL: "CC-AF-14"},
    "stopped": {USE: "CC-FAIL-10", SKILL: "CC-AF-15"},
    "holder left": {SKILL: "CC-AF-9"},
    "face down": {SKILL: "CC-AF-10"},
    "checked": {SKILL: "CC-AF-11"},
    "limit": {SKILL: "CC-AF-12"},
    "first turn": {SKILL: "CC-AF-13"},
}
"""Every reason to fail, with its clause for cards and for A.Skills."""


class Impossible(Exception):
    """Raised by a word of card text that cannot be carried out now."""


def process(game: Game, made: Declaration) -> Procedure:
    """Process a used card or skill after all its interrupts (CC-USE-11): it resolves once or fails once
    (CC-USE-5, CC-AS-7)."""
    if made.void:
        yield from _fail(game, made, made.void)
        return
    if reason := reason_to_fail(game, made):
        yield from _fail(game, made, reason)
        return
    if made.kind == USE and game.printed(made.card).kind != "event":
        yield from _put_on_field(game, made)
        return
    before = len(game.history)
    clauses = ("CC-USE-13", "CC-USE-7") if made.kind == USE else ("CC-AS-7", "CC-AS-3")
    assert made.ability is not None, "what acts as it is used has a text"
    if (yield from carry_out_text(game, made.ability.do, made.context(*clauses))):
        changes: list[AnyChange] = [] if made.kind == SKILL else _discard_pending(game, made)
        if (
            made.kind == SKILL
            and ONCE in made.ability.keywords
            and game.settings["once_counts"] == "resolved"
        ):
            changes.append(counted(game, made))
        yield Resolved(made.kind, made.seat, clauses, made.card, tuple(changes))
    else:
        yield from _fail(game, made, "stopped" if len(game.history) > before else "impossible")


def carry_out_text(game: Game, effects: Iterable[Effect], context: Context) -> Procedure:
    """The text in printed order, up to the first impossible part (CC-FAIL-10, CC-AF-15); returns whether all
    of it was possible."""
    for effect in effects:
        try:
            yield from perform(game, effect, context)
        except Impossible:
            return False
        yield from check_state(game)
    return True


ADDED = {USE: "CC-FAIL-4", SKILL: "CC-AF-4"}
"""The clause of an added cost; of a declaration that is neither: ``CC-OP-28``."""


def settle_owed(game: Game, made: Declaration) -> Procedure:
    """The cost that an interrupt added, and only that, is prepared and paid now (CC-FAIL-4, CC-AF-4), for
    declarations of every kind (CC-OP-28): what was paid before is not paid again (CC-FAIL-3, CC-AF-3)."""
    clause = ADDED.get(made.kind, "CC-OP-28")
    while made.owed and not made.void:
        act = yield Ask(made.seat, ("ep", "pay", "refuse"), about="owed", clause=clause, subject=made)
        with game.because(game.last):
            if act.verb == "ep":
                yield from generate(game, act)
            elif act.verb == "pay":
                changes = (Set("EP", made.seat, pool(game, made.seat) - made.owed),)
                yield Paid(made.seat, "cost", (clause, "CC-COST-3"), made.owed, made.card, changes=changes)
                made.owed = 0
            else:
                made.owed, made.void = 0, "cost"


def reason_to_fail(game: Game, made: Declaration) -> str:
    """The first reason to fail that applies now; ``""`` if none does (CC-FAIL-1, CC-AF-1). A card that waits
    in the discard pile may have left it (CC-OP-1)."""
    if made.kind == SKILL and (reason := _holder_reason(game, made)):
        return reason
    if made.kind == USE and not _waits(game, made):
        return "impossible"
    context = made.context("CC-FAIL-8")
    fits = targets_fit(game, made.ability, made.targets, context, paid=paid_names(made.ability))
    return "" if fits else "target"


def _holder_reason(game: Game, made: Declaration) -> str:
    """Why the card that has the skill fails it. The Check that it paid itself does not count (CC-base-5-3);
    for an item it is the item or its character that counts (CC-OP-3)."""
    ability = made.ability
    assert ability is not None
    harmless = {"checked"} | (made.by_cost if game.settings["own_cost"] == "harmless" else set())  # CC-OP-32
    harmless &= made.by_cost
    if not (on_field(game, made.card) and on_field(game, made.holder)):
        return "" if "holder left" in harmless else "holder left"
    if is_down(game, made.holder) and FACE_DOWN not in ability.keywords and "face down" not in harmless:
        return "face down"
    if is_checked(game, made.holder) and "checked" not in harmless:
        return "checked"
    if FACE_DOWN in ability.keywords and not is_down(game, made.holder):
        return "limit"
    if ONCE in ability.keywords and _exceeded(game, made):
        return "limit"
    paid_away = made.condition_paid_away and game.settings["own_cost"] == "harmless"  # CC-OP-32
    if not paid_away and not condition_met(game, ability, made.context("CC-AF-12")):
        return "limit"
    return "first turn" if is_fresh(game, made.holder) else ""


def _exceeded(game: Game, made: Declaration) -> bool:
    """A use that was counted when declared does not exceed its own limit (CC-OP-15)."""
    own = 1 if game.settings["once_counts"] == "declared" else 0
    return uses(game, made.card, made.number) > own


def _put_on_field(game: Game, made: Declaration) -> Procedure:
    """A permanent enters the field (CC-USE-6, CC-USE-12): a character not Checked and under first-turn
    restriction (CC-base-2-3), a BGM with its tokens (CC-base-2-6), an item with its character (CC-OP-3)."""
    seat, card, printed = made.seat, made.card, game.printed(made.card)
    context = made.context("CC-USE-12", "CC-USE-6")
    if printed.kind == "item":
        assert made.ability is not None, "an item says whom it is given to"
        yield from carry_out_text(game, made.ability.do, context)
        if not on_field(game, card):  # a part of its text before that was impossible (CC-FAIL-10)
            yield from _fail(game, made, "stopped")
            return
    else:
        changes: list[AnyChange] = [
            Move(card, waiting_place(game, seat), f"field.{seat}"),
            *no_longer_waits(game, card),
        ]
        if printed.kind == "character":
            changes.append(mark(game, card, FRESH, "CC-base-2-3", source=card))
        changes += tokens_of(game, card)
        yield Happened("placed", seat, context.clauses, card=card, changes=tuple(changes))
    yield Resolved(made.kind, seat, ("CC-USE-5", "CC-USE-12"), card)


def _fail(game: Game, made: Declaration, reason: str) -> Procedure:
    """It does nothing more; a card goes to discard whatever its type (CC-FAIL-5), a skill moves nothing
    (CC-AF-5)."""
    clause = FAIL_CLAUSES[reason][made.kind]
    if made.kind == USE:
        clauses, changes = (clause, "CC-FAIL-5", "CC-FAIL-6"), _discard_pending(game, made)
    else:
        clauses, changes = (clause, "CC-AF-5", "CC-AF-6"), []
    yield Failed(made.kind, made.seat, reason, clauses, made.card, tuple(changes))


def _discard_pending(game: Game, made: Declaration) -> list[AnyChange]:
    """A pending card goes to discard (CC-USE-7, CC-FAIL-5); one that waits there stays (CC-OP-1)."""
    if not _waits(game, made):
        return []
    if waiting_place(game, made.seat) == f"discard.{made.seat}":
        return no_longer_waits(game, made.card)
    return card_leaves(game, made.card, f"discard.{made.seat}")


def _waits(game: Game, made: Declaration) -> bool:
    """Whether a declared card still lies where it was put; on the discard pile it may have left, and come
    back (CC-OP-1)."""
    place = waiting_place(game, made.seat)
    marked_there = place.partition(".")[0] == "pending" or marked(game, made.card, WAITING)
    return game.table.place[made.card] == place and marked_there


def no_longer_waits(game: Game, card: CardRef) -> list[AnyChange]:
    return [Expire(grant.id) for grant in game.table.effects(card, WAITING)]
