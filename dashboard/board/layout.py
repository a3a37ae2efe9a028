"""Builds the board from a table: sides, rows and spots by the zones of the ruleset.

It knows no game, and shows what the given table knows; without installed rules it uses the places that the
record names. Not here: drawing (``board``), who may see what (``app.source``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dashboard.board.model import Board, Piece, Side, Spot
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card
from engine.kernel.ruleset import Ruleset, Zone
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels
from engine.text.phrase import Count, find
from events.model.changes import Attach, CardRef, Create, Holder, Move


def zones_used(match: Match) -> Mapping[str, bool]:
    """Ids of the zones that hold a card at any time of this match, in order of first use, and whether they
    are shared. Their rows stay on the board while empty, so that nothing moves between events. Without rules,
    a zone of attached cards only is left out."""
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
    """The board as seen from the seat ``near``.

    Without ``rules`` each of the zones ``used`` in the record gets a row of its own.
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
        tracks=tuple(_tracks(table, labels, TABLE)),
        grid=tuple(_grid(table, labels, rules, turned=near != rules.seats[0])) if rules is not None else (),
    )


def zone_list(match: Match, labels: Labels) -> tuple[Zone, ...]:
    """The zones that are used in a match, and all squares of a board that the seats share."""
    used = zones_used(match)
    known = match.rules.zones if match.rules is not None else _zones_of(labels, used)
    return tuple(zone for zone in known if zone.id in used or zone.square is not None)


def seats_from(rules: Ruleset | None, players: Mapping[str, str], near: str | None = None) -> list[str]:
    """The seats in order, beginning with ``near`` if that is a seat."""
    seats = list(rules.seats if rules is not None else players)
    start = seats.index(near) if near in seats else 0
    return seats[start:] + seats[:start]


def _zones_of(labels: Labels, used: Mapping[str, bool]) -> tuple[Zone, ...]:
    """The zones of a record without rules, open to all."""
    return tuple(
        Zone(id, Bilingual(ja=labels.place(id), en=labels.place(id)), "all", row=row, shared=shared)
        for row, (id, shared) in enumerate(used.items())
    )


def _grid(table: Table, labels: Labels, rules: Ruleset, *, turned: bool) -> Iterator[tuple[Spot, ...]]:
    """The shared squares row by row, from the far left; ``turned`` as seen from the other side."""
    squares = {zone.square: zone for zone in rules.zones if zone.square is not None}
    columns, rows = (sorted({square[axis] for square in squares}, reverse=turned) for axis in (0, 1))
    for row in reversed(rows):
        yield tuple(_square(table, labels, squares[column, row]) for column in columns)


def _square(table: Table, labels: Labels, zone: Zone) -> Spot:
    """A square with the pieces of all seats on it."""
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
        effects=tuple(lasting_effects(table, labels, seat)),
    )


def _tracks(table: Table, labels: Labels, seat: str) -> Iterator[tuple[str, int | None]]:
    """The tracks of a seat or of the table: those that the ruleset shows, or without rules all in the
    record. What a match does not begin at 0 with has no value before it is set up."""
    if labels.rules is None:
        yield from _nonzero_tracks(table, labels, seat)
        return
    for track in labels.rules.tracks:
        if track.shown and track.shared == (seat == TABLE):
            unset = track.start and (track.id, seat) not in table.tracks
            yield track.name[labels.language], None if unset else table.track(track.id, seat)


def _nonzero_tracks(table: Table, labels: Labels, holder: Holder) -> Iterator[tuple[str, int]]:
    """All tracks of a seat or a card that are not 0."""
    for (track, of), value in table.tracks.items():
        if of == holder and value:
            yield labels.quantity(track), value


def _rows(table: Table, labels: Labels, seat: str, zones: Sequence[Zone]) -> Iterator[tuple[Spot, ...]]:
    """The spots row by row without empty ones; of an empty row, its first spot."""
    for row in sorted({zone.row for zone in zones}):
        spots = [_spot(table, labels, zone, seat) for zone in zones if zone.row == row]
        yield tuple(spot for spot in spots if spot.pieces) or tuple(spots[:1])


def _spot(table: Table, labels: Labels, zone: Zone, owner: str) -> Spot:
    place = f"{zone.id}.{owner}" if owner else zone.id
    pieces = tuple(_piece(table, labels, card) for card in table.at(place) if not _rides_on_host(table, card))
    hidden = labels.rules is None and not any(piece.name for piece in pieces)
    return Spot(zone.id, zone.name[labels.language], "pile" if hidden else zone.look, pieces, zone.places)


def _rides_on_host(table: Table, card: CardRef) -> bool:
    """Whether a card is drawn with the card that it is attached to, not in its own place."""
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
    """The counters of a card by its ruleset; without rules, all tracks of the card."""
    if labels.rules is None:
        yield from _nonzero_tracks(table, labels, card)
        return
    for quantity in labels.rules.counters:
        if grants := table.effects(card, quantity):
            yield labels.quantity(quantity), sum(grant.amount for grant in grants)


def printed_card(rules: Ruleset | None, face: str) -> Card | None:
    """The printed card of a face; None if no card set has it."""
    sets = rules.sets.values() if rules else ()
    return next((cards.cards[face] for cards in sets if face in cards.cards), None)


def lasting_effects(table: Table, labels: Labels, seat: str) -> Iterator[str]:
    """Lasting effects on a seat and its cards as texts with their ends; counters are left out."""
    shown = labels.rules.counters if labels.rules else ()
    for grant in table.grants.values():
        key = f"lasting.{grant.operation}"
        if grant.quantity in shown:
            continue
        if _owner(table, grant.on) == seat and find(labels.rules, key):
            about = labels.about(grant.text)
            text = labels.text(
                key,
                about=about,
                quantity=labels.quantity(grant.quantity),
                amount=Count(grant.amount),
                source=labels.source(grant.source) if grant.source else "",
            )
            until = labels.term("until", grant.until) if grant.until else ""
            whose = labels.card(grant.on) if grant.on in table.place else ""
            yield " · ".join(
                filter(None, (whose, text, "" if about in (*text.split(), grant.text) else about, until))
            )


def _owner(table: Table, holder: Holder) -> str:
    return table.place[holder].partition(".")[2] if holder in table.place else holder
