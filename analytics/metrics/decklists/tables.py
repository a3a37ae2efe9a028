"""The tables of cards of decks, each with what its columns are called and in which unit they are.

Not here: their rows (``copies``, ``pairs``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from analytics.metrics.decklists.copies import BY, copies
from analytics.metrics.decklists.pairs import pairs
from analytics.metrics.estimators.estimate import Draws
from analytics.query.filters import Filters
from analytics.store.reader import Store
from analytics.store.stored_card_names import stored_card_names
from engine.kernel.bilingual import Bilingual

Unit = Literal["card", "word", "count", "share", "points", "number"]
CARDS = ("card", "other")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the rows, or an interval, whose ends are the columns ``ends``."""

    id: str
    name: Bilingual
    unit: Unit
    ends: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class DecklistTable:
    """``rows`` of filters, by any of the columns ``by``; ``columns`` are what people see of them."""

    rows: Callable[[Store, Filters, Sequence[str], Draws], pl.DataFrame]
    columns: tuple[Column, ...]
    by: tuple[str, ...] = ()


def _copies(store: Store, filters: Filters, by: Sequence[str], draws: Draws) -> pl.DataFrame:
    return copies(store, filters, by, draws=draws)


def _pairs(store: Store, filters: Filters, by: Sequence[str], draws: Draws) -> pl.DataFrame:
    return pairs(store, filters, draws=draws)


INTERVAL = Bilingual("95 %信頼区間", "95 % interval")
DECKLIST_TABLES: Mapping[str, DecklistTable] = {
    "copies": DecklistTable(
        _copies,
        (
            Column("card", Bilingual("カード", "card"), "card"),
            Column("board", Bilingual("場所", "board"), "word"),
            Column("share", Bilingual("採用率", "in decks"), "share"),
            Column("n", Bilingual("デッキ", "decks"), "count"),
            Column("copies", Bilingual("枚数", "copies"), "number"),
            Column("with_rate", Bilingual("ありの勝率", "win rate with"), "share"),
            Column("without_rate", Bilingual("なしの勝率", "without"), "share"),
            Column("difference", Bilingual("差", "difference"), "points"),
            Column("interval", INTERVAL, "points", ("difference_low", "difference_high")),
        ),
        BY,
    ),
    "pairs": DecklistTable(
        _pairs,
        (
            Column("card", Bilingual("カード", "card"), "card"),
            Column("other", Bilingual("もう1枚", "with"), "card"),
            Column("n", Bilingual("デッキ", "decks"), "count"),
            Column("share", Bilingual("採用率", "in decks"), "share"),
            Column("lift", Bilingual("倍率", "lift"), "number"),
            Column("phi", Bilingual("相関", "phi"), "number"),
            Column("rate", Bilingual("勝率", "win rate"), "share"),
            Column("interval", INTERVAL, "share", ("rate_low", "rate_high")),
        ),
    ),
}
"""Id → table."""


def with_names(store: Store, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with the names of their cards in both languages: ``card_name card_name_en``, …"""
    stored = stored_card_names(store)
    for column in (name for name in CARDS if name in rows.columns):
        known = rows.select("game", column).unique()
        names = [stored.name(game, card) for game, card in known.iter_rows()]
        known = known.with_columns(
            pl.Series(f"{column}_name", [name.ja for name in names], pl.String),
            pl.Series(f"{column}_name_en", [name.en for name in names], pl.String),
        )
        rows = rows.join(known, on=["game", column], how="left", maintain_order="left")
    return rows


def cell(column: Column, line: Mapping[str, Any], language: str) -> str:
    """What people read in a column of a row that has the names of its cards; ``–`` where there is nothing."""
    if column.unit == "card":
        return str(line[f"{column.id}_name{'' if language == 'ja' else '_en'}"])
    if not any(column.ends):
        return _number(column, line[column.id])
    low, high = (line[end] for end in column.ends)
    if low is None or high is None:
        return ""
    if column.unit == "share":
        return f"{100 * low:.1f}–{100 * high:.1f} %"
    return f"{_number(column, low)} – {_number(column, high)}"


def _number(column: Column, value: Any) -> str:
    if value is None:
        return "–"
    match column.unit:
        case "share":
            return f"{100 * value:.1f} %"
        case "points":
            return f"{100 * value:+.1f} %"
        case "number":
            return f"{value:.2f}"
    return str(value)
