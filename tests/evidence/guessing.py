"""Attackers who try what was hashed: entries as formats 2 and 3 store them, and a bounded search.

Not here: what is attacked (``test_guessing``).
"""

import base64
import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from events.log.plain_layout import INSERT
from events.log.sqlite_log import SqliteLog
from events.model.codec import encode_event
from events.model.kinds import Derived
from tests.events.files import as_plain

Entry = tuple[bytes, int | None]
"""What an attacker takes an event to be: its canonical bytes, and its cause."""


class Act(NamedTuple):
    """What is known of one act in a log: where it stands, its command id, and the leaf (hex) before it."""

    match: str
    seq: int
    position: int
    command: str
    prev: str = ""


def said(derived: Iterable[Derived]) -> list[Entry]:
    """Events as bytes."""
    return [(encode_event(event), cause) for event, cause in derived]


def in_format_2(act: Act, entries: Sequence[Entry], at: int) -> list[bytes]:
    """The entries of an act as format 2 stored them: all of it can be known or guessed."""
    return _chained(
        act, entries, lambda place, prev, cause: [2, prev, cause, *place, act.match, act.command, at]
    )


def in_format_3(act: Act, entries: Sequence[Entry], at: int, salts: Callable[[int], str]) -> list[bytes]:
    """The entries of an act as format 3 stores them; ``salts`` gives that of each seq, in base64."""
    return _chained(
        act,
        entries,
        lambda place, prev, cause: [3, prev, cause, place[0], act.match, act.command, at, salts(place[0])],
    )


def _chained(
    act: Act, entries: Sequence[Entry], header: Callable[[tuple[int, int], str, int | None], list[Any]]
) -> list[bytes]:
    prev, stored = act.prev, []
    for index, (event, cause) in enumerate(entries):
        place = act.seq + index, act.position + index
        data = json.dumps(header(place, prev, cause), separators=(",", ":"), ensure_ascii=False).encode()
        stored.append(data + b"\n" + event)
        prev = leaf(stored[-1])
    return stored


def leaf(data: bytes) -> str:
    return sha256(b"\x00" + data).hexdigest()


def unsalted(seq: int) -> str:
    return ""


def zeros(seq: int) -> str:
    return base64.b64encode(bytes(16)).decode()


def of_random(random: bytes) -> Callable[[int], str]:
    """The salts of an act whose random bytes are known."""
    return lambda seq: base64.b64encode(sha256(random + b"%d" % seq).digest()[:16]).decode()


GUESSED_SALTS = (unsalted, zeros, of_random(b""), of_random(bytes(16)))
"""What an attacker on format 3 could try who does not know 128 random bits."""

Form = Callable[[Act, Sequence[Entry], int], list[bytes]]


def forms(*salts: Callable[[int], str]) -> Iterator[Form]:
    """How the entries could have been stored: as format 2 does, or salted like one of these."""
    yield in_format_2
    for salt in salts:
        yield lambda act, entries, at, salt=salt: in_format_3(act, entries, at, salt)  # type: ignore[misc]


def search(
    act: Act,
    guesses: Mapping[Any, Sequence[Entry]],
    times: Iterable[int],
    known: Callable[[list[bytes]], bool],
    *salts: Callable[[int], str],
) -> Any:
    """The first guess whose entries hash to something that is ``known``; None if there is none."""
    for at, form in itertools.product(times, list(forms(*salts))):
        for guess, entries in guesses.items():
            if known(form(act, entries, at)):
                return guess
    return None


def hashes_in(data: bytes) -> set[str]:
    """Everything in a file that could be a hash, in hex."""
    text = data.decode().replace("\\n", "\n")
    found = set(re.findall(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])", text))
    for encoded in re.findall(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=", text):
        found.add(base64.b64decode(encoded).hex())
    return found


def log_in_format_2(path: Path, match: str, acts: Sequence[tuple[str, int, Sequence[Derived]]]) -> None:
    """A log with a match as kifuda 0.1.0 would have stored it: of each act the command id, the time, and the
    events."""
    SqliteLog(path, writing=True).close()
    as_plain(path)
    seq, prev = 0, ""
    with closing(apsw.Connection(str(path))) as connection:
        for command, at, derived in acts:
            for data in in_format_2(Act(match, seq, seq, command, prev), said(derived), at):
                hashed = bytes.fromhex(leaf(data))
                connection.execute(INSERT, (seq, match, seq, command, hashed, data))
                seq, prev = seq + 1, hashed.hex()
