"""Part 8 again, ``rows``: an entry with a right hash and a right link, put by SQL where no entry can stand.

Whoever reads from position 0 up to the size of a log, or a match from its first event on, may pass it by, and
whoever asks for a match may take it for a part of it. Not here: entries in their place (``forgery``).
"""

import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from events.log.compact_layout import digest_of
from events.log.contract import LogError
from events.log.sqlite_log import SqliteLog
from events.model.codec import Entry, canonical, encode
from events.model.kinds import AnyEvent, Noted
from tests.campaign.memory import repeated
from tests.campaign.sealed import answers, inspected, lay, refused, sealed_log
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import MATCHES
from tests.events.files import as_plain, spoil

LOGS = 100
SALT = bytes(16)
WORDS = Noted("comment", "A wins, B cheated")
NEW = "a match of its own"
KINDS = (
    "rows put in",
    "of these found by the inspection",
    "of these refused to whoever reads the log",
    "of these refused to a writer",
    "of these kept out of the matches",
)
LEAST, GREATEST = -(2**63), 2**63 - 1


class Row(NamedTuple):
    """Where the row goes: ``seq`` in its match and ``position``; ``match``, if it is no other one's."""

    position: int
    seq: int
    match: str = ""


class Kept(NamedTuple):
    """What a match was before the row was put in."""

    events: list[AnyEvent]
    leaf: str


PLACES: dict[str, Callable[[int, int], Row]] = {
    "before position 0": lambda size, seq: Row(-1, seq),
    "far before position 0": lambda size, seq: Row(-1 - size, seq),
    "at the least position": lambda size, seq: Row(LEAST, seq),
    "at the greatest position": lambda size, seq: Row(GREATEST, seq),
    "at the greatest but one": lambda size, seq: Row(GREATEST - 1, seq),
    "behind a gap": lambda size, seq: Row(size + 1, seq),
    "far behind the end": lambda size, seq: Row(size + 10**9, seq),
    "before event 0": lambda size, seq: Row(size, -1),
    "before event 0 and position 0": lambda size, seq: Row(-1, -1),
    NEW: lambda size, seq: Row(-1, 0, NEW),
}
"""Of a log of ``size`` entries, whose match has ``seq`` of them."""
EXEMPT = {
    # Entries are missing before these: whoever reads one match cannot know (``docs/events.md``).
    "kept out of the matches": {"at the greatest but one", "behind a gap", "far behind the end"},
    # This one stands at the position that is next: a writer goes on behind it, in other matches.
    "refused to a writer": {"before event 0"},
}


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Put a row into so many logs, in every place, in both layouts."""
    return repeated(_put_in, times, KINDS, seed=seed, step=step)


def _put_in(place: Path, seed: int, tally: Tally) -> None:
    whole = sealed_log(place / "whole", ahead=False, seed=seed)
    for name in PLACES:
        for plain in (False, True):
            path = lay(whole, place / "spoiled")
            if plain:
                as_plain(path)
            _attack(path, name, random.Random(f"{seed}:{name}"), tally)


def _attack(path: Path, name: str, chance: random.Random, tally: Tally) -> None:
    with SqliteLog(path) as log:
        size = log.size
        kept = {one.match: Kept(log.events(one.match), one.leaf) for one in log.matches()}
    match = chance.choice([one for one in MATCHES if one in kept])
    row = PLACES[name](size, len(kept[match].events))
    put_in(path, row._replace(match=row.match or match), prev="" if row.seq <= 0 else kept[match].leaf)
    tally.count("rows put in")
    how = f"{name}, {row}"
    for what, holds in (
        ("found by the inspection", bool(set(inspected(path)) - {"unopened"})),
        ("refused to whoever reads the log", answers(path) is None),
        ("refused to a writer", refused(path)),
        ("kept out of the matches", _same_matches(path, kept)),
    ):
        if holds:
            tally.count(f"of these {what}")
        elif name not in EXEMPT.get(what, ()):
            tally.fail(f"{how}: not {what}")


def put_in(path: Path, row: Row, *, prev: str) -> None:
    """Put in a row whose bytes, hash and link are those of an entry."""
    salt = "A" * 22
    data = encode(
        Entry(
            prev=prev,
            cause=None,
            seq=row.seq,
            match=row.match,
            command="evil:1",
            at=1,
            salt=SALT,
            event=WORDS,
        )
    )
    leaf, stored = sha256(b"\x00" + data).hexdigest(), data.hex()
    with SqliteLog(path) as log:
        compact = log._db.pragma("user_version") == 2
    if compact:
        event = canonical(WORDS)
        spoil(
            path,
            f"INSERT OR IGNORE INTO match_name (name) VALUES ('{row.match}')",
            f"INSERT INTO event VALUES (9999, {digest_of(event)}, x'{event.hex()}')",
            f"INSERT INTO place SELECT {row.position}, id, {row.seq}, {row.position}, 9999, NULL, '{salt}',"
            f" x'{leaf}', 'evil:1', 1 FROM match_name WHERE name = '{row.match}'",
        )
    else:
        said = f"{row.position}, '{row.match}', {row.seq}, 'evil:1', x'{leaf}', x'{stored}'"
        spoil(path, f"INSERT INTO entry VALUES ({said})")


def _same_matches(path: Path, kept: dict[str, Kept]) -> bool:
    """Whether each match is refused, or as it was."""
    with SqliteLog(path) as log:
        for match in (*kept, NEW):
            told = kept[match].events if match in kept else None
            for ask in (
                log.events,
                lambda match: [event for event, _ in log.history(match)],
                lambda match: [record.entry.event for record in log.read(match)],
            ):
                try:
                    if ask(match) != told:
                        return False
                except LogError:
                    continue
    return True


__all__ = ["LOGS", "PLACES", "Row", "put_in", "run"]
