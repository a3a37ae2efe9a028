"""Which seven swords of the fifteen dealt to keep: a rating of each sword, and plans that raise some ratings.

Ratings are estimates by hand. Not here: how the swords are used (``heuristic``).
"""

from collections.abc import Mapping

from engine.games.blade_rondo.setup import KEEP
from engine.kernel.game import Game
from events.model.changes import CardRef, FaceId
from kifuda.bots.dice import Dice

RATINGS: dict[FaceId, int] = {
    "BR-001": 60, "BR-002": 62, "BR-003": 54, "BR-004": 52, "BR-005": 48, "BR-006": 50,
    "BR-007": 45, "BR-008": 44, "BR-009": 38, "BR-010": 55, "BR-011": 42,
    "BR-012": 40, "BR-013": 46, "BR-014": 44, "BR-015": 50, "BR-016": 54,
    "BR-017": 47, "BR-018": 46, "BR-019": 45, "BR-020": 49,
    "BR-061": 58, "BR-076": 34, "BR-080": 47, "BR-043": 58, "BR-045": 51, "BR-051": 48, "BR-057": 44,
    "BR-021": 57, "BR-026": 44, "BR-027": 43, "BR-028": 46, "BR-031": 47, "BR-032": 44, "BR-034": 53,
    "BR-037": 45, "BR-040": 47,
}  # fmt: skip
"""How good a sword is, from 0 to 100."""
UNRATED = 45
SECOND_COPY = -4
JITTER = 6
"""Ratings are raised at random by less than this, so that equal hands are not always kept alike."""

BONUS = 40
PLANS: Mapping[str, frozenset[FaceId]] = {
    "draft": frozenset(),
    "aggressive": frozenset({"BR-001", "BR-002", "BR-003", "BR-004", "BR-014", "BR-006", "BR-021", "BR-043"}),
    "magic": frozenset({"BR-007", "BR-008", "BR-009", "BR-010", "BR-011", "BR-015", "BR-026", "BR-028"}),
    "control": frozenset({"BR-005", "BR-013", "BR-016", "BR-017", "BR-018", "BR-019", "BR-020", "BR-040"}),
}
"""Plan → the swords whose rating it raises by ``BONUS``."""


def seven(game: Game, seat: str, plan: str, dice: Dice) -> tuple[CardRef, ...]:
    """The swords to keep, best first."""
    wanted = PLANS[plan]
    found: list[FaceId] = []
    rated: list[tuple[int, int, CardRef]] = []
    for index, card in enumerate(game.table.at(f"dealt.{seat}")):
        face = game.table.face[card]
        rating = RATINGS.get(face, UNRATED) + dice.below(JITTER)
        rating += BONUS if face in wanted else 0
        rating += SECOND_COPY if face in found else 0
        found.append(face)
        rated.append((-rating, index, card))
    return tuple(card for _, _, card in sorted(rated)[:KEEP])
