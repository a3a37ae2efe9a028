"""A break card comes onto a character, by a declaration or by a text: whether it may, and what that means.

Not here: what a declared break costs, or what becomes of a declaration that fails (``resolve``).
"""

from typing import NamedTuple

from engine.effect.context import Context
from engine.games.aquarian_age.board import (
    BREAK,
    characters,
    controller,
    is_character,
    is_controlled,
    name_of_character,
    power,
    shown,
    zone_of,
)
from engine.games.aquarian_age.board import name_of_card as name_of
from engine.games.aquarian_age.declaration import break_text, counts_as_break, legal_targets, target_lines
from engine.games.aquarian_age.leaving import card_leaves, character_moves, discard
from engine.games.aquarian_age.values import may_be_set_on
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef
from events.model.kinds import Happened


class Flaw(NamedTuple):
    """Why a break card cannot come onto a character: the reason and its clause."""

    reason: str
    clause: str


NO_CHARACTER = Flaw("wrong-character", "AA-base-8-1")
NO_OBJECT = Flaw("cannot-be-named", "AA-14-1")
NO_OBJECT_OF_ONES_OWN = Flaw("cannot-be-named", "AA-OP-34")
OUT_OF_REACH = Flaw("out-of-reach", "AA-OP-17")
NO_MATCH = Flaw("cannot-break", "AA-base-8-1")
SAME_NAME = Flaw("same-name", "AA-OP-6")
FLAWS = (NO_CHARACTER, NO_OBJECT, NO_OBJECT_OF_ONES_OWN, OUT_OF_REACH, NO_MATCH, SAME_NAME)
"""In the order in which they are looked for."""


def break_flaw(game: Game, seat: str, card: CardRef, target: CardRef) -> Flaw | None:
    """What keeps a player's break card from a character; None where nothing does. It is asked when the break
    is declared, again when it resolves (AA-base-7-3), and of break cards that a text sets (AA-base-8-1)."""
    if not target or not is_character(game, target):
        return NO_CHARACTER
    if not may_be_set_on(game, seat, target):
        return NO_OBJECT_OF_ONES_OWN if controller(game, target) == seat else NO_OBJECT
    if not _in_reach(game, seat, target):
        return OUT_OF_REACH
    if is_character(game, card) or not counts_as_break(game, card) or not _matches(game, seat, card, target):
        return NO_MATCH
    return None if _name_is_free(game, seat, card, target) else SAME_NAME


def _in_reach(game: Game, seat: str, target: CardRef) -> bool:
    """One's own territory, or another's character without power (AA-base-8-1, AA-OP-17)."""
    if controller(game, target) == seat:
        return True
    anywhere = game.settings["steal_from"] == "anywhere" or is_controlled(game, target)
    return anywhere and not power(game, target)


def _matches(game: Game, seat: str, card: CardRef, target: CardRef) -> bool:
    """A common icon, and on a character of name level the same name (AA-base-8-1); a condition printed on the
    card (【…のみ】) replaces both (AA-OP-16)."""
    printed, below = game.printed(card), shown(game, target)
    condition = break_text(printed)
    if condition is not None:
        context = Context(seat, card, ("AA-OP-16",), bearer=target)
        lines = target_lines(condition)
        if not all(target in legal_targets(game, line, context).values() for line in lines):
            return False
        if game.settings["only_replaces_icons"]:
            return True
    if below is None:
        return False
    name = name_of(below)
    return (not name or name == name_of(printed)) and bool(icons(printed) & icons(below))


def icons(printed: Card) -> set[str]:
    """The classification icons (分類アイコン) among the tags of a card."""
    return {tag for tag in printed.tags if tag.startswith("icon-")}


def _name_is_free(game: Game, seat: str, card: CardRef, target: CardRef) -> bool:
    """Whether no other character in the territory of the breaker bears the name of the card (AA-OP-6); a
    character of the same name that is broken by it is none."""
    name = name_of(game.printed(card))
    if not name or game.settings["same_name_in_territory"] == "free":
        return True
    return not any(name_of_character(game, one) == name for one in characters(game, seat) if one != target)


def lay_break(game: Game, seat: str, card: CardRef, target: CardRef, *clauses: str) -> Procedure:
    """On one's own character the card is put on top, and the character goes to the control area
    (AA-base-8-2). Another's is discarded by its owner; the break card alone becomes a character of the
    breaker (AA-base-8-3). What is due on entry is the matter of who asks for it."""
    place = f"control.{seat}"
    if controller(game, target) == seat:
        changes: list[AnyChange] = []
        if zone_of(game, target) == "faction":
            changes += character_moves(game, target, "control")
        changes += [*card_leaves(game, card, place), Attach(card, target, BREAK)]
        yield Happened("broken", seat, (*clauses, "AA-base-8-2"), card=card, changes=tuple(changes))
        return
    yield from discard(game, [target], "AA-base-8-3", card=card)
    changes = card_leaves(game, card, place)
    yield Happened("stolen", seat, (*clauses, "AA-base-8-3"), card=card, changes=tuple(changes))
