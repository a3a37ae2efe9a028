"""Where the table of a record and that of the rules part: numbers of seats, and places of cards.

Not here: either table (``engine.record.match``), nor why they differ (``engine.audit.adjudicate``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.table import Table
from engine.text.label import Labels


class Difference(NamedTuple):
    """What it is about, what the record has, and what the rules have; in words."""

    about: str
    recorded: str
    ruled: str


def board_differences(recorded: Table, ruled: Table, labels: Labels) -> Iterator[Difference]:
    """Every number and every place that is not the same, in the order of the ruleset."""
    assert labels.rules is not None  # without rules there is nothing to compare with
    for track in labels.rules.tracks:
        for seat in labels.rules.seats:
            ours, theirs = recorded.track(track.id, seat), ruled.track(track.id, seat)
            if ours != theirs:
                yield Difference(f"{track.name[labels.language]} {seat}", str(ours), str(theirs))
    for card in dict.fromkeys((*recorded.place, *ruled.place)):
        here, there = _where(recorded, card, labels), _where(ruled, card, labels)
        if here != there:
            yield Difference(f"{labels.card(card)} ({card})", here, there)


def _where(table: Table, card: str, labels: Labels) -> str:
    place = table.place.get(card)
    return "–" if place is None else labels.place(place)
