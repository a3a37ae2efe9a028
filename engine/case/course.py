"""The course of a case: its events in order, the lines that brought them, and which event last touched what.

Not here: playing the case (``run``), or comparing its end with what it expects (``expect``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from engine.case.problem import message
from engine.kernel.bilingual import Bilingual
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import fold
from engine.record.timeline import clauses_of
from engine.text.sentence import sentence
from events.model.changes import (
    AnyChange,
    Attach,
    CardRef,
    Create,
    Expire,
    Flip,
    Grant,
    Holder,
    Know,
    Move,
    Place,
    Set,
    Turn,
)
from events.model.kinds import AnyEvent, Derived, Ended, Happened

ARRANGED = "arranged"
"""What the event says that lays out the given table."""


class Touch(NamedTuple):
    """The changes that concern one thing: how a card lies or what is noted on it (by ``kinds``, all of them
    if there are none, or by ``quantity``), the cards of a ``place``, a ``track`` of a seat, or the
    ``result``."""

    card: CardRef = ""
    kinds: tuple[type[AnyChange], ...] = ()
    quantity: str = ""
    place: Place = ""
    track: str = ""
    of: Holder = ""
    result: bool = False

    def by(self, change: AnyChange, granted: dict[str, Grant]) -> bool:
        """Whether ``change`` concerns it; ``granted`` are the grants so far, by their ids."""
        if isinstance(change, Grant | Expire):
            grant = change if isinstance(change, Grant) else granted.get(change.id)
            return grant is not None and self._by_grant(grant)
        if isinstance(change, Set):
            return (change.track, change.of) == (self.track, self.of)
        if self.place:
            places = (getattr(change, "place", ""), getattr(change, "origin", ""))
            return self.place in places and self.card in ("", change.card)
        if self.quantity or self.card != change.card:
            return False
        return isinstance(change, Move | Create) or type(change) in (self.kinds or _LAID)

    def _by_grant(self, grant: Grant) -> bool:
        if self.track:
            return (grant.on, grant.quantity) == (self.of, self.track)
        if self.place or self.kinds or grant.on != (self.card or self.of):
            return False
        return self.quantity in ("", grant.quantity)


_LAID: tuple[type, ...] = (Flip, Turn, Attach, Know)


@dataclass
class Course:
    """What came of a case so far. ``lines`` gives the number of events that there were before each of its
    lines, as (line in the file, its text, number of events). ``remarks`` is what the case has to say although
    all is well."""

    rules: Ruleset
    derived: Sequence[Derived]
    lines: list[tuple[int, str, int]] = field(default_factory=list)
    remarks: list[Bilingual] = field(default_factory=list)

    @property
    def events(self) -> list[AnyEvent]:
        """The events alone; the index is the seq."""
        return [event for event, _ in self.derived]

    def last(self, touch: Touch) -> int | None:
        """The seq of the last event that touched it; None if none did since the table was laid out."""
        granted: dict[str, Grant] = {}
        found = None
        for seq, event in enumerate(self.events):
            if touch.result and isinstance(event, Ended) and event.span == "match":
                found = seq
            for change in getattr(event, "changes", ()):
                if isinstance(change, Grant):
                    granted[change.id] = change
                if touch.by(change, granted):
                    found = seq
        if found is None or _is_arranged(self.events[found]):
            return None
        return found

    def told(self, seq: int) -> Bilingual:
        """Event ``seq`` in a sentence, with its number and its clauses."""
        events = self.events
        before = fold(events[:seq])
        ja, en = (sentence(events[seq], before, self.rules, language) for language in ("ja", "en"))
        clauses = ", ".join(clauses_of(events[seq]))
        return message("event", seq=seq, sentence=Bilingual(ja, en), clauses=clauses)

    def brought(self, touch: Touch) -> Bilingual:
        """Which event brought it about, as the end of a sentence."""
        seq = self.last(touch)
        if seq is None:
            changed = touch.place and touch.card and self.last(Touch(card=touch.card)) is not None
            return message("where-given" if changed else "as-given")
        return message("since", event=self.told(seq))

    def in_order(self) -> Iterator[tuple[int, str, list[int]]]:
        """Yield each line with the seqs of the events from it on; the first, with line 0, is what came
        before."""
        begins = [*(number for _, _, number in self.lines), len(self.derived)]
        yield 0, "", list(range(begins[0]))
        for (line, text, begin), end in zip(self.lines, begins[1:], strict=True):
            yield line, text, list(range(begin, end))


def _is_arranged(event: AnyEvent) -> bool:
    return isinstance(event, Happened) and event.what == ARRANGED
