"""A disk that may lose power: what was asked of it, and how it can look after a cut.

Two planes. The durable one holds what a sync has confirmed. What was asked since then hangs in the air: of
the bytes each sector by itself, of the names each change by itself. The model takes SQLite's word that a
write does not harm bytes beside it (``SQLITE_IOCAP_POWERSAFE_OVERWRITE``), and has no disk that lies about a
sync. Not here: who asks (``recorder``).
"""

import random
from dataclasses import dataclass, field
from typing import NamedTuple

SECTOR_BYTES = 512


class Write(NamedTuple):
    """Bytes for a file; files have numbers, since names come and go."""

    file: int
    offset: int
    data: bytes


class Truncate(NamedTuple):
    """A file cut, or grown with zeros, to ``size``."""

    file: int
    size: int


class Sync(NamedTuple):
    """What a file holds is durable from now on; its name need not be."""

    file: int


class Rename(NamedTuple):
    """A change of names that happens as one: ``gone`` (if any) is no name any more, ``name`` (if any) means
    ``file``."""

    gone: str
    name: str
    file: int


class SyncNames(NamedTuple):
    """All changes of names are durable from now on."""


Operation = Write | Truncate | Sync | Rename | SyncNames
Files = dict[str, bytes]
"""What lies in the folder, by name."""


class Fate(NamedTuple):
    """How a cut treats what hangs in the air: chances from 0 to 1."""

    kept: float
    torn: float

    @classmethod
    def drawn(cls, chance: random.Random) -> "Fate":
        """A gentle or a rough cut."""
        return cls(chance.choice((0.1, 0.5, 0.9)), chance.choice((0.0, 0.2, 0.6)))


NOTHING, EVERYTHING = Fate(0.0, 0.0), Fate(1.0, 0.0)


@dataclass
class Disk:
    """The durable plane, and what hangs in the air above it."""

    names: dict[str, int] = field(default_factory=dict)
    contents: dict[int, bytes] = field(default_factory=dict)
    renames: list[Rename] = field(default_factory=list)
    changes: dict[int, list[Write | Truncate]] = field(default_factory=dict)

    def take(self, asked: Operation) -> None:
        """Do what is asked, as far as anybody can tell while the power is there."""
        match asked:
            case Write(file=file) | Truncate(file=file):
                self.changes.setdefault(file, []).append(asked)
            case Sync(file=file):
                certain = random.Random(0)
                self.contents[file] = self._content(file, EVERYTHING, certain)
                self.changes.pop(file, None)
            case Rename():
                self.renames.append(asked)
            case SyncNames():
                self.names = self._names(EVERYTHING, random.Random(0))
                self.renames.clear()

    @property
    def settled(self) -> bool:
        """Whether nothing hangs in the air: all cuts are the same then."""
        return not self.renames and not any(self.changes.values())

    def after_cut(self, fate: Fate, chance: random.Random) -> Files:
        """The folder as it is found when the power is back."""
        names = self._names(fate, chance)
        return {name: self._content(file, fate, chance) for name, file in sorted(names.items())}

    def _names(self, fate: Fate, chance: random.Random) -> dict[str, int]:
        names = dict(self.names)
        for change in self.renames:
            if chance.random() < fate.kept:
                if change.gone:
                    names.pop(change.gone, None)
                if change.name:
                    names[change.name] = change.file
        return names

    def _content(self, file: int, fate: Fate, chance: random.Random) -> bytes:
        content = bytearray(self.contents.get(file, b""))
        for change in self.changes.get(file, ()):
            match change:
                case Truncate(size=size):
                    if chance.random() < fate.kept:
                        _resize(content, size)
                case Write(offset=offset, data=data):
                    for start, part in _sectors(offset, data):
                        _settle(content, start, part, fate, chance)
        return bytes(content)


def _sectors(offset: int, data: bytes) -> list[tuple[int, bytes]]:
    """The parts of a write that lie in one sector each, with their offsets in the file."""
    ends = range((offset // SECTOR_BYTES + 1) * SECTOR_BYTES, offset + len(data), SECTOR_BYTES)
    starts = [offset, *ends]
    return [
        (start, data[start - offset : end - offset])
        for start, end in zip(starts, [*ends, offset + len(data)], strict=True)
    ]


def _settle(content: bytearray, start: int, part: bytes, fate: Fate, chance: random.Random) -> None:
    """Let one sector of a write reach the disk, or not, or in part."""
    if chance.random() >= fate.kept:
        if chance.random() < fate.torn:  # The file grew, but what it grew by is nothing yet.
            _resize(content, max(len(content), start + len(part)))
        return
    if chance.random() < fate.torn:
        reached = chance.randrange(len(part))
        old = bytes(content[start + reached : start + len(part)]).ljust(len(part) - reached, b"\0")
        part = part[:reached] + chance.choice((old, chance.randbytes(len(old))))
    if len(content) < start:
        _resize(content, start)
    content[start : start + len(part)] = part


def _resize(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))
