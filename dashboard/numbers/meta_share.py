"""A field: what is played of each archetype, and how often it wins.

Not here: the numbers (``analytics.metrics.reports.archetypes``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric
from analytics.metrics.reports.records import RATE
from dashboard.app.page_context import PageContext
from dashboard.charts.bubbles import bubbles
from dashboard.charts.chart import draw
from dashboard.numbers import filters, number_format, rates
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing

SHARE, MET = METRICS["meta_share"], METRICS["meta_share_met"]
APART = METRICS["match_win_rate_apart"]


def show(page: PageContext, found: Counted, played: pl.DataFrame) -> None:
    """Share and win rate of every archetype, as a chart and as a table; ``played`` is what
    ``analytics.metrics.reports.archetypes.field`` gives."""
    if played.is_empty():
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    st.subheader(page.say("overview.field"), anchor=False)
    rows = _labelled(played)
    seen = (pl.col("n") >= found.least) & pl.col("share").is_not_null()
    enough, few = rows.filter(seen), rows.filter(pl.col("n") < found.least)
    chart = None
    names = {
        "archetype": page.say("filter.archetype"),
        "share_told": share(played).name[page.language],
        "told": APART.name[page.language],
        "interval": page.say("column.interval"),
    }
    if enough.height:
        chart = bubbles(enough, share=names["share_told"], rate=names["told"], names=names)
        draw(chart, alt=page.say("overview.alt", n=enough.height))
    rates.withheld(page, few.rename({"archetype": "name"}), least=found.least)
    st.caption(page.say("overview.field-told"))
    side(page, played)
    rates.legend(page, played)
    ways = [
        listing.addresses(page, target, (asked | {"archetype": name} for name in rows["archetype"]))
        for target, asked in (
            ("archetype", {"game": found.chosen.game}),
            ("matches", filters.query_params(found.chosen)),
        )
    ]
    headed = {
        "archetype": names["archetype"],
        "decks": page.say("archetype.decks"),
        "share_told": names["share_told"],
        "share_interval": names["interval"],
        "told": names["told"],
        "interval": names["interval"],
        "n": "n",
        "all_told": page.say("field.mirrors", name=RATE.name[page.language]),
        "all_interval": page.say("field.mirrors", name=names["interval"]),
        "all_n": page.say("field.mirrors", name="n"),
    }
    rates.table(page, rows.with_columns(ways), headed, key="overview-field")
    export.menu(page, found.taken("field", played), chart, key="export-field")


def share(played: pl.DataFrame) -> Metric:
    """What the shares are: of all decks, or of those that whoever recorded met, where there are such."""
    return MET if played["recorded"].sum() else SHARE


def side(page: PageContext, played: pl.DataFrame) -> None:
    """Say on which side of the table the decks of the shares lay."""
    matches = played["recorded"].sum()
    st.caption(page.say("field.met", n=f"{matches:,}") if matches else page.say("field.every-seat"))


def _labelled(played: pl.DataFrame) -> pl.DataFrame:
    """With the texts of tooltips and table."""
    total = int(played["decks"].sum())
    shares = played.select(rate="share", low="share_low", high="share_high", n=pl.lit(total))
    return played.with_columns(
        *_told(shares, "share_told", "share_interval"),
        *_told(played, "told", "interval"),
        *_told(played, "all_told", "all_interval", prefix="all_"),
    )


def _told(rows: pl.DataFrame, name: str, span: str, *, prefix: str = "") -> list[pl.Series]:
    """Rates and their intervals, of the columns ``rate low high n over`` behind a prefix, as two columns of
    texts."""
    told = rows.select(f"{prefix}rate", f"{prefix}n").iter_rows()
    values = pl.Series(name, [number_format.rate(value, n) for value, n in told], pl.String)
    return [values, rates.spans(rows, prefix=prefix).alias(span)]
