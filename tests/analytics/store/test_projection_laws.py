"""However a log grew, and whenever it was projected: the store is the one that a rebuild makes, byte for byte
once its rows are sorted; and every file says from which log and by which code it was made.
"""

from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.archetypes.label import noted
from analytics.facts import SCHEMAS
from analytics.imports.tournament import Deck, Pairing, Player, Round, Score, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from analytics.store import batch, code_digest, manifest, projection_run
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.audit.verdict import Grade
from engine.games.registry import RULESETS
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived, Noted, Retracted
from events.seal.merkle import Tree
from kifuda.bots.simulate import simulate
from tests.support import effort
from tests.support.play import opened, random_match

DAYS = ("2026-05-01", "2026-05-31", "2026-06-01", "")


@cache
def matches() -> tuple[list[Derived], ...]:
    """A match each of four days, and one each of two games with libraries."""
    own = [
        random_match(number, opened(head={"played": day} if day else {})) for number, day in enumerate(DAYS)
    ]
    games = ("chronocard@web", "genesis-garden@2011-04")
    return (*own, *(list(next(iter(simulate(RULESETS[game], matches=1, seed=5))).derived) for game in games))


def tournament(winner: int, *more: Pairing) -> Tournament:
    """A small tournament, of which there are several versions."""
    players = (Player("p1", "Aoi", Deck("Burn", {"Mountain": 60})), Player("p2", "Ren"), Player("p3", "Mio"))
    first = Pairing(("p1", "p2"), "win", winner, Score((2, 1)), table="1")
    rounds = (Round(1, "Round 1", "swiss", (first, *more)),)
    return Tournament("cup", "Cup", "magic", date="2026-05-03", players=players, rounds=rounds)


VERSIONS = (
    tournament(0),
    tournament(1, Pairing(("p3",), "bye", 0)),
    tournament(1, Pairing(("p3", "p1"), "tie", None), Pairing(("p2", "p3"), "unfinished")),
)


class World:
    """A log that grows, and a store that follows it now and then."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = SqliteLog(folder / "log.db", writing=True)
        self.there = [0] * len(matches())
        self.commands = (f"c{number}" for number in count())

    def append(self, number: int, *derived: Derived) -> None:
        """Add to a match; what it follows from within the match may have been shifted, so nothing says so."""
        match = f"m{number}"
        pending = [Pending(event) for event, _ in derived]
        self.log.append(match, pending, expected=self.log.count(match), command=next(self.commands), at=1)

    def grow(self, number: int, size: int) -> None:
        """The next events of a match."""
        there = self.there[number]
        if more := matches()[number][there : there + size]:
            self.append(number, *more)
            self.there[number] += len(more)

    def say(self, number: int, *events: Any) -> None:
        """Something about a match that has begun."""
        if self.there[number]:
            self.append(number, *((event, None) for event in events))

    def project(self, **options: Any) -> None:
        """Bring the store up to date."""
        project(self.log, self.folder / "store", judge=by_length, **options)


def by_length(match: str, derived: Any) -> Grade:
    """A judge whose grades change as a match goes on."""
    return ("EXACT", "CONSISTENT", "AMENDED")[len(derived) % 3]


def content(folder: Path) -> dict[str, bytes]:
    """Every table, its rows sorted, as bytes."""
    store = Store(folder)
    try:
        return {table: store.query(f"FROM {table} ORDER BY ALL").write_ndjson().encode() for table in SCHEMAS}
    finally:
        store.close()


which = st.integers(0, 5)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("grow"), which, st.sampled_from((1, 40, 500))),
        st.tuples(st.just("retract"), which, st.integers(1, 60)),
        st.tuples(st.just("withdraw"), which),
        st.tuples(st.just("remark"), which),
        st.tuples(st.just("label"), which, st.sampled_from("AB"), st.sampled_from(("Burn", "Control", ""))),
        st.tuples(st.just("import"), st.integers(0, len(VERSIONS) - 1)),
        st.tuples(st.just("project")),
    ),
    min_size=4,
    max_size=25,
)


def take(world: World, step: Any) -> None:
    """One step in the life of a league."""
    match step:
        case "grow", number, size:
            world.grow(number, size)
        case "retract", number, since:
            world.say(number, Retracted(since, "misplay"))
        case "withdraw", number:
            world.say(number, Retracted(0, "never played"))
        case "remark", number:
            world.say(number, Noted("comment", "late"))
        case "label", number, seat, archetype:
            world.say(number, noted(seat, archetype, "somebody"))
        case "import", version:
            write(world.log, VERSIONS[version], Import(f"{version:064x}", "tom", ()), at=1, replace=True)
        case ("project",):
            world.project()


@given(steps, st.sampled_from((1, 2, 2048)))
@settings(max_examples=effort.examples(15), deadline=None)
def test_however_a_store_came_about_it_is_what_a_rebuild_makes(steps: list[Any], full: int) -> None:
    """Matches arrive in pieces and in any order, are taken back in part or whole, get remarks and labels;
    tournaments are corrected; projections come in between; parts hold one match, two, or all."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(projection_run, "PART_MATCHES", full)
        world = World(Path(folder))
        with world.log:
            for step in steps:
                take(world, step)
            world.project()
            store = Path(folder) / "store"
            found, unreadable = content(store), manifest.load(store).unreadable
            patch.setattr(projection_run, "PART_MATCHES", 2048)
            world.project(rebuild=True)
            assert content(store) == found
            assert manifest.load(store).unreadable == unreadable
            assert manifest.load(store).matches == found["match"].count(b"\n"), "a tournament is no match"


def test_every_file_says_where_it_is_from(tmp_path: Path) -> None:
    world = World(tmp_path)
    with world.log:
        for number in range(3):
            world.grow(number, 10_000)
            world.project()
        leaves = [bytes.fromhex(record.leaf) for record in world.log.follow()]
        stored = manifest.load(tmp_path / "store")
        assert (stored.position, stored.root) == (len(leaves), Tree(leaves).root().hex())
        files = list((tmp_path / "store").rglob("*.parquet"))
        assert len(files) > 20
        said = {frozenset(pq.read_schema(path).metadata.items()) for path in files}
        for file in map(dict, said):
            size = int(file[b"kifuda.position"])
            assert file[b"kifuda.root"].decode() == Tree(leaves[:size]).root().hex()
            assert file[b"kifuda.code"].decode() == code_digest.code_digest()
            assert file[b"kifuda.log"].decode() == world.log.name


def test_batches_stay_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many months at once the largest batch becomes a part before memory runs out; nothing is lost."""
    monkeypatch.setattr(batch, "HELD_ROWS", 1)
    monkeypatch.setattr(batch, "LOOSE_ROWS", 1)
    world = World(tmp_path)
    with world.log:
        for number in range(6):
            world.grow(number, 10_000)
        world.project()
        found, parts = content(tmp_path / "store"), manifest.load(tmp_path / "store").parts
        monkeypatch.undo()
        world.project(rebuild=True)
        assert content(tmp_path / "store") == found
    assert [part.matches for part in parts] == [1] * 6
