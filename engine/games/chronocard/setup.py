"""Setting up the match: legal decks, heroines on the field, an opening hand.

Not here: turns.
"""

from collections.abc import Mapping

from engine.common.deck import brought, deck_flaw, new_deck, numbered_part, open_deal, order_of
from engine.common.marks import mark
from engine.games.chronocard.board import (
    FRESH,
    SEATS,
    TRACKS,
)
from engine.games.chronocard.draw import draw
from engine.kernel.ask import TABLE
from engine.kernel.card import Card, CardSet
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import AnyChange, Create, Set
from events.model.kinds import Happened, Shuffled

DECK = 30
COPIES = 3
"""The maximum number of cards with one number (CC-base-3-2)."""
LIMITS = {"limit-any": DECK, "limit-1": 1}
"""What a printed Limit allows instead: the card overrides the rule (CC-base-1-4)."""


def set_up(game: Game) -> Procedure:
    """From the empty table to the first turn (CC-OP-4). The seats are named after the first and the second
    player, whom chance selects."""
    tracks = tuple(Set(track.id, seat, track.start) for seat in SEATS for track in TRACKS)
    yield Happened("set up", TABLE, ("CC-OP-4", "CC-base-9-2"), changes=tracks)
    for seat in SEATS:
        yield from _heroine(game, seat)
        yield from _deck(game, seat)
    for seat in SEATS:
        yield from draw(game, seat, int(game.settings["opening_hand"]), ("CC-OP-4",))


def _heroine(game: Game, seat: str) -> Procedure:
    """On the field from the start, face up, not Checked and unrestricted (CC-base-2-1, CC-OP-4). Where nobody
    wrote the deck down, the record says who she is."""
    own = brought(game, seat)
    faces = {face: 1 for face in own if game.faces[face].kind == "heroine"}
    heroine = next(iter(faces), "")
    if not heroine:
        part = f"heroine.{seat}"
        order = yield from order_of(f"field.{seat}", 1, {}, part=part, clause="CC-base-3-1", about="heroine")
        (heroine,) = order.order
    card = f"{seat}.1"
    changes: list[AnyChange] = [Create(card, heroine, f"field.{seat}")]
    if game.settings["heroine_restricted"]:
        changes.append(mark(game, card, FRESH, "CC-OP-4", source=card))
    yield Happened("heroine", seat, ("CC-base-2-1", "CC-OP-4"), card=card, changes=tuple(changes))


def _deck(game: Game, seat: str) -> Procedure:
    """Thirty cards, shuffled (CC-base-3-1), face down in the order of the shuffle (CC-base-1-3)."""
    own = brought(game, seat)
    faces = {face: copies for face, copies in own.items() if game.faces[face].kind != "heroine"}
    part = numbered_part(seat)
    cards = yield from new_deck(seat, faces, size=DECK, part=part, clause="CC-base-3-1", first=2)
    yield Happened("deck", seat, ("CC-base-3-1", "CC-base-1-3"), DECK, changes=cards)


def check_deck(
    cards: CardSet, settings: Mapping[str, bool | int | str], deck: Mapping[str, int]
) -> Flaw | None:
    """What is wrong with a deck: its size, its heroine, its copies (CC-base-3-1, CC-base-3-2)."""
    kinds = {face: cards.cards[face].kind for face in deck}
    heroines = sum(copies for face, copies in deck.items() if kinds[face] == "heroine")
    others = sum(deck.values()) - heroines
    if heroines != 1:
        return "CC-base-3-1", "wrong-heroine", {"given": heroines}
    if others != DECK:
        return "CC-base-3-1", "wrong-deck-size", {"given": others, "cards": DECK}
    for face, copies in deck.items():
        most = most_copies(cards.cards[face])
        if copies > most:
            return "CC-base-3-2", "too-many-copies", {"face": face, "copies": most}
    return None


def most_copies(printed: Card) -> int:
    """How many copies of a card a deck may have (CC-base-3-2), unless its Limit says otherwise (CC-base-1-4);
    of heroines one (CC-base-3-1)."""
    if printed.kind == "heroine":
        return 1
    return next((LIMITS[word] for word in printed.keywords if word in LIMITS), COPIES)


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a declared order, or before the match with the deck."""
    flaw = deck_flaw(game, check_deck)
    if flaw is not None:
        return flaw
    deal = open_deal(game)
    for face in filter(None, shuffled.order):
        if deal.place.startswith("field") and game.faces[face].kind != "heroine":
            return "CC-base-3-1", "not-a-heroine", {"face": face}
    return deal.flaw(
        shuffled,
        size="CC-base-3-1",
        copies="CC-base-3-2",
        most=lambda face: most_copies(game.faces[face]),
    )
