"""Where everything lies on the board: a table put into sides, rows and spots by the zones of its ruleset.

It knows no game and shows whatever the table it gets knows; where the rules are not installed, by the places
that the record names. Not here: drawing it (``board``), nor who may see what (``source``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card
from engine.kernel.ruleset import Ruleset, Zone
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels
from engine.text.phrase import Count, find
from events.model.changes import Attach, CardRef, Create, Holder, Move


@dataclass(frozen=True, slots=True)
class Piece:
    """A card as it lies there. ``name`` is ``""`` where the viewer does not know it; ``role`` is what it is
    while attached; ``guests`` lie with it, attached; ``counters`` are what lies on it, with how much;
    ``seat`` is whose it is, where cards of several seats lie side by side."""

    ref: CardRef
    name: str
    printed_card: Card | None = None
    role: str = ""
    down: bool = False
    quarter: int = 0
    guests: tuple[Piece, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone of one side with what lies in it, the top of a pile last. ``places``: how many cards have room
    there, 0 where there is no limit."""

    zone: str
    name: str
    look: str
    pieces: tuple[Piece, ...]
    places: int = 0

    @property
    def count(self) -> str:
        """How many cards lie there, of how many that have room: ``3``, ``3/5``."""
        return f"{len(self.pieces)}/{self.places}" if self.places else str(len(self.pieces))


@dataclass(frozen=True, slots=True)
class Side:
    """The part of the board of one seat, ``active`` in its own turn and in one that all share. ``rows`` run
    from the middle of the table outwards; ``tracks`` are names with printed values; ``effects`` tell what
    lasts on the seat and its cards."""

    seat: str
    name: str
    active: bool
    tracks: tuple[tuple[str, int], ...]
    rows: tuple[tuple[Spot, ...], ...]
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Both sides, the far one first, the spots that belong to nobody, and between the sides the ``grid`` of
    squares that they share, the far row first."""

    sides: tuple[Side, ...]
    shared: tuple[Spot, ...]
    grid: tuple[tuple[Spot, ...], ...] = ()


def zones_used(match: Match) -> Mapping[str, bool]:
    """Ids of the zones in which a card ever lies in this match, in the order in which the first one comes,
    and whether they belong to nobody. Their rows keep their place on the board while they are empty, so that
    nothing jumps from one event to the next. Without rules, a zone of nothing but attached cards is none."""
    used: dict[str, bool] = {}
    cards: set[CardRef] = set()
    for event in match.events:
        changes = getattr(event, "changes", ())
        cards.update(change.card for change in changes if isinstance(change, Create))
        attached = {change.card for change in changes if isinstance(change, Attach) and change.to in cards}
        for change in changes:
            if isinstance(change, Create | Move) and (match.rules or change.card not in attached):
                zone, _, owner = change.place.partition(".")
                used.setdefault(zone, not owner)
    return used


def build_board(
    table: Table,
    rules: Ruleset | None,
    language: str,
    *,
    near: str,
    used: Mapping[str, bool],
    players: dict[str, str],
) -> Board:
    """The board as it looks to somebody sitting at ``near``.

    Without ``rules`` it is laid out by the zones of the record, each in a row of its own.
    """
    labels = Labels(rules, language, table=table, players=players)
    seats = seats_from(rules, players, near)
    known = rules.zones if rules is not None else _zones_of(labels, used)
    zones = [zone for zone in known if zone.id in used and zone.square is None]
    shared = [_spot(table, labels, zone, "") for zone in zones if zone.shared]
    return Board(
        sides=tuple(
            _side(table, labels, seat, [zone for zone in zones if not zone.shared])
            for seat in (*seats[1:], seats[0])
        ),
        shared=tuple(spot for spot in shared if spot.pieces),
        grid=tuple(_grid(table, labels, rules, turned=near != rules.seats[0])) if rules is not None else (),
    )


def seats_from(rules: Ruleset | None, players: Mapping[str, str], near: str | None = None) -> list[str]:
    """The seats in order, from ``near`` on if that is one of them."""
    seats = list(rules.seats if rules is not None else players)
    start = seats.index(near) if near in seats else 0
    return seats[start:] + seats[:start]


def _zones_of(labels: Labels, used: Mapping[str, bool]) -> tuple[Zone, ...]:
    """The zones of a record without rules: everything in them is shown as far as it is known."""
    return tuple(
        Zone(id, Bilingual(ja=labels.place(id), en=labels.place(id)), "all", row=row, shared=shared)
        for row, (id, shared) in enumerate(used.items())
    )


def _grid(table: Table, labels: Labels, rules: Ruleset, *, turned: bool) -> Iterator[tuple[Spot, ...]]:
    """The squares from the far left on, row by row; ``turned``: as seen from the other side."""
    squares = {zone.square: zone for zone in rules.zones if zone.square is not None}
    columns, rows = (sorted({square[axis] for square in squares}, reverse=turned) for axis in (0, 1))
    for row in reversed(rows):
        yield tuple(_square(table, labels, squares[column, row]) for column in columns)


def _square(table: Table, labels: Labels, zone: Zone) -> Spot:
    """A square with what stands on it, whoever's it is."""
    assert labels.rules is not None
    pieces = [
        replace(piece, seat=seat)
        for seat in labels.rules.seats
        for piece in _spot(table, labels, zone, "" if zone.shared else seat).pieces
    ]
    return Spot(zone.id, zone.name[labels.language], zone.look, tuple(pieces), zone.places)


def _side(table: Table, labels: Labels, seat: str, zones: Sequence[Zone]) -> Side:
    return Side(
        seat=seat,
        name=labels.seat(seat),
        active=table.turn > 0 and table.seat in (seat, "") and table.result is None,
        tracks=tuple(_tracks(table, labels, seat)),
        rows=tuple(_rows(table, labels, seat, zones)),
        effects=tuple(_effects(table, labels, seat)),
    )


def _tracks(table: Table, labels: Labels, seat: str) -> Iterator[tuple[str, int]]:
    """The numbers of a seat: those that its ruleset shows, else those that the record has."""
    if labels.rules is None:
        yield from _counted(table, labels, seat)
        return
    for track in labels.rules.tracks:
        if track.shown:
            yield track.name[labels.language], table.track(track.id, seat)


def _counted(table: Table, labels: Labels, holder: Holder) -> Iterator[tuple[str, int]]:
    """Every number but 0 that the record has of a seat or a card."""
    for (track, of), value in table.tracks.items():
        if of == holder and value:
            yield labels.quantity(track), value


def _rows(table: Table, labels: Labels, seat: str, zones: Sequence[Zone]) -> Iterator[tuple[Spot, ...]]:
    """The spots row by row; of a row where nothing lies, the first one stands for all."""
    for row in sorted({zone.row for zone in zones}):
        spots = [_spot(table, labels, zone, seat) for zone in zones if zone.row == row]
        yield tuple(spot for spot in spots if spot.pieces) or tuple(spots[:1])


def _spot(table: Table, labels: Labels, zone: Zone, owner: str) -> Spot:
    place = f"{zone.id}.{owner}" if owner else zone.id
    pieces = tuple(_piece(table, labels, card) for card in table.at(place) if not _rides(table, card))
    hidden = labels.rules is None and not any(piece.name for piece in pieces)
    return Spot(zone.id, zone.name[labels.language], "pile" if hidden else zone.look, pieces, zone.places)


def _rides(table: Table, card: CardRef) -> bool:
    """Whether a card is drawn with the card that it is attached to instead of in its own place."""
    return table.host.get(card, ("", ""))[0] in table.place


def _piece(table: Table, labels: Labels, card: CardRef) -> Piece:
    face = table.face[card]
    return Piece(
        ref=card,
        name=labels.face(face) if face else "",
        printed_card=printed_card(labels.rules, face),
        role=labels.role(table.host[card][1]) if card in table.host else "",
        down=card in table.down,
        quarter=table.quarter.get(card, 0),
        guests=tuple(_piece(table, labels, guest) for guest in table.guests.get(card, ())),
        counters=tuple(_counters(table, labels, card)),
    )


def _counters(table: Table, labels: Labels, card: CardRef) -> Iterator[tuple[str, int]]:
    """What lies on a card, as its ruleset counts it; without one, all that the record counts."""
    if labels.rules is None:
        yield from _counted(table, labels, card)
        return
    for quantity in labels.rules.counters:
        if grants := table.effects(card, quantity):
            yield labels.quantity(quantity), sum(grant.amount for grant in grants)


def printed_card(rules: Ruleset | None, face: str) -> Card | None:
    """What is printed on a card with this face; None for one that no set has."""
    sets = rules.sets.values() if rules else ()
    return next((cards.cards[face] for cards in sets if face in cards.cards), None)


def _effects(table: Table, labels: Labels, seat: str) -> Iterator[str]:
    """What lasts on a seat and on its cards, in words, with its end; not what is shown with a card."""
    shown = labels.rules.counters if labels.rules else ()
    for grant in table.grants.values():
        key = f"lasting.{grant.operation}"
        if grant.quantity in shown:
            continue
        if _owner(table, grant.on) == seat and find(labels.rules, key):
            told = labels.text(
                key,
                quantity=labels.quantity(grant.quantity),
                amount=Count(grant.amount),
                source=labels.source(grant.source) if grant.source else "",
            )
            about = labels.about(grant.text)
            until = labels.term("until", grant.until) if grant.until else ""
            whose = labels.card(grant.on) if grant.on in table.place else ""
            yield " · ".join(filter(None, (whose, told, about if about != grant.text else "", until)))


def _owner(table: Table, holder: Holder) -> str:
    return table.place[holder].partition(".")[2] if holder in table.place else holder
