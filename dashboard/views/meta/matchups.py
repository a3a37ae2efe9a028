"""The page of matchups: which archetype beats which, shrunk or as counted, and one of them against all.

Not here: the numbers (``analytics.metrics.reports.matchups``) and how they are drawn (``charts.heat``).
"""

from dataclasses import replace
from functools import partial

import polars as pl
import streamlit as st

from analytics.metrics.reports.matchups import SHRUNK, matchups
from analytics.metrics.reports.records import RATE
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.heat import CHOSEN, heat
from dashboard.numbers import filters, number_format, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from dashboard.widgets.panes import folded_table

KEY, CHART = "archetype", "matchups-heat"
METRICS = {"shrunk": SHRUNK, "raw": RATE}
COLUMNS = {
    "shrunk": {"rate": "shrunk", "low": "shrunk_low", "high": "shrunk_high"},
    "raw": {"rate": "rate", "low": "low", "high": "high", "over": "over"},
}
EVEN = 0.5
MOST = 16
"""More archetypes than this make tiles that nobody can read; the table has all of them."""


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, seats=False, what="matches")
    if found is None:
        return
    every = found.cached(matchups, found.chosen, draws=found.draws)
    if every.is_empty():
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    way = url.segmented_control(
        "rates",
        page.say("matchups.rates"),
        tuple(METRICS),
        names=lambda option: page.say(f"matchups.{option}"),
        default="shrunk",
    )
    names = _most_played(every)
    shown = _tiles(
        page,
        every.filter(pl.all_horizontal(pl.col("archetype", "opponent_archetype").is_in(names))),
        way,
        names,
        found,
    )
    axes = {"down": page.say("matchups.down"), "across": page.say("matchups.across")}
    told = {"told": METRICS[way].name[page.language], "interval": page.say("column.interval")}
    chart = heat(shown, **axes, names=told)
    alt = page.say("matchups.alt", metric=told["told"], n=len(names))
    draw(chart, alt=alt, key=CHART, chosen=CHOSEN, on_choice=_take_row)
    st.caption(page.say("matchups.legend", least=found.least))
    left = every["archetype"].n_unique() - len(names)
    if left > 0:
        st.caption(page.say("matchups.left-out", n=left, most=MOST))
    rates.legend(page, every)
    rates.meaning(page, METRICS[way])
    export.menu(page, found.taken("matchups", every), chart, key="export-matchups")
    _row(page, found, every, way)
    folded_table(page, "matchups-table", partial(_numbers, page, found, every))


def against(rows: pl.DataFrame, archetype: str, way: str) -> pl.DataFrame:
    """The pairings of one archetype with all others as ``name rate low high n``, the best first."""
    own = (pl.col("archetype") == archetype) & (pl.col("opponent_archetype") != archetype) & (pl.col("n") > 0)
    rows = rows.filter(own).select(name=pl.col("opponent_archetype"), n=pl.col("n"), **_ends(way))
    return rows.sort("rate", "name", descending=[True, False])


def _ends(way: str) -> dict[str, pl.Expr]:
    return {name: pl.col(column) for name, column in COLUMNS[way].items()}


def _take_row() -> None:
    """A click on a tile chooses its archetype below."""
    picked = st.session_state[CHART]["selection"].get(CHOSEN)
    if picked:
        st.session_state[KEY] = picked[0]["archetype"]


def _most_played(rows: pl.DataFrame) -> list[str]:
    """The archetypes with the most matches, the most frequent first."""
    played = rows.group_by("archetype").agg(pl.col("n").sum())
    return played.sort("n", "archetype", descending=[True, False])["archetype"].head(MOST).to_list()


def _tiles(page: PageContext, rows: pl.DataFrame, way: str, names: list[str], found: Counted) -> pl.DataFrame:
    """The rows as the chart wants them, in the order of ``names``."""
    rows = rows.select("archetype", "opponent_archetype", "n", **_ends(way))
    at = {name: place for name, place in zip(names, range(len(names)), strict=True)}
    order = [pl.col(side).replace_strict(at, return_dtype=pl.Int64) for side in rows.columns[:2]]
    rows = rows.sort(order)
    told = [number_format.rate(row["rate"], row["n"]) for row in rows.iter_rows(named=True)]
    return rows.with_columns(
        pl.Series("told", told, pl.String),
        rates.spans(rows).alias("interval"),
        few=pl.col("n") < found.least,
    )


def _row(page: PageContext, found: Counted, rows: pl.DataFrame, way: str) -> None:
    """One archetype against every other, with its way to its own page."""
    names = rows["archetype"].unique(maintain_order=True).to_list()
    picked = url.selectbox("archetype", page.say("matchups.row"), names, placeholder=_most_played(rows)[0])
    archetype = picked or _most_played(rows)[0]
    st.subheader(page.say("matchups.against", archetype=archetype), anchor=False)
    title = METRICS[way].name[page.language]
    rates.chart(page, against(rows, archetype, way), title, least=found.least, base=EVEN)
    st.page_link(
        page.pages["archetype"],
        label=page.say("link.archetype", archetype=archetype),
        icon=":material/category:",
        query_params={"archetype": archetype, "game": found.chosen.game},
    )
    own = replace(found.chosen, archetype=archetype)
    filters.matches_link(page, own, page.say("link.archetype-matches", archetype=archetype))


def _numbers(page: PageContext, found: Counted, rows: pl.DataFrame) -> None:
    """Both rates of every pairing that was played, each leading to its matches."""
    headed = {
        "archetype": page.say("matchups.down"),
        "opponent_archetype": page.say("matchups.across"),
        "n": "n",
        "raw": page.say("matchups.raw"),
        "raw95": page.say("column.interval"),
        "shrunk": page.say("matchups.shrunk"),
        "shrunk95": f"{page.say('matchups.shrunk')} · {page.say('column.interval')}",
    }
    played = list(rows.filter(pl.col("n") > 0).iter_rows(named=True))
    told = [
        {
            "archetype": row["archetype"],
            "opponent_archetype": row["opponent_archetype"],
            "n": row["n"],
            "raw": number_format.rate(row["rate"], row["n"]),
            "raw95": number_format.interval(row["low"], row["high"], row["n"], row["over"]),
            "shrunk": number_format.rate(row["shrunk"], row["n"]),
            "shrunk95": number_format.interval(row["shrunk_low"], row["shrunk_high"], row["n"]),
        }
        for row in played
    ]
    asked = (
        filters.query_params(
            replace(found.chosen, archetype=row["archetype"], opponent_archetype=row["opponent_archetype"])
        )
        for row in played
    )
    shown = pl.DataFrame(told, schema=dict.fromkeys(headed, pl.String) | {"n": pl.Int64})
    ways = listing.addresses(page, "matches", asked)
    rates.table(page, shown.with_columns(ways), headed, key="matchups-numbers")
