"""The times in a match: what they say, and what is odd about them."""

from pathlib import Path

import pytest

from analytics.checks.clock import LEAST, SECOND, Usual, clock, usual
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.record.match import Match
from engine.record.notation.read import read
from events.log.sqlite_log import SqliteLog
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
