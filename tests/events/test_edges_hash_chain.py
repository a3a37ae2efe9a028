"""The reading half of the chain, row by row and a match at once: each thing that can be wrong, by itself."""

from pathlib import Path

import msgspec
import pytest

from events.log.contract import Damaged, Pending, Refused
from events.log.hash_chain import (
    LAST_POSITION,
    NO_POSITION,
    START,
    Row,
    admit,
    check,
    check_match,
    link,
)
from events.model.codec import LARGEST, LINE, NOT_YET, decode, leaf_hash
from events.model.kinds import AnyEvent, Noted

EVENTS: list[AnyEvent] = [Noted("comment", f"月 {number}") for number in range(4)]
CAUSES = [None, 0, 0, 2]
RANDOM = bytes(range(16))


def rows(match: str = "m", position: int = 7) -> list[Row]:
    """Four entries of a match as they are stored, one after the other in the log."""
    act = [Pending(event, cause) for event, cause in zip(EVENTS, CAUSES, strict=True)]
    linked = link(match, act, position=position, head=START, command="c", at=5, random=RANDOM)
    return [Row(*row[:6]) for row in linked]


ROWS = rows()
LEAVES = [row.leaf.hex() for row in ROWS]


def rewritten(row: Row, old: bytes, new: bytes) -> Row:
    """The row as somebody leaves it who changes its bytes and hashes them again."""
    assert row.data.count(old) == 1
    data = row.data.replace(old, new)
    return row._replace(data=data, leaf=bytes.fromhex(leaf_hash(data)))


# --- one row ---------------------------------------------------------------------------------------


def test_a_sound_row_gives_its_record() -> None:
    for number, row in enumerate(ROWS):
        prev = LEAVES[number - 1] if number else NOT_YET
        for asked in (prev, None):
            record = check(row, prev=asked)
            assert (record.entry, record.leaf, record.data) == (decode(row.data), LEAVES[number], row.data)
        assert (record.entry.event, record.entry.cause) == (EVENTS[number], CAUSES[number])


def damage(row: Row, prev: str | None = None) -> str:
    with pytest.raises(Damaged) as caught:
        check(row, prev=prev)
    assert (caught.value.match, caught.value.seq, caught.value.position) == (row.match, row.seq, row.position)
    return str(caught.value).partition(": ")[2]


def test_bytes_are_hashed_before_anything_in_them_is_believed() -> None:
    """Bytes that are no entry, another place and a broken link are not even looked at."""
    hashed = "its bytes do not hash to its leaf"
    assert damage(ROWS[1]._replace(data=b"no entry")) == hashed
    assert damage(ROWS[1]._replace(leaf=ROWS[0].leaf)) == hashed
    assert damage(ROWS[1]._replace(leaf=bytes(32), match="x"), prev="") == hashed


@pytest.mark.parametrize("other", [{"data": "text"}, {"data": None}, {"leaf": "text"}, {"leaf": None}])
def test_values_of_other_types_are_damage_in_their_place(other: dict[str, object]) -> None:
    """SQLite keeps columns to their types, unless somebody made the table anew."""
    row = Row(**(ROWS[1]._asdict() | other))
    assert damage(row) == "it holds other types of values than an entry does"


def test_a_row_has_a_position_that_logs_give() -> None:
    for position in (0, LAST_POSITION):
        assert check(ROWS[0]._replace(position=position), prev=None).position == position
    for position in (-1, LAST_POSITION + 1):
        assert damage(ROWS[0]._replace(position=position)) == NO_POSITION


def test_bytes_with_the_right_hash_may_still_be_no_entry() -> None:
    data = b'{"v":9}'
    row = ROWS[1]._replace(data=data, leaf=bytes.fromhex(leaf_hash(data)))
    told = "its bytes cannot be read: format 9 cannot be read here, only formats 1 to 3"
    assert damage(row) == told


@pytest.mark.parametrize(
    "other",
    [{"match": "x"}, {"seq": 2}, {"command": "d"}],
    ids=lambda other: next(iter(other)),
)
def test_a_row_is_where_its_bytes_say(other: dict[str, object]) -> None:
    row = Row(**(ROWS[1]._asdict() | other))
    assert damage(row, prev=LEAVES[0]) == "its bytes say match m, seq 1, command c"


@pytest.mark.parametrize("prev", [NOT_YET, LEAVES[1], LEAVES[0].upper(), LEAVES[0][:-1] + "g"])
def test_a_row_links_to_the_entry_before_it_and_to_no_other(prev: str) -> None:
    assert damage(ROWS[1], prev=prev) == "it does not link to the entry before it"


def test_the_first_row_of_a_match_links_to_nothing() -> None:
    assert damage(ROWS[0], prev=LEAVES[0]) == "it does not link to the entry before it"
    assert check(ROWS[0], prev="").entry.prev == ""


# --- a match at once -------------------------------------------------------------------------------


def at_once(changed: list[Row], match: str = "m") -> object:
    return check_match(match, [row.data for row in changed], leaves=[row.leaf for row in changed])


def hashed_anew(data: list[bytes]) -> list[bytes]:
    return [bytes.fromhex(leaf_hash(each)) for each in data]


def test_a_sound_match_gives_its_events_and_their_causes() -> None:
    for count in range(1, 5):
        assert at_once(ROWS[:count]) == (EVENTS[:count], CAUSES[:count])


@pytest.mark.parametrize("number", range(4))
def test_a_match_of_which_a_stored_leaf_is_another_is_not_given(number: int) -> None:
    """The links in the bytes do not show that, and slips are compared with what is stored."""
    changed = list(ROWS)
    changed[number] = ROWS[number]._replace(leaf=bytes(32))
    assert at_once(changed) is None


@pytest.mark.parametrize("number", range(4))
def test_a_changed_entry_has_another_hash_or_breaks_the_link_of_the_next(number: int) -> None:
    changed = [*ROWS]
    changed[number] = rewritten(ROWS[number], f"月 {number}".encode(), b"forged")
    if number < 3:
        assert at_once(changed) is None
    changed[number] = changed[number]._replace(leaf=ROWS[number].leaf)
    assert at_once(changed) is None


@pytest.mark.parametrize("gone", range(3))
def test_a_missing_entry_breaks_the_chain(gone: int) -> None:
    assert at_once([row for row in ROWS if row.seq != gone]) is None


@pytest.mark.parametrize(
    "order", [(0, 2, 1, 3), (1, 0, 2, 3), (0, 1, 3, 2), (0, 1, 2, 2, 3), (0, 0, 1, 2, 3)]
)
def test_the_order_is_part_of_the_chain_and_nothing_comes_twice(order: tuple[int, ...]) -> None:
    assert at_once([ROWS[number] for number in order]) is None


def test_a_match_under_another_name_is_not_given() -> None:
    assert at_once(ROWS, "n") is None
    assert at_once(rows("n"), "m") is None


@pytest.mark.parametrize(
    ("old", "new"),
    [(b',0,"m"', b',0,"n"'), (b',0,"m"', b',1,"m"')],
    ids=["match", "seq"],
)
def test_the_first_header_must_be_the_first_of_this_match(old: bytes, new: bytes) -> None:
    """The rest is chained to it as it is, with every hash computed again."""
    chained = relinked(rewritten(ROWS[0], old, new))
    assert check_match("m", chained, leaves=hashed_anew(chained)) is None


def relinked(first: Row) -> list[bytes]:
    data, prev = [first.data], first.leaf.hex()
    for number, row in enumerate(ROWS[1:]):
        data.append(row.data.replace(LEAVES[number].encode(), prev.encode()))
        prev = leaf_hash(data[-1])
    return data


@pytest.mark.parametrize("other", [0, 1, 3])
def test_an_entry_in_between_has_its_number(other: int) -> None:
    """Chained anew behind it, so that every link holds."""
    old = b',2,"m"'
    changed = rewritten(ROWS[2], old, old.replace(b",2,", f",{other},".encode(), 1))
    last = rewritten(ROWS[3], LEAVES[2].encode(), changed.leaf.hex().encode())
    assert at_once([*ROWS[:2], changed, last]) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [(b',3,"m"', b',3,"n"'), (b',3,"m"', b',4,"m"'), (b',3,"m"', b',2,"m"')],
    ids=["match", "seq above", "seq below"],
)
def test_the_last_header_must_be_the_last_of_this_match(old: bytes, new: bytes) -> None:
    assert at_once([*ROWS[:3], rewritten(ROWS[3], old, new)]) is None


def test_the_first_entry_links_to_nothing_before_it() -> None:
    """Somebody put the second half of a match in the place of all of it, and numbered it anew."""
    linked = rewritten(ROWS[0], b'[3,""', b'[3,"' + LEAVES[3].encode() + b'"')
    chained = relinked(linked)
    assert check_match("m", chained, leaves=hashed_anew(chained)) is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: b"{}" + LINE + data.partition(LINE)[2],
        lambda data: b"\xff" + LINE + data.partition(LINE)[2],
        lambda data: data.partition(LINE)[0] + LINE + b"{}",
        lambda data: data.partition(LINE)[0] + LINE + b'{"kind":"Noted","what":"\xff"}',
        lambda data: data.partition(LINE)[0],
        lambda data: b"",
    ],
    ids=["header", "header is no text", "event", "event is no text", "no event", "nothing"],
)
@pytest.mark.parametrize("number", [0, 1, 3])
def test_a_match_with_bytes_that_cannot_be_read_is_not_given(number: int, spoil: object) -> None:
    assert callable(spoil)
    data = [row.data for row in ROWS]
    data[number] = spoil(data[number])
    assert check_match("m", data, leaves=hashed_anew(data)) is None


def test_entries_in_an_older_form_are_left_to_the_slow_way() -> None:
    old = (Path(__file__).with_name("golden") / "v1.jsonl").read_bytes().splitlines()[0]
    assert decode(old).match
    assert check_match(decode(old).match, [old], leaves=hashed_anew([old])) is None


def test_what_is_given_at_once_is_what_is_given_row_by_row() -> None:
    found = at_once(ROWS)
    entries = [check(row, prev=None).entry for row in ROWS]
    assert found == ([entry.event for entry in entries], [entry.cause for entry in entries])
    assert msgspec.structs.asdict(entries[3])["at"] == 5


# --- what is let in --------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, LARGEST])
def test_the_first_and_the_last_time_are_recorded(at: int) -> None:
    admit("m", [Pending(EVENTS[0])], command="c", at=at)
    (row,) = link("m", [Pending(EVENTS[0])], position=0, head=START, command="c", at=at, random=RANDOM)
    assert decode(row[5]).at == at


@pytest.mark.parametrize("at", [-1, LARGEST + 1])
def test_times_before_and_behind_are_refused(at: int) -> None:
    with pytest.raises(Refused, match=f"recorded at 0 to {LARGEST} microseconds since 1970, not {at}"):
        admit("m", [Pending(EVENTS[0])], command="c", at=at)
