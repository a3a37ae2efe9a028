"""The table of a match as far as its log tells: which card is meant by a name, and what moving it changes.

The log names cards, never copies of them: of several that it may mean, one is taken. Cards whose face was
never told are unknown; a card that goes into a deck or among the prizes becomes unknown. Not here: the
sentences (``telling``).
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.table import Table
from events.changes import AnyChange, Attach, CardRef, Create, FaceId, Know, Move, Set

DECK, PRIZES = 60, 6
"""So many cards has a deck, and so many are laid aside as prizes: every match of the program is played so."""
IN_PLAY = ("active", "bench")
HIDDEN = ("deck", "prizes")
"""Where cards lie in an order that nobody knows."""
ATTACHED = "play"
"""In a list of places: all that is attached to the cards in play."""


class Board:
    """Reads a table; says what would change it and changes nothing itself."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # --- finding cards -----------------------------------------------------------------------------------

    def at(self, zone: str, seat: str) -> list[CardRef]:
        """The cards of a seat in a zone, the top one first; ``play`` stands for all that is attached."""
        if zone == "stadium":
            return self.table.at("stadium")[::-1]
        return self.table.at(f"{'attached' if zone == ATTACHED else zone}.{seat}")[::-1]

    def in_play(self, seat: str, face: FaceId, spot: str = "") -> list[CardRef]:
        """The cards called ``face`` that a seat has in play (in ``spot``), the active one and the oldest first."""
        spots = (spot,) if spot in IN_PLAY else IN_PLAY
        return [
            card
            for zone in spots
            for card in self.table.at(f"{zone}.{seat}")
            if self.table.face[card] == face
        ]

    def attached(self, face: FaceId) -> list[CardRef]:
        """The cards called ``face`` that are attached to something, of any seat."""
        return [card for card in self.table.host if self.table.face[card] == face]

    def left_behind(self, seat: str) -> list[CardRef]:
        """What was attached to a card that is not in play any more."""
        place, host = self.table.place, self.table.host
        return [card for card in self.at(ATTACHED, seat) if place[host[card][0]].split(".")[0] not in IN_PLAY]

    def pick(
        self, seat: str, face: FaceId, zones: Iterable[str], taken: Sequence[CardRef] = ()
    ) -> CardRef | None:
        """A card that may be meant by ``face`` (``""``: any) in one of the zones, tried in this order.

        One that is known to be it comes before one that may be it.
        """
        there = [card for zone in zones for card in self.at(zone, seat) if card not in taken]
        known = (card for card in there if face and self.table.face[card] == face)
        unknown = (card for card in there if not self.table.face[card])
        return next(known, None) or next(unknown, None) or (next(iter(there), None) if not face else None)

    def picks(self, seat: str, faces: Iterable[FaceId], zones: Sequence[str]) -> Iterator[tuple[CardRef, FaceId]]:
        """A card for each of the faces that can be found, each another one."""
        taken: list[CardRef] = []
        for face in faces:
            card = self.pick(seat, face, zones, taken)
            if card is not None:
                taken.append(card)
                yield card, face

    def all_known(self, seat: str, faces: Sequence[FaceId], zone: str) -> bool:
        """Whether cards known by these names lie in the zone, each name as often as it is told."""
        there = [self.table.face[card] for card in self.at(zone, seat)]
        return bool(faces) and all(faces.count(face) <= there.count(face) for face in faces)

    # --- changes -----------------------------------------------------------------------------------------

    def created(self, seat: str) -> Iterator[AnyChange]:
        """The deck of a seat, nothing of which is known."""
        return (Create(f"{seat}.{number}", "", f"deck.{seat}") for number in range(1, DECK + 1))

    def known(self, card: CardRef, face: FaceId) -> tuple[Know, ...]:
        """That a card turns out to be ``face``; nothing where that was known."""
        return (Know(card, face),) if face and self.table.face[card] != face else ()

    def goes(self, card: CardRef, zone: str, face: FaceId = "", *, under: bool = False) -> Iterator[AnyChange]:
        """That a card, which turns out to be ``face``, goes to a zone of its owner."""
        yield from self.known(card, face)
        origin = self.table.place[card]
        if card in self.table.host:
            yield Attach(card, "")
        goal = zone if zone == "stadium" else f"{zone}.{card.partition('.')[0]}"
        if goal != origin:
            yield Move(card, origin, goal, under)
        if origin.partition(".")[0] in IN_PLAY and zone not in IN_PLAY:
            yield from self._cleared(card)
        if zone in HIDDEN and (face or self.table.face[card]):
            yield Know(card, "")

    def attaches(self, card: CardRef, to: CardRef, face: FaceId, role: str) -> Iterator[AnyChange]:
        """That a card, which turns out to be ``face``, is attached to a card in play."""
        yield from self.known(card, face)
        origin, goal = self.table.place[card], f"attached.{card.partition('.')[0]}"
        if origin != goal:
            yield Move(card, origin, goal)
        yield Attach(card, to, role)

    def becomes(self, old: CardRef, new: CardRef, face: FaceId) -> Iterator[AnyChange]:
        """That ``new``, which turns out to be ``face``, is laid on ``old``, and takes over what belongs to it."""
        yield from self.known(new, face)
        spot = self.table.place[old]
        yield Move(new, self.table.place[new], spot)
        yield from self._inherits(old, new)
        yield Move(old, spot, f"attached.{old.partition('.')[0]}")
        yield Attach(old, new, "under")

    def lifted(self, top: CardRef, below: CardRef) -> Iterator[AnyChange]:
        """That ``top`` is taken off ``below``; where it goes is told apart."""
        spot = self.table.place[top]
        yield Attach(below, "")
        yield Move(below, self.table.place[below], spot)
        yield from self._inherits(top, below)

    def damaged(self, card: CardRef, points: int) -> Iterator[AnyChange]:
        """That so much damage is added (or taken away)."""
        yield Set("damage", card, max(self.table.track("damage", card) + points, 0))

    def _inherits(self, old: CardRef, new: CardRef) -> Iterator[AnyChange]:
        for guest in self.table.guests.get(old, ()):
            if guest != new:
                yield Attach(guest, new, self.table.host[guest][1])
        if damage := self.table.track("damage", old):
            yield Set("damage", new, damage)
        yield from self._cleared(old)

    def _cleared(self, card: CardRef) -> Iterator[AnyChange]:
        """Damage and conditions end with a card's time in play."""
        return (Set(track, of, 0) for (track, of), value in self.table.tracks.items() if of == card and value)
