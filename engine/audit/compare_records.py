"""Two records of one match side by side: which acts both have, and where one has another act or none.

Not here: which of the two is right (``adjudicate`` judges each by itself).
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from engine.kernel.table import Table
from engine.record.match import Match
from engine.record.timeline import standing
from events.model.kinds import ACTS, AnyAct


class Row(NamedTuple):
    """The seq of an act in each record; None where that record does not have it. ``same``: both have it."""

    one: int | None
    other: int | None
    same: bool


def concordance(one: Match, other: Match) -> list[Row]:
    """The acts of both records that stand, in order, aligned as long common runs.

    Acts are the same where seat, verb, cards by face, targets, number and words are; who numbered which copy
    does not matter, nor do answers that nobody wrote down.
    """
    ours, theirs = list(_acts(one)), list(_acts(other))
    matcher = SequenceMatcher(a=[act for _, act in ours], b=[act for _, act in theirs], autojunk=False)
    rows: list[Row] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        left = [seq for seq, _ in ours[a:b]]
        right = [seq for seq, _ in theirs[c:d]]
        if kind == "equal":
            rows += [Row(mine, yours, same=True) for mine, yours in zip(left, right, strict=True)]
        else:
            rows += [Row(mine, yours, same=False) for mine, yours in zip_longest(left, right)]
    return rows


def parting(rows: list[Row]) -> Row | None:
    """Where the two first differ; None if they never do."""
    return next((row for row in rows if not row.same), None)


Told = tuple[object, ...]


def _acts(match: Match) -> Iterator[tuple[int, Told]]:
    """The acts that somebody stated, by what they say."""
    table = Table()
    for seq, event, _ in standing(match.derived):
        table.apply(event)
        if isinstance(event, ACTS) and not event.implied:
            yield seq, _told(event, table)


def _told(act: AnyAct, table: Table) -> Told:
    faces = table.face
    cards = tuple(sorted(faces.get(card) or "??" for card in act.cards))
    targets = tuple(faces.get(target) or target for target in act.targets)
    return act.seat, act.verb, cards, targets, act.number, act.words
