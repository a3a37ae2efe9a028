"""The chain of an event as a tree: the action that began it, payments, answers and consequences.

Not here: the events as text (``event_text``), drawing them (``event_buttons``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.record.match import Match
from events.model.kinds import Declared


class Link(NamedTuple):
    """An event of a chain. ``depth`` is 0 for the action that began it; ``last`` marks the last child of its
    parent."""

    seq: int
    depth: int
    last: bool


def chain_tree(match: Match, seq: int) -> list[Link]:
    """The tree of the action that event ``seq`` belongs to, depth first; the event alone if it belongs to
    none."""
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
    """For each event the outermost declared action that caused it, or the event itself if it is one; else
    None."""
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
