"""The metagame: share and win rate of every archetype, as a chart and as a table.

Not here: the numbers (``analytics.metrics.reports.archetypes``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric
from analytics.metrics.reports.records import RATE
from dashboard.app.page_context import PageContext
from dashboard.charts.bubbles import bubbles
from dashboard.charts.chart import draw
from dashboard.numbers import filters, number_format
from dashboard.numbers.interval_text import share_intervals, show_legend
from dashboard.numbers.rate_chart import show_withheld
from dashboard.numbers.selection import Selection
from dashboard.widgets import export
from dashboard.widgets.links import link_column_by_value
from dashboard.widgets.tables import table

SHARE, MET = METRICS["meta_share"], METRICS["meta_share_met"]
APART = METRICS["match_win_rate_apart"]


def show(page: PageContext, selection: Selection, archetypes: pl.DataFrame) -> None:
    """Draw chart and table; ``archetypes`` are the rows of ``analytics.metrics.reports.archetypes.field``."""
    every, archetypes = archetypes, archetypes.drop_nulls("archetype")
    if archetypes.is_empty():
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    st.subheader(page.say("overview.field"), anchor=False)
    rows = _with_texts(archetypes, total=int(every["decks"].sum()))
    in_chart = (pl.col("n") >= selection.min_n) & pl.col("share").is_not_null()
    enough, few = rows.filter(in_chart), rows.filter(pl.col("n") < selection.min_n)
    chart = None
    names = {
        "archetype": page.say("filter.archetype"),
        "share_text": share_metric(every).name[page.language],
        "rate_text": APART.name[page.language],
        "interval": page.say("column.interval"),
    }
    if enough.height:
        chart = bubbles(enough, share=names["share_text"], rate=names["rate_text"], names=names)
        draw(chart, alt=page.say("overview.alt", n=enough.height))
    show_withheld(page, few.rename({"archetype": "name"}), min_n=selection.min_n)
    st.caption(page.say("overview.field-told"))
    show_share_basis(page, every)
    show_legend(page, archetypes)
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
        "interval": names["interval"],
        "n": "n",
        "all_rate_text": page.say("field.mirrors", name=RATE.name[page.language]),
        "all_interval": page.say("field.mirrors", name=names["interval"]),
        "all_n": page.say("field.mirrors", name="n"),
    }
    table(page, rows.with_columns(links), headings, key="overview-field")
    export.menu(page, selection.export("field", every), chart, key="export-field")


def share_metric(archetypes: pl.DataFrame) -> Metric:
    """The metric of the shares: of all decks, or, in recorders' own matches, of the decks that they met."""
    return MET if archetypes["recorded"].sum() else SHARE


def show_share_basis(page: PageContext, archetypes: pl.DataFrame) -> None:
    """Say which decks the shares count, those of all seats or those that recorders met, and how many of them
    nobody named."""
    matches = archetypes["recorded"].sum()
    st.caption(page.say("field.met", n=f"{matches:,}") if matches else page.say("field.every-seat"))
    for row in archetypes.filter(pl.col("archetype").is_null(), pl.col("decks") > 0).iter_rows(named=True):
        share = number_format.rate(row["share"], row["decks"])
        st.caption(page.say("field.unnamed", n=f"{row['decks']:,}", share=share))


def _with_texts(archetypes: pl.DataFrame, *, total: int) -> pl.DataFrame:
    """Add the texts of tooltips and table; shares are of ``total`` decks."""
    shares = archetypes.select(rate="share", low="share_low", high="share_high", n=pl.lit(total))
    return archetypes.with_columns(
        *_texts(shares, "share_text", "share_interval"),
        *_texts(archetypes, "rate_text", "interval"),
        *_texts(archetypes, "all_rate_text", "all_interval", prefix="all_"),
    )


def _texts(rows: pl.DataFrame, rate: str, interval: str, *, prefix: str = "") -> list[pl.Series]:
    """Text columns ``rate`` and ``interval`` from the columns ``rate low high n over`` behind ``prefix``."""
    rates = rows.select(f"{prefix}rate", f"{prefix}n").iter_rows()
    texts = pl.Series(rate, [number_format.rate(value, n) for value, n in rates], pl.String)
    return [texts, share_intervals(rows, prefix=prefix).alias(interval)]
