"""What every log must do, as a suite that each backend runs.

A backend's test module subclasses ``LogContract`` and says in ``make_log`` how to open one more connection to
the log under test. Not here: what only one backend can do to itself (files, triggers, processes).
"""

from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.log.contract import (
    CommandReused,
    Conflict,
    Log,
    MatchInfo,
    OutOfRange,
    Pending,
    Receipt,
    Record,
    Refused,
    UnknownMatch,
    Unwritable,
)
from events.model.codec import decode, encode_event, leaf_hash
from events.model.kinds import AnyEvent, Began, Declared, Ended, Happened, Noted
from tests import strategies

MakeLog = Callable[..., Log]
"""Opens the log under test once more; ``writing=False`` for a reader. The fixture closes what it opened."""

DECLARED = Declared("A", "use", cards=("A.1",))
DAMAGE = Happened("damage", "B", ("X-1",), amount=2)
NOTE = Noted("comment", "月見 🌕")
ACT = (Pending(DECLARED), Pending(DAMAGE, 0), Pending(NOTE, 1))
"""An act of three events, for the beginning of a match."""


def noted(number: int) -> list[Pending]:
    return [Pending(Noted("comment", "", line=number))]


def put(log: Log, match: str, *events: AnyEvent, command: str = "") -> Receipt:
    """Append events as the next act of ``match``."""
    seq = log.count(match)
    pending = [Pending(event) for event in events]
    return log.append(match, pending, expected=seq, command=command or f"{match}:{seq}", at=seq)


def everything(log: Log) -> list[Record]:
    return list(log.follow())


class LogContract:
    @pytest.fixture
    def make_log(self) -> Iterator[MakeLog]:
        raise NotImplementedError("a backend says here how its log is opened")

    @pytest.fixture
    def log(self, make_log: MakeLog) -> Log:
        return make_log()

    # --- append and read ---------------------------------------------------------------------------

    def test_a_new_log_is_empty(self, log: Log) -> None:
        assert (log.size, log.matches(), everything(log), log.count("m")) == (0, [], [], 0)

    def test_a_receipt_says_where_the_act_was_stored(self, log: Log) -> None:
        first = log.append("m", ACT, expected=0, command="c0", at=5)
        second = log.append("m", noted(1), expected=3, command="c1", at=6)
        head = log.entry("m", 2)
        assert first == Receipt("m", 0, 3, 0, head.leaf, False)
        assert second == Receipt("m", 3, 4, 3, log.entry("m", 3).leaf, False)
        assert (log.size, log.count("m")) == (4, 4)

    def test_what_is_read_is_what_was_appended(self, log: Log) -> None:
        log.append("m", ACT, expected=0, command="c0", at=5)
        records = list(log.read("m"))
        entries = [record.entry for record in records]
        assert [(entry.event, entry.cause) for entry in entries] == list(ACT)
        assert [(record.entry.seq, record.position) for record in records] == [(0, 0), (1, 1), (2, 2)]
        assert {(entry.match, entry.command, entry.at) for entry in entries} == {("m", "c0", 5)}
        for record in records:
            assert decode(record.data) == record.entry
            assert leaf_hash(record.data) == record.leaf
        assert [entry.prev for entry in entries] == ["", records[0].leaf, records[1].leaf]

    def test_each_match_has_its_own_chain(self, log: Log) -> None:
        for number in range(4):
            put(log, "a" if number % 2 else "b", NOTE, DAMAGE)
        for match in ("a", "b"):
            records = list(log.read(match))
            assert [record.entry.seq for record in records] == [0, 1, 2, 3]
            assert [record.entry.prev for record in records[1:]] == [record.leaf for record in records[:-1]]
        assert [record.position for record in everything(log)] == list(range(8))

    def test_reading_may_begin_at_any_event(self, log: Log) -> None:
        log.append("m", ACT, expected=0, command="c0", at=0)
        whole = list(log.read("m"))
        for since in range(4):
            assert list(log.read("m", since)) == whole[since:]
        assert [log.entry("m", seq) for seq in range(3)] == whole

    def test_events_and_history_are_those_of_the_records(self, log: Log) -> None:
        events = (Began("turn", number=1, seat="A"), *(event for event, _ in ACT), Ended("match", winner="A"))
        put(log, "m", *events)
        put(log, "short", NOTE)
        assert log.events("m") == [record.entry.event for record in log.read("m")] == list(events)
        assert log.events("short") == [NOTE]
        assert log.history("m") == [(record.entry.event, record.entry.cause) for record in log.read("m")]

    def test_matches_are_listed_as_they_began(self, log: Log) -> None:
        for match in ("z", "a", "z", "m", "a", "a"):
            put(log, match, NOTE)
        leaves = {match: log.entry(match, log.count(match) - 1).leaf for match in "zam"}
        assert log.matches() == [
            MatchInfo("z", 2, 0, leaves["z"]),
            MatchInfo("a", 3, 1, leaves["a"]),
            MatchInfo("m", 1, 3, leaves["m"]),
        ]

    def test_a_long_match_is_read_whole(self, log: Log) -> None:
        """Longer than what a backend fetches at once."""
        put(log, "other", NOTE)
        put(log, "long", *(Noted("comment", "", line=number) for number in range(1300)))
        put(log, "other", NOTE)
        assert [record.entry.event.line for record in log.read("long")] == list(range(1300))
        assert [record.entry.seq for record in log.read("long", 1200)] == list(range(1200, 1300))
        assert [record.position for record in log.follow()] == list(range(1302))

    def test_what_does_not_exist_is_said_to_be_missing(self, log: Log) -> None:
        put(log, "spring-cup-r3", NOTE)
        for ask in (log.read, log.events, log.history, lambda match: log.entry(match, 0)):
            with pytest.raises(UnknownMatch, match="no match 'spring-cup-r4'; the nearest: 'spring-cup-r3'"):
                ask("spring-cup-r4")
            with pytest.raises(UnknownMatch, match=r"no match 'r3\\udcff'"):
                ask("r3\udcff")
        for seq in (-1, 1):
            with pytest.raises(OutOfRange, match=f"event {seq} does not exist: accepted are 0 to 0"):
                log.entry("spring-cup-r3", seq)
        for since in (-1, 2):
            with pytest.raises(OutOfRange, match=f"event {since} does not exist: accepted are 0 to 1"):
                log.read("spring-cup-r3", since)
        for position in (-1, 2):
            with pytest.raises(OutOfRange, match=f"position {position} does not exist: accepted are 0 to 1"):
                log.follow(position)

    # --- expected version --------------------------------------------------------------------------

    def test_a_stale_writer_gets_what_it_missed(self, log: Log) -> None:
        log.append("m", ACT, expected=0, command="c0", at=0)
        before = everything(log)
        with pytest.raises(
            Conflict, match=r"expected to have 1 entry, but has 3 .*#1 Happened, #2 Noted"
        ) as caught:
            log.append("m", noted(1), expected=1, command="c1", at=0)
        conflict = caught.value
        assert (conflict.match, conflict.expected, conflict.actual) == ("m", 1, 3)
        assert list(conflict.missed) == before[1:]
        assert everything(log) == before

    @pytest.mark.parametrize(("match", "expected", "actual"), [("m", 4, 3), ("m", -1, 3), ("new", 1, 0)])
    def test_a_version_that_never_was_is_a_conflict(
        self, log: Log, match: str, expected: int, actual: int
    ) -> None:
        log.append("m", ACT, expected=0, command="c0", at=0)
        with pytest.raises(Conflict, match=f"append with expected={actual}") as caught:
            log.append(match, noted(1), expected=expected, command="c1", at=0)
        assert (caught.value.actual, caught.value.missed) == (actual, ())
        assert log.size == 3

    def test_of_two_writers_with_one_version_one_wins(self, make_log: MakeLog) -> None:
        one, other = make_log(), make_log()
        put(one, "m", NOTE)
        assert one.count("m") == other.count("m") == 1
        won = one.append("m", noted(1), expected=1, command="one", at=0)
        with pytest.raises(Conflict) as caught:
            other.append("m", noted(2), expected=1, command="other", at=0)
        assert [record.leaf for record in caught.value.missed] == [won.leaf]
        assert other.append("m", noted(2), expected=caught.value.actual, command="other", at=0).first_seq == 2

    def test_writers_that_take_turns_link_to_each_other(self, make_log: MakeLog) -> None:
        writers = [make_log(), make_log()]
        for number in range(6):
            put(writers[number % 2], "m", NOTE)
            put(writers[number % 2], f"own-{number}", NOTE)
        for log in writers:
            assert len(list(log.read("m"))) == 6
            assert len(everything(log)) == 12

    def test_every_version_has_one_winner(self, make_log: MakeLog) -> None:
        """Four writers, each of which gets ten events in: nothing lost, nothing twice."""
        logs, barrier = [make_log() for _ in range(4)], Barrier(4)

        def write(name: int, log: Log) -> None:
            barrier.wait()
            seq = 0
            for number in range(10):
                while True:
                    try:
                        act = [Pending(Noted("comment", str(name), line=number))]
                        seq = log.append("m", act, expected=seq, command=f"{name}:{number}", at=0).next_seq
                        break
                    except Conflict as conflict:
                        assert len(conflict.missed) == conflict.actual - seq > 0
                        seq = conflict.actual

        threads = [Thread(target=write, args=pair) for pair in enumerate(logs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        events = logs[0].events("m")
        assert len(events) == logs[0].size == 40
        for name in range(4):
            mine = [event.line for event in events if isinstance(event, Noted) and event.text == str(name)]
            assert mine == list(range(10))

    # --- commands ----------------------------------------------------------------------------------

    def test_a_command_counts_once(self, log: Log) -> None:
        first = log.append("m", ACT, expected=0, command="c0", at=5)
        log.append("m", noted(1), expected=3, command="c1", at=6)
        log.append("other", noted(1), expected=0, command="c2", at=6)
        before = everything(log)
        for expected, at in ((0, 5), (0, 99), (4, 5), (77, 0)):
            again = log.append("m", ACT, expected=expected, command="c0", at=at)
            assert again == first._replace(repeated=True)
        assert everything(log) == before

    def test_a_command_counts_once_for_all_writers(self, make_log: MakeLog) -> None:
        first = make_log().append("m", ACT, expected=0, command="c0", at=5)
        assert make_log().append("m", ACT, expected=0, command="c0", at=6) == first._replace(repeated=True)

    @pytest.mark.parametrize(
        ("match", "act"),
        [
            ("m", (*ACT[:2], Pending(msgspec.structs.replace(NOTE, line=1), 1))),
            ("m", ACT[:2]),
            ("m", (*ACT, Pending(NOTE))),
            ("m", (*ACT[:2], Pending(NOTE, 0))),
            ("m", (*ACT[:2], Pending(NOTE))),
            ("m", (*ACT[:2], Pending(Noted("comment", "\ud800")))),
            ("other", ACT),
        ],
        ids=["changed", "shorter", "longer", "other-cause", "no-cause", "unspeakable", "other-match"],
    )
    def test_a_command_is_not_reused(self, log: Log, match: str, act: Any) -> None:
        first = log.append("m", ACT, expected=0, command="c0", at=5)
        for expected in (0, 3):
            with pytest.raises(CommandReused, match="'c0' was already used for match 'm' #0 to #2") as caught:
                log.append(match, act, expected=expected, command="c0", at=5)
            assert caught.value.first == first
        assert log.size == 3

    # --- all or nothing ----------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("spoil", "message"),
        [
            ({"events": []}, "at least one event"),
            ({"command": ""}, "a command id"),
            ({"match": ""}, "the id of its match"),
            ({"at": -1}, "microseconds since 1970, not -1"),
            ({"at": 2**53}, "microseconds since 1970"),
            ({"events": [Pending(NOTE), Pending(NOTE, 1)]}, "m#1: its cause must be an earlier event"),
            ({"events": [Pending(NOTE, -1)]}, "m#0: its cause must be an earlier event"),
            ({"events": [Pending(NOTE), Pending(Noted("comment", "", line=True))]}, "m#1: Expected `int`"),
            ({"events": [Pending(NOTE), Pending(Noted("comment", "", line=2**53))]}, r"m#1: event\.line"),
            ({"events": [Pending(NOTE), Pending(Noted("comment", "か\u3099"))]}, "Unicode NFC"),
            ({"events": [Pending(NOTE), Pending(Noted("comment", "\ud800"))]}, "surrogates not allowed"),
            ({"command": "か\u3099"}, "Unicode NFC"),
            ({"command": 7}, "an id: expected a text, not 7"),
            ({"match": "\udcff"}, "surrogates not allowed"),
            ({"at": True}, "microseconds since 1970, not True"),
            ({"events": [Pending(NOTE), Pending(NOTE, False)]}, "must be an earlier event, not False"),
        ],
    )
    def test_what_cannot_be_stored_leaves_no_trace(self, log: Log, spoil: Any, message: str) -> None:
        act = {"match": "m", "events": [Pending(NOTE)], "command": "c0", "at": 0} | spoil
        with pytest.raises(Refused, match=message):
            log.append(**act, expected=0)
        assert (log.size, log.matches()) == (0, [])
        assert put(log, "m", NOTE, command="c0").first_position == 0

    def test_a_batch_counts_at_its_end(self, make_log: MakeLog) -> None:
        writer, reader = make_log(), make_log(writing=False)
        with writer.batch():
            receipts = [put(writer, match, NOTE, DAMAGE) for match in ("a", "b", "a")]
            assert writer.count("a") == 4
            assert reader.size == 0
        assert [receipt.first_position for receipt in receipts] == [0, 2, 4]
        assert [record.entry.match for record in everything(reader)] == list("aabbaa")
        assert put(writer, "b", NOTE).first_seq == 2

    def test_a_batch_that_fails_leaves_no_trace(self, log: Log) -> None:
        put(log, "a", NOTE)
        before = everything(log)
        with pytest.raises(ZeroDivisionError), log.batch():
            put(log, "a", NOTE)
            put(log, "b", NOTE)
            raise ZeroDivisionError
        assert everything(log) == before
        assert put(log, "a", DAMAGE).first_seq == 1
        assert put(log, "b", DAMAGE).first_position == 2
        assert len(everything(log)) == 3

    def test_a_batch_that_failed_is_forgotten(self, make_log: MakeLog) -> None:
        """Even if the log has by now as many entries as it had inside the batch."""
        one, other = make_log(), make_log()
        put(one, "a", NOTE)
        with pytest.raises(ZeroDivisionError), one.batch():
            put(one, "a", DAMAGE)
            raise ZeroDivisionError
        put(other, "b", NOTE)
        assert put(one, "a", NOTE) == Receipt("a", 1, 2, 2, one.entry("a", 1).leaf)
        assert one.events("a") == [NOTE, NOTE]

    def test_an_act_that_is_refused_is_left_out_of_its_batch(self, log: Log) -> None:
        with log.batch():
            put(log, "a", NOTE)
            with pytest.raises(Conflict):
                log.append("a", noted(1), expected=0, command="stale", at=0)
            with pytest.raises(Refused):
                log.append("a", [*noted(1), Pending(NOTE, 9)], expected=1, command="bad", at=0)
            assert log.append("a", [Pending(NOTE)], expected=0, command="a:0", at=9).repeated
            put(log, "a", DAMAGE)
        assert log.events("a") == [NOTE, DAMAGE]
        assert len(everything(log)) == 2

    def test_batches_do_not_nest(self, log: Log) -> None:
        with log.batch():
            put(log, "a", NOTE)
            with pytest.raises(Refused, match="a batch inside a batch"), log.batch():
                pass
            put(log, "a", NOTE)
        assert log.count("a") == 2

    def test_a_reader_does_not_write(self, make_log: MakeLog) -> None:
        make_log()
        reader = make_log(writing=False)
        with pytest.raises(Unwritable, match="opened for reading"):
            put(reader, "m", NOTE)
        with pytest.raises(Unwritable, match="opened for reading"), reader.batch():
            pass

    # --- following ---------------------------------------------------------------------------------

    def test_leaves_are_those_of_the_records(self, log: Log) -> None:
        for number in range(5):
            put(log, f"m{number % 3}", *[NOTE] * (number + 1))
        leaves = [bytes.fromhex(record.leaf) for record in log.follow()]
        assert len(leaves) == log.size == 15
        for position in range(log.size + 1):
            assert list(log.leaves(position)) == leaves[position:]
        with pytest.raises(OutOfRange):
            log.leaves(log.size + 1)

    def test_a_follower_that_comes_back_misses_nothing(self, make_log: MakeLog) -> None:
        writer, reader = make_log(), make_log(writing=False)
        seen: list[Record] = []
        for number in range(12):
            put(writer, f"m{number % 3}", *[NOTE] * (number % 4 + 1))
            seen += reader.follow(len(seen), limit=number % 5)
        seen += reader.follow(len(seen))
        assert [record.position for record in seen] == list(range(writer.size))
        assert seen == everything(writer)

    def test_a_limit_is_kept(self, log: Log) -> None:
        put(log, "m", *[NOTE] * 5)
        for limit in range(7):
            assert len(list(log.follow(2, limit))) == min(limit, 3)

    def test_writing_while_reading(self, log: Log) -> None:
        """A reader that is half-way holds nobody up, and ends where the log ended when it began."""
        put(log, "m", *[NOTE] * 3)
        follower = log.follow()
        next(follower)
        put(log, "m", DAMAGE)
        assert len(list(follower)) == 2
        assert len(everything(log)) == 4

    # --- a model -----------------------------------------------------------------------------------

    @given(
        st.lists(
            st.tuples(st.sampled_from("abc"), strategies.acts, st.integers(-1, 1), st.integers(0, 9)),
            max_size=8,
        )
    )
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    def test_the_log_is_a_list_of_entries(
        self, log: Log, steps: list[tuple[str, list[Pending], int, int]]
    ) -> None:
        """Any acts, some with a wrong version or a used command: the log is what was acknowledged."""
        start, run = log.size, f"run-{log.size}"
        stored: list[tuple[str, AnyEvent]] = []
        used: dict[str, tuple[str, list[bytes]]] = {}
        for letter, act, off, number in steps:
            match, command = f"{run}-{letter}", f"{run}-{number}"
            wanted = (match, [encode_event(event) for event, _ in act])
            expected = log.count(match) + off
            try:
                receipt = log.append(match, act, expected=expected, command=command, at=0)
            except CommandReused:
                assert used[command] != wanted
            except Conflict as conflict:
                assert off and command not in used
                assert conflict.actual == sum(owner == match for owner, _ in stored)
            else:
                assert receipt.repeated is (command in used)
                if not receipt.repeated:
                    assert receipt.first_position == start + len(stored)
                    stored += [(match, event) for event, _ in act]
                    used[command] = wanted
                assert used[command] == wanted
        assert [(kept.entry.match, kept.entry.event) for kept in log.follow(start)] == stored
        for match in {owner for owner, _ in stored}:
            assert log.events(match) == [event for owner, event in stored if owner == match]
