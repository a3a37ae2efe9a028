"""The decks of a tournament: what was brought, and how it did against the others.

Not here: the numbers (``analytics.metrics.decks``).
"""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from analytics.metrics import Draws
from analytics.metrics.decks import RATE, deck_table
from analytics.standings.meta import Deck
from dashboard import export, filters, number
from dashboard.charts.whiskers import whiskers
from dashboard.here import Here
from dashboard.standings import Taken, heading

EVEN = 0.5


def show(here: Here, decks: Sequence[Deck], taken: Taken, *, draws: Draws) -> None:
    """Win rates with their intervals as a chart, shares and records as a table."""
    least = filters.least(here)
    found = deck_table(decks, draws=draws)
    rows = _labelled(here, found).sort("low", "n", descending=True, nulls_last=True)
    enough, few = rows.filter(pl.col("n") >= least), rows.filter(pl.col("n") < least)
    chart, title = None, RATE.name[here.language]
    if enough.height:
        names = {name: here.say(f"column.{name}") for name in ("name", "label", "interval")}
        chart = whiskers(enough, title=title, base=EVEN, names=names)
        st.altair_chart(chart, alt=here.say("meta.alt", metric=title, n=enough.height))
    if few.height:
        told = ", ".join(f"{name} ({n})" for name, n in few.select("name", "n").iter_rows())
        st.caption(here.say("meta.withheld", n=few.height, least=least, names=told))
    st.caption(here.say("tournaments.decks-told", draws=here.say(f"draws.{draws}")))
    _table(here, found)
    if (shown := taken("decks", found)) is not None:
        export.menu(here, shown, chart, key="export-decks")


def _labelled(here: Here, found: pl.DataFrame) -> pl.DataFrame:
    """The rows as the chart wants them: with a name, the rate with its n, and the interval."""
    rows = list(found.iter_rows(named=True))
    labels = [f"{number.rate(row['rate'], row['n'])} · n {row['n']:,}" for row in rows]
    intervals = [number.interval(row["low"], row["high"], row["n"]) for row in rows]
    return found.with_columns(
        name=pl.Series([_name(here, row["archetype"]) for row in rows], dtype=pl.String),
        label=pl.Series(labels, dtype=pl.String),
        interval=pl.Series(intervals, dtype=pl.String),
    )


def _name(here: Here, archetype: str) -> str:
    return archetype or here.say("tournament.unnamed")


def _table(here: Here, found: pl.DataFrame) -> None:
    """The numbers of every deck, however few its matches are."""
    total = int(found["copies"].sum())
    rows = [
        {
            heading(here, "deck"): _name(here, row["archetype"]),
            heading(here, "copies"): row["copies"],
            heading(here, "share"): number.rate(row["share"], total),
            here.say("tournaments.share-95"): number.interval(row["share_low"], row["share_high"], total),
            heading(here, "record"): f"{row['wins']}-{row['losses']}-{row['ties']}",
            heading(here, "rate"): number.rate(row["rate"], row["n"]),
            here.say("tournaments.rate-95"): number.interval(row["low"], row["high"], row["n"]),
            "n": row["n"],
        }
        for row in found.iter_rows(named=True)
    ]
    st.dataframe(pl.DataFrame(rows), hide_index=True, height="content")
