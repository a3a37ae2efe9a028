"""What chance is asked for: an order of cards, and which part of it is whose.

Not here: the order itself (the ``Shuffled`` event), or whether it is a possible one (the ruleset).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from events.changes import FaceId, Place
from events.kinds import Shuffled


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
        """The order in which the ``known`` parts lie where they belong and all else is unknown.

        Raises ``KeyError`` for a part that there is none of, ``ValueError`` for one that is too long.
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
