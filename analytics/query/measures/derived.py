"""Rows and columns that the facts do not store, as they can be computed from them.

Not here: the sums over them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import narwhals as nw

from analytics.facts import SCHEMAS
from analytics.query.measures.field_decks import BROUGHT, brought, opposed
from analytics.query.measures.frame import Frame, Tables

SEAT = ("match", "game_no", "seat")
DRAW = tuple(name for name in SCHEMAS["draw"] if name != "card")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows made from those of other tables, first of all of ``stored``; where that has none, from those of
    ``also``. ``columns``: their names, but for those of the partition."""

    stored: str
    columns: tuple[str, ...]
    rows: Callable[[Tables], Frame]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column made from others, of which it ``borrows`` some from the seat or the match."""

    value: nw.Expr
    borrows: tuple[str, ...] = ()


def _chances(tables: Tables) -> Frame:
    """A clean draw, once for each card that was left in the library: was it drawn, or another one?"""
    draws = tables["draw"].filter(nw.col("clean")).rename({"card": "came"})
    left = tables["library"].filter(nw.col("copies") > 0)
    both = draws.join(left.select(*SEAT, "card", "copies", "first_k", "last_k"), on=list(SEAT), how="inner")
    within = both.filter(nw.col("k") >= nw.col("first_k"), nw.col("k") <= nw.col("last_k"))
    return within.with_columns(drew=nw.col("came") == nw.col("card")).drop("first_k", "last_k")


def _answers(tables: Tables) -> Frame:
    """An answer, by the card that gave it."""
    renamed = tables["response"].rename({"card": "answered"})
    return renamed.with_columns(card=nw.col("answered_by")).drop("answered_by")


TABLES: Mapping[str, Table] = {
    "brought": Table("seat_match", (*BROUGHT, "archetype"), brought, also=("entrant",)),
    "opposed": Table("seat_match", (*BROUGHT, "opponent_archetype"), opposed, also=("entrant",)),
    "chance": Table(
        "draw",
        (*DRAW, "came", "card", "copies", "drew"),
        _chances,
    ),
    "answer": Table(
        "response",
        ("match", "game_no", "seq", "declaration", "seat", "turn", "card", "answered", "outcome"),
        _answers,
    ),
}
"""Name → table."""


def stored_as(fact: str) -> str:
    """The table of the store that rows of ``fact`` are made from."""
    return TABLES[fact].stored if fact in TABLES else fact


def sources_of(fact: str) -> tuple[str, ...]:
    """The tables of the store of which one with rows is enough for ``fact`` to have some."""
    return (stored_as(fact), *(TABLES[fact].also if fact in TABLES else ()))


def _first_payment(of: str) -> nw.Expr:
    """Whether a seat has not paid for the same declaration before: in this resource, or for this card."""
    before = nw.col("seq").min().over("match", "declaration", "seat", of)
    return ~nw.col("declaration").is_null() & (nw.col("seq") == before)


COLUMNS: Mapping[str, Mapping[str, Column]] = {
    "card_seat_game": {
        "copies": Column(nw.col("deck")),
        "turn": Column(
            nw.when(nw.col("played") > 0).then(nw.col("first_played_turn")).otherwise(nw.col("turns")),
            ("turns",),
        ),
    },
    "seat_match": {"opponent_or_bye": Column(nw.col("opponent").cast(nw.String).fill_null(""))},
    "holding": {"turns": Column(nw.col("until_turn") - nw.col("since_turn"))},
    "declaration": {"seconds": Column(nw.col("spent"))},
    "payment": {
        "first_in": Column(_first_payment("resource")),
        "first_for": Column(_first_payment("card")),
    },
    "shuffle": {"alike": Column(nw.col("card").count().over(*SEAT, "seq", "card"))},
}
"""Fact table → name → column: the copies in the deck; the turn of the first play, or in which the game ended
without one; the opponent, ``""`` where there is none; how long a stay in a hand was; seconds that a decision
took; the first payment of a declaration in a resource, and the first one for a card; how many cards of the
shuffled library have the same face."""
ANYWHERE: Mapping[str, Column] = {
    "format": Column(nw.when(nw.col("cards").cast(nw.String) != "").then(nw.col("cards")), ("cards",)),
    "week": Column(nw.col("day").dt.to_string("%G-W%V"), ("day",)),
}
"""Columns of every table that has what they borrow, or whose seat or match has it: which cards may be used,
and the week (ISO 8601) of the day of play."""
