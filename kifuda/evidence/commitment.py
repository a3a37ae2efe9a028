"""Commitments to events: every view is bound to the same ones, and any face can be opened by itself.

The skeleton of an event is the event with each of its hidden values replaced by a salted hash; the event's
own commitment is a salted hash of the skeleton. Salts have 32 bytes, so that guessing finds nothing.
Not here: who may open what (``make_view``).
"""

import base64
import hmac
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

SCHEME = "kifuda-views/v1"
EVENT, FACE = b"\x02", b"\x03"
"""Prefixes of hashes by what is hashed; 00 and 01 are leaves and nodes."""

_PRIVATE_KEY = re.compile(r"""(?:^|\.)["']?_""")
"""Keys of a head that are the writer's own, as in ``events.view.view``."""


class Salts:
    """The salts of one match, from the secret of its log."""

    def __init__(self, secret: bytes, match: str) -> None:
        self.secret = secret
        self.match = match

    def of(self, seq: int, index: int = -1) -> bytes:
        """The salt of the hidden value ``index`` of an event, or (-1) of its skeleton."""
        return self._from(seq, index)

    def before(self, viewer: str) -> str:
        """The value (hex) to which the first record of a viewer links. It is secret, so that nobody else can
        test guesses at the view against its root."""
        return self._from(viewer).hex()

    def _from(self, *what: int | str) -> bytes:
        data = msgspec.json.encode([SCHEME, self.match, *what])
        return hmac.digest(self.secret, data, "sha256")


class Committed(NamedTuple):
    """An event with its commitment: ``faces`` are its hidden values, in the order of their indexes."""

    salt: bytes
    skeleton: str
    faces: tuple[str, ...]

    @property
    def commitment(self) -> str:
        """The commitment (hex) in the records of all views."""
        return of_skeleton(self.salt, self.skeleton)


class HiddenValue(NamedTuple):
    """A hidden value in an event as JSON: ``where`` it stands in words, and as part ``key`` of ``held``."""

    where: str
    held: Any
    key: Any

    @property
    def value(self) -> Any:
        return self.held[self.key]


def commit(data: bytes, seq: int, salts: Salts) -> Committed:
    """Commit to the event with these canonical bytes."""
    event = msgspec.json.decode(data)
    faces = []
    for index, hidden_value in enumerate(hidden(event)):
        faces.append(hidden_value.value)
        hidden_value.held[hidden_value.key] = of_face(salts.of(seq, index), hidden_value.value)
    skeleton = msgspec.json.encode(event, order="sorted").decode()
    return Committed(salts.of(seq), skeleton, tuple(faces))


def of_skeleton(salt: bytes, skeleton: str) -> str:
    """The commitment (hex) to an event."""
    return sha256(EVENT + salt + skeleton.encode()).hexdigest()


def of_face(salt: bytes, face: str) -> str:
    """The commitment (hex) to one hidden value."""
    return sha256(FACE + salt + face.encode()).hexdigest()


def hidden(event: Any) -> Iterator[HiddenValue]:
    """The values of an event (as JSON) that may be hidden from a viewer, in order: faces, the order of a
    shuffle, notes of the writer. The same for events and for their skeletons."""
    for at, change in enumerate(event.get("changes", [])):
        if change[0] in ("create", "know"):
            card = change[1]
            yield HiddenValue(f"changes[{at}], {card}", change, 2)
    for at in range(len(event.get("faces", []))):
        yield HiddenValue(f"faces[{at}], {event['cards'][at]}", event["faces"], at)
    for at in range(len(event.get("order", []))):
        yield HiddenValue(f"order[{at}]", event["order"], at)
    for key in sorted(event.get("head", {})):
        if _PRIVATE_KEY.search(key):
            yield HiddenValue(f"head.{key}", event["head"], key)
    if event.get("kind") == "Noted":
        yield HiddenValue("text", event, "text")


def in_base64(data: bytes) -> str:
    """Bytes as text in a bundle."""
    return base64.b64encode(data).decode()
