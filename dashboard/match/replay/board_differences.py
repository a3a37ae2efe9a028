"""Differences between the board as recorded and by the rules: tracks of seats, and places of cards.

Not here: either board (``engine.record.match``), why they differ (``engine.audit.adjudicate``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel.table import Table
from engine.text.label import Labels


class Difference(NamedTuple):
    """A track or card, its value in the record, and its value by the rules, as texts."""

    about: str
    recorded: str
    ruled: str


def board_differences(recorded: Table, ruled: Table, labels: Labels) -> Iterator[Difference]:
    """All differing tracks in the order of the ruleset, then all differing places."""
    assert labels.rules is not None  # the caller has compared with the rules
    for track in labels.rules.tracks:
        for seat in labels.rules.holders(track):
            in_record, by_rules = recorded.track(track.id, seat), ruled.track(track.id, seat)
            if in_record != by_rules:
                about = (
                    track.name[labels.language] if track.shared else f"{track.name[labels.language]} {seat}"
                )
                yield Difference(about, str(in_record), str(by_rules))
    for card in dict.fromkeys((*recorded.place, *ruled.place)):
        place, ruled_place = _place(recorded, card, labels), _place(ruled, card, labels)
        if place != ruled_place:
            yield Difference(f"{labels.card(card)} ({card})", place, ruled_place)


def _place(table: Table, card: str, labels: Labels) -> str:
    place = table.place.get(card)
    return "–" if place is None else labels.place(place)
