"""The metagame: share and win rate of every archetype, as a chart and as a table.

Not here: the numbers (``analytics.metrics.reports.archetypes``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric
from analytics.metrics.estimates import Estimates
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.records import RATE
from dashboard.app.page_context import PageContext
from dashboard.charts.bubbles import bubbles
from dashboard.charts.chart import draw
from dashboard.numbers import deck_tiles, filters, number_format
from dashboard.numbers.interval_text import share_intervals, show_legend
from dashboard.numbers.leaning_text import leaning_texts
from dashboard.numbers.rate_chart import show_withheld
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.links import link_column_by_value
from dashboard.widgets.tables import table
from engine.text.phrase import capital

SHARE, MET = METRICS["meta_share"], METRICS["meta_share_met"]
APART = METRICS["match_win_rate_apart"]


def show(page: PageContext, selection: Selection, found: Estimates, *, tiles: bool = False) -> None:
    """Draw chart and table, with ``tiles`` those of the decks above them; ``found`` is the answer of
    ``analytics.metrics.reports.archetypes.field``."""
    named = found.named()
    if named.rows.is_empty():
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    st.subheader(page.say("overview.field"), anchor=False)
    rows = field_rows(named)
    rows = rows.with_columns(told=leaning_texts(page, rows))
    if tiles:
        deck_tiles.show(page, selection, rows)
    in_chart = (pl.col("n") >= selection.min_n) & pl.col("share").is_not_null()
    enough, few = rows.filter(in_chart), rows.filter(pl.col("n") < selection.min_n)
    chart = None
    names = {
        "archetype": page.say("filter.archetype"),
        "share_text": capital(share_metric(found).name[page.language]),
        "rate_text": capital(APART.name[page.language]),
        "interval": page.say("column.interval"),
    }
    if enough.height:
        chart = bubbles(enough, share=names["share_text"], rate=names["rate_text"], names=names)
        draw(chart, alt=page.say("overview.alt", n=enough.height))
    show_withheld(page, few.rename({"archetype": "name"}), min_n=selection.min_n)
    st.caption(page.say("overview.field-told"))
    show_share_basis(page, found)
    show_legend(page, named.rows)
    game = selection.filters.game
    links = [
        link_column_by_value(
            page, "archetype", rows["archetype"], lambda name: {"game": game, "archetype": name}
        ),
        filters.match_links(page, selection.filters, archetype=rows["archetype"]),
    ]
    headings = {
        "archetype": names["archetype"],
        "decks": page.say("archetype.decks"),
        "share_text": names["share_text"],
        "share_interval": names["interval"],
        "rate_text": names["rate_text"],
        "told": page.say("column.leaning"),
        "interval": names["interval"],
        "n": "n",
        "all_rate_text": page.say("field.mirrors", name=RATE.name[page.language]),
        "all_interval": page.say("field.mirrors", name=names["interval"]),
        "all_n": page.say("field.mirrors", name="n"),
    }
    table(page, rows.with_columns(links), headings, key="overview-field")
    export.menu(page, lambda: selection.export("field", pivot(found)), chart, key="export-field")


def share_metric(found: Estimates) -> Metric:
    """The metric of the shares: of all decks, or, in recorders' own matches, of the decks that they met."""
    return MET if found.labels["recorded"].sum() else SHARE


def show_share_basis(page: PageContext, found: Estimates) -> None:
    """Say which decks the shares count, those of all seats or those that recorders met, and how many of them
    nobody named."""
    matches = found.labels["recorded"].sum()
    st.caption(page.say("field.met", n=matches) if matches else page.say("field.every-seat"))
    show_unnamed(page, found)


def show_unnamed(page: PageContext, found: Estimates) -> None:
    """Say how many decks nobody named, which is what the shares of the others lack."""
    unnamed = found.of(MET.id).filter(pl.col("archetype").is_null(), pl.col("decks") > 0)
    for row in unnamed.iter_rows(named=True):
        share = number_format.rate(row["value"], row["decks"])
        st.caption(page.say("field.unnamed", n=row["decks"], share=share))


def field_rows(found: Estimates) -> pl.DataFrame:
    """The rows of chart and table: both axes of the chart (``share share_low share_high``, and ``rate low
    high n`` against others), and all numbers as texts."""
    shares, apart, every = (found.of(metric.id) for metric in (MET, APART, RATE))
    return found.labels.with_columns(
        share=shares["value"],
        share_low=shares["low"],
        share_high=shares["high"],
        rate=apart["value"],
        low=apart["low"],
        high=apart["high"],
        n=apart["n"],
        all_n=every["n"],
        share_text=_values(shares),
        share_interval=share_intervals(shares),
        rate_text=_values(apart),
        interval=share_intervals(apart),
        all_rate_text=_values(every),
        all_interval=share_intervals(every),
    )


def _values(rows: pl.DataFrame) -> pl.Series:
    texts = [number_format.rate(value, n) for value, n in rows.select("value", "n").iter_rows()]
    return pl.Series(texts, dtype=pl.String)
