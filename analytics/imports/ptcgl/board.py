"""The table of a match as far as its log shows it: which card a name means, and what moving it changes.

The log names cards, never copies of them: of several that it may mean, one is taken. Cards whose face was
never named are unknown; a card that goes into a deck or among the prizes becomes unknown again. When an
unknown card is named later, one that had this face before is preferred, so that no more copies appear than
necessary. Not here: the sentences (``match_builder``).
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.effect.select import owner
from engine.kernel.table import Table
from events.model.changes import AnyChange, Attach, CardRef, Create, FaceId, Know, Move, Set

DECK, PRIZES = 60, 6
"""Numbers of cards of a deck, and of prizes, in every match of the program."""
IN_PLAY = ("active", "bench")
HIDDEN = ("deck", "prizes")
"""Zones whose cards and order are unknown."""
PLACES = {"play": "attached.{seat}", "stadium": "stadium"}
"""Zones whose place has another name; ``play`` is all that is attached to the cards of a seat."""


class Board:
    """Reads a table and returns changes, without applying them. ``former_face``: the faces of cards before
    they became unknown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.former_face: dict[CardRef, FaceId] = {}

    # --- finding cards -----------------------------------------------------------------------------------

    def zone(self, card: CardRef) -> str:
        """The zone in which a card lies; ``""`` for none."""
        return self.table.place.get(card, "").partition(".")[0]

    def at(self, zone: str, seat: str) -> list[CardRef]:
        """The cards of a seat in a zone, the top card first."""
        return self.table.at(PLACES.get(zone, "{zone}.{seat}").format(zone=zone, seat=seat))[::-1]

    def in_play(self, seat: str, face: FaceId, spot: str = "") -> list[CardRef]:
        """The cards with this face that a seat has in play (in ``spot``), the active one first, then the
        oldest."""
        spots = (spot,) if spot in IN_PLAY else IN_PLAY
        there = [card for zone in spots for card in self.table.at(f"{zone}.{seat}")]
        return [card for card in there if self.table.face[card] == face]

    def acting_by_itself(self, face: FaceId) -> Iterator[CardRef]:
        """The cards with this face that may act by themselves: the stadium, attached cards, cards just
        discarded."""
        there = [*self.table.at("stadium"), *self.table.host, *self._discarded()]
        return (card for card in there if self.table.face[card] == face)

    def _discarded(self) -> Iterator[CardRef]:
        for place, cards in self.table.zones.items():
            if place.startswith("discard."):
                yield from reversed(cards)

    def pick(self, face: FaceId, there: Sequence[CardRef]) -> CardRef | None:
        """The first card with this known face, else one that may have it: preferably one that had it before,
        or was never known. ``""`` means any card, preferably one that is and was unknown."""
        fitting = [card for card in there if not face or self.table.face[card] in ("", face)]
        return min(fitting, key=lambda card: self._rank(card, face), default=None)

    def _rank(self, card: CardRef, face: FaceId) -> int:
        now, before = self.table.face[card], self.former_face.get(card, "")
        order = ((face, ""), ("", face), ("", "")) if face else (("", ""),)
        faces = (now, "" if now else before)
        return order.index(faces) if faces in order else len(order) + bool(now)

    def all_known(self, seat: str, faces: Sequence[FaceId], zone: str) -> bool:
        """Whether the zone has cards with these known faces, each as often as it is given."""
        there = [self.table.face[card] for card in self.at(zone, seat)]
        return all(faces.count(face) <= there.count(face) for face in faces)

    # --- changes -----------------------------------------------------------------------------------------

    def reveal(self, card: CardRef, face: FaceId) -> tuple[Know, ...]:
        """A card turns out to be ``face``; no change where that was known."""
        return (Know(card, face),) if face and self.table.face[card] != face else ()

    def move(
        self, card: CardRef, zone: str, face: FaceId = "", *, under: bool = False
    ) -> Iterator[AnyChange]:
        """A card, which turns out to be ``face``, goes to a zone of its owner."""
        yield from self.reveal(card, face)
        origin, goal = self.table.place[card], zone if zone == "stadium" else f"{zone}.{owner(card)}"
        if card in self.table.host:
            yield Attach(card, "")
        if goal != origin:
            yield Move(card, origin, goal, under)
        if self.zone(card) in IN_PLAY and zone not in IN_PLAY:
            yield from self._cleared(card)
        if zone in HIDDEN and (known := face or self.table.face[card]):
            self.former_face[card] = known
            yield Know(card, "")

    def attach(self, card: CardRef, to: CardRef, face: FaceId, role: str) -> Iterator[AnyChange]:
        """A card, which turns out to be ``face``, is attached to a card in play."""
        yield from self.reveal(card, face)
        yield from self._to_attached(card)
        yield Attach(card, to, role)

    def evolve(self, old: CardRef, new: CardRef, face: FaceId) -> Iterator[AnyChange]:
        """``new``, which turns out to be ``face``, is put on ``old`` and takes over its cards and damage."""
        yield from self.reveal(new, face)
        yield Move(new, self.table.place[new], self.table.place[old])
        yield from self._inherits(old, new)
        yield from self._to_attached(old)
        yield Attach(old, new, "under")

    def devolve(self, top: CardRef, below: CardRef) -> Iterator[AnyChange]:
        """``top`` is taken off ``below``; another sentence says where it goes."""
        yield Attach(below, "")
        yield Move(below, self.table.place[below], self.table.place[top])
        yield from self._inherits(top, below)

    def damage(self, card: CardRef, points: int) -> Iterator[AnyChange]:
        """Damage is added (or removed, if negative)."""
        yield Set("damage", card, max(self.table.track("damage", card) + points, 0))

    def _to_attached(self, card: CardRef) -> Iterator[AnyChange]:
        origin, goal = self.table.place[card], f"attached.{owner(card)}"
        if origin != goal:
            yield Move(card, origin, goal)

    def _inherits(self, old: CardRef, new: CardRef) -> Iterator[AnyChange]:
        for guest in self.table.guests.get(old, ()):
            if guest != new:
                yield Attach(guest, new, self.table.host[guest][1])
        if damage := self.table.track("damage", old):
            yield Set("damage", new, damage)
        yield from self._cleared(old)

    def _cleared(self, card: CardRef) -> Iterator[AnyChange]:
        """Damage and conditions end when a card leaves play."""
        return (Set(track, of, 0) for (track, of), value in self.table.tracks.items() if of == card and value)


def deck(seats: Iterable[str]) -> tuple[Create, ...]:
    """The decks of these seats, all of unknown cards."""
    return tuple(
        Create(f"{seat}.{number}", "", f"deck.{seat}") for seat in seats for number in range(1, DECK + 1)
    )
