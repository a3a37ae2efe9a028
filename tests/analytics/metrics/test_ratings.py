"""Ratings over a store: every match once, in order, and the forecasts held against what came."""

from pathlib import Path

import pytest

from analytics.metrics import Filters
from analytics.metrics.reports.ratings import ratings
from analytics.stats.calibration import ENOUGH, Calibration
from analytics.stats.rating import Played, follow
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Ended, Opened


def league(folder: Path, results: list[tuple[str, str, str, str]]) -> Store:
    """A store of results: (day, player, player, who won, or "")."""
    with SqliteLog(folder / "log.db", writing=True) as log:
        for number, (day, one, other, winner) in enumerate(results):
            opened = Opened(
                game="magic",
                edition="",
                cards="modern",
                players={"A": one, "B": other},
                settings={},
                digests={},
                head={"played": day} if day else {},
                granularity="result",
            )
            seat = {one: "A", other: "B"}.get(winner, "")
            ended = Ended("match", winner=seat, reason="win" if seat else "tie")
            log.append(
                f"m{number:03}", [Pending(opened), Pending(ended)], expected=0, command=str(number), at=0
            )
        project(log, folder / "store")
    return Store(folder / "store")


def test_every_match_counts_once_in_order_of_its_day(tmp_path: Path) -> None:
    store = league(
        tmp_path,
        [
            ("2026-03-05", "Ren", "Aoi", "Ren"),
            ("2026-03-01", "Aoi", "Mio", ""),
            ("", "Mio", "Ren", "Mio"),
        ],
    )
    expected = follow(
        [
            Played(0, ("Mio", "Ren"), (1, 2)),
            Played(20513, ("Aoi", "Mio"), (1, 1)),
            Played(20517, ("Aoi", "Ren"), (2, 1)),
        ]
    ).players
    found = ratings(store)
    assert {row["player"]: (row["value"], row["n"]) for row in found.players.to_dicts()} == {
        player: (pytest.approx(belief.mu), belief.matches) for player, belief in expected.items()
    }
    assert found.players["low"].is_sorted(descending=True)
    assert (found.calibration.loss, found.calibration.n) == (None, 3)
    assert ratings(store, Filters(player="Aoi")).players.equals(found.players)


def test_forecasts_are_held_against_what_came(tmp_path: Path) -> None:
    day = [f"2026-03-{number % 28 + 1:02}" for number in range(2 * ENOUGH)]
    pairs = [("Aoi", "Ren"), ("Ren", "Mio"), ("Mio", "Aoi")]
    order = {"Aoi": 2, "Ren": 1, "Mio": 0}
    results = [
        (day[number], *pairs[number % 3], max(pairs[number % 3], key=order.__getitem__))
        for number in range(2 * ENOUGH)
    ]
    found = ratings(league(tmp_path, results))
    assert found.players["player"].to_list() == ["Aoi", "Ren", "Mio"]
    told = found.calibration
    assert told.loss is not None and told.base is not None and told.slope is not None
    assert told.loss < told.base
    assert told.n == 2 * ENOUGH


def test_of_nothing(tmp_path: Path) -> None:
    found = ratings(league(tmp_path, []))
    assert found.players.is_empty()
    assert found.calibration == Calibration(None, None, None, 0)
