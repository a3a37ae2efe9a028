"""Roots over every 1,024 leaves beside a log: they save reading, and nobody has to believe them."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from events.log.contract import Pending
from events.log.database import open_database
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from events.seal import guard, tiles
from events.seal.checkpoint import read
from events.seal.guard import Forked, open_to_write, verified_tree
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.merkle import Tree, leaf
from events.seal.note import SignerKey
from events.seal.paths import checkpoint_of, tiles_of
from events.seal.tiles import GROUP_TILES, TILE_LEAVES, TiledTree, edge_of, roots
from tests.events.files import vandalise

KEY = SignerKey("example.org/cup", bytes(range(32)))
SIZE = (tiles.NEW_TILES + 1) * TILE_LEAVES + 100
LEAVES = [leaf(b"%d" % number) for number in range(4 * TILE_LEAVES + 3)]


def grow(path: Path, entries: int, text: str = "") -> None:
    with SqliteLog(path, writing=True) as log:
        act = [Pending(Noted("comment", f"{text}{number}")) for number in range(entries)]
        log.append("m", act, expected=log.count("m"), command=f"{log.size} {text}", at=1)


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tiles") / "log.db"
    grow(path, SIZE)
    assert seal(path, KEY).signed is not None
    return path


@pytest.fixture
def log(signed: Path, tmp_path: Path) -> Path:
    """A signed log, opened once since."""
    path = tmp_path / "log.db"
    for of in (Path, checkpoint_of):
        shutil.copy(of(signed), of(path))
    open_to_write(path).close()
    return path


def leaves_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many leaves it takes to open the log."""
    counted: list[int] = []
    whole = guard._leaves

    def counting(connection: apsw.Connection, begin: int, end: int) -> list[bytes]:
        counted.append(end - begin)
        return whole(connection, begin, end)

    with monkeypatch.context() as patch:
        patch.setattr(guard, "_leaves", counting)
        open_to_write(path).close()
    return sum(counted)


@pytest.mark.parametrize(
    "size",
    [
        1,
        *(tiles * TILE_LEAVES + more for tiles in (1, 2, 4) for more in (-1, 0, 1, 3)),
        3 * TILE_LEAVES - 70,
    ],
)
def test_a_tree_over_tiles_gives_what_the_whole_tree_gives(size: int) -> None:
    known = roots(LEAVES[: size // TILE_LEAVES * TILE_LEAVES])
    whole, tiled = Tree(LEAVES[:size]), TiledTree(known, size, lambda begin, end: LEAVES[begin:end])
    assert tiled.size == size and tiled.root() == whole.root()
    for position in {0, 1, size // 2, size - 1, *range(0, size, 97)} & set(range(size)):
        assert tiled.inclusion(position) == whole.inclusion(position)
    edge = edge_of(known)
    edge.extend(LEAVES[len(known) * TILE_LEAVES : size])
    assert (edge.size, edge.root()) == (size, whole.root())


MANY = [leaf(b"tile %d" % number) for number in range(2 * GROUP_TILES + 5)]


@pytest.mark.parametrize("kept", [0, 1, GROUP_TILES - 1, GROUP_TILES, GROUP_TILES + 1, 2 * GROUP_TILES])
@pytest.mark.parametrize("most", [1, GROUP_TILES, GROUP_TILES + 1, 2 * GROUP_TILES, len(MANY), 10**9])
def test_the_end_of_the_file_gives_the_same_tree_with_a_thousandth_of_the_hashes(
    tmp_path: Path, kept: int, most: int
) -> None:
    log = tmp_path / "log.db"
    tiles.write(log, MANY[:kept])
    tiles.write(log, MANY[kept:], keep=kept)
    assert tiles.read(log) == MANY
    found = tiles.read_last(log, most)
    assert found.number == min(most, len(MANY)) and len(found.groups) + len(found.tiles) <= GROUP_TILES + 2
    edge, whole = found.edge(), edge_of(MANY[: found.number - 1])
    assert (edge.size, edge.root(), found.tiles[-1]) == (whole.size, whole.root(), MANY[found.number - 1])


def test_the_second_opening_reads_the_last_tile_alone(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(tiles.read(log)) == SIZE // TILE_LEAVES
    assert leaves_read(log, monkeypatch) == TILE_LEAVES + SIZE % TILE_LEAVES
    tiles_of(log).unlink()
    assert leaves_read(log, monkeypatch) == SIZE


def test_a_log_that_grew_keeps_its_tiles_up_to_date(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(log, SIZE, "more")
    assert seal(log, KEY).signed is not None
    open_to_write(log).close()
    assert len(tiles.read(log)) == 2 * SIZE // TILE_LEAVES
    assert leaves_read(log, monkeypatch) < 2 * TILE_LEAVES


@pytest.mark.parametrize(
    "spoil", [lambda data: b"", lambda data: data[:-1], lambda data: data[::-1], lambda data: data * 2]
)
def test_a_file_that_is_wrong_is_not_believed(log: Path, spoil: Callable[[bytes], bytes]) -> None:
    whole = tiles_of(log).read_bytes()
    tiles_of(log).write_bytes(spoil(whole))
    open_to_write(log).close()
    checkpoint = read(checkpoint_of(log))
    assert checkpoint is not None
    with closing(open_database(log, writing=False)) as connection:
        tree = verified_tree(log, connection, checkpoint.checkpoint)
        assert tree.root() == checkpoint.checkpoint.root
        with SqliteLog(log) as source:
            signed = list(source.leaves())[: checkpoint.checkpoint.size]
        assert tree.inclusion(300) == Tree(signed).inclusion(300)


@pytest.mark.parametrize("kept", [1, TILE_LEAVES, SIZE - 200, SIZE - 20])
def test_another_history_is_found_although_the_tiles_are_those_of_the_first(log: Path, kept: int) -> None:
    other = log.with_name("other.db")
    shutil.copy(log, other)
    vandalise(other, f"DELETE FROM entry WHERE position >= {kept}")
    grow(other, SIZE - kept + 5, "other")
    for of in (checkpoint_of, tiles_of):
        shutil.copy(of(log), of(other))
    with pytest.raises(Forked):
        open_to_write(other)


def test_a_hash_that_was_changed_far_back_is_for_the_verification(log: Path) -> None:
    vandalise(log, "UPDATE entry SET leaf = zeroblob(32) WHERE position = 5")
    open_to_write(log).close()
    assert {finding.code for finding in inspect(log).findings} == {"changed", "fork"} or inspect(log).findings


def test_where_nothing_can_be_written_the_log_opens_all_the_same(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles_of(log).unlink()

    def refuse(path: Path, data: bytes) -> int:
        raise OSError("read-only")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    open_to_write(log).close()
    assert tiles.read(log) == []
