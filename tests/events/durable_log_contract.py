"""What every log must do for all of its life: across openings, and for several processes.

A backend's test module subclasses ``LastingContract`` beside ``LogContract``, and says in ``open_anywhere``
how another process opens the log under test. Not here: what one connection does (``log_contract``).
"""

import multiprocessing
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from events.log.contract import Busy, CommandReused, Conflict, Log, Pending, Receipt
from events.model.kinds import Noted
from events.seal.merkle import Tree, included, leaf
from tests.events.log_contract import ACT, NOTE, MakeLog, everything, noted, put

OpenAnywhere = Callable[[], Log]
"""Opens the log under test for writing, in whatever process it is called: it can be pickled."""


def patiently(open_anywhere: OpenAnywhere) -> Log:
    """The log, as soon as no other process has it."""
    while True:
        try:
            return open_anywhere()
        except Busy:
            pass


def race(open_anywhere: OpenAnywhere, name: str, rounds: int, start: Any, results: Any) -> None:
    """In a process of its own: append to each version, opening the log anew each time; say who won it."""
    for version in range(rounds):
        start.wait()
        with patiently(open_anywhere) as log:
            try:
                act = [Pending(Noted("comment", name, line=version))]
                receipt = log.append("race", act, expected=version, command=f"{name}:{version}", at=0)
                results.put((version, name, receipt))
            except Conflict as conflict:
                missed = [record.leaf for record in conflict.missed]
                results.put((version, name, (conflict.actual, missed)))


def retry(open_anywhere: OpenAnywhere, results: Any) -> None:
    """In a process of its own: append acts that may have been appended before."""
    with patiently(open_anywhere) as log:
        results.put(
            [log.append("m", noted(line), expected=line, command=f"c{line}", at=9) for line in range(3)]
        )


class LastingContract:
    @pytest.fixture
    def make_log(self) -> Iterator[MakeLog]:
        raise NotImplementedError("a backend says here how its log is opened")

    @pytest.fixture
    def open_anywhere(self) -> OpenAnywhere:
        raise NotImplementedError("a backend says here how another process opens its log")

    # --- commands ----------------------------------------------------------------------------------

    def test_a_command_counts_once_for_the_life_of_the_log(self, make_log: MakeLog) -> None:
        """After thousands of others, and after everybody has let go of the log."""
        log = make_log()
        first = log.append("m", ACT, expected=0, command="c0", at=5)
        with log.batch():
            for number in range(3000):
                match = f"m{number % 7}"
                log.append(match, noted(number), expected=log.count(match), command=f"other-{number}", at=6)
        last = log.append("m", noted(1), expected=3, command="c1", at=7)
        log.close()
        later = make_log()
        size = later.size
        assert later.append("m", ACT, expected=0, command="c0", at=8) == first._replace(repeated=True)
        assert later.append("m", noted(1), expected=3, command="c1", at=8) == last._replace(repeated=True)
        middle = later.append("m2", noted(1500), expected=0, command="other-1500", at=8)
        assert (middle.repeated, middle.first_seq) == (True, 1500 // 7)
        for wrong in (ACT[:2], (*ACT, Pending(NOTE)), (Pending(NOTE), *ACT[1:])):
            with pytest.raises(CommandReused) as caught:
                later.append("m", wrong, expected=4, command="c0", at=8)
            assert caught.value.first == first
        with pytest.raises(CommandReused):
            later.append("m2", noted(1501), expected=0, command="other-1500", at=8)
        assert later.size == size == 3004

    def test_a_command_counts_once_for_all_processes(
        self, make_log: MakeLog, open_anywhere: OpenAnywhere
    ) -> None:
        log = make_log()
        first = [log.append("m", noted(line), expected=line, command=f"c{line}", at=5) for line in range(2)]
        log.close()
        context = multiprocessing.get_context("spawn")
        results = context.Queue()
        process = context.Process(target=retry, args=(open_anywhere, results))
        process.start()
        again = results.get(timeout=60)
        process.join()
        later = make_log()
        assert again[:2] == [receipt._replace(repeated=True) for receipt in first]
        assert again[2] == Receipt("m", 2, 3, 2, later.entry("m", 2).leaf)
        assert later.append("m", noted(2), expected=0, command="c2", at=0) == again[2]._replace(repeated=True)

    # --- positions ---------------------------------------------------------------------------------

    def test_positions_are_gapless_and_those_of_a_merkle_tree(self, make_log: MakeLog) -> None:
        """Whatever is refused, repeated, undone or opened anew in between: the position of an entry is the
        index of its leaf, and the log is as long as the tree."""
        tree, expected = Tree(), 0
        for number in range(30):
            log = make_log()
            match = "abc"[number % 3]
            with pytest.raises(Conflict):
                log.append(match, noted(number), expected=99, command="stale", at=0)
            with pytest.raises(ZeroDivisionError), log.batch():
                put(log, match, NOTE, NOTE)
                raise ZeroDivisionError
            act = [Pending(NOTE)] * (number % 4 + 1)
            receipt = log.append(match, act, expected=log.count(match), command=f"c{number}", at=0)
            assert log.append(match, act, expected=0, command=f"c{number}", at=0).repeated
            assert receipt.first_position == expected
            expected += len(act)
            tree.extend(bytes.fromhex(record.leaf) for record in log.follow(tree.size))
            assert tree.size == log.size == expected
            log.close()
        records = everything(make_log())
        assert [record.position for record in records] == list(range(expected))
        for record in records:
            proof = tree.inclusion(record.position)
            assert included(leaf(record.data), record.position, size=tree.size, root=tree.root(), proof=proof)

    def test_of_two_processes_one_wins_each_version(
        self, make_log: MakeLog, open_anywhere: OpenAnywhere
    ) -> None:
        rounds, names = 15, ("one", "other")
        context = multiprocessing.get_context("spawn")
        start, results = context.Barrier(len(names)), context.Queue()
        processes = [
            context.Process(target=race, args=(open_anywhere, name, rounds, start, results)) for name in names
        ]
        for process in processes:
            process.start()
        found = [results.get(timeout=60) for _ in range(rounds * len(names))]
        for process in processes:
            process.join()
        log = make_log(writing=False)
        records = everything(log)
        assert [record.entry.seq for record in records] == list(range(rounds))
        for version, record in enumerate(records):
            assert isinstance(record.entry.event, Noted)
            outcomes = {name: outcome for number, name, outcome in found if number == version}
            assert outcomes.pop(record.entry.event.text).leaf == record.leaf
            assert list(outcomes.values()) == [(version + 1, [record.leaf])], "the loser is told who won"
