"""Replaying: the record beside the rules from where they part, a chain as a tree, playing by itself."""

import shutil
from pathlib import Path

import msgspec
import pytest

from dashboard.app.language import TEXTS
from engine.record.match import Match
from events.log.sqlite_log import SqliteLog
from events.model.changes import Set
from events.model.kinds import Happened
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, load, opened, run
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
def test_from_the_divergence_on_record_and_rules_stand_side_by_side(log: Path, language: str) -> None:
    match = load(log, WRONG)
    at = lost(match)
    seat = match.events[at].changes[0].of
    recorded = match.table(at).track("life", seat)
    assert match.ruled(at).track("life", seat) == match.table(at - 1).track("life", seat)  # what both have
    ruled = recorded + 1
    before = opened(log, "replay", language, match=WRONG, at=str(at - 1))
    assert not before.table
    app = opened(log, "replay", language, match=WRONG, at=str(at))
    rows = app.table[0].value
    assert rows[TEXTS["column.recorded"][language]].tolist() == [str(recorded)]
    assert rows[TEXTS["column.ruled"][language]].tolist() == [str(ruled)]


def test_the_board_follows_the_chosen_side(log: Path) -> None:
    match = load(log, WRONG)
    at = lost(match)
    seat = match.events[at].changes[0].of
    for side, table in (("record", match.table(at)), ("rules", match.ruled(at))):
        app = opened(log, "replay", match=WRONG, at=str(at), by=side)
        assert any(
            f"**{table.track('life', seat)}**" in one.value for one in app.markdown if "life" in one.value
        )


def test_who_may_not_see_everything_gets_no_comparison(log: Path) -> None:
    at = lost(load(log, WRONG))
    assert not opened(log, "replay", match=WRONG, at=str(at), **{"as": "A"}).table


def test_a_chain_stands_as_a_tree(log: Path) -> None:
    match = load(log, CLEAN)
    at = lost(match)
    app = opened(log, "replay", match=CLEAN, at=str(at), list="chain")
    labels = [button.label for button in app.button if (button.key or "").startswith("chain-")]
    assert len(labels) > 2
    assert any("└ " in label for label in labels) and any(
        f"#{at} " in label and "background" in label for label in labels
    )


def test_playing_goes_on_by_itself_until_it_is_stopped(log: Path) -> None:
    app = opened(log, "replay", match=CLEAN, at="20")
    app.toggle(key="playing").set_value(True)
    run(app, log)
    assert app.slider(key="at").value == 20
    assert app.query_params["at"] in ("20", ["20"])
