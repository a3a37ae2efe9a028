"""The chain of an event: its action, what was paid and answered, and what came of it, as a tree.

Not here: the events in words (``told``), nor drawing them (``views.replay``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.match import Match
from events.kinds import Declared


class Link(NamedTuple):
    """An event of a chain; ``depth`` counts from 0 at the action that began it, ``last`` tells whether it is
    the last of those that follow from the same event."""

    seq: int
    depth: int
    last: bool


def chain(match: Match, seq: int) -> list[Link]:
    """The tree of the action that event ``seq`` belongs to, in the order of the events below each other; just
    the event where it belongs to none."""
    causes = [cause for _, cause in match.derived]
    root = _root(match, causes, seq)
    following: dict[int, list[int]] = {}
    for later in range(root + 1, len(causes)):
        cause = causes[later]
        if cause is not None and cause >= root:
            following.setdefault(cause, []).append(later)
    return list(_below(following, root, 0, last=True))


def _root(match: Match, causes: list[int | None], seq: int) -> int:
    """The outermost declared action from which an event follows; the event itself where there is none."""
    root, at = seq, seq
    while True:
        if isinstance(match.events[at], Declared):
            root = at
        cause = causes[at]
        if cause is None:
            return root
        at = cause


def _below(following: dict[int, list[int]], seq: int, depth: int, *, last: bool) -> Iterator[Link]:
    yield Link(seq, depth, last)
    children = following.get(seq, [])
    for child in children:
        yield from _below(following, child, depth + 1, last=child == children[-1])
