"""The times in a match: what they say, and what is odd about them."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
import scipy

from analytics.checks.clock import LEAST, LONG, SECOND, SHORT, SHORTEST, Usual, clock, usual
from analytics.metrics.cell_estimates import estimate
from analytics.metrics.intervals.match_intervals import MATCH, is_of_matches, over_matches, ratios_of
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.record.match import Match
from engine.record.notation.read import read
from events.log.sqlite_log import SqliteLog
from tests.support.known_truth.worlds import WORLD
from tests.support.play import append
from tests.support.record import CLEAN, changed

BEGAN = 1_777_784_400 * SECOND
"""When the record says that the match began."""
TIMED = changed(
    "A breath 加熱法\n  => ATK A 1\nA end", "A breath 加熱法  (0:07)\n  => ATK A 1\nA end  (12:30)"
)
USUAL = Usual(400, 8.0, 600.0)


def match_of(text: str = CLEAN) -> Match:
    reading = read(text)
    return Match(reading.events, id=reading.match)


def every(match: Match, seconds: float) -> list[int]:
    """Times of recording at even distances."""
    return [round(BEGAN + seq * seconds * SECOND) for seq in range(len(match))]


def test_a_match_that_was_entered_afterwards_has_no_time_of_play() -> None:
    match = match_of(TIMED)
    found = clock(match, [BEGAN] * len(match))
    assert found.afterwards and found.recorded == 0
    assert (found.timed, found.spent, found.lasted) == (2, 757, 757.0)
    assert found.oddities == () and found.minutes is None and found.overrun == 0


def test_a_match_that_was_recorded_while_it_was_played_has_its_longest_pause() -> None:
    match = match_of()
    times = every(match, 10)
    end = next(seq for seq, event in enumerate(match.events) if getattr(event, "verb", "") == "end")
    late = [at + (300 * SECOND if seq >= end else 0) for seq, at in enumerate(times)]
    found = clock(match, late)
    assert not found.afterwards and found.pause[1] == end and found.pause[0] > 300
    assert found.lasted == found.recorded == (len(match) - 1) * 10 + 300


def test_what_was_recorded_before_what_stands_before_it_is_odd() -> None:
    match = match_of()
    times = every(match, 10)
    times[20] -= 60 * SECOND
    (odd,) = clock(match, times).oddities
    assert (odd.seq, odd.kind, odd.seconds) == (20, "backwards", 50.0)


def test_what_was_recorded_before_the_match_began_is_odd() -> None:
    match = match_of()
    (odd,) = clock(match, [at - 3600 * SECOND for at in every(match, 10)]).oddities
    assert (odd.seq, odd.kind, odd.seconds) == (0, "early", 3600.0)


@pytest.mark.parametrize("played", ["2026-05-03", "2026-05-03T14:00:00"])
def test_without_a_time_zone_nobody_can_say_when_it_began(played: str) -> None:
    match = match_of(changed("2026-05-03T14:00:00+09:00", played))
    assert clock(match, [0] * len(match)).oddities == ()


def test_long_and_short_decisions_are_those_beyond_what_is_usual() -> None:
    match = match_of(TIMED)
    found = clock(match, [BEGAN] * len(match), USUAL)
    assert [(one.kind, one.seconds) for one in found.oddities] == [("short", 7), ("long", 750)]
    assert clock(match, [BEGAN] * len(match), Usual(400, 7.0, 750.0)).oddities == ()


@pytest.mark.parametrize(("minutes", "over"), [(10, 157.0), (12, 37.0), (13, 0.0)])
def test_a_round_that_is_over(minutes: int, over: float) -> None:
    text = TIMED.replace("\n\n[known]", f"\n\n[tournament]\nminutes = {minutes}\n\n[known]")
    match = match_of(text)
    found = clock(match, [BEGAN] * len(match))
    assert (found.minutes, found.overrun) == (minutes, over)


def test_a_record_that_was_taken_back_counts_no_act_twice() -> None:
    """Acts that were retracted took their time, but stand no more."""
    whole = match_of(TIMED)
    found = clock(whole, [BEGAN] * len(whole))
    assert found.acts == sum(
        not getattr(event, "implied", True) for event in whole.events if hasattr(event, "verb")
    )


@pytest.fixture
def timed(tmp_path: Path) -> Store:
    """So many decisions of 5 to 14 seconds, and one of an hour."""
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        for number in range(LEAST // 2):
            seconds = 5 + number % 10
            text = TIMED.replace("0:07", f"0:{seconds:02}").replace("12:30", f"0:{seconds:02}")
            append(log, f"match-{number}", read(text).events)
        append(log, "slow", read(TIMED.replace("12:30", "1:00:00")).events)
        project(log, tmp_path / "store")
    return Store(tmp_path / "store")


def test_what_is_usual_is_what_the_store_has(timed: Store) -> None:
    found = usual(timed, "blade-rondo")
    assert found is not None
    assert (found.n, found.low) == (LEAST + 2, 5)
    assert found.high == 3600, "of a hundred decisions the longest may well be one in a hundred"


def test_too_few_decisions_are_no_usage(store: Store, timed: Store) -> None:
    assert usual(timed, "chronocard") is None
    assert usual(store, "blade-rondo") is None


def test_one_match_does_not_tell_what_is_usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many decisions it has: they are those of the same two players in one game."""
    monkeypatch.setattr("analytics.checks.clock.LEAST", 2)
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        append(log, "one", read(TIMED).events)
        project(log, tmp_path / "store")
        assert usual(Store(tmp_path / "store"), "blade-rondo") is None
        append(log, "other", read(TIMED).events)
        project(log, tmp_path / "store")
    assert usual(Store(tmp_path / "store"), "blade-rondo") == Usual(4, 7, 750)


def test_limits_are_not_passed_more_often_than_they_say() -> None:
    """Of 60 matches with a pace of their own, one decision in a hundred or fewer is shorter than the lower
    limit, and longer than the upper one, in nearly all samples. With each decision as one of its own it is
    more in 17 % of them."""
    worlds, matches, times, chance = 60, 60, 60, np.random.default_rng(6)
    size = worlds * matches
    spent = chance.normal(0, 0.7, (size, 1)) + chance.normal(0, 1, (size, times))
    number = np.arange(spent.size)
    keys = {WORLD: number // (matches * times), MATCH: number // times}
    rows = pl.DataFrame(keys | {"seconds": np.rint(1e6 * np.exp(spent.ravel())), "decisions": 1})
    share = {"over": 0.0, "alone": 0.0}
    for metric, end in ((SHORT, "low"), (LONG, "high")):
        assert is_of_matches(metric, ())
        sums = rows.group_by(WORLD, "seconds").agg(pl.col("decisions").sum())
        alone = estimate(metric, sums, (WORLD,), draws="exclude")
        ratios = ratios_of(metric.estimator, {"declaration": rows}, (WORLD,), draws="exclude")
        over = over_matches(metric, alone, sums, ratios, (WORLD,), draws="exclude", lent=WORLD)
        for name, found in (("over", over), ("alone", alone)):
            beyond = scipy.stats.norm.cdf(np.log(found[end].to_numpy() / 1e6) / np.hypot(0.7, 1))
            share[name] += ((beyond if end == "low" else 1 - beyond) > SHORTEST).mean() / 2
    assert share["over"] < 0.07 and share["alone"] > 0.1
