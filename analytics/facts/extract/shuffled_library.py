"""The shuffled part of a library: the cards whose order only the shuffle decided, and the draws from it.

A shuffle puts the whole library into it. A card that is put into the library afterwards, or is turned up
there, has a known place and lies outside; so do all others once a card was taken from anywhere but the top.
Not here: hands (``card_movements``).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from events.model.changes import CardRef, FaceId, Place

Identity = list[FaceId]
"""One physical card as the record knows it: a list of one face, ``""`` until it is learned. All facts about
the card share the list, so a face that is learned late is known for the earlier ones too."""


Cards = Mapping[CardRef, Identity]
"""Instance → its identity."""


class Span(NamedTuple):
    """A card lay in the shuffled part at the draws ``first`` to ``last`` of its seat."""

    card: Identity
    first: int
    last: int


class ShuffledLibrary:
    """The library of one seat. ``k`` counts the draws from it since the first turn began, ``inside`` has the
    cards in the shuffled part, each with the first draw that it was there for.

    ``mixing`` is the seq of the event whose changes carry out a shuffle, ``AWAITED`` before that event and
    None after it.
    """

    __slots__ = ("inside", "k", "mixing", "place", "spans", "taken", "taken_at", "top")

    def __init__(self, place: Place, top: str) -> None:
        self.place, self.top = place, top
        self.k = 0
        self.inside: dict[CardRef, tuple[Identity, int]] = {}
        self.spans: list[Span] = []
        self.mixing: int | None = None
        self.taken = 0
        self.taken_at = NEVER

    def shuffle(self) -> None:
        """The library is shuffled; the changes that carry it out are those of the next event here."""
        self.close()
        self.mixing = AWAITED

    def enters(self, card: CardRef, seq: int, lying: Sequence[CardRef], cards: Cards) -> None:
        """``card`` is put into the library, or to another place in it, where ``lying`` lie now."""
        if self.mixing == AWAITED:
            self.mixing = seq
        if self.mixing != seq:
            self.turned_up(card, lying, cards)

    def turned_up(self, card: CardRef, lying: Sequence[CardRef], cards: Cards) -> None:
        """The place of ``card`` is known from now on."""
        if self.mixing is not None:
            self._settle(lying, cards)
        if card in self.inside:
            self._leave(card)

    def leaves(
        self,
        card: CardRef,
        seq: int,
        lying: Sequence[CardRef],
        cards: Cards,
        *,
        drawn: bool = False,
    ) -> tuple[int, bool]:
        """``card`` leaves the library, in which ``lying`` lay before the event ``seq``.

        Gives the size of the shuffled part before that, and whether this was its top card, so that the
        shuffle alone decided which one it is. ``drawn``: it counts as a draw.
        """
        if self.mixing is not None:
            self._settle(lying, cards)
        if self.taken_at != seq:
            self.taken, self.taken_at = 0, seq
        taken = self.taken if self.top == "first" else len(lying) - 1 - self.taken
        self.taken += 1
        on_top = 0 <= taken < len(lying) and lying[taken] == card
        size, chance = len(self.inside), on_top and card in self.inside
        self.k += drawn
        if chance:
            self._leave(card)
        elif card in self.inside:
            self.close()
        return size, chance

    def close(self) -> None:
        """Empty the shuffled part: the game is over, or the order is known."""
        for card in tuple(self.inside):
            self._leave(card)

    def _settle(self, lying: Sequence[CardRef], cards: Cards) -> None:
        self.mixing = None
        self.inside = {card: (cards[card], self.k + 1) for card in lying}

    def _leave(self, card: CardRef) -> None:
        identity, first = self.inside.pop(card)
        if self.k >= first:
            self.spans.append(Span(identity, first, self.k))


AWAITED = -1
NEVER = -1


class Copies(NamedTuple):
    """At the draws ``first`` to ``last`` there were so many ``copies`` of ``face`` in the shuffled part."""

    face: FaceId
    copies: int
    first: int
    last: int


def copies_of(spans: Iterable[Span]) -> list[Copies]:
    """The spans counted by face, faces in order; nothing at all if a card of them is not known."""
    steps: dict[FaceId, dict[int, int]] = {}
    for (face,), first, last in spans:
        if not face:
            return []
        step = steps.setdefault(face, {})
        step[first] = step.get(first, 0) + 1
        step[last + 1] = step.get(last + 1, 0) - 1
    found = []
    for face in sorted(steps):
        copies, since = 0, 0
        for k, more in sorted(steps[face].items()):
            if not more:
                continue
            if copies:
                found.append(Copies(face, copies, since, k - 1))
            copies, since = copies + more, k
    return found
