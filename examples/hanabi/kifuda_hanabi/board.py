"""Places, numbers and faces of Hanabi, and questions about the current state.

Not here: how they change (``turn``), what clues have said (``knowledge``).
"""

from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef, FaceId, Set

SEATS = ("A", "B", "C", "D", "E")
COLOURS = {
    "green": Bilingual("緑", "green"),
    "yellow": Bilingual("黄", "yellow"),
    "white": Bilingual("白", "white"),
    "blue": Bilingual("青", "blue"),
    "red": Bilingual("赤", "red"),
}
NUMBERS = (1, 2, 3, 4, 5)
FACES = {(colour, number): f"{colour[0].upper()}{number}" for colour in COLOURS for number in NUMBERS}
"""Colour and number → face."""
CLUES_MOST, STRIKES_MOST, HIGHEST, SCORE_MOST = 8, 3, 5, 25

ZONES = (
    *(
        Zone(colour, Bilingual(f"{name.ja}の花火", f"{name.en} stack"), "all", "pile", shared=True)
        for colour, name in COLOURS.items()
    ),  # HA-SETUP-5, HA-SEE-4
    Zone("discard", Bilingual("捨て札", "discard pile"), "all", shared=True),  # HA-SEE-4
    Zone("deck", Bilingual("山札", "deck"), "nobody", "pile", shared=True),  # HA-SEE-3
    Zone(
        "hand",
        Bilingual("手札", "hand"),
        "others",
        "fan",
        1,
        ordered=True,
        public_by="public_sees_hands",
    ),  # HA-SEE-1, HA-SEE-2, HA-SEE-7, HA-SEE-8, HA-SEE-10
)
TRACKS = (
    Track(
        "clues", Bilingual("情報トークン", "free clues"), 0, CLUES_MOST, "HA-DISC-4", start=8, shared=True
    ),  # HA-SETUP-3
    Track("strikes", Bilingual("失敗", "strikes"), 0, STRIKES_MOST, "HA-SETUP-4", shared=True),
    Track("turns_left", Bilingual("残り手番", "turns left"), 0, 5, "HA-END-3", shown=False, shared=True),
)


def hand_size(seats: int) -> int:
    """How many cards each of so many players is dealt (HA-SETUP-2)."""
    return 5 if seats <= 3 else 4


def hand(game: Game, seat: str) -> list[CardRef]:
    """The cards of a seat, the oldest first (HA-DRAW-3)."""
    return game.table.at(f"hand.{seat}")


def count(game: Game, track: str) -> int:
    """A number of the table."""
    return game.table.track(track, TABLE)


def counted(track: str, number: int) -> Set:
    """The change that gives a number of the table this value."""
    return Set(track, TABLE, number)


def heights(game: Game) -> dict[str, int]:
    """Colour → the number on top of its stack, 0 where it is empty."""
    return {colour: len(game.table.at(colour)) for colour in COLOURS}


def points(game: Game) -> int:
    """The cards on the stacks (HA-SCORE-1)."""
    return sum(heights(game).values())


def best_possible(game: Game) -> int:
    """The most points that discards still allow (HA-DISC-5)."""
    gone = [game.table.face[card] for card in game.table.at("discard")]
    copies = game.knowledge.copies
    best = 0
    for colour, height in heights(game).items():
        top = height
        while top < HIGHEST and gone.count(FACES[colour, top + 1]) < copies[FACES[colour, top + 1]]:
            top += 1
        best += top
    return best


def property_of(face: FaceId) -> tuple[str, str]:
    """The two things that a clue can say of a face: its colour and its number."""
    return _PROPERTIES[face]


_PROPERTIES = {face: (colour, str(number)) for (colour, number), face in FACES.items()}
PROPERTIES = (*COLOURS, *map(str, NUMBERS))
"""What a clue can name (HA-CLUE-4)."""
