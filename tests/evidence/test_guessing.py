"""What is hidden cannot be found from hashes: each search finds it in format 2, and nothing in format 3.

The searches are bounded to some milliseconds around the time of an act, since all else that was unknown in
format 2 is what they look for; a whole second takes a program half a minute, and a page shows the second. As
a control each is also run against format 3 with the random bytes given away: then it finds what it looks for.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dashboard.app.access import Viewer
from dashboard.app.source import EVERYBODY, Source
from engine.games.registry import find
from engine.record.live_recording import Recording
from engine.record.match import Match
from events.log.contract import Pending
from events.log.hash_chain import link
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.model.codec import encode_event
from events.model.kinds import Declared, Derived, Noted, Opened
from events.seal.head_signing import seal
from events.seal.merkle import Edge
from events.view.view import PUBLIC, view
from kifuda.evidence.bundle import encode
from kifuda.evidence.make_bundle import view_bundle
from kifuda.evidence.make_view import bind
from tests.events.collect.older import unpacked
from tests.evidence.guessing import (
    GUESSED_SALTS,
    Act,
    Entry,
    hashes_in,
    in_format_2,
    leaf,
    log_in_format_2,
    of_random,
    said,
    search,
)
from tests.evidence.logs import KEEPER, TINY

NOW = 1_770_000_000_123_456
TIMES = range(NOW - 300, NOW + 300)
"""What an attacker knows of the microsecond."""
RANDOM = seeded("an act")
"""In the place of the operating system, so that the control knows what nobody else does."""
HEAD = """+++
kfd = 1
match = "final"
ruleset = "genesis-garden@2011-04"
cards = "starter"
players = ["Mio", "Sora"]
[decks]
A = "beasts"
B = "dragons"
+++
"""


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """A match that goes on, with decks that nobody but a judge may see."""
    path = tmp_path / "running.db"
    with SqliteLog(path, writing=True, random=seeded("an act")) as log:
        Recording.begin(log, HEAD, keeper="mio", clock=lambda: NOW)
    return path


def decks_guessed(tmp_path: Path) -> dict[tuple[str, str], list[Entry]]:
    """What the match would have begun with, for each two decks that are sold."""
    rules = find("genesis-garden", "2011-04")
    assert rules is not None
    presets = sorted(rules.sets["starter"].decks)
    guesses = {}
    with SqliteLog(tmp_path / "own.db", writing=True) as own:
        for first, second in product(presets, repeat=2):
            name = f"{first}-{second}"
            head = HEAD.replace('"final"', f'"{name}"')
            head = head.replace('A = "beasts"', f'A = "{first}"').replace('B = "dragons"', f'B = "{second}"')
            begun = Recording.begin(own, head, keeper="x", clock=lambda: NOW)
            guesses[first, second] = said(begun.derived)
    return guesses


# --- preset decks of a running match ---------------------------------------------------------------


def test_the_decks_of_a_running_match_cannot_be_found_from_its_hash(running: Path, tmp_path: Path) -> None:
    guesses = decks_guessed(tmp_path)
    with SqliteLog(running) as log:
        records = list(log.read("final"))
    act = Act("final", 0, 0, records[0].entry.command)
    assert act.command == "mio/final/0"
    secret = ("beasts", "dragons")
    old = leaf(in_format_2(act, guesses[secret], NOW)[-1])
    new = records[-1].leaf
    assert search(act, guesses, TIMES, lambda stored: leaf(stored[-1]) == old) == secret
    given = of_random(seeded("an act")(16))
    assert search(act, guesses, [NOW], lambda stored: leaf(stored[-1]) == new, given) == secret
    assert search(act, guesses, TIMES, lambda stored: leaf(stored[-1]) == new, *GUESSED_SALTS) is None


def test_a_public_page_has_no_hash_of_a_running_match(running: Path) -> None:
    """Not even the hash from which nothing follows: all that pages are given of a match goes this way."""
    with SqliteLog(running) as log:
        records = list(log.read("final"))
    anybody = Source(running, running.with_suffix(".store"), Viewer("public"))
    shown = anybody.match("final", EVERYBODY)
    chain = anybody.hash_chain("final")
    sent = b"\n".join(encode_event(event) for event in shown.events) + repr(chain).encode()
    opened = shown.opened
    assert isinstance(opened, Opened) and opened.decks == {}
    assert chain.leaf == "" and not hashes_in(sent) & {record.leaf for record in records}
    assert records[0].entry.command.encode() not in sent


# --- a card that was set face down -----------------------------------------------------------------


def the_set_card() -> tuple[Match, int, int]:
    """A match, and where somebody sets a card face down: the first event, and the first of the next act."""
    path = Path(__file__).parents[2] / "kifuda/samples/blade-rondo/disputed-forgotten-poison.kfd"
    match = Match.read(path)
    acts = [seq for seq, (event, cause) in enumerate(match.derived) if cause is None]
    begin = next(
        seq for seq in acts if isinstance(event := match.derived[seq][0], Declared) and event.verb == "set"
    )
    return match, begin, next(seq for seq in acts if seq > begin)


def cards_guessed(derived: list[Derived], card: str) -> dict[str, list[Entry]]:
    """The act with each card of that seat in the place of the one that was set."""
    own = [f"A.{number}" for number in range(1, 16)]
    return {
        guess: [
            (data.replace(f'"{card}"'.encode(), f'"{guess}"'.encode()), cause)
            for data, cause in said(derived)
        ]
        for guess in own
    }


def test_a_card_set_face_down_cannot_be_found_from_the_hashes_around_it(tmp_path: Path) -> None:
    match, begin, end = the_set_card()
    declared = match.derived[begin][0]
    assert isinstance(declared, Declared) and match.rules is not None
    (card,) = declared.cards
    seen = list(view(match.derived, match.rules, PUBLIC))[begin][0]
    assert isinstance(seen, Declared) and seen.cards != declared.cards  # nobody else knows which one it is
    before = "5c" * 32  # of an entry that the attacker need not know
    act = Act("table", begin, begin + 40, f"mio/table/{begin}", before)
    derived = list(match.derived[begin:end])
    guesses = cards_guessed(derived, card)
    old = leaf(in_format_2(act, guesses[card], NOW)[-1])
    assert search(act, guesses, TIMES, lambda stored: leaf(stored[-1]) == old) == card
    new = leaf(_salted(act, derived)[-1])
    given = of_random(seeded("the act")(16))
    assert search(act, guesses, [NOW], lambda stored: leaf(stored[-1]) == new, given) == card
    assert search(act, guesses, TIMES, lambda stored: leaf(stored[-1]) == new, *GUESSED_SALTS) is None


def _salted(act: Act, derived: list[Derived]) -> list[bytes]:
    """The act as a log of today stores it."""
    pending = [Pending(*one) for one in derived]
    rows = link(
        act.match,
        pending,
        position=act.position,
        head=(act.seq, act.prev),
        command=act.command,
        at=NOW,
        random=seeded("the act")(16),
    )
    return [row[5] for row in rows]


# --- a view after the end --------------------------------------------------------------------------

DAY_US = 86_400_000_000
LAST_WORDS = "Ren holds {}"
FACES = tuple(f"BR-{number:03d}" for number in range(1, 21))
SECRET = "BR-013"


def the_match(face: str) -> list[Derived]:
    """A match whose last entry no view shows."""
    return [*TINY, (Noted("comment", LAST_WORDS.format(face)), None)]


def public_bundle(path: Path) -> bytes:
    """What the public gets of the match in the log at ``path``, bound and signed."""
    with SqliteLog(path, writing=True) as log:
        bind(log, path, "m", NOW + DAY_US)
    assert seal(path, KEEPER).signed is not None
    with SqliteLog(path) as log:
        return encode(view_bundle(log, path, "m", "public"))


def confirmed(data: bytes, stored: list[bytes], salts: Any = ()) -> str | None:
    """The face that a search finds in the hashes of a bundle, by somebody who knows every other entry."""
    known = hashes_in(data)
    leaves = [leaf(one) for one in stored[:-1]]
    act = Act("m", len(leaves), len(leaves), "m/end", leaves[-1])
    guesses = {face: said(the_match(face)[-1:]) for face in FACES}

    def shows(guess: list[bytes]) -> bool:
        hashed = leaf(guess[0])
        edge = Edge()
        edge.extend([bytes.fromhex(one) for one in (*leaves, hashed)])
        return hashed in known or edge.root().hex() in known

    found = search(act, guesses, TIMES[200:400], shows, *salts)
    assert found is None or isinstance(found, str)
    return found


def test_a_view_confirms_no_guess(tmp_path: Path) -> None:
    derived = the_match(SECRET)
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    log_in_format_2(old, "m", [("m/begin", NOW - 9, derived[:-1]), ("m/end", NOW, derived[-1:])])
    with SqliteLog(new, writing=True, random=RANDOM) as log:
        log.append("m", [Pending(*one) for one in derived[:-1]], expected=0, command="m/begin", at=NOW - 9)
        log.append("m", [Pending(*derived[-1])], expected=len(derived) - 1, command="m/end", at=NOW)
    found = {}
    for path in (old, new):
        data = public_bundle(path)
        with SqliteLog(path) as log:
            stored = [record.data for record in log.read("m")][: len(derived)]
        assert SECRET not in json.dumps(json.loads(data)["records"][-1])
        found[path.stem] = confirmed(data, stored, GUESSED_SALTS if path == new else ())
    assert found == {"old": SECRET, "new": None}


# --- the attackers store as kifuda did -------------------------------------------------------------


def test_the_attackers_know_format_2(tmp_path: Path) -> None:
    with SqliteLog(unpacked(tmp_path) / "kifuda-0.1.0.db") as log:
        for record in log.follow():
            entry = record.entry
            act = Act(entry.match, entry.seq, record.position, entry.command, entry.prev)
            event = record.data.partition(b"\n")[2]
            assert in_format_2(act, [(event, entry.cause)], entry.at) == [record.data]
