"""A table as data: tracks and zones by seat, in the shape of ``docs/json.md``.

Not here: how a table is drawn (``board``).
"""

from __future__ import annotations

from typing import Any

from engine.kernel.ask import TABLE
from engine.kernel.table import Table
from engine.record.match import Match
from engine.text.label import Labels
from events.model.changes import CardRef, Grant


def state(match: Match, at: int, *, viewer: str | None) -> dict[str, Any]:
    """The table of ``match`` after its event ``at``; ``viewer``: for whom it was filtered."""
    table = match.table(at)
    seats, opened = tuple(match.opened.players), match.opened
    labels = Labels(match.rules, "ja", table=table)
    return {
        "match": match.id,
        "game": opened.game,
        "edition": opened.edition,
        "at": at,
        "last": len(match) - 1,
        "as": viewer,
        "turn": table.turn,
        "seat": table.seat,
        "phase": table.phase,
        "players": dict(opened.players),
        "tracks": {seat: _tracks(table, seat) for seat in seats},
        "shared_tracks": _tracks(table, TABLE),
        "zones": {seat: _zones(table, labels, seat) for seat in seats},
        "shared": _zones(table, labels, ""),
        "effects": [_effect(grant) for grant in table.grants.values()],
        "result": _result(table),
    }


def _result(table: Table) -> dict[str, object] | None:
    """The winner, the reason and the points; None while the match goes on."""
    end = table.result
    return None if end is None else {"winner": end.winner, "reason": end.reason, "scores": end.scores}


def _tracks(table: Table, seat: str) -> dict[str, int]:
    """Printed values, without continuous effects."""
    return {track: value for (track, of), value in table.tracks.items() if of == seat}


def _zones(table: Table, labels: Labels, owner: str) -> dict[str, list[dict[str, Any]]]:
    """The cards of each zone of ``owner`` (``""``: zones of nobody), bottom first."""
    zones: dict[str, list[dict[str, Any]]] = {}
    for place, cards in table.zones.items():
        kind, _, of = place.partition(".")
        if of == owner:
            zones[kind] = [_card(table, labels, card) for card in cards]
    return zones


def _card(table: Table, labels: Labels, card: CardRef) -> dict[str, Any]:
    face = table.face[card]
    host, role = table.host.get(card, (None, None))
    return {
        "card": card,
        "face": face or None,
        "name": labels.face(face) if face else None,
        "down": table.down.get(card, False),
        "quarter": table.quarter.get(card, 0),
        "of": host,
        "role": role or None,
    }


def _effect(grant: Grant) -> dict[str, Any]:
    return {
        "id": grant.id,
        "on": grant.on,
        "quantity": grant.quantity,
        "operation": grant.operation,
        "amount": grant.amount,
        "text": grant.text,
        "until": grant.until,
        "source": grant.source,
        "clause": grant.clause,
    }
