"""The possible faces of unknown cards: those consistent with the pool and with all events so far.

Paper matches are recorded with faces that the writer did not see. An act is possible if some assignment of
faces fits; an impossible one is a finding. Not here: known faces (they are on the table).
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.kernel.card import Card
from engine.kernel.table import UNKNOWN, Table
from events.model.changes import CardRef, FaceId

Trait = Callable[[Card], bool]


class Knowledge:
    """Traits that unknown instances have shown, against a pool of ``copies`` by face.

    ``decks``: seat → copies by face, where everybody plays a deck of their own; a seat that has none there
    may play any cards of the set, where there is no pool either, but of each no more copies than ``most``
    says.

    ``used``: whether the record learned a face late, so that the audit depends on claims of the writer that
    fit, not on faces known from the start.
    """

    __slots__ = ("_faces", "_most", "_traits", "copies", "decks", "used")

    def __init__(
        self,
        pool: Mapping[FaceId, int],
        faces: Mapping[FaceId, Card],
        decks: Mapping[str, Mapping[FaceId, int]] = MappingProxyType({}),
        most: Callable[[Card], int] | None = None,
    ) -> None:
        self.copies = dict(pool)
        self.decks = decks
        self._most = most
        self._faces = faces
        self._traits: dict[CardRef, tuple[Trait, ...]] = {}
        self.used = False

    def restrict(self, card: CardRef, trait: Trait) -> None:
        """``card`` has shown that it has ``trait`` (for instance by being laid face down)."""
        self._traits[card] = (*self._traits.get(card, ()), trait)

    def restrictions(self, card: CardRef) -> int:
        """How many traits ``card`` has shown: the fewer, the more it can still be."""
        return len(self._traits.get(card, ()))

    def could_be(self, table: Table, card: CardRef, face: FaceId) -> bool:
        """Whether ``card`` may turn out to be ``face``, all other cards considered."""
        seat = card.partition(".")[0]
        whole = self.decks.get(seat, self.copies)
        if table.face.get(card) != UNKNOWN or not self._fits(card, face):
            return False
        if not whole:
            return face in self._faces and self._allowed(table, seat, face)
        if face not in whole:
            return False
        left = self._left(table, whole, seat if seat in self.decks else "")
        left[face] -= 1
        if left[face] < 0:
            return False
        others = [
            other
            for other in self._traits
            if other != card
            and table.face[other] == UNKNOWN
            and self.decks.get(other.partition(".")[0], self.copies) is whole
        ]
        return self._assignable(others, left)

    def known_copies(self, table: Table, card: CardRef, face: FaceId) -> tuple[CardRef, ...]:
        """The cards that are known to be ``face``, if they are all that ``card`` could be one of; else
        none."""
        seat = card.partition(".")[0]
        whole = self.decks.get(seat, self.copies)
        own = seat if seat in self.decks else ""
        known = [
            other
            for other, shown in table.face.items()
            if shown == face and (not own or other.partition(".")[0] == own)
        ]
        return tuple(known) if whole and 0 < whole.get(face, 0) <= len(known) else ()

    def _allowed(self, table: Table, seat: str, face: FaceId) -> bool:
        """Whether a deck that nobody wrote down may hold one more of ``face`` than is known of it."""
        if self._most is None:
            return True
        known = sum(other == face and card.partition(".")[0] == seat for card, other in table.face.items())
        return known < self._most(self._faces[face])

    def _fits(self, card: CardRef, face: FaceId) -> bool:
        return all(trait(self._faces[face]) for trait in self._traits.get(card, ()))

    def _left(self, table: Table, whole: Mapping[FaceId, int], seat: str) -> dict[FaceId, int]:
        """What is not yet known of ``whole``: of the deck of ``seat``, or of the pool of all (``""``)."""
        left = dict(whole)
        for card, face in table.face.items():
            if face in left and (not seat or card.partition(".")[0] == seat):
                left[face] -= 1
        return left

    def _assignable(self, cards: list[CardRef], left: dict[FaceId, int]) -> bool:
        """Whether every one of ``cards`` can have a face of its own (augmenting paths)."""
        taken: dict[FaceId, list[CardRef]] = {}

        def place(card: CardRef, seen: set[FaceId]) -> bool:
            for face, copies in left.items():
                if copies <= 0 or face in seen or not self._fits(card, face):
                    continue
                seen.add(face)
                holders = taken.setdefault(face, [])
                if len(holders) < copies:
                    holders.append(card)
                    return True
                for index, holder in enumerate(holders):
                    if place(holder, seen):
                        holders[index] = card
                        return True
            return False

        return all(place(card, set()) for card in cards)
