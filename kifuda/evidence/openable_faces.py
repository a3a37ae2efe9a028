"""The openings that the holder of a view gets, chosen so that their presence reveals nothing.

Which events can be opened depends on the view alone. Otherwise a present or missing opening would reveal
whether the card named ``B.3`` in the view is the ``B.3`` of the match. Not here: ``opening``.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from events.view.viewer_state import Sight
from kifuda.evidence.bundle import Opened
from kifuda.evidence.commitment import Committed, Salts, hidden, in_base64

ACTS = ("Declared", "Chose", "Passed")


def openable(
    lines: Sequence[str], made: Sequence[Committed], salts: Salts, sight: Sight, viewer: str
) -> Iterator[Opened]:
    """The openings of a view's records, each of an event with the faces in it that the viewer sees.

    An event can be opened if the viewer sees a face in it or acted in it, and if its cards were always
    visible to the viewer: only such cards certainly have the same name in the match.
    """
    always_visible = _AlwaysVisible(sight, viewer)
    for seq, (line, whole) in enumerate(zip(lines, made, strict=True)):
        seen = msgspec.json.decode(line.partition("\n")[2])
        always_visible.take(seen)
        hidden_values = list(hidden(seen))
        skeleton = msgspec.json.decode(whole.skeleton)
        if not always_visible.allows(seen) or len(hidden_values) != len(whole.faces):
            continue
        faces = [
            (index, in_base64(salts.of(seq, index)), face)
            for index, (hidden_value, face) in enumerate(zip(hidden_values, whole.faces, strict=True))
            if face and hidden_value.value == face
        ]
        for hidden_value, committed in zip(hidden_values, hidden(skeleton), strict=True):
            hidden_value.held[hidden_value.key] = committed.value
        if seen == skeleton:  # They differ if the record learned a face later than the viewer saw it.
            yield Opened(seq, in_base64(whole.salt), whole.skeleton, tuple(faces))


class _AlwaysVisible:
    """Tracks which cards of a view were always in places whose cards the viewer can tell apart."""

    def __init__(self, sight: Sight, viewer: str) -> None:
        self.sight, self.viewer = sight, viewer
        self.places: dict[str, str] = {}
        self.lost: set[str] = set()

    def take(self, seen: Any) -> None:
        """Follow the cards through the next event."""
        if seen["kind"] == "Retracted":
            self.lost.update(self.places)
        if seen["kind"] == "Shuffled":
            self.lost.update(card for card, place in self.places.items() if place == seen["place"])
        for change in seen.get("changes", []):
            if change[0] in ("create", "move"):
                _, card, _, place, *_ = change
                self.places[card] = place
                if not self.sight.tells_apart(place, self.viewer):
                    self.lost.add(card)

    def allows(self, seen: Any) -> bool:
        """Whether an event, as the viewer sees it, is one that it may open."""
        if seen["kind"] in ACTS:
            return seen["seat"] == self.viewer and self.knows(seen)
        return any(hidden_value.value for hidden_value in hidden(seen)) and self.knows(seen)

    def knows(self, part: Any) -> bool:
        """Whether no part of an event names a card that was hidden before. Creations are allowed: new cards
        have the same names for everybody."""
        if isinstance(part, str):
            return part not in self.lost
        if isinstance(part, list) and part[:1] == ["create"]:
            return True
        parts = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        return all(map(self.knows, parts))
