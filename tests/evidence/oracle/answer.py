"""The answer of the second checker, with the fields that ``verify_evidence`` writes as JSON.

Not here: the checking (``checker``).
"""

from typing import Any

import msgspec

Finding = dict[str, Any]
"""``code``, and the facts that its text is filled with."""


class Head(msgspec.Struct, frozen=True):
    """A head that was read: ``root`` in base64, over the first ``size`` entries."""

    size: int
    root: str


class From(msgspec.Struct, frozen=True):
    """A log that the first ``entries`` were collected from, with its head."""

    entries: int
    origin: str
    size: int
    root: str


class Made(msgspec.Struct, frozen=True):
    """A signature ``over`` the head of the log or a slip: ``state`` is ``holds``, ``claimed`` (it holds for a
    key that only the bundle names), ``unknown`` or ``forged``; ``time`` in seconds since 1970, or None."""

    over: str
    by: str
    state: str
    time: int | None


class Shown(msgspec.Struct, frozen=True):
    """What was opened of event ``seq``: the ``face`` at ``where``; both empty for a skeleton alone."""

    seq: int
    where: str
    face: str


class Answer(msgspec.Struct):
    """The answer about one bundle; without ``findings`` all of it holds.

    ``rehashed`` records of ``records`` that the log says there are; ``viewer`` is None for a whole match;
    ``pinned``: ``clauses`` and ``cards`` → ``pinned``, ``differs`` or ``absent``.
    """

    match: str
    origin: str
    viewer: str | None
    rehashed: int
    records: int
    head: Head | None
    slip: Head | None
    sources: list[From]
    signatures: list[Made]
    pinned: dict[str, str]
    opened: list[Shown]
    findings: list[Finding]
