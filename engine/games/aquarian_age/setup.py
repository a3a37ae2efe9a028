"""Setting up the match: legal decks, seven cards each, and the second player's mulligan.

Not here: turns.
"""

from collections.abc import Mapping

from engine.common.deck import brought, deck_flaw, new_deck, new_order, numbered_part, open_deal
from engine.common.mulligan import takes_mulligan
from engine.games.aquarian_age.board import SEATS, TRACKS
from engine.games.aquarian_age.draw import draw
from engine.kernel.ask import TABLE
from engine.kernel.card import Card, CardSet
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import Move, Set
from events.model.kinds import Happened, Shuffled

COPIES = 4
"""The maximum number of cards with one name (AA-base-2-1)."""
HAND = 7
SIZES = {"40_to_60": (40, 60), "exactly_40": (40, 40)}
"""How many cards a deck has (AA-OP-3)."""


def set_up(game: Game) -> Procedure:
    """From the empty table to the first turn (AA-base-2-2). The seats are named after the first and the
    second player."""
    tracks = tuple(Set(track.id, seat, track.start) for seat in SEATS for track in TRACKS)
    yield Happened("set up", TABLE, ("AA-base-2-2",), changes=tracks)
    for seat in SEATS:
        yield from _deck(game, seat)
    for seat in SEATS:
        yield from draw(game, seat, HAND, ("AA-base-2-2",))
    yield from _mulligan(game, SEATS[1])


def _deck(game: Game, seat: str) -> Procedure:
    """The deck is shuffled by both players (AA-base-2-2)."""
    own = brought(game, seat)
    size = sum(own.values()) or SIZES[str(game.settings["deck_size"])][0]
    cards = yield from new_deck(seat, own, size=size, part=numbered_part(seat), clause="AA-base-2-2")
    yield Happened("deck", seat, ("AA-base-2-2", "AA-OP-3"), size, changes=cards)


def _mulligan(game: Game, seat: str) -> Procedure:
    """The second player, once, may put the whole hand back and draw seven new cards (AA-base-2-3)."""
    if not (yield from takes_mulligan(seat, "AA-base-2-3")):
        return
    hand = tuple(game.table.at(f"hand.{seat}"))
    moves = tuple(Move(card, f"hand.{seat}", f"deck.{seat}") for card in hand)
    yield Happened("hand returned", seat, ("AA-base-2-3",), len(hand), changes=moves)
    deck = tuple(game.table.at(f"deck.{seat}"))  # the whole deck is shuffled again (AA-base-2-2)
    order = yield from new_order(game, seat, deck, part=numbered_part(seat, 2), clause="AA-base-2-3")
    yield Happened("shuffled", seat, ("AA-base-2-3",), changes=order)
    yield from draw(game, seat, HAND, ("AA-base-2-3",))


def check_deck(
    cards: CardSet, settings: Mapping[str, bool | int | str], deck: Mapping[str, int]
) -> Flaw | None:
    """What is wrong with a deck: its size (AA-OP-3), or too many cards of one name (AA-base-2-1)."""
    least, most = SIZES[str(settings["deck_size"])]
    if not least <= sum(deck.values()) <= most:
        facts: dict[str, object] = {"given": sum(deck.values()), "least": least, "most": most}
        return "AA-OP-3", "wrong-deck-size", facts
    named: dict[str, int] = {}
    for face, copies in deck.items():
        name = cards.cards[face].name.ja
        named[name] = named.get(name, 0) + copies
        if named[name] > COPIES:
            return "AA-base-2-1", "too-many-copies", {"face": face, "copies": COPIES}
    return None


def most_copies(printed: Card) -> int:
    """How many copies of a card a deck may have (AA-base-2-1)."""
    return COPIES


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a declared order, or before the match with the deck."""
    flaw = deck_flaw(game, check_deck)
    if flaw is not None:
        return flaw
    return open_deal(game).flaw(shuffled, size="AA-base-2-2", copies="AA-base-2-1", most=lambda face: COPIES)
