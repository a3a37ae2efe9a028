"""The chain of an event: its action, what was paid and answered, and what came of it, as a tree.

Not here: the events in words (``told``), nor drawing them (``views.replay``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.record.match import Match
from events.model.kinds import Declared


class Link(NamedTuple):
    """An event of a chain; ``depth`` counts from 0 at the action that began it, ``last`` tells whether it is
    the last of those that follow from the same event."""

    seq: int
    depth: int
    last: bool


def chain_tree(match: Match, seq: int) -> list[Link]:
    """The tree of the action that event ``seq`` belongs to, in the order of the events below each other; just
    the event where it belongs to none."""
    root = roots(match)[seq]
    if root is None:
        root = seq
    following: dict[int, list[int]] = {}
    for later in range(root + 1, len(match)):
        cause = match.derived[later][1]
        if cause is not None and cause >= root:
            following.setdefault(cause, []).append(later)
    return list(_below(following, root, 0, last=True))


def roots(match: Match) -> list[int | None]:
    """For every event the outermost declared action from which it follows, or which it is; None where there
    is none."""
    found: list[int | None] = []
    for seq, (event, cause) in enumerate(match.derived):
        root = None if cause is None else found[cause]
        found.append(seq if root is None and isinstance(event, Declared) else root)
    return found


def _below(following: dict[int, list[int]], seq: int, depth: int, *, last: bool) -> Iterator[Link]:
    yield Link(seq, depth, last)
    children = following.get(seq, [])
    for child in children:
        yield from _below(following, child, depth + 1, last=child == children[-1])
