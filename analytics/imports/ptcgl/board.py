"""The table of a match as far as its log tells: which card is meant by a name, and what moving it changes.

The log names cards, never copies of them: of several that it may mean, one is taken. Cards whose face was
never told are unknown; a card that goes into a deck or among the prizes becomes unknown. Which of the unknown
cards is meant later is free to choose: one that was known by the name before, so that no more copies appear
than there must be. Not here: the sentences (``telling``).
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.kernel.table import Table
from events.model.changes import AnyChange, Attach, CardRef, Create, FaceId, Know, Move, Set

DECK, PRIZES = 60, 6
"""So many cards has a deck, and so many are laid aside as prizes: every match of the program is played so."""
IN_PLAY = ("active", "bench")
HIDDEN = ("deck", "prizes")
"""Where cards lie in an order that nobody knows."""
PLACES = {"play": "attached.{seat}", "stadium": "stadium"}
"""Zones whose place is not called after them; ``play`` is all that is attached to the cards of a seat."""


class Board:
    """Reads a table; says what would change it, and changes nothing itself. ``was``: what cards were known to
    be before they became unknown."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.was: dict[CardRef, FaceId] = {}

    # --- finding cards -----------------------------------------------------------------------------------

    def zone(self, card: CardRef) -> str:
        """The zone in which a card lies; ``""`` for none."""
        return self.table.place.get(card, "").partition(".")[0]

    def at(self, zone: str, seat: str) -> list[CardRef]:
        """The cards of a seat in a zone, the top one first."""
        return self.table.at(PLACES.get(zone, "{zone}.{seat}").format(zone=zone, seat=seat))[::-1]

    def in_play(self, seat: str, face: FaceId, spot: str = "") -> list[CardRef]:
        """The cards called ``face`` that a seat has in play (in ``spot``), the active one first, then the
        oldest."""
        spots = (spot,) if spot in IN_PLAY else IN_PLAY
        there = [card for zone in spots for card in self.table.at(f"{zone}.{seat}")]
        return [card for card in there if self.table.face[card] == face]

    def in_sight(self, face: FaceId) -> Iterator[CardRef]:
        """The cards called ``face`` that act by themselves: the stadium, what is attached, what was just
        discarded."""
        there = [*self.table.at("stadium"), *self.table.host, *self._discarded()]
        return (card for card in there if self.table.face[card] == face)

    def _discarded(self) -> Iterator[CardRef]:
        for place, cards in self.table.zones.items():
            if place.startswith("discard."):
                yield from reversed(cards)

    def pick(self, face: FaceId, there: Sequence[CardRef]) -> CardRef | None:
        """The first card that is known to be ``face``, else one that may be: best one that was it before, or
        never known. ``""`` means any card, best one of which nothing is or was known."""
        fitting = [card for card in there if not face or self.table.face[card] in ("", face)]
        return min(fitting, key=lambda card: self._unlikely(card, face), default=None)

    def _unlikely(self, card: CardRef, face: FaceId) -> int:
        now, before = self.table.face[card], self.was.get(card, "")
        order = ((face, ""), ("", face), ("", "")) if face else (("", ""),)
        seen = (now, "" if now else before)
        return order.index(seen) if seen in order else len(order) + bool(now)

    def all_known(self, seat: str, faces: Sequence[FaceId], zone: str) -> bool:
        """Whether cards known by these names lie in the zone, each name as often as it is told."""
        there = [self.table.face[card] for card in self.at(zone, seat)]
        return all(faces.count(face) <= there.count(face) for face in faces)

    # --- changes -----------------------------------------------------------------------------------------

    def known(self, card: CardRef, face: FaceId) -> tuple[Know, ...]:
        """That a card turns out to be ``face``; nothing where that was known."""
        return (Know(card, face),) if face and self.table.face[card] != face else ()

    def goes(
        self, card: CardRef, zone: str, face: FaceId = "", *, under: bool = False
    ) -> Iterator[AnyChange]:
        """That a card, which turns out to be ``face``, goes to a zone of its owner."""
        yield from self.known(card, face)
        origin, goal = self.table.place[card], zone if zone == "stadium" else f"{zone}.{owner(card)}"
        if card in self.table.host:
            yield Attach(card, "")
        if goal != origin:
            yield Move(card, origin, goal, under)
        if self.zone(card) in IN_PLAY and zone not in IN_PLAY:
            yield from self._cleared(card)
        if zone in HIDDEN and (was := face or self.table.face[card]):
            self.was[card] = was
            yield Know(card, "")

    def attaches(self, card: CardRef, to: CardRef, face: FaceId, role: str) -> Iterator[AnyChange]:
        """That a card, which turns out to be ``face``, is attached to a card in play."""
        yield from self.known(card, face)
        yield from self._laid_below(card)
        yield Attach(card, to, role)

    def becomes(self, old: CardRef, new: CardRef, face: FaceId) -> Iterator[AnyChange]:
        """That ``new``, which turns out to be ``face``, is laid on ``old`` and takes over what belongs to
        it."""
        yield from self.known(new, face)
        yield Move(new, self.table.place[new], self.table.place[old])
        yield from self._inherits(old, new)
        yield from self._laid_below(old)
        yield Attach(old, new, "under")

    def lifted(self, top: CardRef, below: CardRef) -> Iterator[AnyChange]:
        """That ``top`` is taken off ``below``; where it goes is told apart."""
        yield Attach(below, "")
        yield Move(below, self.table.place[below], self.table.place[top])
        yield from self._inherits(top, below)

    def damaged(self, card: CardRef, points: int) -> Iterator[AnyChange]:
        """That so much damage is added (or taken away)."""
        yield Set("damage", card, max(self.table.track("damage", card) + points, 0))

    def _laid_below(self, card: CardRef) -> Iterator[AnyChange]:
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
        """Damage and conditions end with a card's time in play."""
        return (Set(track, of, 0) for (track, of), value in self.table.tracks.items() if of == card and value)


def owner(card: CardRef) -> str:
    """The seat whose card it is."""
    return card.partition(".")[0]


def deck(seats: Iterable[str]) -> tuple[Create, ...]:
    """The decks of these seats, nothing of which is known."""
    return tuple(
        Create(f"{seat}.{number}", "", f"deck.{seat}") for seat in seats for number in range(1, DECK + 1)
    )
