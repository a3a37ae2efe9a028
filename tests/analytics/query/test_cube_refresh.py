"""Cubes follow their facts: whatever came and went, they are what summing afresh would give."""

from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import count
from operator import add
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.query.cubes import cube_refresh
from analytics.query.cubes.cube import CUBES
from analytics.query.cubes.cube_files import ALL_MONTHS, FOLDER, NAME, Piece, load, path_of
from analytics.query.cubes.cube_refresh import PIECES_MOST, Refreshed, refresh
from analytics.query.measures.sums import ROWS
from analytics.store.atomic_files import write_atomically
from analytics.store.manifest import DamagedStore, NoStore, StoreBusy, writing
from tests.analytics.query.leagues import CUBES_BY_FACTS, Match, Shop, cubes_of, match, of_few_places
from tests.support import effort

HAND = {"c1": (1, 1, 2, 1, 0, 0, 1)}
MANY = [match(winner=number % 2, cards=(HAND, {})) for number in range(9)]

EVERY_CUBE = pytest.mark.parametrize("facts", CUBES_BY_FACTS.values(), ids=CUBES_BY_FACTS)
"""For laws of the sums of each cube: those of all fact tables, one group after another."""


@pytest.fixture(autouse=True)
def few_cubes() -> Iterator[None]:
    """What is said of files, changes and crashes holds for one cube as for another."""
    with cubes_of({"seat_game", "payment"}):
        yield


def rows(folder: Path) -> dict[str, set[tuple[object, ...]]]:
    """Cube → all of its rows, the pieces of a month added up, and those over all months."""
    index = load(folder)
    return {
        name: summed(folder, name, index.of(name, None), "game", "month")
        | {
            (game, ALL_MONTHS, *row)
            for game, *row in summed(folder, name, index.of(name, {ALL_MONTHS}), "game")
        }
        for name in CUBES
    }


def stored(folder: Path) -> dict[str, bytes]:
    """The files that count, byte for byte: the shelf and every piece on it."""
    files = [folder / FOLDER / NAME, *(path_of(folder, piece) for piece in load(folder).pieces)]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def summed(folder: Path, cube: str, pieces: list[Piece], *by: str) -> set[tuple[object, ...]]:
    """The rows of these pieces, added up in plain Python, ``by`` what a piece is of as well, which stands
    before them. No number of rows is negative."""
    keys, sums = CUBES[cube].keys, (ROWS, *CUBES[cube].sums)
    found: dict[tuple[object, ...], tuple[int, ...]] = {}
    for piece in pieces:
        of = tuple(getattr(piece, name) for name in by)
        for row in content(path_of(folder, piece).read_bytes(), (*keys, *sums)):
            key, numbers = (*of, *row[: len(keys)]), row[len(keys) :]
            found[key] = tuple(map(add, found[key], numbers)) if key in found else numbers
    assert all(numbers[0] >= 0 for numbers in found.values())
    return {(*key, *numbers) for key, numbers in found.items() if any(numbers)}


@lru_cache(maxsize=4096)
def content(file: bytes, columns: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """The rows of a piece. Most pieces stay as they are from one refresh to the next."""
    table = pl.read_parquet(file)
    assert {*table.columns} == {*columns}
    return table.select(columns).rows()


@pytest.mark.sampled(1)
@EVERY_CUBE
@settings(
    deadline=None, max_examples=effort.examples(2), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
@given(
    of_few_places(
        lambda matches: st.tuples(
            st.lists(matches, min_size=3, max_size=6), st.lists(matches, min_size=1, max_size=2)
        )
    ),
    st.booleans(),
)
def test_adding_and_retracting_restores_all_cubes(
    facts: frozenset[str], leagues: tuple[list[Match], list[Match]], nothing_between: bool
) -> None:
    base, more = leagues
    with TemporaryDirectory() as name, cubes_of(facts):
        folder = Path(name)
        shop = Shop(folder)
        shop.put(base)
        refresh(folder)
        before = rows(folder)
        number = shop.put(more)
        refresh(folder)
        if nothing_between:
            shop.put([])
            refresh(folder)
        shop.take(number)
        refresh(folder)
        assert rows(folder) == before
        shop.put(more)
        refresh(folder)
        merged = rows(folder)
        (folder / FOLDER / NAME).unlink()
        refresh(folder)
        assert rows(folder) == merged, "what was merged is what summing afresh gives"


@pytest.mark.sampled(1)
@EVERY_CUBE
@settings(
    deadline=None, max_examples=effort.examples(2), phases=[Phase.explicit, Phase.reuse, Phase.generate]
)
@given(
    of_few_places(
        lambda matches: st.lists(st.lists(matches, max_size=3), min_size=3, max_size=PIECES_MOST + 4)
    )
)
def test_all_months_together_are_the_sums_of_each(facts: frozenset[str], days: list[list[Match]]) -> None:
    """Whether they were put together or lie beside one another, and whatever month what came is of."""
    with TemporaryDirectory() as name, cubes_of(facts):
        folder = Path(name)
        shop = Shop(folder)
        for day in days:
            shop.put(day)
            refresh(folder)
        index = load(folder)
        for cube in CUBES:
            for game in {piece.game for piece in index.pieces}:
                whole, months = (
                    [piece for piece in index.of(cube, which) if piece.game == game]
                    for which in ({ALL_MONTHS}, None)
                )
                assert bool(whole) == bool(months)
                assert not months or summed(folder, cube, whole) == summed(folder, cube, months)


@pytest.mark.sampled(1)
@EVERY_CUBE
def test_months_are_summed_as_by_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, facts: frozenset[str]
) -> None:
    """Small ones are summed at once; one that has more parts than fit into memory, piece by piece."""
    shop = Shop(tmp_path)
    spread = [
        match(day=date(2026, 1 + number % 5, 1), winner=number % 2, cards=(HAND, {})) for number in range(9)
    ]
    for _ in range(2):
        shop.put([*spread, match(day=date(2026, 8, 1), archetypes=("red", None))])
        shop.put([match(day=date(2026, 4, 1), players=("x", "z"))])

    def built(parts_at_once: int) -> dict[str, set[tuple[object, ...]]]:
        monkeypatch.setattr(cube_refresh, "PARTS_AT_ONCE", parts_at_once)
        (tmp_path / FOLDER / NAME).unlink(missing_ok=True)
        with cubes_of(facts):
            assert refresh(tmp_path) == Refreshed(merged=0, afresh=6)
            return rows(tmp_path)

    assert built(1) == built(3) == built(100)


def test_a_change_lies_beside_what_was_kept_until_there_are_too_many(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put(MANY)
    refresh(tmp_path)
    numbers = []
    for _ in range(PIECES_MOST + 2):
        shop.put([match()])
        assert refresh(tmp_path) == Refreshed(merged=1, afresh=0)
        numbers.append(len(load(tmp_path).of("days", None)))
    assert numbers == [*range(2, PIECES_MOST + 2), 1, 2]


def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put(MANY)
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=1)
    assert refresh(tmp_path) == Refreshed(0, 0)
    shop.put([match()])
    assert refresh(tmp_path) == Refreshed(merged=1, afresh=0)
    shop.put([match(game="tic/tac toe")])
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=1), "another game is summed by itself"


def test_cubes_of_a_part_that_is_no_more_are_summed_afresh(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put(MANY)
    number = shop.put([match(grade="CONSISTENT")])
    refresh(tmp_path)
    for file in tmp_path.glob("facts/*/*/*/000002-0000.parquet"):
        file.unlink()
    shop.take(number)
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=1)


def test_cubes_that_are_damaged_are_summed_afresh(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put(MANY)
    refresh(tmp_path)
    for piece in load(tmp_path).pieces:
        path_of(tmp_path, piece).write_bytes(b"PAR1")
    shop.put([match()])
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=1)


def test_cubes_of_other_months_that_are_damaged_are_summed_afresh_as_well(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put([*MANY, match(day=date(2026, 2, 3))])
    refresh(tmp_path)
    before = rows(tmp_path)
    for piece in load(tmp_path).pieces:
        path_of(tmp_path, piece).write_bytes(b"PAR1")
    number = shop.put([match()])
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=2)
    shop.take(number)
    refresh(tmp_path)
    assert rows(tmp_path) == before


def test_other_definitions_are_summed_afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Shop(tmp_path).put(MANY)
    refresh(tmp_path)
    monkeypatch.setattr(cube_refresh, "cube_digest", lambda manifest: "another")
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=1)


def test_a_store_made_again_has_other_cubes(tmp_path: Path) -> None:
    """Its parts are named like those of the store before, but are not them."""
    Shop(tmp_path).put([match(winner=0)])
    refresh(tmp_path)
    Shop(tmp_path).put([match(winner=0), match(winner=1, players=("x", "somebody else"))])
    assert refresh(tmp_path) == Refreshed(merged=0, afresh=1)


def test_a_crash_leaves_the_old_cubes_or_the_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped before each write in turn, it leaves what was there; begun again, it comes to the end."""
    shop = Shop(tmp_path)
    shop.put(MANY)
    refresh(tmp_path)
    before, cubes = stored(tmp_path), len({piece.cube for piece in load(tmp_path).pieces})
    shop.put([match(cards=(HAND, HAND))])
    write = write_atomically
    for steps in count():
        left = iter(range(steps))

        def failing(path: Path, content: bytes, left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise OSError("no power")
            write(path, content)

        with monkeypatch.context() as patch:
            patch.setattr(cube_refresh, "write_atomically", failing)
            patch.setattr("analytics.query.cubes.cube_files.write_atomically", failing)
            try:
                refresh(tmp_path)
                break
            except OSError as error:
                assert str(error) == "no power"
        assert stored(tmp_path) == before
    assert steps > cubes, "each cube, and last the shelf"
    after = rows(tmp_path)
    assert stored(tmp_path) != before
    (tmp_path / FOLDER / NAME).unlink()
    refresh(tmp_path)
    assert rows(tmp_path) == after


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """Files of two generations stay: the cubes that count, and those that somebody may still read."""
    shop = Shop(tmp_path)
    for _ in range(PIECES_MOST + 4):
        shop.put(MANY)
        refresh(tmp_path)
        index = load(tmp_path)
        files = len(list(tmp_path.glob(f"{FOLDER}/*/*/*/*.parquet")))
        assert files == len(index.pieces) + len(index.previous)


def test_no_cubes_without_a_store(tmp_path: Path) -> None:
    with pytest.raises(NoStore):
        refresh(tmp_path)


def test_cubes_wait_for_no_projection(tmp_path: Path) -> None:
    Shop(tmp_path).put(MANY)
    with writing(tmp_path), pytest.raises(StoreBusy):
        refresh(tmp_path)


def test_a_part_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    Shop(tmp_path).put(MANY)
    (file,) = tmp_path.glob("facts/seat_game/*/*/*.parquet")
    file.write_bytes(b"PAR1")
    with pytest.raises(DamagedStore, match="cannot be read"):
        refresh(tmp_path)
