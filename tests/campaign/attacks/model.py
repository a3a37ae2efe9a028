"""Part 11, ``model``: a log and a list in memory, of which the same is asked in every order.

Not here: what only a disk or a power cut can do (``syscalls``, ``power``).
"""

import shutil
from collections import Counter
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import ClassVar, NamedTuple

import hypothesis
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from events.backup.backup import back_up
from events.log.contract import CommandReused, Conflict, Pending, Unwritable
from events.log.sqlite_log import SqliteLog
from events.model.kinds import AnyEvent, Noted
from events.seal.checkpoint import read
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.paths import checkpoint_of
from tests.campaign.child import forked
from tests.campaign.dying import DyingDisk
from tests.campaign.memory import memory
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY

EXAMPLES = 3_000
STEPS = 50
"""So many steps has each example at most."""
MATCHES = st.sampled_from(("a", "b", "月見"))
OPERATIONS_AT_MOST = 30
"""Of the disk, before a process dies: enough to make a log, to append an act or two and to close."""


class Kept(NamedTuple):
    """An entry as the model knows it."""

    match: str
    event: AnyEvent
    command: str

    @property
    def read(self) -> tuple[str, AnyEvent]:
        """What a subscriber notes of it."""
        return self.command, self.event


class Copy(NamedTuple):
    """A backup, and what the model was then."""

    path: Path
    entries: list[Kept]


class LogModel(RuleBasedStateMachine):
    """The rules are what may happen to a log, the invariants what holds whatever happened."""

    done: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self._memory = memory()
        self._folder = self._memory.__enter__()
        self._path = self._folder / "log.db"
        self._entries: list[Kept] = []
        self._seen: list[tuple[str, AnyEvent]] = []
        self._copies: list[Copy] = []
        self._number = 0
        self._log: SqliteLog | None = None

    @initialize()
    def make(self) -> None:
        self._open()

    def _open(self) -> SqliteLog:
        if self._log is None:
            self._log = SqliteLog(self._path, writing=True)
        return self._log

    def _close(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def _count(self, what: str) -> None:
        type(self).done[what] += 1

    def _act(self, match: str, length: int) -> list[Kept]:
        self._number += 1
        return [
            Kept(match, Noted("comment", "月" * line, line=self._number), f"c{self._number}")
            for line in range(length)
        ]

    def _of(self, match: str) -> int:
        return sum(entry.match == match for entry in self._entries)

    def _append(self, log: SqliteLog, act: list[Kept], expected: int) -> None:
        log.append(act[0].match, _pending(act), expected=expected, command=act[0].command, at=0)

    # --- what may happen ---------------------------------------------------------------------------

    @rule(match=MATCHES, length=st.integers(1, 4))
    def append(self, match: str, length: int) -> None:
        self._count("appended")
        act = self._act(match, length)
        self._append(self._open(), act, self._of(match))
        self._entries += act

    @rule(match=MATCHES, length=st.integers(1, 2), off=st.sampled_from((-2, -1, 1, 7)))
    def append_to_a_wrong_version(self, match: str, length: int, off: int) -> None:
        self._count("conflicts")
        with pytest.raises(Conflict) as caught:
            self._append(self._open(), self._act(match, length), self._of(match) + off)
        assert caught.value.actual == self._of(match)

    @rule(acts=st.lists(MATCHES, min_size=1, max_size=4), fails=st.booleans())
    def append_a_batch(self, acts: list[str], fails: bool) -> None:
        self._count("batches")
        log, before = self._open(), list(self._entries)
        with suppress(KeyError), log.batch():
            for match in acts:
                act = self._act(match, 2)
                self._append(log, act, self._of(match))
                self._entries += act
            if fails:
                raise KeyError
        if fails:
            self._entries = before

    @rule(data=st.data())
    def repeat_a_command(self, data: st.DataObject) -> None:
        if not self._entries:
            return
        self._count("retries")
        command = data.draw(st.sampled_from(self._entries)).command
        act = [entry for entry in self._entries if entry.command == command]
        log, size = self._open(), len(self._entries)
        receipt = log.append(act[0].match, _pending(act), expected=0, command=command, at=9)
        assert receipt.repeated and receipt.first_position == self._entries.index(act[0])
        other = [Pending(Noted("comment", "something else"))]
        with pytest.raises(CommandReused):
            log.append(act[0].match, other, expected=0, command=command, at=9)
        assert log.size == size

    @rule(match=MATCHES, left=st.integers(1, OPERATIONS_AT_MOST))
    def die(self, match: str, left: int) -> None:
        """A process opens the log, appends act after act, and dies at an operation of its disk."""
        self._count("deaths")
        self._close()
        acts = [self._act(match, 2) for _ in range(3)]

        def work(tell: object) -> None:
            disk = DyingDisk(left)
            with SqliteLog(self._path, writing=True) as log:
                for number, act in enumerate(acts):
                    self._append(log, act, self._of(match) + 2 * number)
                    assert callable(tell)
                    tell(b"!")
            del disk

        with forked(work) as child:
            acknowledged = len(child.heard())
            child.ended()
        log = self._open()
        there = (log.size - len(self._entries)) // 2
        assert acknowledged <= there <= acknowledged + 1
        self._entries += [entry for act in acts[:there] for entry in act]

    @rule()
    def reopen(self) -> None:
        self._count("reopened")
        self._close()
        self._open()

    @rule()
    def sign(self) -> None:
        self._count("signed")
        self._open()
        assert seal(self._path, KEY).signed is not None

    @rule(limit=st.integers(1, 5) | st.none())
    def subscribe(self, limit: int | None) -> None:
        self._count("read on")
        with SqliteLog(self._path) as log:
            for record in log.follow(len(self._seen), limit):
                self._seen.append((record.entry.command, record.entry.event))

    @rule()
    def copy(self) -> None:
        self._count("backups")
        target = self._folder / f"copy-{len(self._copies)}.db"
        assert back_up(self._path, target).files
        self._copies.append(Copy(target, list(self._entries)))

    @rule(data=st.data())
    def restore(self, data: st.DataObject) -> None:
        """An older copy is refused to a writer if more was signed, unless its own checkpoint comes too."""
        if not self._copies:
            return
        self._count("restored")
        copy = data.draw(st.sampled_from(self._copies))
        self._close()
        shutil.copyfile(copy.path, self._path)
        signed = read(checkpoint_of(self._path))
        if signed is not None and signed.checkpoint.size > len(copy.entries):
            self._count("older copies refused")
            with pytest.raises(Unwritable):
                SqliteLog(self._path, writing=True)
        checkpoint_of(self._path).unlink(missing_ok=True)
        if checkpoint_of(copy.path).exists():
            shutil.copyfile(checkpoint_of(copy.path), checkpoint_of(self._path))
        self._entries = list(copy.entries)
        # The copy may be of another branch of the history: a reader goes on from where both still agree.
        same = zip(self._seen, [entry.read for entry in self._entries], strict=False)
        self._seen = [seen for seen, _ in takewhile(lambda pair: pair[0] == pair[1], same)]
        self._open()

    # --- what holds --------------------------------------------------------------------------------

    @invariant()
    def the_log_says_what_the_model_says(self) -> None:
        if self._log is None:
            return
        assert self._log.size == len(self._entries)
        for match in {entry.match for entry in self._entries}:
            assert self._log.events(match) == [entry.event for entry in self._entries if entry.match == match]
        assert self._seen == [entry.read for entry in self._entries[: len(self._seen)]]

    def teardown(self) -> None:
        try:
            self._close()
            if self._path.exists():
                keys = [KEY.verifier] if checkpoint_of(self._path).exists() else []
                assert inspect(self._path, keys).findings == ()
                with SqliteLog(self._path) as log:
                    found = [
                        Kept(record.entry.match, record.entry.event, record.entry.command)
                        for record in log.follow()
                    ]
                assert found == self._entries
        finally:
            self._memory.__exit__(None, None, None)


def _pending(act: list[Kept]) -> list[Pending]:
    return [Pending(entry.event) for entry in act]


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Try so many examples."""
    tally = Tally()
    LogModel.done = Counter()

    class Counted(LogModel):
        def teardown(self) -> None:
            super().teardown()
            tally.count("examples")
            step(1)

    hypothesis.seed(seed)(Counted)
    chosen = settings(
        max_examples=times,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(Counted, settings=chosen)
    except Exception as error:
        tally.fail("\n".join((f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ()))))
    tally.count("steps", sum(Counted.done.values()))
    for what, number in sorted(Counted.done.items()):
        tally.count(what, number)
    return tally
