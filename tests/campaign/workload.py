"""What attacked logs are filled with, and whether a log that was attacked is sound.

Act ``number`` is the same whenever it is asked for, so that what a log holds can be compared with what was
offered to it. Not here: the attacks.
"""

import random
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from events.log.contract import LogError, Pending, Receipt, Record
from events.log.sqlite_log import SqliteLog
from events.model.kinds import AnyEvent, Happened, Noted
from events.seal.inspection import inspect
from events.seal.note import SignerKey
from events.seal.paths import checkpoint_of

KEY = SignerKey("example.org/campaign", bytes(range(32)))
MATCHES = ("cup-r1", "月見-2", "open-final")
PROBE = (Pending(Noted("comment", "after the attack")),)
"""What a log is given after each attack, to see whether it takes it."""
TEXT_AT_MOST = 900
"""Letters in an event, so that an act takes from a part of one page of the database to a few of them."""


class Act(NamedTuple):
    """What is appended at once."""

    match: str
    events: tuple[Pending, ...]
    command: str


class Place(NamedTuple):
    """What of a receipt holds for ever: where the act lies, and the leaf hash (hex) of its end."""

    position: int
    leaf: str

    @classmethod
    def of(cls, receipt: Receipt) -> "Place":
        """The place that a receipt names."""
        return cls(receipt.first_position, receipt.leaf)


def act(seed: int, number: int) -> Act:
    """The act with this number, of one to four events; it depends on nothing else."""
    chance = random.Random(f"{seed}:{number}")
    events: list[AnyEvent] = [Noted("comment", "月" * chance.randrange(TEXT_AT_MOST // 3), line=number)]
    events += [Happened("damage", "B", ("X-1",), amount=hit) for hit in range(chance.randrange(4))]
    return Act(chance.choice(MATCHES), tuple(map(Pending, events)), f"{seed}:{number}")


def append(log: SqliteLog, offered: Act, *, at: int = 0) -> Place:
    """Append an act to where its match stands."""
    receipt = log.append(
        offered.match, offered.events, expected=log.count(offered.match), command=offered.command, at=at
    )
    return Place.of(receipt)


def places(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The records of each command, in order. Raises ``AssertionError`` for one that stands in two places."""
    found: dict[str, list[Record]] = {}
    for command, stored in groupby(records, lambda record: record.entry.command):
        if command in found:
            raise AssertionError(f"command {command} is there twice")
        found[command] = list(stored)
    return found


def unsound(
    path: Path, *, seed: int, offered: int, acknowledged: Mapping[int, Place], heads: Iterable[int] = ()
) -> str:
    """What is wrong with the log at ``path`` after an attack; "" if it is sound.

    ``offered``: acts 0 up to this one may be there, each whole or not at all · ``acknowledged``: where those
    that were acknowledged by number must be · ``heads``: sizes that were signed, and acknowledged as such.
    """
    try:
        with SqliteLog(path, writing=True) as log:
            found = places(log.follow())
            log.matches()
            log.append("probe", PROBE, expected=log.count("probe"), command=f"probe:{log.size}", at=0)
        findings = inspect(path, [KEY.verifier] if checkpoint_of(path).exists() else []).findings
    except (LogError, AssertionError) as error:
        return f"{type(error).__name__}: {error}"
    if findings:
        return f"inspection: {findings}"
    if any(heads) and not checkpoint_of(path).exists():
        return f"the checkpoint is gone, although {max(heads)} entries were signed"
    return _lost(found, acknowledged, seed) or _unheard(found, offered, seed)


def _lost(found: Mapping[str, list[Record]], acknowledged: Mapping[int, Place], seed: int) -> str:
    for number, place in acknowledged.items():
        stored = found.get(f"{seed}:{number}")
        if stored is None:
            return f"lost: act {number} was acknowledged at position {place.position}"
        if Place(stored[0].position, stored[-1].leaf) != place:
            return f"act {number} is not where it was acknowledged: {place}"
    return ""


def _unheard(found: Mapping[str, list[Record]], offered: int, seed: int) -> str:
    """What is there and was not offered like that."""
    known = {one.command: one for one in (act(seed, number) for number in range(offered))}
    for command, stored in found.items():
        if command.startswith("probe:"):
            continue
        if command not in known:
            return f"command {command} was never offered"
        one = known[command]
        held = [(record.entry.match, record.entry.event, record.entry.cause) for record in stored]
        if held != [(one.match, event, cause) for event, cause in one.events]:
            return f"command {command} is not there as a whole"
    return ""
