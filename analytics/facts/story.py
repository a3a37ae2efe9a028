"""The story of one match: its events walked once, and tied to the actions that they belong to.

What was taken back is left out; the table is folded beside. Every fact table is read off it. Not here:
the rows themselves, and whether the rules allow any of it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from analytics.facts.part import PARTS, TRIGGERED, UNLISTED, Parts
from engine.table import Table
from engine.timeline import standing
from events.changes import CardRef, FaceId
from events.kinds import (
    ACTS,
    AnyEvent,
    Began,
    Chose,
    Declared,
    Derived,
    Ended,
    Failed,
    Opened,
    Paid,
    Resolved,
    Triggered,
)

RESOLVED, DECISIVE, NULLIFIED, UNFINISHED, NONE = "resolved", "decisive", "nullified", "unfinished", "none"


class Unfoldable(ValueError):
    """A match whose events cannot be put on a table. The message is meant for people."""

    def __init__(self, what: str, *, match: str, seq: int) -> None:
        super().__init__(f"match {match!r} cannot be read for statistics: #{seq} {what}")
        self.match, self.seq = match, seq


class Action:
    """A declaration, or an ability that came due by itself, and what became of it.

    ``card`` is an instance and ``face`` what the record knew of it then. ``paid`` is the amount that the
    seat itself paid for it. ``outcome``: ``resolved`` (carried out) · ``decisive`` (it was being carried
    out when it ended the match) · ``nullified`` (came to nothing) · ``unfinished`` (the match or the
    record ended before) · ``none`` (the rules know no outcome for acts of this kind).
    """

    __slots__ = (
        "answers", "card", "face", "outcome", "paid", "parent", "seat", "seq", "spent", "turn", "verb",
    )  # fmt: skip

    def __init__(self, seq: int, seat: str, *, verb: str, card: CardRef, face: FaceId, turn: int) -> None:
        self.seq, self.seat, self.verb, self.card, self.face, self.turn = seq, seat, verb, card, face, turn
        self.parent: Action | None = None
        self.paid = 0
        self.answers = 0
        self.outcome = NONE
        self.spent: int | None = None


class Within:
    """An event inside of an action: an answer, a payment, an end. ``action`` is None outside of all."""

    __slots__ = ("action", "event", "face", "seq", "turn")

    def __init__(self, seq: int, event: Any, *, action: Action | None, face: FaceId, turn: int) -> None:
        self.seq, self.event, self.action, self.face, self.turn = seq, event, action, face, turn


class Story:
    """What the fact tables need to know of a match.

    ``deal``, ``kept``, ``deck`` are instances by seat: dealt to choose from, chosen, and played with
    from the first turn on; a seat is missing where the record does not tell. ``events`` counts the whole
    record, what was taken back included. ``table`` is the table at its end. ``grade`` is filled in by
    whoever judges the match.
    """

    def __init__(self, match: str, opened: Opened) -> None:
        self.match, self.opened = match, opened
        self.grade = ""
        self.parts: Parts = PARTS.get(opened.game, UNLISTED)
        self.table = Table()
        self.events = 0
        self.first_seat = ""
        self.deal: dict[str, tuple[CardRef, ...]] = {}
        self.kept: dict[str, tuple[CardRef, ...]] = {}
        self.deck: dict[str, list[CardRef]] = {}
        self.actions: dict[int, Action] = {}
        self.answers: dict[int, Within] = {}
        self.payments: list[Within] = []
        self.ends: list[Within] = []

    @property
    def seats(self) -> list[str]:
        """The seats, in order."""
        return sorted(self.opened.players)

    def face(self, card: CardRef, then: FaceId = "") -> FaceId | None:
        """What an instance is: as it was known ``then``, else as the record learned later; else None."""
        return then or self.table.face.get(card) or None


def tell(match: str, derived: Sequence[Derived]) -> Story:
    """The story of the events ``derived`` (each with its cause), not judged yet. Raises ``Unfoldable``."""
    opened = derived[0][0] if derived else None
    if not isinstance(opened, Opened):
        raise Unfoldable("is no Opened event, with which a match begins", match=match, seq=0)
    story = Story(match, opened)
    story.events = len(derived)
    _Walk(story, derived).walk()
    return story


class _Walk:
    """One pass over a record. ``home`` gives the action that an event belongs to, by seq."""

    def __init__(self, story: Story, derived: Sequence[Derived]) -> None:
        self.story, self.derived = story, derived
        self.home: dict[int, Action] = {}
        self.last: tuple[int, AnyEvent, int | None] | None = None

    def walk(self) -> None:
        table, home = self.story.table, self.home
        before = None
        for line in standing(self.derived):
            seq, event, cause = line
            try:
                table.apply(event)
            except (LookupError, ValueError) as error:
                what = f"does not fit the table ({error})"
                raise Unfoldable(what, match=self.story.match, seq=seq) from error
            if cause in home:
                home[seq] = home[cause]
            kind = type(event)
            if kind in HANDLERS:
                HANDLERS[kind](self, seq, event, cause)
            elif kind is Ended and event.span == "match":  # type: ignore[union-attr]  # `kind is` narrows nothing for mypy
                self.last = before
            before = line
        self._settle()

    # --- what happened -----------------------------------------------------------------------------

    def _began(self, seq: int, event: Began, cause: int | None) -> None:
        """The first turn: decks are settled, and it is known who goes first."""
        story = self.story
        if story.first_seat or event.span != "turn":
            return
        story.first_seat = event.seat
        for card, place in story.table.place.items():
            if place.partition(".")[0] not in story.parts.outside:
                story.deck.setdefault(card.partition(".")[0], []).append(card)

    def _declared(self, seq: int, event: Declared, cause: int | None) -> None:
        self._open(seq, event.seat, event.verb, event.cards[0] if event.cards else "", event.spent)

    def _triggered(self, seq: int, event: Triggered, cause: int | None) -> None:
        """An ability within an action is a part of it; outside of all it is an action of its own."""
        if seq not in self.home:
            self._open(seq, event.seat, TRIGGERED, event.card, None)

    def _open(self, seq: int, seat: str, verb: str, card: CardRef, spent: int | None) -> None:
        table = self.story.table
        action = Action(seq, seat, verb=verb, card=card, face=table.face.get(card, ""), turn=table.turn)
        action.parent, action.spent = self.home.get(seq), spent
        self.story.actions[seq] = self.home[seq] = action

    def _chose(self, seq: int, event: Chose, cause: int | None) -> None:
        story = self.story
        if event.verb in story.parts.keeps:
            story.deal[event.seat] = tuple(story.table.at(f"{story.parts.deal}.{event.seat}"))
            story.kept[event.seat] = event.cards
        elif event.verb in story.parts.answers and event.cards:
            answer = story.answers[seq] = self._within(seq, event, event.cards[0])
            if answer.action is not None:
                answer.action.answers += 1

    def _paid(self, seq: int, event: Paid, cause: int | None) -> None:
        paid = self._within(seq, event, event.for_)
        self.story.payments.append(paid)
        if paid.action is not None and cause == paid.action.seq and event.seat == paid.action.seat:
            paid.action.paid += event.amount

    def _ended(self, seq: int, event: Resolved | Failed, cause: int | None) -> None:
        """An answer has its own end; only what follows from the action itself ends the action."""
        end = self._within(seq, event, event.card)
        self.story.ends.append(end)
        if end.action is not None and cause == end.action.seq:
            end.action.outcome = RESOLVED if type(event) is Resolved else NULLIFIED

    def _within(self, seq: int, event: Any, card: CardRef) -> Within:
        table = self.story.table
        return Within(seq, event, action=self.home.get(seq), face=table.face.get(card, ""), turn=table.turn)

    # --- what was still open -----------------------------------------------------------------------

    def _settle(self) -> None:
        """Actions that have no end in the record: those that ended the match, and those cut off."""
        decisive = self._decisive()
        for action in self.story.actions.values():
            if action.outcome == NONE and action.verb in self.story.parts.actions:
                action.outcome = DECISIVE if action.seq in decisive else UNFINISHED

    def _decisive(self) -> set[int]:
        """Seqs of the actions whose being carried out ended the match.

        They are found from the last consequence before the end upwards. An act there (somebody conceded)
        or a payment (its user paid with the last life) was not the action's doing, nor was an answer.
        """
        found: set[int] = set()
        if self.last is None or type(self.last[1]) in (*ACTS, Paid):
            return found
        cause = self.last[2]
        while cause is not None and cause not in self.story.answers:
            if cause in self.story.actions:
                found.add(cause)
            cause = self.derived[cause][1]
        return found


HANDLERS: dict[type[Any], Callable[[_Walk, int, Any, int | None], None]] = {
    Began: _Walk._began,
    Declared: _Walk._declared,
    Triggered: _Walk._triggered,
    Chose: _Walk._chose,
    Paid: _Walk._paid,
    Resolved: _Walk._ended,
    Failed: _Walk._ended,
}
