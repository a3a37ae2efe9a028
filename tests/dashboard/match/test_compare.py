"""Replaying: the record beside the rules from where they part."""

import shutil
from pathlib import Path

import msgspec
import pytest

from dashboard.match.replay.board_differences import board_differences
from engine.record.match import Match
from engine.text.label import Labels
from events.log.sqlite_log import SqliteLog
from events.model.changes import Set
from events.model.kinds import Happened
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, load, opened, table_of
from tests.support.play import append

WRONG = "wrongly-counted"


@pytest.fixture
def log(log_of: LogOf, tmp_path: Path) -> Path:
    """A log with a match whose recorder counted one life too few from some event on."""
    path = Path(shutil.copy(log_of("one"), tmp_path / "log.db"))
    derived = list(load(path, CLEAN).derived)
    at = lost(load(path, CLEAN))
    event, cause = derived[at]
    [change] = [change for change in event.changes if isinstance(change, Set)]
    wrong = msgspec.structs.replace(change, value=change.value - 1)
    derived[at] = msgspec.structs.replace(event, changes=(wrong,)), cause
    with SqliteLog(path, writing=True) as writing:
        append(writing, WRONG, derived)
    return path


def lost(match: Match) -> int:
    """The first event by which somebody's life changes."""
    return next(
        seq
        for seq, event in enumerate(match.events)
        if isinstance(event, Happened)
        and [type(change) for change in event.changes] == [Set]
        and event.changes[0].track == "life"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_the_divergence_both_sides_are_told(log: Path, language: str) -> None:
    match = load(log, WRONG)
    at = lost(match)
    seat = match.events[at].changes[0].of
    table = table_of(opened(log, "replay", language, match=WRONG, at=str(at)))
    mark = next(mark for mark in table["marks"] if mark["seq"] == at)
    recorded = match.table(at).track("life", seat)
    assert mark["dispute"]["key"] == ["track", "life", seat]
    assert (mark["dispute"]["recorded"], mark["dispute"]["ruled"]) == (str(recorded), str(recorded + 1))
    assert match.ruled(at).track("life", seat) == match.table(at - 1).track("life", seat)  # what both have


def test_after_it_record_and_rules_are_compared_right_after_what_both_have(log: Path) -> None:
    match = load(log, WRONG)
    compared = table_of(opened(log, "replay", match=WRONG))["compared"]
    assert compared[0][0] > lost(match)
    for seq, common, rows in compared:
        assert match.common_course.last(seq) == common
        ruled, labels = match.ruled(seq), Labels(match.rules, "en", table=match.table(seq))
        assert rows == [list(row) for row in board_differences(match.table(common), ruled, labels)]


def test_who_may_not_see_everything_gets_no_comparison(log: Path) -> None:
    assert table_of(opened(log, "replay", match=WRONG, **{"as": "A"}))["compared"] == []
