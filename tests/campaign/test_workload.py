"""What counts as sound: each way in which a log can fail an attack is told."""

from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from events.seal.paths import checkpoint_of
from tests.campaign.workload import KEY, Place, act, append, places, unsound
from tests.events.files import as_plain, raw, vandalise

SEED = 3
ACTS = 4


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log.db"


@pytest.fixture
def acknowledged(path: Path) -> dict[int, Place]:
    with SqliteLog(path, writing=True) as log:
        return {number: append(log, act(SEED, number)) for number in range(ACTS)}


def said(
    path: Path, acknowledged: dict[int, Place], *, offered: int = ACTS, heads: tuple[int, ...] = ()
) -> str:
    return unsound(path, seed=SEED, offered=offered, acknowledged=acknowledged, heads=heads)


def test_the_same_number_is_the_same_act() -> None:
    assert act(SEED, 2) == act(SEED, 2) != act(SEED + 1, 2)


def test_a_log_that_was_left_alone_is_sound(path: Path, acknowledged: dict[int, Place]) -> None:
    assert said(path, acknowledged) == ""
    assert said(path, acknowledged, offered=ACTS + 3) == ""


def test_it_takes_the_next_act_each_time(path: Path, acknowledged: dict[int, Place]) -> None:
    for _ in range(3):
        assert said(path, acknowledged) == ""
    with SqliteLog(path) as log:
        assert log.count("probe") == 3


def test_an_act_that_is_gone_is_lost(path: Path, acknowledged: dict[int, Place]) -> None:
    more = acknowledged | {ACTS: Place(99, "00" * 32)}
    assert said(path, more, offered=ACTS + 1) == f"lost: act {ACTS} was acknowledged at position 99"


def test_an_act_elsewhere_than_its_receipt_says_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    moved = acknowledged | {1: acknowledged[1]._replace(position=77)}
    assert "act 1 is not where it was acknowledged" in said(path, moved)


def test_what_nobody_offered_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    assert "was never offered" in said(path, {}, offered=ACTS - 1)


def test_half_an_act_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    half = next(number for number in range(ACTS, 99) if len(act(SEED, number).events) > 1)
    with SqliteLog(path, writing=True) as log:
        one = act(SEED, half)
        append(log, one._replace(events=one.events[:1]))
    assert "is not there as a whole" in said(path, acknowledged, offered=half + 1)


def test_an_act_twice_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    with raw(as_plain(path)) as connection:
        connection.execute(
            "INSERT INTO entry SELECT 1000, match, 1000, command, leaf, data FROM entry LIMIT 1"
        )
    assert said(path, acknowledged).startswith("Damaged")


def test_a_command_in_two_places_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    with SqliteLog(path) as log:
        records = list(log.follow())
    assert list(places(records)) == [act(SEED, number).command for number in range(ACTS)]
    with pytest.raises(AssertionError, match=f"command {SEED}:0 is there twice"):
        places([*records, records[0]])


def test_a_changed_byte_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    vandalise(path, "UPDATE entry SET data = CAST(replace(data, 'comment', 'torment') AS BLOB)")
    assert said(path, acknowledged).startswith("Damaged")


def test_a_log_shorter_than_its_checkpoint_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    assert seal(path, KEY).signed is not None
    with SqliteLog(path) as log:
        size = log.size
    vandalise(path, f"DELETE FROM entry WHERE position = {size - 1}")
    assert said(path, {}).startswith("Rolledback")


def test_a_checkpoint_that_is_gone_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    signed = seal(path, KEY).signed
    assert signed is not None
    checkpoint_of(path).unlink()
    heads = (signed.checkpoint.size,)
    assert (
        said(path, acknowledged, heads=heads)
        == f"the checkpoint is gone, although {heads[0]} entries were signed"
    )


def test_a_log_that_is_gone_is_told(path: Path, acknowledged: dict[int, Place]) -> None:
    path.unlink()
    assert said(path, acknowledged).startswith("lost: act 0")
