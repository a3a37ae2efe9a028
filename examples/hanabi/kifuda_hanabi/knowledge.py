"""What clues have said of the cards in a hand: open to all, and the same for every viewer (HA-SEE-6).

A clue leaves a lasting note on each card of the hand. Not here: what a player may conclude beside clues.
"""

from collections.abc import Iterator, Sequence

from engine.kernel.game import Game
from events.model.changes import AnyChange, CardRef, Expire, FaceId, Grant
from kifuda_hanabi.board import COLOURS, FACES, hand, property_of

CLUE, IS, NOT = "clue", "is", "not"
"""The operation of these notes, and their quantities; their text is the property."""
UNTIL = "leaves the hand"


def points_at(face: FaceId, named: str) -> bool:
    """Whether a clue about this property points at the face (HA-CLUE-5)."""
    return named in property_of(face)


def notes(game: Game, card: CardRef) -> tuple[Grant, ...]:
    """What clues have said of a card: what it is, then what it is not, each oldest first."""
    return (*game.table.effects(card, IS), *game.table.effects(card, NOT))


def noted(game: Game, seat: str, named: str, touched: Sequence[CardRef]) -> Iterator[AnyChange]:
    """What a clue to ``seat`` lets everybody know: each card that it points at has the property, no other
    card of the hand has (HA-CLUE-8, HA-CLUE-9). What was known already is not noted again (HA-CLUE-12)."""
    for card in hand(game, seat):
        says, clause = (IS, "HA-CLUE-8") if card in touched else (NOT, "HA-CLUE-9")
        if any(note.text == named for note in game.table.effects(card, says)):
            continue
        yield Grant(game.number(), card, says, CLUE, 0, named, UNTIL, "", clause)


def forgotten(game: Game, card: CardRef) -> tuple[AnyChange, ...]:
    """The notes end as the card leaves the hand (HA-CLUE-10)."""
    return tuple(Expire(note.id) for note in notes(game, card))


def possible(game: Game, card: CardRef) -> list[FaceId]:
    """The faces that a card may have by clues alone (HA-CLUE-8, HA-CLUE-9)."""
    said = [(note.quantity == IS, note.text) for note in notes(game, card)]
    return [face for face in FACES.values() if all(points_at(face, named) is holds for holds, named in said)]


def known(game: Game, card: CardRef) -> tuple[str, str]:
    """The colour and the number that clues have said, ``""`` for what they have not."""
    told = [note.text for note in game.table.effects(card, IS)]
    colour = next((text for text in told if text in COLOURS), "")
    return colour, next((text for text in told if text not in COLOURS), "")
