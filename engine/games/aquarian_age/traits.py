"""What selectors of card text can ask about a card, besides its tags.

Not here: the tags, which the card file defines, or the faction rules (``values``).
"""

from collections.abc import Callable, Mapping

from engine.common.marks import marked
from engine.games.aquarian_age.board import (
    BATTLING,
    BREAK,
    FACTIONS,
    PERMANENT,
    POWER,
    USED_AS_BREAK,
    actives,
    character_of,
    controller,
    is_broken,
    is_character,
    is_controlled,
    is_made,
    kind,
    name_of_card,
    power,
    role,
    shown,
    zone_of,
)
from engine.games.aquarian_age.values import has_faction, mind
from engine.kernel.game import Game
from events.model.changes import CardRef

Trait = Callable[[Game, CardRef], bool]


def _of_faction(faction: str) -> Trait:
    return lambda game, card: has_faction(game, card, faction)


def _as(what: str) -> Trait:
    return lambda game, card: role(game, card) == what


def _kind(what: str) -> Trait:
    return lambda game, card: kind(game, card) == what and not character_of(game, card)


def _is_break(game: Game, card: CardRef) -> bool:
    """A break card on a character, also one that stands by itself, or a card that is declared as one
    (AA-8-1-b-b, AA-8-1-b-d): not a character card that could be, but is simply being set."""
    if zone_of(game, card) == "pending":
        return kind(game, card) == "break" or marked(game, card, USED_AS_BREAK)
    if is_made(game, card):
        return False
    return kind(game, card) == "break" and (role(game, card) == BREAK or is_character(game, card))


def _named(game: Game, card: CardRef) -> bool:
    printed = shown(game, card) if is_character(game, card) else game.card(card)
    return printed is not None and name_of_card(printed) != ""


TRAITS: Mapping[str, Trait] = {
    "character": is_character,
    "broken": lambda game, card: is_character(game, card) and is_broken(game, card),
    "unbroken": lambda game, card: is_character(game, card) and not is_broken(game, card),
    "controlled": is_controlled,
    "active": lambda game, card: card in actives(game, controller(game, card)),
    "battling": lambda game, card: marked(game, card, BATTLING),
    "name-level": _named,
    "factionless": lambda game, card: (
        is_character(game, card) and not any(has_faction(game, card, one) for one in FACTIONS)
    ),
    "powerless": lambda game, card: is_character(game, card) and not power(game, card),
    "ready": lambda game, card: is_character(game, card) and power(game, card) == mind(game, card),
    "power": _as(POWER),
    "permanent": lambda game, card: kind(game, card) == "permanent" and role(game, card) in ("", PERMANENT),
    "break": _is_break,
    "project": _kind("project"),
    "fast": _kind("fast"),
    "character-card": lambda game, card: kind(game, card) == "character",
    "break-card": lambda game, card: kind(game, card) == "break",
    "nameless": lambda game, card: not _named(game, card),
    **{faction: _of_faction(faction) for faction in FACTIONS},
}
