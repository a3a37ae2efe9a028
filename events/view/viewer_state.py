"""The eye of one viewer: which cards it can tell apart, what it calls them, and how they look to it.

A card that the viewer cannot tell from others has no name of its own: as long as it lies in a place into
which the viewer may not look, it is one of the nameless cards there, and what leaves such a place takes
the lowest name that lies in it, whichever card it is. So nothing joins a card that was seen earlier to
one that is used later. Not here: the rest of an event (``view``).
"""

from bisect import insort
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from events.model.changes import (
    AnyChange,
    Attach,
    CardRef,
    Changes,
    Create,
    FaceId,
    Flip,
    Grant,
    Holder,
    Know,
    Move,
    Place,
    Set,
    Turn,
)


class Sees(Protocol):
    """Whether ``viewer`` may know a card that lies in ``place``, face down or not."""

    def __call__(self, place: Place, viewer: str, *, down: bool) -> bool: ...


class Looks(NamedTuple):
    """How a card lies there: what a glance at it tells. The defaults tell nothing."""

    face: FaceId = ""
    down: bool = False
    quarter: int = 0
    host: tuple[Holder, str] = ("", "")


Afterwards = dict[CardRef, tuple[Place, Looks]]
"""Where the cards that an event touches lie in the end, and how."""


class Eye:
    """What a viewer has seen so far of a match, event by event.

    ``place`` and ``looks`` are those of the match, by its own names of cards. ``names`` holds what the
    viewer calls the cards that it can tell from others; ``nameless``, lowest first, the names that lie
    about in places that it cannot look into; ``shown`` how the card of a name looks to it. ``said`` are
    the names used within the event at hand: in it, every card keeps one. ``over``: the match has ended.
    """

    def __init__(self, sees: Sees, viewer: str) -> None:
        self.sees = sees
        self.viewer = viewer
        self.over = False
        self.place: dict[CardRef, Place] = {}
        self.looks: dict[CardRef, Looks] = {}
        self.names: dict[CardRef, CardRef] = {}
        self.nameless: dict[Place, list[CardRef]] = {}
        self.shown: dict[CardRef, Looks] = {}
        self.said: dict[CardRef, CardRef] = {}

    def name(self, holder: Holder) -> Holder:
        """What the viewer calls a card within this event; a seat or the table is what it is."""
        if holder not in self.place or holder in self.said:
            return self.said.get(holder, holder)
        if holder in self.names:
            name = self.names[holder]
        else:
            taken = self.said.values()
            name = next(name for name in self.nameless[self.place[holder]] if name not in taken)
        self.said[holder] = name
        return name

    def changes(self, changes: Changes, mixed: tuple[CardRef, ...] = ()) -> Changes:
        """The changes of the next event as the viewer sees them; ``mixed`` is the order of a shuffle.

        They are one instant: what counts is where and how a card lies when all of them are done.
        Raises ``KeyError`` or ``ValueError`` for changes that do not fold.
        """
        self.said = {}
        after = self._afterwards(changes)
        seen = [seen for change in changes for seen in self._change(change, after)]
        self.looks.update((card, looks) for card, (_, looks) in after.items())
        for card in (*after, *self._mix(mixed)):
            if card in self.said:
                seen += self._look(card)
        return tuple(seen)

    def _afterwards(self, changes: Changes) -> Afterwards:
        after: Afterwards = {}
        for change in changes:
            if isinstance(change, Create):
                after[change.card] = (change.place, Looks(change.face))
            elif isinstance(change, Move | Know | Flip | Turn | Attach):
                card = change.card
                place, looks = after.get(card) or (self.place[card], self.looks[card])
                place = change.place if isinstance(change, Move) else place
                after[card] = (place, _altered(looks, change))
        return after

    def _change(self, change: AnyChange, after: Afterwards) -> Iterator[AnyChange]:
        """What the viewer sees of one change."""
        match change:
            case Create(card, _, place):
                yield self._created(card, place, *after[card])
            case Move(card, origin, place):
                name = self.name(card)
                if card not in self.names:
                    self.nameless[origin].remove(name)
                self._arrive(card, place)
                yield replace(change, card=name)
            case Know():
                pass  # the viewer learns a face when it comes to see it, not when the record does
            case Flip(card) | Turn(card) | Attach(card):
                if card in self.names or self._open(after[card][0]):
                    yield self._lies(change)
            case Set(_, of):
                yield replace(change, of=self.name(of))
            case Grant():
                yield replace(change, on=self.name(change.on), source=self.name(change.source))
            case _:
                yield change

    def _created(self, card: CardRef, place: Place, finally_in: Place, looks: Looks) -> Create:
        """A new card. The match numbers cards as they come to exist, which tells nothing of their faces."""
        face = looks.face if self._knows(finally_in, looks) else ""
        self.said[card] = card
        self.shown[card] = Looks(face)
        self._arrive(card, place)
        return Create(card, face, place)

    def _arrive(self, card: CardRef, place: Place) -> None:
        """``card`` now lies in ``place``: by its name, or as one of the nameless cards there."""
        self.place[card] = place
        if self._open(place):
            self.names[card] = self.said[card]
        else:
            self.names.pop(card, None)
            insort(self.nameless.setdefault(place, []), self.said[card], key=_rank)

    def _lies(self, change: Flip | Turn | Attach) -> AnyChange:
        """A change to how a card in sight lies."""
        seen: Flip | Turn | Attach = replace(change, card=self.name(change.card))
        if isinstance(seen, Attach):
            seen = replace(seen, to=self.name(seen.to))
        self.shown[seen.card] = _altered(self.shown[seen.card], seen)
        return seen

    def _look(self, card: CardRef) -> Iterator[AnyChange]:
        """What the changes that were seen leave to tell about ``card``: mostly its face, come to be seen or
        lost out of sight. A nameless card looks like any other, or its name would tell it apart."""
        name, place, looks = self.said[card], self.place[card], Looks()
        if self._open(place):
            looks = self.looks[card]
            face = looks.face if self._knows(place, looks) else ""
            looks = looks._replace(face=face, host=(self.name(looks.host[0]), looks.host[1]))
        yield from _alterations(name, self.shown[name], looks)
        self.shown[name] = looks

    def _mix(self, order: tuple[CardRef, ...]) -> list[CardRef]:
        """Cards in sight whose faces are not, put in a new order by chance: who was which is lost."""
        lost = [
            card
            for card in order
            if card in self.names and not self._knows(self.place[card], self.looks[card])
        ]
        names = sorted((self.names[card] for card in lost), key=_rank)
        for card, name in zip(lost, names, strict=True):
            self.names[card] = self.said[card] = name
        return lost

    def _open(self, place: Place) -> bool:
        """Whether the viewer can tell the cards in ``place`` apart, even those that lie face down."""
        return self.sees(place, self.viewer, down=False)

    def _knows(self, place: Place, looks: Looks) -> bool:
        """Whether the viewer may know the face of a card that lies there like this."""
        return self.sees(place, self.viewer, down=looks.down)


def _altered(looks: Looks, change: AnyChange) -> Looks:
    """``looks`` after a change to how the card lies."""
    match change:
        case Know(_, face):
            return looks._replace(face=face)
        case Flip(_, down):
            return looks._replace(down=down)
        case Turn(_, quarter):
            return looks._replace(quarter=quarter)
        case Attach(_, to, role):
            return looks._replace(host=(to, role if to else ""))
    return looks


def _alterations(card: CardRef, has: Looks, wanted: Looks) -> Iterator[AnyChange]:
    """The changes that make a card which looks like ``has`` look like ``wanted``."""
    if has.face != wanted.face:
        yield Know(card, wanted.face)
    if has.down != wanted.down:
        yield Flip(card, wanted.down)
    if has.quarter != wanted.quarter:
        yield Turn(card, wanted.quarter)
    if has.host != wanted.host:
        yield Attach(card, *wanted.host)


def _rank(name: CardRef) -> tuple[str, int, str]:
    """Names in the order of their numbers: ``A.2`` before ``A.10``."""
    owner, _, number = name.partition(".")
    return owner, int(number) if number.isdigit() else 0, number
