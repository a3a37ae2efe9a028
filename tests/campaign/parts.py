"""The parts of the campaign by name, and how long each is in the long run.

Not here: what they do (one module each).
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from tests.campaign.attacks import (
    bundles,
    collecting,
    flips,
    forgery,
    full,
    fuzz,
    imports,
    kill,
    model,
    power,
    race,
    rollback,
    rows,
    subscribers,
    swaps,
    syscalls,
    values,
)
from tests.campaign.tally import Step, Tally


class Attack(Protocol):
    """Tries ``times`` times to break a promise, in ``folder``."""

    def __call__(self, times: int, /, *, seed: int, folder: Path, step: Step) -> Tally: ...


def _nothing() -> str:
    return ""


def _same(times: int) -> int:
    return times


class Part(NamedTuple):
    """``long``: how often, or how many seconds; ``steps``: how many steps it tells of when it runs so often;
    ``missing``: what it would need and is not here ("" for nothing)."""

    run: Attack
    long: int
    steps: Callable[[int], int] = _same
    missing: Callable[[], str] = _nothing


PARTS: dict[str, Part] = {
    "kill": Part(kill.kill, kill.KILLS),
    "retry": Part(kill.retry, kill.RETRIES),
    "power": Part(power.run, power.CUTS, power.steps),
    "syscalls": Part(syscalls.run, syscalls.LONG, missing=syscalls.missing),
    "full": Part(full.run, full.DISKS, missing=full.missing),
    "flips": Part(flips.run, flips.LONG, lambda times: flips.CHUNKS),
    "bundles": Part(bundles.run, bundles.LONG, lambda times: bundles.CHUNKS),
    "rollback": Part(rollback.run, rollback.HISTORIES),
    "forgery": Part(forgery.run, forgery.HISTORIES),
    "rows": Part(rows.run, rows.LOGS),
    "values": Part(values.run, values.VALUES),
    "race": Part(race.run, race.RACES),
    "subscribers": Part(subscribers.run, subscribers.DELIVERIES),
    "model": Part(model.run, model.EXAMPLES),
    "swaps": Part(swaps.run, swaps.SWAPS),
    "imports": Part(imports.run, imports.ACCEPTED),
    "collect": Part(collecting.run, collecting.TRIES),
} | {
    f"fuzz-{name}": Part(partial(fuzz.run, name), fuzz.SECONDS, lambda times: 1, fuzz.missing)
    for name in fuzz.NAMES
}
