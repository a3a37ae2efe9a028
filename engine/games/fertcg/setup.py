"""Setting up the match: decks, opening hands, one mulligan each.

Not here: turns.
"""

from collections.abc import Mapping

from engine.common.deck import brought, deck_flaw, new_deck, open_deal
from engine.common.mulligan import takes_mulligan
from engine.common.reveal import ask_faces
from engine.games.fertcg.board import SEATS, TRACKS
from engine.games.fertcg.classes import class_flaw
from engine.games.fertcg.leaving import leaves
from engine.games.fertcg.price import top
from engine.kernel.ask import TABLE
from engine.kernel.card import Card, CardSet
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import FaceId, Move, Set
from events.model.kinds import Happened, Shuffled

DECK, DRAFT, COPIES, OPENING = 60, 35, 3, 7
DEALS = tuple(f"deck.{seat}" for seat in SEATS)
"""The shuffles of a match, as a record may know them."""


def set_up(game: Game) -> Procedure:
    """From two decks to the first turn. Seat A is the player whom chance makes the first (FE-base-4-3)."""
    start = tuple(Set(track.id, seat, track.start) for seat in SEATS for track in TRACKS)
    yield Happened("set up", TABLE, ("FE-base-1-1", "FE-base-1-3"), changes=start)
    for seat in SEATS:
        yield from _deck(game, seat)
    for seat in SEATS:
        yield from draw(game, seat, OPENING, ("FE-base-4-1",))
    for number, seat in enumerate(SEATS, start=1):
        yield from _mulligans(game, seat, then=SEATS[number:])


def _deck(game: Game, seat: str) -> Procedure:
    own = brought(game, seat)
    size = sum(own.values()) or DECK
    cards = yield from new_deck(seat, own, size=size, part=f"deck.{seat}", clause="FE-base-4-1")
    yield Happened("deck", seat, ("FE-base-4-1", "FE-base-2-1"), size, changes=cards)


def _mulligans(game: Game, seat: str, then: tuple[str, ...]) -> Procedure:
    """The whole hand goes out of the country permanently, and seven new cards are drawn (FE-base-4-2,
    FE-OP-25); no clause says who decides first."""
    for _ in range(int(game.settings["mulligans"])):
        if not (yield from takes_mulligan(seat, "FE-base-4-2", then=then)):
            return
        with game.because(game.last):
            hand = tuple(game.table.at(f"hand.{seat}"))
            yield from ask_faces(game, seat, hand, "FE-base-4-2")
            gone = leaves(game, hand, "abroad")
            yield Happened("mulligan", seat, ("FE-base-4-2", "FE-base-2-4"), len(hand), changes=gone)
            yield from draw(game, seat, OPENING, ("FE-base-4-2",))


def draw(game: Game, seat: str, number: int, clauses: tuple[str, ...], card: str = "") -> Procedure:
    """Cards are drawn from the top of the deck, or as many as there are: an empty deck is no defeat, unless a
    setting makes it one (FE-OP-5, FE-base-10-3)."""
    cards = top(game, f"deck.{seat}", number)
    if len(cards) < number and game.settings["empty_deck"] == "loses":
        raise MatchOver(SEATS[1 - SEATS.index(seat)], "deck", "FE-OP-5")
    changes = tuple(Move(one, f"deck.{seat}", f"hand.{seat}") for one in cards)
    if cards:
        yield Happened("drawn", seat, clauses, len(cards), card, changes)
    else:
        yield Happened("nothing to draw", seat, ("FE-base-10-3", "FE-OP-5", *clauses), card=card)


# --- what is wrong with decks and orders ---------------------------------------------------------------


def check_deck(
    cards: CardSet, settings: Mapping[str, bool | int | str], deck: Mapping[FaceId, int]
) -> Flaw | None:
    """Exactly sixty cards (FE-base-2-1, FE-OP-39), at most three of one name (FE-base-2-2), and by setting no
    card that was written down wrongly (FE-C-7, FE-OP-36)."""
    size = sum(deck.values())
    named: dict[str, int] = {}
    for face, copies in deck.items():
        if face not in cards.cards:
            return "FE-base-2-1", "no-such-face", {"face": face}
        name = cards.cards[face].name.ja
        named[name] = named.get(name, 0) + copies
        if named[name] > COPIES:
            return "FE-base-2-2", "too-many-copies", {"face": name, "copies": COPIES}
    if settings["deck_size"] == "draft" and not DRAFT <= size <= DECK:
        return "FE-OP-39", "wrong-draft", {"given": size, "least": DRAFT, "most": DECK}
    if settings["deck_size"] == "sixty" and size != DECK:
        return "FE-base-2-1", "wrong-deck", {"given": size, "cards": DECK}
    faces = [cards.cards[face] for face in deck]
    return class_flaw(faces) if settings["class_differs"] == "refused" else None


def most_copies(card: Card) -> int:
    """How many copies of a card a deck may have (FE-base-2-2)."""
    return COPIES


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a declared order, or with the deck itself."""
    deal = open_deal(game)
    if deal.faces and (flaw := deck_flaw(game, check_deck)):
        return flaw
    return deal.flaw(shuffled, size="FE-base-4-1", copies="FE-base-4-1", most=lambda face: COPIES)
