"""What one viewer knows during a match: which cards it can tell apart, their names and appearances.

A card in a place in which the viewer cannot tell cards apart has no name of its own. It is one of the unnamed
cards there, and a card that leaves such a place takes the lowest name in it, whichever card it is. So nothing
links a card that was seen earlier to one that is used later. Not here: the rest of an event (``view``).
"""

from bisect import insort
from collections.abc import Iterator, Mapping
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


class Sight(Protocol):
    """What ``viewer`` may know of a card that lies in ``place``: its face (``sees``; ``down``: the card lies
    face down), and which of the cards there it is (``tells_apart``). ``under`` is the sight in a match
    of these settings."""

    def under(self, settings: Mapping[str, bool | int | str]) -> "Sight": ...

    def sees(self, place: Place, viewer: str, *, down: bool) -> bool: ...

    def tells_apart(self, place: Place, viewer: str) -> bool: ...


class Appearance(NamedTuple):
    """How a card looks to somebody who sees it. The defaults reveal nothing."""

    face: FaceId = ""
    down: bool = False
    quarter: int = 0
    host: tuple[Holder, str] = ("", "")


FinalPositions = dict[CardRef, tuple[Place, Appearance]]
"""Place and appearance, after an event, of each card that it changes."""


class ViewerState:
    """What a viewer knows of a match so far; it is fed event by event.

    ``places`` and ``appearances`` are the true ones, by the names of cards in the match. ``names``: the
    viewer's names of the cards that it can tell apart. ``unnamed``: by place whose cards it cannot tell
    apart, the names there, the lowest first. ``shown_appearances``: what the viewer was shown, by its names.
    ``event_names``: the names used within the current event, in which each card has one.
    """

    def __init__(self, sight: Sight, viewer: str) -> None:
        self.sight = sight
        self.viewer = viewer
        self.match_ended = False
        self.places: dict[CardRef, Place] = {}
        self.appearances: dict[CardRef, Appearance] = {}
        self.names: dict[CardRef, CardRef] = {}
        self.unnamed: dict[Place, list[CardRef]] = {}
        self.shown_appearances: dict[CardRef, Appearance] = {}
        self.event_names: dict[CardRef, CardRef] = {}

    def name(self, holder: Holder) -> Holder:
        """The viewer's name of a card within this event; a seat or the table is returned unchanged."""
        if holder not in self.places or holder in self.event_names:
            return self.event_names.get(holder, holder)
        if holder in self.names:
            name = self.names[holder]
        else:
            taken = self.event_names.values()
            name = next(name for name in self.unnamed[self.places[holder]] if name not in taken)
        self.event_names[holder] = name
        return name

    def changes(self, changes: Changes, mixed: tuple[CardRef, ...] = ()) -> Changes:
        """The changes of the next event as the viewer sees them; ``mixed`` is the order of a shuffle.

        They happen at one instant, so only the final place and appearance of a card count.
        Raises ``KeyError`` or ``ValueError`` for changes that do not fold.
        """
        self.event_names = {}
        after = self._final_positions(changes)
        seen = [seen for change in changes for seen in self._change(change, after)]
        self.appearances.update((card, appearance) for card, (_, appearance) in after.items())
        for card in (*after, *self._forget_identities(mixed)):
            if card in self.event_names:
                seen += self._appearance_changes(card)
        return tuple(seen)

    def _final_positions(self, changes: Changes) -> FinalPositions:
        after: FinalPositions = {}
        for change in changes:
            if isinstance(change, Create):
                after[change.card] = (change.place, Appearance(change.face))
            elif isinstance(change, Move | Know | Flip | Turn | Attach):
                card = change.card
                place, appearance = after.get(card) or (self.places[card], self.appearances[card])
                place = change.place if isinstance(change, Move) else place
                after[card] = (place, _with_change(appearance, change))
        return after

    def _change(self, change: AnyChange, after: FinalPositions) -> Iterator[AnyChange]:
        """What the viewer sees of one change."""
        match change:
            case Create(card, _, place):
                yield self._visible_create(card, place, *after[card])
            case Move(card, origin, place):
                name = self.name(card)
                if card not in self.names:
                    self.unnamed[origin].remove(name)
                self._put(card, place)
                yield replace(change, card=name)
            case Know():
                pass  # the viewer learns a face when it comes to see it, not when the record does
            case Flip(card) | Turn(card) | Attach(card):
                if card in self.names or self._distinguishes(after[card][0]):
                    yield self._visible_position_change(change)
            case Set(_, of):
                yield replace(change, of=self.name(of))
            case Grant():
                yield replace(change, on=self.name(change.on), source=self.name(change.source))
            case _:
                yield change

    def _visible_create(
        self, card: CardRef, place: Place, finally_in: Place, appearance: Appearance
    ) -> Create:
        """A new card. It keeps its number: cards are numbered in order of creation, which reveals no face."""
        face = appearance.face if self._sees_face(finally_in, appearance) else ""
        self.event_names[card] = card
        self.shown_appearances[card] = Appearance(face)
        self._put(card, place)
        return Create(card, face, place)

    def _put(self, card: CardRef, place: Place) -> None:
        """Put ``card`` into ``place``, by its name or as one of the unnamed cards there."""
        self.places[card] = place
        if self._distinguishes(place):
            self.names[card] = self.event_names[card]
        else:
            self.names.pop(card, None)
            insort(self.unnamed.setdefault(place, []), self.event_names[card], key=_name_order)

    def _visible_position_change(self, change: Flip | Turn | Attach) -> AnyChange:
        """A change to the orientation or attachment of a visible card."""
        seen: Flip | Turn | Attach = replace(change, card=self.name(change.card))
        if isinstance(seen, Attach):
            seen = replace(seen, to=self.name(seen.to))
        self.shown_appearances[seen.card] = _with_change(self.shown_appearances[seen.card], seen)
        return seen

    def _appearance_changes(self, card: CardRef) -> Iterator[AnyChange]:
        """Changes from what the viewer was shown of ``card`` to what it may see now, mostly a face that is
        revealed or hidden. An unnamed card looks like any other, or its name would identify it."""
        name, place, appearance = self.event_names[card], self.places[card], Appearance()
        if self._distinguishes(place):
            appearance = self.appearances[card]
            face = appearance.face if self._sees_face(place, appearance) else ""
            appearance = appearance._replace(
                face=face, host=(self.name(appearance.host[0]), appearance.host[1])
            )
        yield from _changes_between(name, self.shown_appearances[name], appearance)
        self.shown_appearances[name] = appearance

    def _forget_identities(self, order: tuple[CardRef, ...]) -> list[CardRef]:
        """Forget which card is which among visible cards with hidden faces that were shuffled."""
        lost = [
            card
            for card in order
            if card in self.names and not self._sees_face(self.places[card], self.appearances[card])
        ]
        names = sorted((self.names[card] for card in lost), key=_name_order)
        for card, name in zip(lost, names, strict=True):
            self.names[card] = self.event_names[card] = name
        return lost

    def _distinguishes(self, place: Place) -> bool:
        """Whether the viewer can tell the cards in ``place`` apart, face-down ones included."""
        return self.sight.tells_apart(place, self.viewer)

    def _sees_face(self, place: Place, appearance: Appearance) -> bool:
        """Whether the viewer may see the face of a card in this place with this appearance."""
        return self.sight.sees(place, self.viewer, down=appearance.down)


def _with_change(appearance: Appearance, change: AnyChange) -> Appearance:
    """``appearance`` after a change."""
    match change:
        case Know(_, face):
            return appearance._replace(face=face)
        case Flip(_, down):
            return appearance._replace(down=down)
        case Turn(_, quarter):
            return appearance._replace(quarter=quarter)
        case Attach(_, to, role):
            return appearance._replace(host=(to, role if to else ""))
    return appearance


def _changes_between(card: CardRef, has: Appearance, wanted: Appearance) -> Iterator[AnyChange]:
    """The changes that turn the appearance ``has`` into ``wanted``."""
    if has.face != wanted.face:
        yield Know(card, wanted.face)
    if has.down != wanted.down:
        yield Flip(card, wanted.down)
    if has.quarter != wanted.quarter:
        yield Turn(card, wanted.quarter)
    if has.host != wanted.host:
        yield Attach(card, *wanted.host)


def _name_order(name: CardRef) -> tuple[str, int, str]:
    """Sort key of names by number: ``A.2`` before ``A.10``."""
    owner, _, number = name.partition(".")
    return owner, int(number) if number.isdigit() else 0, number
