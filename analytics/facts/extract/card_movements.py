"""How cards moved in a match: the identity of each card, its stays in hands, draws from libraries.

It reads the changes of each event before they are applied to the table. The roles of the game say which
zones are hands and libraries, and which events draw. Not here: the shuffled part of a library
(``shuffled_library``), what players did (``match_facts``).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from analytics.facts.extract.roles import Fund, Roles
from analytics.facts.extract.shuffled_library import Identity, ShuffledLibrary
from engine.kernel.table import Table
from events.model.changes import (
    AnyChange,
    Attach,
    CardRef,
    Changes,
    Create,
    Expire,
    FaceId,
    Flip,
    Grant,
    Know,
    Move,
    Set,
)
from events.model.kinds import AnyEvent, Happened, Revealed

Came = Literal["open", "drawn", "tutored", "other"]
Became = Literal["played", "left", "held"]
NO_CARD: Identity = [""]
"""The identity where there is no card."""


class Stay:
    """A stay of a card in the hand of ``seat``, from turn ``since`` to ``until``: how the card ``came``
    there, and what it ``became``. ``seq`` is the event that brought it."""

    __slots__ = ("became", "came", "card", "seat", "seq", "since", "until")

    def __init__(self, seat: str, seq: int, *, card: Identity, came: Came, since: int) -> None:
        self.seat, self.seq, self.card, self.came, self.since = seat, seq, card, came, since
        self.until = since
        self.became: Became = "held"


class Draw:
    """The ``k``-th card that ``seat`` drew, out of ``library`` shuffled cards; ``clean``: the shuffle alone
    decided which. ``by`` is the card that made the seat draw, ``NO_CARD`` where the rules did."""

    __slots__ = ("by", "card", "clean", "k", "library", "seat", "seq", "turn")

    def __init__(self, seat: str, seq: int, *, card: Identity, by: Identity, turn: int) -> None:
        self.seat, self.seq, self.card, self.by, self.turn = seat, seq, card, by, turn
        self.k = self.library = 0
        self.clean = False


class Life:
    """The life of ``seat`` after the event ``seq``."""

    __slots__ = ("seat", "seq", "turn", "value")

    def __init__(self, seat: str, seq: int, *, turn: int, value: int) -> None:
        self.seat, self.seq, self.turn, self.value = seat, seq, turn, value


class DealtFrom(NamedTuple):
    """How many ``cards`` a library had, and the cards of its seat that lay ``elsewhere``: those that begin in
    play are in the deck, and cannot be dealt."""

    cards: int
    elsewhere: list[Identity]


class CardMovements:
    """The movements of the cards of one match.

    ``cards``: instance → its present identity (a shuffle may give an instance another face, and then another
    identity) · ``stays`` and ``draws`` in order; of those before the first turn only the stays of cards that
    are still in hand when it begins · ``libraries``: seat → its library · ``deck``: seat → the cards that it
    plays with · ``dealt_from``: seat → its library as the first card of its first hand was drawn ·
    ``changed_lives``: seats whose life the current event changes · ``funds_changed``: whether it changes a
    fund.
    """

    def __init__(self, roles: Roles, table: Table) -> None:
        self.roles, self.table = roles, table
        self.cards: dict[CardRef, Identity] = {}
        self.stays: list[Stay] = []
        self.draws: list[Draw] = []
        self.lives: list[Life] = []
        self.changed_lives: dict[str, None] = {}
        self.libraries: dict[str, ShuffledLibrary] = {}
        self.deck: dict[str, list[Identity]] = {}
        self.dealt_from: dict[str, DealtFrom] = {}
        self.began = False
        self.in_hand: dict[CardRef, Stay] = {}
        self._places: dict[str, tuple[str, str, bool]] = {}
        self._lives: dict[str, int] = {}
        self.funds_changed = False
        self._vital = {track for track in (roles.life, roles.harm) if track}
        funds = roles.funds.values()
        self._funds = {track for fund in funds for track in (fund.track, fund.less) if track}
        self._fund_zones = {fund.zone for fund in funds if fund.zone}
        self._fund_changes = frozenset(kind for fund in funds for kind in _fund_changes(fund))

    def identity(self, card: CardRef) -> Identity:
        """The identity of a card; ``NO_CARD`` for what is no card of this match."""
        return self.cards.get(card, NO_CARD)

    # --- events ------------------------------------------------------------------------------------

    def follow(self, seq: int, event: AnyEvent, changes: Changes, *, played: CardRef) -> None:
        """Read the changes of an event, before they are applied to the table. ``played`` is the card that is
        being played by the act to which the event belongs; ``""`` if there is none."""
        for change in changes:
            kind = type(change)
            if kind is Move:
                self._move(seq, event, change, played)  # type: ignore[arg-type]  # `kind is` narrows nothing
            elif kind is Create:
                self._create(seq, change)  # type: ignore[arg-type]  # `kind is` narrows nothing
            elif kind is Know:
                self._know(change)  # type: ignore[arg-type]  # `kind is` narrows nothing
            elif kind is Set:
                track: str = change.track  # type: ignore[union-attr]  # `kind is` narrows nothing
                if track in self._vital:
                    self.changed_lives[change.of] = None  # type: ignore[union-attr]  # `kind is` narrows nothing
                elif track in self._funds:
                    self.funds_changed = True
            elif kind in self._fund_changes:
                self.funds_changed = True

    def settle(self, seq: int) -> None:
        """Note the life of seats after the event ``seq``, which has been applied to the table."""
        for seat in self.changed_lives:
            value = self.life(seat)
            if value is not None and value != self._lives.get(seat):
                self._lives[seat] = value
                self.lives.append(Life(seat, seq, turn=self.table.turn, value=value))
        self.changed_lives.clear()

    def life(self, seat: str) -> int | None:
        """The life of a seat now; None where the game or the record has no such number."""
        left = self.table.tracks.get((self.roles.life, seat))
        return None if left is None else left - self.table.tracks.get((self.roles.harm, seat), 0)

    def shuffled(self, place: str) -> str:
        """``place`` is shuffled; gives the seat whose library that is, ``""`` if it is none."""
        role, seat, _ = self._role(place)
        if role != "library":
            return ""
        self.libraries[seat].shuffle()
        return seat

    def revealed(self, event: Revealed) -> None:
        """Cards that are shown while they lie in a library have a known place from now on."""
        for card in event.cards:
            place = self.table.place.get(card, "")
            if pile := self._library(place):
                pile.turned_up(card, self.table.at(place), self.cards)

    def begin(self) -> None:
        """The first turn begins: hands are opening hands, decks are complete, draws count from here on."""
        self.began = True
        self.stays = list(self.in_hand.values())
        for stay in self.stays:
            stay.came, stay.since = "open", 0
        for card, place in self.table.place.items():
            if place.partition(".")[0] not in self.roles.outside:
                self.deck.setdefault(card.partition(".")[0], []).append(self.cards[card])

    def end(self, decks: Mapping[str, Mapping[FaceId, int]]) -> None:
        """The record ends, and with it all stays. ``decks`` are those that were written down."""
        if not self.began:
            self.stays.clear()
        for stay in self.in_hand.values():
            stay.until = self.table.turn
        for seat, pile in self.libraries.items():
            if seat in decks:
                self._name_the_rest(seat, pile, decks[seat])
            pile.close()

    def _name_the_rest(self, seat: str, pile: ShuffledLibrary, deck: Mapping[FaceId, int]) -> None:
        """If all cards that were never seen still lie in the library, they are the rest of the deck. Which of
        them is which makes no difference, as nothing ever distinguished them."""
        own = {card: identity for card, identity in self.cards.items() if card.partition(".")[0] == seat}
        unknown = [identity for card, identity in own.items() if not identity[0]]
        rest = Counter(deck) - Counter(identity[0] for identity in own.values() if identity[0])
        unseen = all(card in pile.inside for card, identity in own.items() if not identity[0])
        if unseen and len(unknown) == rest.total():
            for identity, face in zip(unknown, sorted(rest.elements()), strict=True):
                identity[0] = face

    # --- changes -----------------------------------------------------------------------------------

    def _create(self, seq: int, change: Create) -> None:
        card = self.cards[change.card] = [change.face]
        role, seat, pays = self._role(change.place)
        self.funds_changed |= pays
        if role == "library":
            self.libraries[seat].enters(change.card, seq, self.table.at(change.place), self.cards)
        elif role == "hand":
            self._come(seq, seat, change.card, card, "other")

    def _know(self, change: Know) -> None:
        card = self.cards.get(change.card)
        if card is not None and not card[0]:
            card[0] = change.face
        elif card is not None and card[0] != change.face:
            self.cards[change.card] = [change.face]

    def _move(self, seq: int, event: AnyEvent, change: Move, played: CardRef) -> None:
        places = self._places
        origin, seat, paid = places.get(change.origin) or self._role(change.origin)
        place, goal, pays = places.get(change.place) or self._role(change.place)
        if paid or pays:
            self.funds_changed = True
        if not origin and not place:
            return
        card = self.cards.get(change.card)
        if card is None:
            return  # the table reports the error
        if origin == "hand":
            self._go(change.card, "played" if change.card == played else "left")
        came: Came = "other"
        if origin == "library" and change.place != change.origin:
            came = self._leave(seq, event, change, seat, card=card, to_hand=place == "hand")
        if place == "hand":
            self._come(seq, goal, change.card, card, came)
        elif place == "library":
            self.libraries[goal].enters(change.card, seq, self.table.at(change.place), self.cards)
            if not card[0] and origin != "library":  # it can no longer be distinguished from the others
                self.cards[change.card] = [""]

    def _leave(
        self, seq: int, event: AnyEvent, change: Move, seat: str, *, card: Identity, to_hand: bool
    ) -> Came:
        """A card leaves a library; gives how it came to hand, if it goes there."""
        pile = self.libraries[seat]
        drawn = to_hand and type(event) is Happened and event.what in self.roles.draws
        if drawn and not self.began and seat not in self.dealt_from:
            self.dealt_from[seat] = self._dealt_from(seat, self.table.at(change.origin))
        counted = drawn and self.began
        size, chance = pile.leaves(change.card, seq, self.table.at(change.origin), self.cards, drawn=counted)
        if counted:
            by = self.identity(event.card)  # type: ignore[union-attr]  # only Happened draws
            draw = Draw(seat, seq, card=card, by=by, turn=self.table.turn)
            draw.k, draw.library, draw.clean = pile.k, size, chance
            self.draws.append(draw)
        return "drawn" if drawn else "tutored"

    def _dealt_from(self, seat: str, lying: Sequence[CardRef]) -> DealtFrom:
        inside = set(lying)
        own = (card for card in self.cards if card.partition(".")[0] == seat)
        return DealtFrom(len(lying), [self.cards[card] for card in own if card not in inside])

    def _come(self, seq: int, seat: str, card: CardRef, identity: Identity, came: Came) -> None:
        stay = Stay(seat, seq, card=identity, came=came, since=self.table.turn)
        self.in_hand[card] = stay
        self.stays.append(stay)

    def _go(self, card: CardRef, became: Became) -> None:
        stay = self.in_hand.pop(card, None)
        if stay is not None:
            stay.became, stay.until = became, self.table.turn

    # --- places ------------------------------------------------------------------------------------

    def _role(self, place: str) -> tuple[str, str, bool]:
        """``hand`` or ``library``, or ``""`` for any other place; its seat; whether its cards can pay."""
        known = self._places.get(place)
        if known is None:
            zone, _, seat = place.partition(".")
            role = {self.roles.hand: "hand", self.roles.library: "library"}.get(zone, "") if zone else ""
            known = self._places[place] = (role, seat, zone in self._fund_zones)
            if role == "library":
                self.libraries[seat] = ShuffledLibrary(place, self.roles.top)
        return known

    def _library(self, place: str) -> ShuffledLibrary | None:
        role, seat, _ = self._role(place)
        return self.libraries[seat] if role == "library" else None


def _fund_changes(fund: Fund) -> Iterator[type[AnyChange]]:
    """The kinds of changes, beside moves and numbers, that may change a fund."""
    if fund.more:
        yield from (Grant, Expire)
    if fund.attached:
        yield Attach
    if fund.face_up:
        yield Flip
