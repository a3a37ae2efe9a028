"""Places and numbers of Lanterns.

Not here: how they change (``course``).
"""

from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Track, Zone
from events.model.changes import CardRef

SEATS = ("A", "B")
HAND_SIZE = 7

ZONES = (
    Zone("hand", Bilingual("手札", "hand"), "owner", "fan", 2),  # its owner alone sees the faces
    Zone("spent", Bilingual("使用済み", "spent"), "all", "pile", 1),
)
TRACKS = (Track("light", Bilingual("明かり", "light"), 0, 99, "LA-4"),)


def hand(game: Game, seat: str) -> list[CardRef]:
    """The cards of a player."""
    return game.table.at(f"hand.{seat}")


def light(game: Game, seat: str) -> int:
    """How bright a player is."""
    return game.table.track("light", seat)
