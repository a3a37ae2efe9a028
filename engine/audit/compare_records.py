"""Two records of one match side by side: which acts both have, and where one has another act or none.

Not here: which of the two is right (``adjudicate`` judges each by itself).
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

from engine.kernel.table import Table
from engine.record.match import Match
from engine.record.timeline import without_retracted
from events.model.kinds import ACTS, AnyAct


class Row(NamedTuple):
    """The seq of an act in each record; None in a record without it. ``same``: both records have the act."""

    one: int | None
    other: int | None
    same: bool


def compare_records(one: Match, other: Match) -> list[Row]:
    """Return the acts of both records that were not retracted, in order, aligned in long common runs.

    Acts are the same where seat, verb, cards by face, targets, number and words are. Which copy of a card it
    was does not matter; answers that nobody wrote down are left out.
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


def first_difference(rows: list[Row]) -> Row | None:
    """Return where the two first differ; None if they never do."""
    return next((row for row in rows if not row.same), None)


Stated = tuple[object, ...]


def _acts(match: Match) -> Iterator[tuple[int, Stated]]:
    """Yield the acts that somebody stated, each with its seq and what it states."""
    table = Table()
    for seq, event, _ in without_retracted(match.derived):
        table.apply(event)
        if isinstance(event, ACTS) and not event.implied:
            yield seq, _stated(event, table)


def _stated(act: AnyAct, table: Table) -> Stated:
    faces = table.face
    cards = tuple(sorted(faces.get(card) or "??" for card in act.cards))
    targets = tuple(faces.get(target) or target for target in act.targets)
    return act.seat, act.verb, cards, targets, act.number, act.words
