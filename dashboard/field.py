"""A field: what is played of each archetype, and how often it wins.

Not here: the numbers (``analytics.metrics.archetypes``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import METRICS
from analytics.metrics.records import RATE
from dashboard import export, filters, listing, number, rates
from dashboard.charts.bubbles import bubbles
from dashboard.charts.chart import draw
from dashboard.counted import Counted
from dashboard.here import Here

SHARE = METRICS["meta_share"]


def show(here: Here, found: Counted, played: pl.DataFrame) -> None:
    """Share and win rate of every archetype, as a chart and as a table; ``played`` is what
    ``analytics.metrics.archetypes.field`` gives."""
    if played.is_empty():
        st.info(here.say("archetypes.none"), icon=":material/label_off:")
        return
    st.subheader(here.say("overview.field"), anchor=False)
    rows = _labelled(played)
    enough, few = rows.filter(pl.col("n") >= found.least), rows.filter(pl.col("n") < found.least)
    chart = None
    names = {
        "archetype": here.say("filter.archetype"),
        "share_told": SHARE.name[here.language],
        "told": RATE.name[here.language],
        "interval": here.say("column.interval"),
    }
    if enough.height:
        chart = bubbles(enough, share=names["share_told"], rate=names["told"], names=names)
        draw(chart, alt=here.say("overview.alt", n=enough.height))
    if few.height:
        withheld = ", ".join(f"{name} ({n})" for name, n in few.select("archetype", "n").iter_rows())
        st.caption(here.say("meta.withheld", n=few.height, least=found.least, names=withheld))
    st.caption(here.say("overview.field-told"))
    ways = [
        listing.addresses(here, page, (asked | {"archetype": name} for name in rows["archetype"]))
        for page, asked in (
            ("archetype", {"game": found.chosen.game}),
            ("matches", filters.asked(found.chosen)),
        )
    ]
    headed = {
        "archetype": names["archetype"],
        "decks": here.say("archetype.decks"),
        "share_told": names["share_told"],
        "share_interval": f"{names['share_told']} · {names['interval']}",
        "told": names["told"],
        "interval": names["interval"],
        "n": "n",
    }
    rates.table(here, rows.with_columns(ways), headed, key="overview-field")
    export.menu(here, found.taken("field", played), chart, key="export-field")


def _labelled(played: pl.DataFrame) -> pl.DataFrame:
    """With the texts of tooltips and table."""
    total = int(played["decks"].sum())
    rows = list(played.iter_rows(named=True))
    return played.with_columns(
        share_told=pl.Series([number.rate(row["share"], total) for row in rows], dtype=pl.String),
        share_interval=pl.Series(
            [number.interval(row["share_low"], row["share_high"], total) for row in rows], dtype=pl.String
        ),
        told=pl.Series([number.rate(row["rate"], row["n"]) for row in rows], dtype=pl.String),
        interval=pl.Series(
            [number.interval(row["low"], row["high"], row["n"]) for row in rows], dtype=pl.String
        ),
    )
