"""Setting the match up: decks that are legal, heroines on the field, an opening hand.

Not here: turns.
"""

from collections.abc import Mapping

from engine.games.chronocard.board import FRESH, SEATS, TRACKS, mark
from engine.games.chronocard.draw import deck_part, draw
from engine.kernel.ask import TABLE, Ask
from engine.kernel.card import Card, CardSet
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import AnyChange, Create, Set
from events.model.kinds import Happened, Shuffled

DECK = 30
COPIES = 3
"""At most so many cards of one number (CC-base-3-2)."""
LIMITS = {"limit-any": DECK, "limit-1": 1}
"""What a printed Limit says instead: the card wins over the rule (CC-base-1-4)."""


def set_up(game: Game) -> Procedure:
    """From the bare table to the first turn (CC-OP-4). The seats are named after the first and the second
    player, whom chance picks."""
    tracks = tuple(Set(track.id, seat, track.start) for seat in SEATS for track in TRACKS)
    yield Happened("set up", TABLE, ("CC-OP-4", "CC-base-9-2"), changes=tracks)
    for seat in SEATS:
        yield from _heroine(game, seat)
        yield from _deck(game, seat)
    for seat in SEATS:
        yield from draw(game, seat, int(game.settings["opening_hand"]), ("CC-OP-4",))


def _heroine(game: Game, seat: str) -> Procedure:
    """On the field from the start, face up, not Checked and free (CC-base-2-1, CC-OP-4). Where nobody wrote
    the deck down, the record says who she is."""
    own = game.knowledge.decks.get(seat, {})
    faces = {face: 1 for face in own if game.faces[face].kind == "heroine"}
    heroine = next(iter(faces), "")
    if not heroine:
        deal = Deal(f"field.{seat}", 1, {f"heroine.{seat}": (0, 1)}, {})
        order = yield Ask(
            TABLE, ("shuffle",), about="heroine", clause="CC-base-3-1", subject=deal, omissible="never"
        )
        (heroine,) = order.order
    card = f"{seat}.1"
    changes: list[AnyChange] = [Create(card, heroine, f"field.{seat}")]
    if game.settings["heroine_restricted"]:
        changes.append(mark(game, card, FRESH, "CC-OP-4", source=card))
    yield Happened("heroine", seat, ("CC-base-2-1", "CC-OP-4"), card=card, changes=tuple(changes))


def _deck(game: Game, seat: str) -> Procedure:
    """Thirty cards, shuffled (CC-base-3-1), face down in the order of the shuffle (CC-base-1-3)."""
    own = game.knowledge.decks.get(seat, {})
    faces = {face: copies for face, copies in own.items() if game.faces[face].kind != "heroine"}
    deal = Deal(f"deck.{seat}", DECK, {deck_part(seat): (0, DECK)}, faces)
    order = yield Ask(
        TABLE, ("shuffle",), about="deal", clause="CC-base-3-1", subject=deal, omissible="never"
    )
    cards = [
        Create(f"{seat}.{number}", face, f"deck.{seat}") for number, face in enumerate(order.order, start=2)
    ]
    yield Happened("deck", seat, ("CC-base-3-1", "CC-base-1-3"), DECK, changes=tuple(reversed(cards)))


def check_deck(
    cards: CardSet, settings: Mapping[str, bool | int | str], deck: Mapping[str, int]
) -> Flaw | None:
    """What is wrong with a deck that somebody brings: its size, its heroine, its copies (CC-base-3-1,
    CC-base-3-2)."""
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
    """What is wrong with an order that chance is said to have given, or before the match with the deck."""
    deal: Deal = game.ask.subject  # type: ignore[union-attr]  # only asked for by an open ask to the table
    seat = deal.place.partition(".")[2]
    if not game.table.turn and seat in game.knowledge.decks:
        flaw = check_deck(game.card_set, game.settings, game.knowledge.decks[seat])
        if flaw is not None:
            return flaw
    for face in filter(None, shuffled.order):
        if deal.place.startswith("field") and game.faces[face].kind != "heroine":
            return "CC-base-3-1", "not-a-heroine", {"face": face}
    return deal.flaw(
        shuffled,
        size="CC-base-3-1",
        copies="CC-base-3-2",
        most=lambda face: most_copies(game.faces[face]),
    )
