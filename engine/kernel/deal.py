"""The subject of an ask to shuffle: the cards, the parts of their order by owner, and the check of an order.

Not here: the order itself (the ``Shuffled`` event), the legality of a deck (the ruleset).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.kernel.ruleset import Flaw
from events.model.changes import FaceId, Place
from events.model.kinds import Shuffled


@dataclass(frozen=True, slots=True)
class Deal:
    """The subject of an ask to the table: ``size`` cards of ``place`` are put in order.

    ``parts`` names spans (from, to) of the order, as a written record gives them: ``dealt.A``. ``faces``
    are the cards that are put in order, with their copies; empty where nobody knows them.
    """

    place: Place
    size: int
    parts: Mapping[str, tuple[int, int]]
    faces: Mapping[FaceId, int]

    def cards(self) -> list[FaceId]:
        """The faces, each as often as there are copies, in the order of their ids; as many as known."""
        return [face for face, copies in sorted(self.faces.items()) for _ in range(copies)]

    def shuffled(self, known: Mapping[str, tuple[FaceId, ...]], how: str) -> Shuffled:
        """The order with the ``known`` parts at their places and all other cards unknown.

        Raises ``KeyError`` for an unknown part, ``ValueError`` for one that is too long.
        """
        order = [""] * self.size
        for name, faces in known.items():
            begin, end = self.parts[name]
            if len(faces) > end - begin:
                raise ValueError(name)
            order[begin : begin + len(faces)] = faces
        return Shuffled(self.place, tuple(order), how)

    def known(self, shuffled: Shuffled) -> dict[str, tuple[FaceId, ...]]:
        """The parts of an order of which something is known, without the unknown cards at their end."""
        found = {}
        for name, (begin, end) in self.parts.items():
            faces = list(shuffled.order[begin:end])
            while faces and not faces[-1]:
                faces.pop()
            if faces:
                found[name] = tuple(faces)
        return found

    def flaw(
        self,
        shuffled: Shuffled,
        *,
        size: str,
        copies: str,
        most: Callable[[FaceId], int] | None = None,
    ) -> Flaw | None:
        """What is wrong with a recorded order of these cards; None if nothing is.

        The order must have the right number of cards (by the clause ``size``), and of each face no more
        copies than there are (by ``copies``). Unknown cards may be any; if all are unknown, there are at most
        ``most`` copies of a face.
        """
        order = shuffled.order
        if shuffled.place != self.place or len(order) != self.size:
            return size, "wrong-shuffle", {"given": len(order), "cards": self.size}
        unknown = self.size - sum(self.faces.values())
        for face in dict.fromkeys(filter(None, order)):
            given, there = order.count(face), self.faces.get(face, 0)
            unknown -= max(given - there, 0)
            if unknown < 0:
                return copies, "not-among-them", {"face": face, "copies": there}
            if not self.faces and most is not None and given > most(face):
                return copies, "too-many-copies", {"face": face, "copies": most(face)}
        return None
