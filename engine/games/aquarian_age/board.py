"""Zones of Aquarian Age, how cards make up characters there, and what the rules note on them.

A character is the card that lies in an area by itself; break cards, power cards and permanents are attached
to it. Acts name a character by its top card, everything else by its bottom card. Not here: numbers of
characters (``values``), or how anything changes (the procedures).
"""

import re
from collections.abc import Mapping
from functools import cache

from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef

SEATS = ("A", "B")

ZONES = (
    Zone("hand", Bilingual("手札", "hand"), seen_by="owner", look="fan", row=5),
    Zone("control", Bilingual("支配エリア", "control area"), seen_by="all", row=1),  # power too: AA-OP-25
    Zone("faction", Bilingual("勢力エリア", "faction area"), seen_by="all", row=2),
    Zone("lasting", Bilingual("持続カード", "lasting cards"), seen_by="all", row=3),
    Zone("pending", Bilingual("解決待ち", "pending"), seen_by="all", row=3),  # AA-1-3a
    Zone("deck", Bilingual("デッキ", "deck"), seen_by="nobody", look="pile", row=4),
    Zone("damage", Bilingual("ダメージ置き場", "damage pile"), seen_by="all", look="pile", row=4),
    Zone("discard", Bilingual("捨て札置き場", "discard pile"), seen_by="all", look="pile", row=4),
)
"""Cards go to the discard pile face up (AA-20-1a), so the record knows them, though nobody may look through
it (AA-2-1). A power card is face down and known to its owner (AA-OP-7)."""

TERRITORY = ("control", "faction")
FIELD = (*TERRITORY, "lasting")
"""The field (場): both territories and the lasting cards in force (AA-13-3b)."""
AREAS: Mapping[str, tuple[str, ...]] = {"territory": TERRITORY, "field": FIELD}

TRACKS = (Track("charge", Bilingual("チャージ残り", "charges left"), 0, 999, "AA-6-3"),)
"""How many cards the turn player may still charge in this power card phase."""

FACTIONS = ("ego", "arayashiki", "wizdom", "darklore", "kyokusei", "eraser")
"""E.G.O., 阿羅耶識, WIZ-DOM, ダークロア, 極星帝国, イレイザー: the order of parties and of priority
(AA-22-4)."""
NONE = ""
PARTIES = (*FACTIONS, NONE)
"""A character without a faction comes after イレイザー (AA-18-2b)."""

BREAK, POWER, PERMANENT, FAMILIAR = "break", "power", "permanent", "familiar"
"""Roles of attached cards: the first is part of the character, the next two are not (AA-9-1a, AA-9-1b); a
familiar is a card that an effect made a character."""

TURN_END, PHASE_END, BATTLE_END, STAY = "end of turn", "end of phase", "end of action", "while here"
"""How long notes and grants last."""

BATTLING, AIM, X, DAMAGE, DECKED, MADE = "battling", "aim", "x", "damage", "decked", "made"
FALLING, USED_AS_BREAK = "falling", "used-as-break"
MARKS: Mapping[str, str] = {
    BATTLING: BATTLE_END, AIM: STAY, X: STAY, DAMAGE: TURN_END, DECKED: STAY, MADE: STAY,
    FALLING: STAY, USED_AS_BREAK: STAY,
}  # fmt: skip
"""What the rules note on cards and seats, and how long it lasts."""


def zone_of(game: Game, card: CardRef) -> str:
    """The kind of zone that a card lies in; ``""`` for a card that is nowhere."""
    return game.table.place.get(card, "").partition(".")[0]


def controller(game: Game, card: CardRef) -> str:
    """The player in whose area a card lies. Only piles hold cards of another player than their owner."""
    return game.table.place[card].rpartition(".")[2]


def kind(game: Game, card: CardRef) -> str:
    """The printed type; ``""`` where the face is not known."""
    printed = game.card(card)
    return printed.kind if printed else ""


# --- characters --------------------------------------------------------------------------------------


def role(game: Game, card: CardRef) -> str:
    """The role of an attached card; ``""`` if it is not attached."""
    host = game.table.host.get(card)
    return host[1] if host else ""


def is_character(game: Game, card: CardRef) -> bool:
    """Whether a card is the bottom card of a character, by which the rules identify it."""
    place = game.table.place.get(card, "")
    if not place.startswith(TERRITORY):
        return False
    host = game.table.host.get(card)
    return host is None or host[1] == FAMILIAR


def characters(game: Game, seat: str, zone: str = "") -> tuple[CardRef, ...]:
    """The characters of a player in one area, by default in both."""
    return game.by_layout(_characters)[seat, zone]


def all_characters(game: Game) -> tuple[CardRef, ...]:
    """All characters on the field."""
    return game.by_layout(_characters)["", ""]


def _characters(game: Game) -> Mapping[tuple[str, str], tuple[CardRef, ...]]:
    """The characters by seat and area; \"\" stands for all of them."""
    host, found = game.table.host, {}
    for seat in SEATS:
        for zone in TERRITORY:
            lying = game.table.at(f"{zone}.{seat}")
            found[seat, zone] = tuple(
                [card for card in lying if card not in host or host[card][1] == FAMILIAR]
            )
        found[seat, ""] = found[seat, "control"] + found[seat, "faction"]
    found["", ""] = found["A", ""] + found["B", ""]
    return found


def character_of(game: Game, card: CardRef) -> CardRef:
    """The character that a card belongs to or is set on; ``""`` for one that belongs to none."""
    if is_character(game, card):
        return card
    host = game.table.host.get(card)
    return host[0] if host and host[1] != FAMILIAR else ""


def attached(game: Game, character: CardRef, role: str) -> list[CardRef]:
    """The cards attached to a character in one role, oldest first."""
    host = game.table.host
    return [card for card in game.table.guests.get(character, ()) if host[card][1] == role]


def constituents(game: Game, character: CardRef) -> list[CardRef]:
    """The character card and the break cards, the top one last; power cards and permanents are none (AA-9-1a,
    AA-9-1b)."""
    return [character, *attached(game, character, BREAK)]


def top(game: Game, character: CardRef) -> CardRef:
    """The card whose printed values count: the newest of the cards that make up a character (AA-base-4-3)."""
    host, found = game.table.host, character
    for card in game.table.guests.get(character, ()):
        if host[card][1] == BREAK:
            found = card
    return found


def is_made(game: Game, card: CardRef) -> bool:
    """Whether an effect made a character of this card: it then has the values of its role and nothing that is
    printed on it."""
    host = game.table.host.get(card)
    return host is not None and host[1] == FAMILIAR


def shown(game: Game, character: CardRef) -> Card | None:
    """What is printed on the card whose printed values count (AA-base-4-3); None for a card that an effect
    made a character, and for an unknown face."""
    upper = top(game, character)
    return None if is_made(game, upper) else game.card(upper)


def shown_to_texts(game: Game, card: CardRef) -> Card | None:
    """What card texts read as printed on a card: of a character what its top card shows, of a power card
    nothing (AA-9-1b), of any other card what is printed on itself."""
    if game.table.host.get(card, ("", ""))[1] == POWER:
        return None
    return shown(game, card) if is_character(game, card) else game.card(card)


def power(game: Game, character: CardRef) -> int:
    """How many power cards are set on a character now (AA-base-4-1)."""
    host = game.table.host
    return sum(host[card][1] == POWER for card in game.table.guests.get(character, ()))


def is_broken(game: Game, character: CardRef) -> bool:
    """Whether a break card is on top; a character card that was used as one does not count (AA-8-1-b-e)."""
    printed = shown(game, character)
    return printed is not None and printed.kind == "break"


def is_controlled(game: Game, card: CardRef) -> bool:
    """Whether this is a controlled character (支配キャラクター)."""
    return zone_of(game, card) == "control" and is_character(game, card)


def card_named_by_acts(game: Game, card: CardRef) -> CardRef:
    """The card by which an act names a card: for a character its top card."""
    return top(game, card) if is_character(game, card) else card


# --- factions, parties and names -----------------------------------------------------------------------


@cache
def printed_factions(printed: Card) -> tuple[str, ...]:
    return tuple(faction for faction in FACTIONS if faction in printed.tags)


@cache
def name_of_card(printed: Card) -> str:
    """The name (ネーム) that stands in “ ”, which makes a card one of name level; ``""`` without."""
    found = re.search("“(.+?)”", printed.name.ja)
    return found[1].replace(" ", "") if found else ""


def factions_shown(game: Game, character: CardRef) -> tuple[str, ...]:
    """The faction marks of the top card; a character that an effect made has those of its role."""
    made = game.role(character)
    if made is not None and made.id == FAMILIAR and not attached(game, character, BREAK):
        return tuple(faction for faction in FACTIONS if faction in made.tags)
    printed = game.card(top(game, character))
    return printed_factions(printed) if printed else ()


def party(game: Game, character: CardRef) -> str:
    """The faction party of a character: of several factions the first in the order (AA-OP-5)."""
    found = factions_shown(game, character)
    if not found:
        return NONE  # AA-18-2b
    return found[0] if game.settings["party_of_several"] == "first" else found[-1]


def active(game: Game, seat: str, party_of: str) -> CardRef:
    """The active character of a party, its top one; ``""`` where the party is empty."""
    return game.by_layout(_actives)[seat].get(party_of, "")


def actives(game: Game, seat: str) -> list[CardRef]:
    """The active characters of a player, in the order of their parties (AA-base-3-1)."""
    found = game.by_layout(_actives)[seat]
    return [found[one] for one in PARTIES if one in found]


def _actives(game: Game) -> Mapping[str, Mapping[str, CardRef]]:
    """The active characters by seat and party: of each party the newest."""
    return {
        seat: {party(game, character): character for character in characters(game, seat, "faction")}
        for seat in SEATS
    }


def name_of_character(game: Game, character: CardRef) -> str:
    """The current name of a character; ``""`` for one without."""
    printed = shown(game, character)
    return name_of_card(printed) if printed is not None else ""


def names(game: Game, seat: str) -> set[str]:
    """The current names of the characters in a player's territory."""
    return {name_of_character(game, character) for character in characters(game, seat)} - {""}
