"""Layout 2 of the database: what many entries say alike is stored once, and the bytes are put together again.

An event lies in ``event`` once, however often it happens; the id of a match in ``match_name``; the command
and the time of an act with its first entry. What is left of an entry is a row in ``place``. The link to the
entry before is not stored: it is the leaf hash of that row. The view ``entry`` puts the stored bytes together
in SQL alone, so that any SQLite since 3.44 can read them. Not here: what the bytes mean (``codec``).
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import apsw

from events.log.hash_chain import LAST_POSITION, Fields
from events.log.layout import Checked, Layout, Queries, never, size_of
from events.model.codec import NOT_YET, events_of, plain_act
from events.model.kinds import AnyEvent
from events.model.upcast import FORMAT, UNDECODED

# An entry without salt, such as one of an older format, lies in "event" with all its bytes.
# Joins that a question does not need are left out by SQLite, since each finds one row at most.
SCHEMA = {
    "match_name": """
        CREATE TABLE match_name (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT""",
    "event": """
        CREATE TABLE event (
            id INTEGER PRIMARY KEY,
            digest INTEGER NOT NULL,
            data BLOB NOT NULL
        ) STRICT""",
    "event_digest": "CREATE INDEX event_digest ON event (digest)",
    "place": """
        CREATE TABLE place (
            position INTEGER PRIMARY KEY,
            match INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            act INTEGER NOT NULL,
            event INTEGER NOT NULL,
            cause INTEGER,
            salt TEXT,
            leaf BLOB NOT NULL CHECK (length(leaf) = 32),
            command TEXT,
            at INTEGER,
            UNIQUE (match, seq)
        ) STRICT""",
    "place_command": "CREATE INDEX place_command ON place (command) WHERE command IS NOT NULL",
    "entry": """
        CREATE VIEW entry (position, match, seq, command, leaf, data) AS
        SELECT
            place.position, match_name.name, place.seq, act.command, place.leaf,
            coalesce(
                CASE WHEN place.salt IS NULL THEN event.data ELSE CAST(
                    concat(
                        '[3,"', lower(hex(before.leaf)), '",', coalesce(place.cause, 'null'), ',', place.seq,
                        ',"', match_name.name, '","', act.command, '",', act.at, ',"', place.salt, '=="]',
                        char(10), event.data
                    ) AS BLOB
                ) END,
                x''
            )
        FROM place
        LEFT JOIN match_name ON match_name.id = place.match
        LEFT JOIN place AS act ON act.position = place.act
        LEFT JOIN event ON event.id = place.event
        LEFT JOIN place AS before ON before.match = place.match AND before.seq = place.seq - 1""",
    **never("match_name", "ids of matches"),
    **never("event", "events"),
    **never("place", "entries"),
}

_SIZE = size_of("place")

QUERIES = Queries(
    size_and_command=f"SELECT ({_SIZE}), EXISTS (SELECT 1 FROM place WHERE command = ?)",
    # The entries of an act stand behind its first one, up to the first one of another.
    of_command="""
        SELECT position, match, seq, command, leaf, data FROM entry
        WHERE command = ?1 AND position >= (SELECT min(position) FROM place WHERE command = ?1)
            AND position < coalesce(
                (
                    SELECT min(position) FROM place NOT INDEXED WHERE command IS NOT NULL
                        AND position > (SELECT max(position) FROM place WHERE command = ?1)
                ),
                9223372036854775807
            )
        ORDER BY position""",
    present=f"SELECT (SELECT count(*) FROM place), ({_SIZE})",
    # Ids are given in the order in which matches begin.
    first="SELECT name FROM match_name ORDER BY id LIMIT ?",
    latest="SELECT name FROM match_name ORDER BY id DESC LIMIT ?",
    names="SELECT name FROM match_name",
    matches="""
        SELECT match_name.name, last.seq + 1, first.position, lower(hex(last.leaf)) FROM match_name
        JOIN place AS last ON last.match = match_name.id
            AND last.seq = (SELECT max(seq) FROM place WHERE match = match_name.id)
        LEFT JOIN place AS first ON first.match = match_name.id AND first.seq = 0
        ORDER BY first.position""",
    page="""
        SELECT place.position, match_name.name, place.seq, act.command, place.leaf,
            coalesce(event.data, x''), place.cause, act.at, place.salt
        FROM place
        LEFT JOIN match_name ON match_name.id = place.match
        LEFT JOIN place AS act ON act.position = place.act
        LEFT JOIN event ON event.id = place.event
        WHERE place.position >= ? AND place.position < ? ORDER BY place.position LIMIT ?""",
)

_MATCH_ID = "SELECT id FROM match_name WHERE name = ?"
_NEW_MATCH = "INSERT INTO match_name (name) VALUES (?)"
_EVENT_ID = "SELECT id FROM event WHERE digest = ? AND data = ?"
_NEW_EVENT = "INSERT INTO event (digest, data) VALUES (?, ?)"
_NEW_PLACE = """
    INSERT INTO place (position, match, seq, act, event, cause, salt, leaf, command, at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
_KEPT = 32_768
"""Events, and as many matches, that an inserter or a reader remembers."""


class CompactInserter:
    """Inserts entries, what they have in common once. Remembers ids, which never change."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        self._matches: dict[str, int] = {}
        self._events: dict[bytes, int] = {}

    def insert(self, rows: Sequence[Fields]) -> None:
        """Insert the entries of one act, or of one match from another log. Raises SQLite's errors."""
        if not rows:
            return
        places: list[tuple[int | bytes | str | None, ...]] = []
        current: tuple[str, int] | None = None
        act = 0
        number = self._match(rows[0][1])
        for position, _, seq, command, leaf, data, cause, at, salt, said in rows:
            event = self._event(data if salt is None else said)
            if current == (command, at):
                places.append((position, number, seq, act, event, cause, salt, leaf, None, None))
            else:
                current, act = (command, at), position
                places.append((position, number, seq, act, event, cause, salt, leaf, command, at))
        self._cursor.executemany(_NEW_PLACE, places)

    def forget(self) -> None:
        """Drop the ids, of which some may be of rows that were undone."""
        self._matches.clear()
        self._events.clear()

    def _match(self, name: str) -> int:
        known = self._matches.get(name)
        if known is None:
            if len(self._matches) >= _KEPT:
                self._matches.clear()
            known = self._matches[name] = self._id(_MATCH_ID, _NEW_MATCH, (name,))
        return known

    def _event(self, data: bytes) -> int:
        known = self._events.get(data)
        if known is None:
            if len(self._events) >= _KEPT:
                self._events.clear()
            known = self._events[data] = self._id(_EVENT_ID, _NEW_EVENT, (digest_of(data), data))
        return known

    def _id(self, query: str, insert: str, values: tuple[str] | tuple[int, bytes]) -> int:
        for (found,) in self._cursor.execute(query, values):
            return int(found)
        self._cursor.execute(insert, values)
        return self._connection.last_insert_rowid()


def digest_of(data: bytes) -> int:
    """By what the inserter finds an event again."""
    return int.from_bytes(sha256(data).digest()[:8], "big", signed=True)


# An entry where a log has no position is left out, so that what is linked to it, or the last hash, differs.
_OF_MATCH = f"""
    SELECT seq, cause, salt, event, leaf, position, act, command, at FROM place
    WHERE match = (SELECT id FROM match_name WHERE name = ?) AND position BETWEEN 0 AND {LAST_POSITION}
    ORDER BY seq"""
_LAST = """
    SELECT seq, leaf FROM place WHERE match = (SELECT id FROM match_name WHERE name = ?)
    ORDER BY seq DESC LIMIT 1"""
_EVENTS = "SELECT id, data FROM event WHERE id IN (SELECT value FROM json_each(?))"
_begin_leaf = sha256(b"\x00").copy


Known = dict[int, tuple[bytes, AnyEvent]]
"""Events by their id, as bytes and decoded."""


class CompactReader:
    """Reads whole matches, and remembers events by their id."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._known: Known = {}

    def check_match(self, match: str) -> Checked | None:
        """The events of a match and their causes, if they are what was written. Raises SQLite's errors.

        Each entry is put together with the hash of the one before, as the view ``entry`` does it, and its
        hash compared with the stored one.
        """
        rows: list[Any] = self._connection.execute(_OF_MATCH, (match,)).fetchall()
        last = self._connection.execute(_LAST, (match,)).get
        try:
            try:
                return _checked(rows, self._known, match, last=last)
            except KeyError:
                self._load({row[3] for row in rows})
                return _checked(rows, self._known, match, last=last)
        except (*UNDECODED, TypeError, AttributeError, KeyError):
            return None

    def _load(self, numbers: set[int]) -> None:
        """Read the events with these ids; none of them ever changes."""
        known = self._known
        if len(known) >= _KEPT:
            known.clear()
        missing = f"{[number for number in numbers if number not in known]}"
        found: list[Any] = self._connection.execute(_EVENTS, (missing,)).fetchall()
        for (number, data), event in zip(found, events_of([row[1] for row in found]), strict=True):
            known[number] = data, event


def _checked(rows: list[Any], known: Known, match: str, *, last: object) -> Checked | None:
    prev, first, said = NOT_YET, -1, ""
    hashes: list[bytes] = []
    events: list[AnyEvent] = []
    for expected, (seq, cause, salt, number, leaf, position, act, command, at) in enumerate(rows):
        if command is not None:
            first, said = position, plain_act(match, command, at=at)
        if seq != expected or salt is None or act != first:
            return None
        data, event = known[number]
        # As in ``first_line``, whose call would take a twentieth of all this.
        after = "null" if cause is None else cause
        line = f'[{FORMAT},"{prev}",{after},{seq}{said}{salt}=="]\n'
        found = _begin_leaf()
        found.update(line.encode() + data)
        hashes.append(found.digest())
        prev = leaf.hex()
        events.append(event)
    stored, positions = [row[4] for row in rows], [row[5] for row in rows]
    end = [(len(stored) - 1, leaf) for leaf in stored[-1:]]
    if stored != hashes or end != [last] or positions != sorted(positions):
        return None
    return events, [row[1] for row in rows]


# What lists and the question for a command id rely on, and no hash covers.
_CONTRADICTIONS = (
    (
        "SELECT count(*) FROM match_name"
        " WHERE NOT EXISTS (SELECT 1 FROM place WHERE match = match_name.id AND seq = 0)",
        "matches without a first entry",
    ),
    (
        "SELECT count(*) FROM place"
        " WHERE (command IS NULL) <> (act <> position) OR (command IS NULL) <> (at IS NULL)",
        "commands or times that are not with the first entry of their act",
    ),
    (
        "SELECT count(*) FROM (SELECT position - lag(position) OVER (ORDER BY match) AS later FROM match_name"
        " CROSS JOIN place ON place.match = match_name.id AND place.seq = 0) WHERE later < 0",
        "matches that are listed before one that began earlier",
    ),
    ("SELECT count(*) FROM event WHERE id NOT IN (SELECT event FROM place)", "events that no entry has"),
    (
        "SELECT count(*) FROM event WHERE digest <> digest_of(data)",
        "events under the digest of another one",
    ),
)

COMPACT = Layout(2, SCHEMA, QUERIES, CompactInserter, CompactReader, _CONTRADICTIONS)

__all__ = ["COMPACT"]
