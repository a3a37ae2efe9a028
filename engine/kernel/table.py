"""The table: the state of a match at one moment, and the fold that computes it from events.

The fold applies changes, trusts the log and knows no game. Not here: whether an event was allowed
(``adjudicate``).
"""

from collections.abc import Iterable
from typing import Any

from events.model.changes import (
    AnyChange,
    Attach,
    CardRef,
    Create,
    Expire,
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
from events.model.kinds import AnyEvent, Began, Ended, Fouled, Noted, Retracted

UNKNOWN: FaceId = ""


class Table:
    """Zones, cards, numbers and continuous effects of one match. Only the fold may change it.

    ``zones``: place → instances, bottom first · ``place``: instance → place · ``face``: instance →
    face id (``""`` unknown) · ``down``: the instances that lie face down · ``quarter``: instance →
    quarter turns · ``host``: instance → (what it is attached to, in which role) · ``guests``: the
    inverse, in order of attachment · ``tracks``: (track, of) → printed value · ``grants``: id →
    continuous effect, and ``granted`` the same by (on, quantity) · ``turn``, ``seat``, ``phase``:
    the spans that are open · ``result``: the end of the match, once it has come · ``layout_version``: how
    often where or how a card lies has changed, what is known of it, or which granted texts stand; what
    happens within ``aside`` (places such as hands and decks) does not count.
    """

    __slots__ = (
        "aside",
        "down",
        "face",
        "granted",
        "grants",
        "guests",
        "host",
        "layout_version",
        "phase",
        "place",
        "quarter",
        "result",
        "seat",
        "seq",
        "tracks",
        "turn",
        "zones",
    )

    def __init__(self, aside: frozenset[Place] = frozenset()) -> None:
        self.aside = aside
        self.zones: dict[Place, list[CardRef]] = {}
        self.place: dict[CardRef, Place] = {}
        self.face: dict[CardRef, FaceId] = {}
        self.down: dict[CardRef, bool] = {}
        self.quarter: dict[CardRef, int] = {}
        self.host: dict[CardRef, tuple[Holder, str]] = {}
        self.guests: dict[Holder, tuple[CardRef, ...]] = {}
        self.tracks: dict[tuple[str, Holder], int] = {}
        self.grants: dict[str, Grant] = {}
        self.granted: dict[tuple[Holder, str], tuple[Grant, ...]] = {}
        self.turn = 0
        self.seat = ""
        self.phase = ""
        self.result: Ended | None = None
        self.seq = 0
        self.layout_version = 0

    def copy(self) -> "Table":
        """An independent table of the same state."""
        twin = Table.__new__(Table)
        twin.aside = self.aside
        twin.zones = {place: cards.copy() for place, cards in self.zones.items()}
        for name in ("place", "face", "down", "quarter", "host", "guests", "tracks", "grants", "granted"):
            setattr(twin, name, getattr(self, name).copy())
        twin.turn, twin.seat, twin.phase = self.turn, self.seat, self.phase
        twin.result, twin.seq, twin.layout_version = self.result, self.seq, self.layout_version
        return twin

    # --- reading -----------------------------------------------------------------------------------

    def at(self, place: Place) -> list[CardRef]:
        """The instances in ``place``, bottom first (do not change the list)."""
        return self.zones.get(place, _EMPTY)

    def track(self, track: str, of: Holder) -> int:
        """Printed value of ``track`` of ``of``, without continuous effects; 0 where never set."""
        return self.tracks.get((track, of), 0)

    def effects(self, on: Holder, quantity: str) -> tuple[Grant, ...]:
        """Continuous effects on ``quantity`` of ``on``, oldest first."""
        return self.granted.get((on, quantity), ())

    def state(self) -> dict[str, Any]:
        """Everything, as plain sorted data: equal tables give equal states."""
        return {
            "zones": {place: list(cards) for place, cards in sorted(self.zones.items()) if cards},
            "face": dict(sorted(self.face.items())),
            "down": sorted(self.down),
            "quarter": dict(sorted(self.quarter.items())),
            "host": {card: list(host) for card, host in sorted(self.host.items())},
            "tracks": [[track, of, value] for (track, of), value in sorted(self.tracks.items())],
            "grants": sorted(self.grants),
            "turn": self.turn,
            "seat": self.seat,
            "phase": self.phase,
            "over": self.result is not None,
        }

    # --- the fold ----------------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Fold one event."""
        self.apply_all((event,))

    def apply_all(self, events: Iterable[AnyEvent]) -> None:
        """Fold events in order: of each its changes, and the span that it opens or closes."""
        apply, unchanging, spans, tracks = _APPLY, _UNCHANGING, _SPANS, self.tracks
        for event in events:
            self.seq += 1
            kind = type(event)
            if kind in unchanging:
                continue
            for change in event.changes:  # type: ignore[union-attr]  # the kinds without changes are gone
                if type(change) is Set:  # every third change: worth no call
                    tracks[change.track, change.of] = change.value
                else:
                    apply[type(change)](self, change)
            if kind in spans:
                spans[kind](self, event)

    def _begin(self, event: Began) -> None:
        if event.span == "turn":
            self.turn, self.seat = event.number, event.seat
        elif event.span == "phase":
            self.phase = event.name

    def _end(self, event: Ended) -> None:
        if event.span == "match":
            self.result = event
        elif event.span == "phase":
            self.phase = ""

    def _create(self, change: Create) -> None:
        if change.place not in self.aside:
            self.layout_version += 1
        self.place[change.card] = change.place
        self.face[change.card] = change.face
        self.zones.setdefault(change.place, []).append(change.card)

    def _move(self, change: Move) -> None:
        card, place, origin, zones = change.card, change.place, change.origin, self.zones
        if place not in self.aside or origin not in self.aside:
            self.layout_version += 1
        zones[origin].remove(card)
        cards = zones.get(place)
        if cards is None:
            cards = zones[place] = []
        if change.under:
            cards.insert(0, card)
        else:
            cards.append(card)
        self.place[card] = place

    def _know(self, change: Know) -> None:
        if self.place[change.card] not in self.aside:
            self.layout_version += 1
        self.face[change.card] = change.face

    def _flip(self, change: Flip) -> None:
        if self.place[change.card] not in self.aside:
            self.layout_version += 1
        if change.down:
            self.down[change.card] = True
        else:
            self.down.pop(change.card, None)

    def _turn(self, change: Turn) -> None:
        if change.quarter:
            self.quarter[change.card] = change.quarter
        else:
            self.quarter.pop(change.card, None)

    def _attach(self, change: Attach) -> None:
        self.layout_version += 1
        if change.card in self.host:
            old, _ = self.host.pop(change.card)
            self.guests[old] = tuple(card for card in self.guests[old] if card != change.card)
        if change.to:
            self.host[change.card] = (change.to, change.role)
            self.guests[change.to] = (*self.guests.get(change.to, ()), change.card)

    def _grant(self, change: Grant) -> None:
        key = (change.on, change.quantity)
        if change.operation == "stands":
            self.layout_version += 1
        self.grants[change.id] = change
        self.granted[key] = (*self.granted.get(key, ()), change)

    def _expire(self, change: Expire) -> None:
        grant = self.grants.pop(change.id)
        if grant.operation == "stands":
            self.layout_version += 1
        key = (grant.on, grant.quantity)
        others = tuple(other for other in self.granted[key] if other.id != change.id)
        if others:
            self.granted[key] = others
        else:
            del self.granted[key]


_EMPTY: list[CardRef] = []
_UNCHANGING = frozenset({Noted, Fouled, Retracted})
_SPANS: dict[type[AnyEvent], Any] = {Began: Table._begin, Ended: Table._end}
_APPLY: dict[type[AnyChange], Any] = {
    Create: Table._create,
    Move: Table._move,
    Know: Table._know,
    Flip: Table._flip,
    Turn: Table._turn,
    Attach: Table._attach,
    Grant: Table._grant,
    Expire: Table._expire,
}


def fold(events: Iterable[AnyEvent]) -> Table:
    """The table after ``events``, from the first of a match on."""
    table = Table()
    table.apply_all(events)
    return table
