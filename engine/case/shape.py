"""Values of a case file that several of its fields share: lists, values by seat, a card that lies somewhere.

Not here: single cards (``card_spec``), or the fields themselves (``arrange``, ``expect``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.case.card_spec import CardSpec, is_copy, read_card_spec
from engine.case.problem import Place
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import glossary_of

SOMEWHERE = '"CARD in ZONE SEAT", or "A.3"'


def list_of(value: Any, at: Place) -> list[Any]:
    """The value, if it is a list. Raises ``CaseErrors``."""
    if not isinstance(value, list):
        raise at.wrong("shape", field=str(at.path[-1]), accepts='["…"]')
    return value


def table_of(value: Any, at: Place, accepts: str) -> dict[str, Any]:
    """The value, if it is a table. Raises ``CaseErrors``."""
    if not isinstance(value, dict):
        raise at.wrong("shape", field=str(at.path[-1]), accepts=accepts)
    return value


def by_seat(rules: Ruleset, value: Any, at: Place) -> Iterator[tuple[str, Any, Place]]:
    """Yield seat, value and place of ``{ A = …, B = … }``. Raises ``CaseErrors`` for anything else."""
    accepts = "{ " + ", ".join(f"{seat} = …" for seat in rules.seats) + " }"
    for seat, inner in table_of(value, at, accepts).items():
        if seat not in rules.seats:
            raise (at / seat).unknown(seat, "seat", rules.seats, of_key=True)
        yield seat, inner, at / seat


def by_holder(rules: Ruleset, track: str, value: Any, at: Place) -> Iterator[tuple[str, Any, Place]]:
    """Yield who has a number, its value and where it stands: of each seat, or of the table for a shared
    track."""
    if rules.track(track).shared:
        yield TABLE, value, at
    else:
        yield from by_seat(rules, value, at)


def by_place(rules: Ruleset, zone: str, value: Any, at: Place) -> Iterator[tuple[str, str, Any, Place]]:
    """Yield place, seat, value and where it stands: of each seat, or of the one place of a shared zone."""
    if rules.zone(zone).shared:
        yield zone, "", value, at
        return
    for seat, inner, here in by_seat(rules, value, at):
        yield f"{zone}.{seat}", seat, inner, here


def card_somewhere(game: Game, text: str, at: Place) -> tuple[CardSpec, str]:
    """The card and the place that ``CARD in ZONE SEAT`` means; the place is ``""`` for a copy alone. Raises
    ``CaseErrors``."""
    rules = game.rules
    name, _, where = text.rpartition(" in ")
    if not name and is_copy(text, rules.seats):
        return CardSpec("", copy=text), ""
    zone, _, seat = where.partition(" ")
    known = [one.id for one in rules.zones]
    if name and zone not in known:
        raise at.unknown(zone, "zone", known, of_key=True)
    if not name or not _is_place(rules, zone, seat):
        raise at.wrong("shape", field=text, accepts=SOMEWHERE)
    spec = read_card_spec(name, glossary_of(game), game.card_set, at)
    return spec, f"{zone}.{seat}" if seat else zone


def _is_place(rules: Ruleset, zone: str, seat: str) -> bool:
    return seat == "" if rules.zone(zone).shared else seat in rules.seats
