"""Cards that leave the field with what is attached to them, and characters that are discarded.

Not here: the causes (``effect_handlers``, ``battle``, ``state_checks``).
"""

from msgspec.structs import replace

from engine.common.leaving import ended, moved
from engine.common.marks import mark, marked
from engine.effect.context import Context
from engine.effect.select import choose_unless_all, owner
from engine.games.aquarian_age.board import (
    AIM,
    BREAK,
    FALLING,
    MADE,
    POWER,
    SEATS,
    TERRITORY,
    all_characters,
    attached,
    character_of,
    constituents,
    controller,
    is_character,
    is_controlled,
    name_of_card,
    power,
    role,
    top,
)  # fmt: skip
from engine.games.aquarian_age.standing_texts import EFFECT
from engine.games.aquarian_age.trigger import due_abilities, fire, fire_due
from engine.games.aquarian_age.values import skill
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Expire, Grant, Move, Place
from events.model.kinds import Happened, Passed


def card_leaves(game: Game, card: CardRef, place: Place) -> list[AnyChange]:
    """The changes that move one card to ``place``, face up: its marks end, and what an effect from it did
    ends with it (AA-1-2)."""

    def from_it(grant: Grant) -> bool:
        return grant.source == card and (grant.text.startswith(EFFECT) or grant.quantity == AIM)

    return [*moved(game, card, place), *ended(game, card, from_it)]


def part_leaves(game: Game, card: CardRef, place: Place) -> list[AnyChange]:
    """The changes that move a card away from a character that stays. What an effect from a break card did
    ends with the card, or by setting goes on as the character's (AA-OP-39)."""
    changes = card_leaves(game, card, place)
    character = character_of(game, card)
    if role(game, card) != BREAK or game.settings["effect_of_lost_break"] == "ends":
        return changes
    if is_controlled(game, character):  # elsewhere it ends with its character (AA-7-2)
        for grant in game.table.grants.values():
            if grant.source == card and (grant.text.startswith(EFFECT) or grant.quantity == MADE):
                changes += [Expire(grant.id), replace(grant, source=character)]
    return changes


def character_leaves(game: Game, character: CardRef) -> list[AnyChange]:
    """The changes that move a character with everything set on it to the discard pile (AA-base-10-5)."""
    changes: list[AnyChange] = []
    for card in game.table.guests.get(character, ()):
        pile = _discard_zone(game, card, "discard") if role(game, card) == BREAK else "discard"
        changes += card_leaves(game, card, f"{pile}.{owner(card)}")
    pile = _discard_zone(game, character, "discard")
    return [*changes, *card_leaves(game, character, f"{pile}.{owner(character)}")]


def removed(game: Game, card: CardRef, place: Place) -> tuple[AnyChange, ...]:
    """The changes by which a ruling takes a character from the field: the cards set on it go to the discard
    pile (AA-base-10-5)."""
    if not is_character(game, card) or place.partition(".")[0] in TERRITORY:
        return ()
    guests = game.table.guests.get(card, ())
    changes = [one for guest in guests for one in card_leaves(game, guest, f"discard.{owner(guest)}")]
    return tuple(_without_repeats([*changes, *card_leaves(game, card, place)]))


def _discard_zone(game: Game, card: CardRef, zone: str) -> str:
    """Cards with a name go to the damage pile where their character is discarded (AA-OP-21)."""
    if zone != "discard" or game.settings["name_level_to_damage"] == "never":
        return zone
    printed = game.card(card)
    return "damage" if printed is not None and name_of_card(printed) else zone


def character_moves(game: Game, character: CardRef, zone: str) -> list[AnyChange]:
    """The changes that move a whole character to another area of its player. Outside the control area effects
    that came from it end (AA-7-2)."""
    seat = controller(game, character)
    cards = (character, *game.table.guests.get(character, ()))
    changes: list[AnyChange] = [Move(card, game.table.place[card], f"{zone}.{seat}") for card in cards]
    if zone != "control":
        changes += [
            Expire(grant.id)
            for grant in game.table.grants.values()
            if grant.source in cards and grant.text.startswith(EFFECT)
        ]
    return changes


def discard(game: Game, fallen: list[CardRef], *clauses: str, card: CardRef = "") -> Procedure:
    """Characters are discarded together: what is due *when it is being discarded* comes first, also for the
    character itself (AA-17-1a, AA-17-1b), and Bind may keep it; then all leave simultaneously, and what is
    due *when one was discarded* follows for those still there (AA-17-2a, AA-17-2b). Characters that an effect
    made go with a source that goes (AA-7-3b). Returns whether any were discarded."""
    going: list[CardRef] = []
    falling, cited = fallen, clauses
    while falling:
        going += yield from _not_kept(game, falling)
        falling = _created_by(game, going)
        if falling:
            cited = (*clauses, "AA-7-3b")
    going = [one for one in going if is_character(game, one)]
    if not going:
        return False
    watching = [
        one
        for one in due_abilities(game, "discarded", list(all_characters(game)))
        if one.character not in going
    ]
    for seat in SEATS:  # simultaneous, told of each player
        if own := [one for one in going if controller(game, one) == seat]:
            left = [change for one in own for change in character_leaves(game, one)]
            because, last = (*cited, "AA-base-10-5"), card or top(game, own[0])
            yield Happened("discarded", seat, because, len(own), last, tuple(_without_repeats(left)))
    times = len(going) if game.settings["discarded_together"] == "each" else 1  # AA-OP-40
    yield from fire_due(game, watching * times, "AA-17-2a")
    return True


def _not_kept(game: Game, falling: list[CardRef]) -> Procedure:
    """Those of the characters that Bind does not keep, after what is due as they are being discarded. What is
    decided once is not decided again by that."""
    falling = [one for one in falling if is_character(game, one) and not marked(game, one, FALLING)]
    if due_abilities(game, "being-discarded", falling):
        marks = tuple(mark(game, one, FALLING, "AA-17-1a") for one in falling)
        seat = controller(game, falling[0])
        yield Happened("discard decided", seat, ("AA-17-1a",), len(falling), changes=marks)
        yield from fire(game, "being-discarded", falling, "AA-17-1a")
    going = []
    for one in falling:
        if is_character(game, one) and not (yield from offer_bind(game, one)):
            going.append(one)
    return going


def _created_by(game: Game, going: list[CardRef]) -> list[CardRef]:
    """The characters that effects of these made, which are discarded with them (AA-7-3b)."""
    sources = {card for one in going for card in constituents(game, one)}
    return [
        one
        for one in all_characters(game)
        if one not in going and any(grant.source in sources for grant in game.table.effects(one, MADE))
    ]


def _without_repeats(changes: list[AnyChange]) -> list[AnyChange]:
    """Each end of a continuous effect once, although two leaving cards may both cause it."""
    return list(dict.fromkeys(changes))


def offer_bind(game: Game, character: CardRef) -> Procedure:
    """Bind X: where a character would leave the field, for whatever reason, X of its power cards may go to
    the damage pile instead, and it stays with all that is set on it (AA-base-12-3). Nobody can respond.
    Returns whether it stays."""
    number = skill(game, character, "bind")
    if not number or power(game, character) < number:
        return False
    seat = controller(game, character)
    act = yield Ask(seat, ("do", "pass"), about="bind", clause="AA-base-12-3", subject=character)
    if type(act) is Passed:
        return False
    context = Context(seat, top(game, character), ("AA-base-12-3",))
    among = tuple(attached(game, character, POWER))
    chosen = yield from choose_unless_all(game, seat, among, number, context)
    changes = tuple(one for card in chosen for one in card_leaves(game, card, f"damage.{owner(card)}"))
    changes += tuple(Expire(grant.id) for grant in game.table.effects(character, FALLING))
    yield Happened("bound", seat, ("AA-base-12-3",), number, top(game, character), changes)
    return True
