"""Decks: asking for an order of their cards, building them before the match, reshuffling them.

Not here: which decks are legal (the games), or what a record may know of an order (``kernel.deal``).
"""

from collections.abc import Mapping, Sequence

from engine.kernel.ask import TABLE, Ask
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import CheckDeck, Flaw
from events.model.changes import AnyChange, CardRef, Create, FaceId, Know, Move, Place
from events.model.kinds import Shuffled


def brought(game: Game, seat: str) -> Mapping[FaceId, int]:
    """The deck of a seat as copies by face; empty where nobody wrote it down."""
    return game.knowledge.decks.get(seat, {})


def order_of(
    place: Place, size: int, faces: Mapping[FaceId, int], *, part: str, clause: str, about: str = "deal"
) -> Procedure:
    """Ask chance for an order of ``size`` cards of ``place``; returns it. A record knows it as ``part``,
    which is ``""`` for an order without a name."""
    parts = {part: (0, size)} if part else {}
    deal = Deal(place, size, parts, faces)
    return (yield Ask(TABLE, ("shuffle",), about=about, clause=clause, subject=deal, omissible="never"))


def new_deck(
    seat: str, faces: Mapping[FaceId, int], *, size: int, part: str, clause: str, first: int = 1
) -> Procedure:
    """The changes that build the deck of a seat in the order that chance gives; the card that is drawn first
    has the number ``first``."""
    place = f"deck.{seat}"
    order = yield from order_of(place, size, faces, part=part, clause=clause)
    cards = [Create(f"{seat}.{number}", face, place) for number, face in enumerate(order.order, start=first)]
    return tuple(reversed(cards))


def new_order(game: Game, seat: str, cards: Sequence[CardRef], *, part: str, clause: str) -> Procedure:
    """The changes that reorder the deck of a seat as chance decides."""
    place = f"deck.{seat}"
    order = yield from order_of(place, len(cards), faces_of(game, cards), part=part, clause=clause)
    return reordered(game, place, cards, order)


def numbered_part(seat: str, number: int = 1) -> str:
    """The name of a shuffle of a seat's deck; number 1 is the one before the match."""
    return f"deck.{seat}" if number == 1 else f"deck-{number}.{seat}"


def faces_of(game: Game, cards: Sequence[CardRef]) -> dict[FaceId, int]:
    """The known faces among some cards, with their copies."""
    copies: dict[FaceId, int] = {}
    for card in cards:
        if face := game.table.face[card]:
            copies[face] = copies.get(face, 0) + 1
    return copies


def reordered(game: Game, place: Place, cards: Sequence[CardRef], order: Shuffled) -> tuple[AnyChange, ...]:
    """The cards of a pile in the order that chance gave, what leaves it first on top. Of copies the first is
    taken, and where none is left a card with an unknown face; where nobody wrote down what is at a position,
    the card there becomes unknown."""
    face, left = game.table.face, list(cards)
    chosen: dict[int, CardRef] = {}
    for at, listed in enumerate(order.order):
        if listed:
            known = (card for card in left if face[card] == listed)
            chosen[at] = next(known, "") or next(card for card in left if not face[card])
            left.remove(chosen[at])
    changes: list[AnyChange] = []
    for at in reversed(range(len(order.order))):
        card = chosen.get(at) or left.pop(0)
        changes.append(Move(card, place, place))
        if face[card] != order.order[at]:
            changes.append(Know(card, order.order[at]))
    return tuple(changes)


# what is wrong with an order -------------------------------------------------------------------------


def open_deal(game: Game) -> Deal:
    """The shuffle that chance is asked for now."""
    assert game.ask is not None  # the driver takes an order only where it is asked for
    deal: Deal = game.ask.subject
    return deal


def deck_flaw(game: Game, check_deck: CheckDeck) -> Flaw | None:
    """Before the match: what is wrong with the deck that is shuffled now."""
    seat = open_deal(game).place.partition(".")[2]
    if game.table.turn or seat not in game.knowledge.decks:
        return None
    return check_deck(game.card_set, game.settings, game.knowledge.decks[seat])
