"""Handlers of card language words with a meaning of their own in Aquarian Age.

Not here: the words that mean the same in every game (``engine.effect.interpret``).
"""

from collections.abc import Callable
from typing import Any

from engine.common.marks import mark, marked
from engine.effect import interpret, tree
from engine.effect.context import Context
from engine.effect.interpret import Handler, draw_word
from engine.effect.select import candidates, choose_unless_all, owner, players_or_cards
from engine.effect.value import how_many, value
from engine.games.aquarian_age.affected import affected_cards
from engine.games.aquarian_age.board import (
    BATTLING,
    BREAK,
    FAMILIAR,
    FIELD,
    MADE,
    PERMANENT,
    POWER,
    SEATS,
    TERRITORY,
    card_named_by_acts,
    character_of,
    is_character,
    kind,
    name_of_card,
    names,
    power,
    role,
    zone_of,
)
from engine.games.aquarian_age.breaking import break_flaw, lay_break
from engine.games.aquarian_age.damage import damage_character, dealt, enter, judgement
from engine.games.aquarian_age.draw import draw
from engine.games.aquarian_age.effect_modify import modify
from engine.games.aquarian_age.effect_orders import attack, nullify
from engine.games.aquarian_age.leaving import card_leaves, character_moves, discard, offer_bind, part_leaves
from engine.games.aquarian_age.resolve import set_power
from engine.games.aquarian_age.values import mind
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef
from events.model.kinds import Failed, Happened

# --- damage ------------------------------------------------------------------------------------------


def _damage(game: Game, effect: tree.Damage, context: Context) -> Procedure:
    """Damage by a text is never battle damage (AA-5-2b). Several characters are damaged simultaneously. The
    text was carried out where it was dealt to anybody (AA-17-7b)."""
    amount = value(game, effect.amount, context)
    found = players_or_cards(game, effect.who, context)
    fallen = []
    seats = [one for one in found if one in SEATS]
    for seat in seats:
        yield from judgement(game, seat, amount, *context.clauses, card=context.card)
    hit = affected_cards(game, tuple(one for one in found if is_character(game, one)), context)
    for one in hit:
        if (yield from damage_character(game, one, amount, *context.clauses, "AA-5-2b", card=context.card)):
            fallen.append(one)
    if seats or hit:
        yield from dealt(game, context.card, amount)
    yield from discard(game, fallen, *context.clauses, card=context.card)
    return bool(seats or hit)


# --- cards -------------------------------------------------------------------------------------------


def _destroy(game: Game, effect: tree.Destroy, context: Context) -> Procedure:
    """Cards are discarded: characters as a whole, others one by one. Discarding only a break card does not
    discard the character (AA-base-8-4), whose next card is on top again without entering (AA-1-1d)."""
    found = players_or_cards(game, effect.cards, context)
    whole = affected_cards(game, tuple(card for card in found if is_character(game, card)), context)
    parts = affected_cards(game, tuple(card for card in found if not is_character(game, card)), context)
    parts = [card for card in parts if card in game.table.place]
    changes = [one for card in parts for one in part_leaves(game, card, f"discard.{owner(card)}")]
    if parts:
        yield Happened(
            "card discarded",
            context.you,
            context.clauses,
            len(parts),
            parts[0],
            tuple(dict.fromkeys(changes)),
        )
    going = yield from discard(game, whole, *context.clauses, card=context.card)
    return bool(parts) or going


def _move(game: Game, effect: tree.MoveTo, context: Context) -> Procedure:
    """Move cards to a zone of their owner. Power cards are chosen now, not at the declaration (AA-12-4). A
    zone that nobody may look through is visible now to the player who chooses from it (AA-2-2)."""
    if cost_has_moved(game, effect.cards, context):
        yield Failed("effect", context.you, "cost moved", ("AA-20-1b",), context.card)
        return False
    among = candidates(game, effect.cards, context)
    number = how_many(game, effect.number, among, context)
    if not number:
        return None
    if isinstance(effect.cards, tree.Cards) and effect.cards.zone == "discard":
        whose = effect.cards.who
        for seat in SEATS if whose == "anyone" else (context.who(game, whose),):
            if game.table.at(f"discard.{seat}"):
                number_there = len(game.table.at(f"discard.{seat}"))
                yield Happened("pile opened", seat, ("AA-2-2",), number_there, context.card)
    by, up_to = context.who(game, effect.by), isinstance(effect.number, tree.UpTo)
    chosen = yield from choose_unless_all(game, by, among, number, context, up_to=up_to)
    if effect.name:
        context.named[effect.name] = chosen
    return (yield from _moved(game, effect.zone, affected_cards(game, chosen, context), context))


def cost_has_moved(game: Game, cards: tree.Node, context: Context) -> bool:
    """Whether a text is about the cards that paid for it, and one of them lies elsewhere than in the discard
    pile: then nothing happens (AA-20-1b)."""
    paid = context.named.get("cost", ()) if cards == tree.Named("cost") else ()
    return any(zone_of(game, card) != "discard" for card in paid)


def _moved(game: Game, zone: str, chosen: list[CardRef], context: Context) -> Procedure:
    chosen = [card for card in chosen if _goes_by_itself(game, card, chosen)]
    gone = False
    if zone == "discard":  # a character goes there by a discard like any other (AA-17-1a, AA-OP-21)
        whole = [card for card in chosen if is_character(game, card)]
        gone = yield from discard(game, whole, *context.clauses, card=context.card)
        chosen = [card for card in chosen if card not in whole]
    if zone in TERRITORY:
        chosen = yield from _able_to_come(game, chosen)
    else:
        chosen = yield from _not_bound(game, chosen)
    changes: list[AnyChange] = []
    for card in chosen:
        if is_character(game, card) and zone in TERRITORY:
            changes += character_moves(game, card, zone)
        elif is_character(game, card):
            for part in (card, *game.table.guests.get(card, ())):
                own = part == card or role(game, part) == BREAK
                changes += card_leaves(game, part, f"{zone if own else 'discard'}.{owner(part)}")
        else:
            changes += part_leaves(game, card, f"{zone}.{owner(card)}")
    if not chosen:
        return gone
    came = [card for card in chosen if zone in TERRITORY and zone_of(game, card) not in TERRITORY]
    clauses = (*context.clauses, "AA-20-1a") if zone == "hand" else context.clauses
    yield Happened("moved", context.you, clauses, len(chosen), context.card, tuple(dict.fromkeys(changes)))
    yield from enter(game, came)  # coming from a pile is entering as well (AA-1-1b)
    return True


def _not_bound(game: Game, chosen: list[CardRef]) -> Procedure:
    """The cards that do leave: Bind may keep a character, wherever it was to go (AA-base-12-3)."""
    going = []
    for card in chosen:
        if not (is_character(game, card) and (yield from offer_bind(game, card))):
            going.append(card)
    return going


def _goes_by_itself(game: Game, card: CardRef, chosen: list[CardRef]) -> bool:
    """Whether a card does not go with its character, which moves as well."""
    character = character_of(game, card)
    return character in (card, "") or character not in chosen


def _able_to_come(game: Game, chosen: list[CardRef]) -> Procedure:
    """The cards that may come to the field as characters: character cards (AA-9-1a), and none whose name is
    in the territory of its owner (AA-OP-6)."""
    found: list[CardRef] = []
    for card in chosen:
        if is_character(game, card):
            found.append(card)
            continue
        if kind(game, card) != "character":
            yield Failed("set", owner(card), "no character", ("AA-9-1a",), card)
            continue
        name = name_of_card(game.printed(card))
        coming = {name_of_card(game.printed(one)) for one in found if owner(one) == owner(card)}
        refused = game.settings["same_name_in_territory"] == "refused"
        if name and refused and name in coming | names(game, owner(card)):
            yield Failed("set", owner(card), "same name", ("AA-OP-6",), card)
        else:
            found.append(card)
    return found


def _attach(game: Game, effect: tree.AttachTo, context: Context) -> Procedure:
    """Cards become power cards, permanents or break cards of a character, or characters of their own."""
    if cost_has_moved(game, effect.thing, context):
        yield Failed("effect", context.you, "cost moved", ("AA-20-1b",), context.card)
        return False
    for card in context.thing(effect.thing):
        if effect.role == FAMILIAR:
            yield from _familiar(game, card, context)
            continue
        assert not isinstance(effect.to, str), "cards are set on characters"
        found = [character_of(game, one) for one in context.thing(effect.to)]
        target = found[0] if found else ""
        if effect.role == POWER:
            yield from _as_power(game, card, target, context)
        elif effect.role == BREAK:
            yield from _as_break(game, card, target, context)
        else:
            yield from _as_permanent(game, card, target, context)
    return None


def _as_break(game: Game, card: CardRef, target: CardRef, context: Context) -> Procedure:
    """A break card that a text sets does what a declared one does (AA-base-8-1, AA-base-8-2), also as it
    comes to the field (AA-1-1b). One that does not fit stays where it is."""
    if flaw := break_flaw(game, context.you, card, target):
        yield Failed("break", context.you, flaw.reason, (flaw.clause,), card)
        return
    if game.settings["break_on_unaffected"] == "refused" and not affected_cards(game, (target,), context):
        yield Failed("break", context.you, "not affected", ("AA-OP-33", "AA-13-2a"), card)
        return
    came = zone_of(game, card) not in TERRITORY
    yield from lay_break(game, context.you, card, target, *context.clauses)
    yield from enter(game, [card] if came else [])


def _as_permanent(game: Game, card: CardRef, target: CardRef, context: Context) -> Procedure:
    """A permanent is set whatever number the character has already (AA-11-3). Without a character it is
    discarded (AA-11-2d)."""
    if kind(game, card) != "permanent":
        yield Failed("permanent", context.you, "no permanent", ("AA-11-3",), card)
        return
    if not target:
        changes = tuple(card_leaves(game, card, f"discard.{owner(card)}"))
        yield Failed("permanent", context.you, "target gone", ("AA-11-2d",), card, changes)
        return
    came = zone_of(game, card) not in TERRITORY
    changes = (*card_leaves(game, card, game.table.place[target]), Attach(card, target, PERMANENT))
    yield Happened("worn", context.you, (*context.clauses, "AA-11-3"), card=card, changes=changes)
    yield from enter(game, [card] if came else [])


def _as_power(game: Game, card: CardRef, target: CardRef, context: Context) -> Procedure:
    """A power card that cannot be set, for lack of room or of a character, is discarded (AA-12-2b)."""
    if card not in game.table.place:
        return
    if target and power(game, target) < mind(game, target):
        yield Happened(
            "charged", context.you, (*context.clauses, "AA-12-3a"), 1, card_named_by_acts(game, target),
            set_power(game, card, target),
        )  # fmt: skip
        return
    changes = tuple(card_leaves(game, card, f"discard.{owner(card)}"))
    yield Happened("no room", context.you, ("AA-12-2b",), 1, card, changes)


def _familiar(game: Game, card: CardRef, context: Context) -> Procedure:
    """A card becomes a character for as long as the effect exists (AA-7-3a, AA-7-3b): a card of one's own
    that is not on the field."""
    seat = context.you
    if owner(card) != seat or zone_of(game, card) in FIELD:
        yield Failed("familiar", seat, "no card for it", ("AA-7-3a",), card)
        return
    changes = (
        *card_leaves(game, card, f"control.{seat}"),
        Attach(card, seat, FAMILIAR),
        mark(game, card, MADE, "AA-7-3a", source=context.card),
    )
    yield Happened("made", seat, (*context.clauses, "AA-7-3a"), 1, card, changes)


# --- the words ---------------------------------------------------------------------------------------


EFFECT_HANDLERS: dict[type[Any], Handler] = {
    tree.Modify: modify,
    tree.Damage: _damage,
    # Cards for power are drawn as well (AA-12-3a), and an empty deck is a losing condition (AA-12-3b).
    tree.Draw: draw_word(draw),
    tree.Destroy: _destroy,
    tree.MoveTo: _move,
    tree.AttachTo: _attach,
    tree.Attack: attack,
    tree.Nullify: nullify,
    tree.Then: interpret.COMMON_HANDLERS[
        tree.Then
    ],  # その後: in order, and not without the first part (AA-17-7a, AA-17-7b)
}

TIMES: dict[str, Callable[[Game, Any], bool]] = {
    "own-turn": lambda game, context: game.table.seat == context.you,
    "other-turn": lambda game, context: game.table.seat != context.you,
    "in-battle": lambda game, context: marked(game, context.bearer, BATTLING),
    "faction-phase": lambda game, context: game.table.phase == "faction",
}
"""Named states in which a text may act."""


def topic(game: Game, what: str, card: CardRef, action: Any) -> str:
    """The topic of a prohibition. No text of this game is one: what cannot be done is a continuous effect."""
    return game.table.face[card]
