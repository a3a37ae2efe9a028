"""How the parts of a store changed since its cubes were written, game by game and month by month.

Not here: what is done about it (``cube_refresh``, ``seat_refresh``).
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from analytics.query.cubes.cube_files import mark
from analytics.store.manifest import Part

Place = tuple[str, str]
"""A game and a month."""


class Change(NamedTuple):
    """The parts of one game and month: ``unchanged``, ``added`` and ``removed``."""

    unchanged: list[Part]
    added: list[Part]
    removed: list[Part]


def changes(before: Sequence[Part], now: Sequence[Part]) -> dict[Place, Change]:
    """(game, month) → its change, where there is any."""
    found: dict[Place, Change] = defaultdict(lambda: Change([], [], []))
    known, wanted = {*map(mark, before)}, {*map(mark, now)}
    for part in now:
        change = found[part.game, part.month]
        (change.unchanged if mark(part) in known else change.added).append(part)
    for part in before:
        if mark(part) not in wanted:
            found[part.game, part.month].removed.append(part)
    return {place: change for place, change in found.items() if change.added or change.removed}
