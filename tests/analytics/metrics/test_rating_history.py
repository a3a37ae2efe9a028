"""Ratings that are kept: whatever came and went, they are what following everything anew gives."""

from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.metrics import Filters
from analytics.metrics.reports.rating_history import FOLDER, RATING_HISTORY, rating_history
from analytics.metrics.reports.ratings import PlayerRatings, ratings
from analytics.store.manifest import NoStore, StoreBusy, writing
from analytics.store.reader import Store
from tests.analytics.query.leagues import Match, Shop, match, matches
from tests.support import effort

GAMES = ("go", "tic/tac toe")
JANUARY, FEBRUARY, MARCH = (date(2026, month, 5) for month in (1, 2, 3))


def files(folder: Path, pattern: str = "**/*") -> dict[Path, bytes]:
    """What is kept."""
    return {path: path.read_bytes() for path in (folder / FOLDER).glob(pattern) if path.is_file()}


def kept(folder: Path, game: str) -> bool:
    store = Store(folder)
    found = rating_history(folder, store.manifest, game)
    store.close()
    return found is not None


def rated(folder: Path, game: str) -> PlayerRatings:
    """The ratings that a page gets."""
    store = Store(folder)
    found = ratings(store, Filters(game=game))
    store.close()
    return found


def counted(folder: Path, game: str) -> PlayerRatings:
    """The same, followed from the first match on, where only people have played: to ask for their matches is
    to ask for something else than is kept."""
    store = Store(folder)
    found = ratings(store, Filters(game=game, simulated="none"))
    store.close()
    return found


def same(one: PlayerRatings, other: PlayerRatings) -> bool:
    return one.players.equals(other.players) and one.calibration == other.calibration


def played() -> st.SearchStrategy[Match]:
    """Any match of people."""
    return matches().filter(lambda match: not match.simulated)


@settings(
    deadline=None,
    max_examples=effort.examples(10, fewest=3),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(st.lists(st.lists(played(), max_size=4), min_size=1, max_size=4))
def test_however_they_came_they_are_those_of_all_matches(days: list[list[Match]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        shop = Shop(folder)
        shop.put([match(game=game) for game in GAMES])
        for day in days:
            shop.put(day)
            RATING_HISTORY.refresh(folder)
        for game in GAMES:
            assert kept(folder, game)
            assert same(rated(folder, game), counted(folder, game))
        step_by_step = files(folder)
        for path in step_by_step:
            path.unlink()
        RATING_HISTORY.refresh(folder)
        assert files(folder) == step_by_step


def test_only_what_came_and_what_comes_behind_it_is_followed(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put([match(day=day) for day in (JANUARY, FEBRUARY, MARCH)])
    assert [RATING_HISTORY.refresh(tmp_path), RATING_HISTORY.refresh(tmp_path)] == [3, 0]
    shop.put([match(day=MARCH)])
    assert RATING_HISTORY.refresh(tmp_path) == 1
    late = shop.put([match(day=FEBRUARY, players=("y", "z"))])
    assert RATING_HISTORY.refresh(tmp_path) == 2
    assert rated(tmp_path, "go").players.height == 3
    shop.put([match(game="tic/tac toe")])
    assert RATING_HISTORY.refresh(tmp_path) == 1, "another game goes by itself"
    shop.take(late)
    assert RATING_HISTORY.refresh(tmp_path) == 2
    assert rated(tmp_path, "go").players.height == 2
    assert len(files(tmp_path, "*/*/*")) == 4, "what no longer counts is swept away"
    assert len(files(tmp_path, "*/*")) == 2, "and so is what it came to"


def test_what_is_not_up_to_date_or_broken_is_not_used(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put([match(day=day) for day in (None, JANUARY)])
    assert not kept(tmp_path, "go")
    RATING_HISTORY.refresh(tmp_path)
    assert kept(tmp_path, "go") and not kept(tmp_path, "chess")
    (undated,) = files(tmp_path, "*/*undated*/*")
    for path, content in files(tmp_path).items():
        path.write_bytes(content[:-1])
        assert kept(tmp_path, "go") == (path == undated), "only what stands at the end is read"
        assert same(rated(tmp_path, "go"), counted(tmp_path, "go"))
        path.write_bytes(content)
    shop.put([match(day=FEBRUARY, winner=1)])
    assert not kept(tmp_path, "go")
    assert same(rated(tmp_path, "go"), counted(tmp_path, "go"))


def test_a_month_that_cannot_be_gone_on_from_is_followed_anew(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put([match(day=day) for day in (JANUARY, FEBRUARY)])
    RATING_HISTORY.refresh(tmp_path)
    for path in files(tmp_path):
        path.write_bytes(b"?")
    shop.put([match(day=MARCH)])
    assert RATING_HISTORY.refresh(tmp_path) == 3
    assert kept(tmp_path, "go")


def test_what_forecasts_came_to_is_told_again_where_it_is_gone(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    shop.put([match(day=day) for day in (JANUARY, FEBRUARY)] * 30)
    RATING_HISTORY.refresh(tmp_path)
    ((path, content),) = files(tmp_path, "*/*").items()
    path.unlink()
    assert not kept(tmp_path, "go")
    assert RATING_HISTORY.refresh(tmp_path) == 0, "months need not be followed for that"
    assert path.read_bytes() == content
    assert rated(tmp_path, "go").calibration.bins
    assert kept(tmp_path, "go") and same(rated(tmp_path, "go"), counted(tmp_path, "go"))


@pytest.mark.parametrize(
    "filters",
    [
        Filters(game="go", grades=("DIVERGED",)),
        Filters(game="go", simulated="only"),
        Filters(game="go", since=FEBRUARY),
        Filters(),
    ],
)
def test_another_choice_is_not_answered_by_it(tmp_path: Path, filters: Filters) -> None:
    Shop(tmp_path).put([match(players=("x", "y")), match(game="tic/tac toe", players=("v", "w"))])
    RATING_HISTORY.refresh(tmp_path)
    store = Store(tmp_path)
    assert sorted(ratings(store, filters).players["player"]) == (
        ["v", "w", "x", "y"] if filters == Filters() else []
    )
    store.close()


def test_nothing_is_followed_beside_somebody_who_projects(tmp_path: Path) -> None:
    with pytest.raises(NoStore):
        RATING_HISTORY.refresh(tmp_path)
    Shop(tmp_path).put([match()])
    with writing(tmp_path), pytest.raises(StoreBusy):
        RATING_HISTORY.refresh(tmp_path)
    assert not files(tmp_path)
