"""Differences between the board as recorded and by the rules: tracks of seats, and places of cards.

Not here: either board (``engine.record.match``), why they differ (``engine.audit.adjudicate``).
"""

from collections.abc import Iterator
from typing import NamedTuple

from dashboard.match.card_names import CardNames
from engine.kernel.table import Table, fold
from engine.record.match import Match
from engine.text.label import Labels
from events.model.kinds import Fouled, Noted, Retracted, Ruled


class Difference(NamedTuple):
    """A track or card, its value in the record, and its value by the rules, as texts."""

    about: str
    recorded: str
    ruled: str


def differences_by_event(match: Match, labels: Labels) -> Iterator[tuple[int, int, list[Difference]]]:
    """From the first event on at which record and rules part: an event, the last one up to it that both have,
    and how the boards right after that differ. An event at which nothing has changed is left out."""
    course = match.common_course
    given = dict(course.trace.shared)
    parted = next(
        (seq for seq in range(1, len(match)) if course.last(seq) != seq and _is_outcome(match, seq)), None
    )
    if parted is None:
        return
    recorded, ruled, taken, last = Table(), fold((match.opened,)), 0, list[Difference]()
    for seq, (event, _) in enumerate(match.derived):
        if isinstance(event, Retracted):
            recorded = match.table(seq)
        else:
            recorded.apply(event)
        if seq not in given:
            continue
        ruled.apply_all(course.trace.rules[taken : given[seq]])
        taken = given[seq]
        rows = list(board_differences(recorded, ruled, labels)) if seq > parted else []
        if rows != last:
            yield seq, seq, rows
            last = rows


def _is_outcome(match: Match, seq: int) -> bool:
    """Whether an event is one that the rules would have given: nobody just says it."""
    return not isinstance(match.events[seq], Noted | Fouled | Ruled | Retracted)


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
    names = CardNames(labels.rules, labels.language)
    for card in dict.fromkeys((*recorded.place, *ruled.place)):
        place, ruled_place = _place(recorded, card, labels), _place(ruled, card, labels)
        if place != ruled_place:
            yield Difference(f"{names.translated(labels.card(card))} ({card})", place, ruled_place)


def _place(table: Table, card: str, labels: Labels) -> str:
    place = table.place.get(card)
    return "–" if place is None else labels.place(place)
