"""What stands out in a population: archetypes, players and cards whose numbers chance alone would hardly
give, after correction for how many were tested.

Not here: the test (``notable``), nor why something stands out.
"""

from dataclasses import replace

import polars as pl

from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.notable import notable
from analytics.metrics.reports.records import RATE, records
from analytics.query.filters import Filters, checked
from analytics.store.reader import Store

OPENING, DEALT = METRICS["open_effect"], METRICS["deal_effect"]


def standouts(
    store: Store, filters: Filters, *, draws: Draws = "exclude", least: int = 1, cards: bool = True
) -> pl.DataFrame:
    """The notable rows, the least likely by chance first.

    Columns: ``kind`` (``archetype``, ``player``, ``card``), ``key``, ``game`` of a card, ``metric`` (its id),
    ``value n low high basis``, the ``base`` it differs from, and the ``adjusted`` rate of false discoveries.
    Archetypes and players are tested by their match win rate, cards by the effect of being dealt them, which
    is randomised. Rows of fewer than ``least`` observations are not tested. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    base = _even(store, chosen, draws)
    found = [
        _rows(records(store, (kind,), chosen, draws=draws, mirrors=kind == "player"), kind, base)
        for kind in ("archetype", "player")
    ]
    if cards:
        found.append(_of_cards(store, chosen, draws))
    rows = pl.concat(found).filter(pl.col("n") >= least)
    away = rows.with_columns(pl.col("value", "low", "high") - pl.col("base"))
    tested = notable(away, RATE).select("adjusted", "notable")
    return (
        pl.concat([rows, tested], how="horizontal")
        .filter("notable")
        .drop("notable")
        .sort("adjusted", "kind", "key")
    )


def _even(store: Store, filters: Filters, draws: Draws) -> float:
    """The win rate of all players, which draws may move away from one half."""
    everybody = replace(filters, player="", card="", archetype="", opponent_archetype="")
    rate = records(store, (), everybody, draws=draws)["rate"]
    return 0.5 if rate.is_empty() or rate.item() is None else float(rate.item())


def _rows(found: pl.DataFrame, kind: str, base: float) -> pl.DataFrame:
    return found.select(
        kind=pl.lit(kind),
        key=pl.col(kind).cast(pl.String),
        game=pl.lit(None, pl.String),
        metric=pl.lit(RATE.id),
        value="rate",
        n="n",
        low="low",
        high="high",
        basis=BASIS,
        base=pl.lit(base),
    )


def _of_cards(store: Store, filters: Filters, draws: Draws) -> pl.DataFrame:
    """The randomised effect of every card: of the opening hand if the game has libraries, else of the
    deal."""
    found, metric = measured(store, OPENING, ("card", "game"), filters, draws=draws), OPENING
    if found["value"].is_null().all():
        found, metric = measured(store, DEALT, ("card", "game"), filters, draws=draws), DEALT
    return found.select(
        kind=pl.lit("card"),
        key=pl.col("card").cast(pl.String),
        game=pl.col("game").cast(pl.String),
        metric=pl.lit(metric.id),
        value="value",
        n="n",
        low="low",
        high="high",
        basis=BASIS,
        base=pl.lit(0.0),
    )
