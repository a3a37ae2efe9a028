"""Part 8, ``forgery``: the history written again through the log's own functions, with one thing different.

Not here: clumsier changes, which the hashes inside the log find (``flips``).
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Noted
from events.seal.checkpoint import SignedCheckpoint
from events.seal.head_signing import seal
from events.seal.paths import CHECKPOINT, checkpoint_of
from tests.campaign.memory import repeated
from tests.campaign.sealed import LOG, inspected, lay, refused, sealed_log
from tests.campaign.tally import Step, Tally
from tests.campaign.workload import KEY, act

HISTORIES = 100
ACTS = 8
OTHER = Pending(Noted("comment", "this was never said"))
KINDS = (
    "forged histories",
    "a reader without a checkpoint is content with",
    "convicted by the checkpoint",
    "refused to a writer",
    "signed again with the stolen key",
    "of these convicted by a head held elsewhere",
    "changed after the checkpoint only: unseen",
)


class Told(NamedTuple):
    """One act as the forger tells it."""

    match: str
    events: tuple[Pending, ...]
    command: str
    at: int


History = list[Told]


def _event(history: History, where: int) -> History:
    told = history[where]
    return _with(history, where, told._replace(events=(OTHER, *told.events[1:])))


def _time(history: History, where: int) -> History:
    return _with(history, where, history[where]._replace(at=history[where].at + 1))


def _command(history: History, where: int) -> History:
    return _with(history, where, history[where]._replace(command=f"forged:{where}"))


def _left_out(history: History, where: int) -> History:
    return history[:where] + history[where + 1 :]


def _put_in(history: History, where: int) -> History:
    told = Told(history[where].match, (OTHER,), "forged", history[where].at)
    return [*history[:where], told, *history[where:]]


def _longer(history: History, where: int) -> History:
    return _with(history, where, history[where]._replace(events=(*history[where].events, OTHER)))


def _swapped(history: History, where: int) -> History:
    other = where - 1 if where else 1
    low, high = sorted((where, other))
    return [*history[:low], history[high], history[low], *history[high + 1 :]]


FORGERIES: dict[str, Callable[[History, int], History]] = {
    "another event": _event,
    "another time": _time,
    "another command id": _command,
    "an act left out": _left_out,
    "an act put in": _put_in,
    "an event put in": _longer,
    "two acts swapped": _swapped,
}


def _with(history: History, where: int, told: Told) -> History:
    return [*history[:where], told, *history[where + 1 :]]


def run(times: int, *, seed: int, folder: Path, step: Step) -> Tally:
    """Forge so many histories, each in every way at every act."""
    return repeated(_forge, times, KINDS, seed=seed, step=step)


def _forge(place: Path, seed: int, tally: Tally) -> None:
    signed_after = random.Random(seed).randint(1, ACTS)
    whole = sealed_log(place / "whole", ahead=False, acts=ACTS, seal_after=signed_after, seed=seed)
    checkpoint = whole[LOG + CHECKPOINT]
    signed = SignedCheckpoint.parse(checkpoint).checkpoint.size
    truth = [Told(*act(seed, number), 0) for number in range(ACTS)]
    for name, forge in FORGERIES.items():
        for where in range(ACTS):
            forged = forge(truth, where)
            how = f"seed {seed}: {name} at act {where} of {ACTS}, {signed_after} signed"
            tally.count("forged histories")
            path = lay({}, place / "forged")
            _write(path, forged)
            if _alone(path):
                tally.fail(f"{how}: the forger made a mistake, so nothing is shown")
            tally.count("a reader without a checkpoint is content with")
            checkpoint_of(path).write_bytes(checkpoint)
            if _entries(truth)[:signed] == _entries(forged)[:signed]:
                tally.count("changed after the checkpoint only: unseen")
                continue
            _judge(path, checkpoint, tally, how)


def _entries(history: History) -> list[tuple[object, ...]]:
    """What is said entry by entry, in the order of the log."""
    return [(told.match, event, told.command, told.at) for told in history for event in told.events]


def _alone(path: Path) -> bool:
    """Whether anything is wrong with the log, apart from that nothing is signed."""
    return set(inspected(path)) != {"no-checkpoint"}


def _judge(path: Path, checkpoint: bytes, tally: Tally, how: str) -> None:
    if set(inspected(path)) & {"fork", "short"}:
        tally.count("convicted by the checkpoint")
    else:
        tally.fail(f"{how}: the checkpoint does not convict it")
    if refused(path):
        tally.count("refused to a writer")
    else:
        tally.fail(f"{how}: a writer may go on with it")
    checkpoint_of(path).unlink()
    assert seal(path, KEY).signed is not None
    tally.count("signed again with the stolen key")
    if set(inspected(path, SignedCheckpoint.parse(checkpoint))) & {"head-fork", "head-short"}:
        tally.count("of these convicted by a head held elsewhere")
    else:
        tally.fail(f"{how}: signed again, the head held elsewhere does not convict it")


def _write(path: Path, history: History) -> None:
    with SqliteLog(path, writing=True) as log:
        for told in history:
            log.append(
                told.match,
                told.events,
                expected=log.count(told.match),
                command=told.command,
                at=told.at,
            )
