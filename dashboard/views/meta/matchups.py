"""The page of matchups: which archetype beats which, shrunk or as counted, and one of them against all.

Not here: the numbers (``analytics.metrics.reports.matchups``), the chart (``charts.heat``).
"""

from dataclasses import replace
from functools import partial

import polars as pl
import streamlit as st

from analytics.metrics.estimates import Estimates
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.matchups import SHRUNK, matchups
from analytics.metrics.reports.records import RATE
from analytics.stats.leaning import leans
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.heat import CHOSEN, heat
from dashboard.numbers import number_format
from dashboard.numbers.filters import match_links, matches_link
from dashboard.numbers.interval_text import share_intervals, show_legend
from dashboard.numbers.leaning_text import leaning_text, leaning_texts
from dashboard.numbers.metric_text import show_definition
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.panes import folded_table
from dashboard.widgets.tables import table

KEY, CHART = "archetype", "matchups-heat"
METRICS = {"shrunk": SHRUNK, "raw": RATE}
EVEN = 0.5
MAX_ARCHETYPES = 16
"""With more archetypes the tiles cannot be read; the table has all of them."""


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, seats=False, counted="matches")
    if selection is None:
        return
    pairs = selection.cached(matchups, selection.filters, draws=selection.draws)
    if pairs.rows.is_empty():
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    kind = url.segmented_control(
        "rates",
        page.say("matchups.rates"),
        tuple(METRICS),
        names=lambda option: page.say(f"matchups.{option}"),
        default="shrunk",
    )
    names, metric = _most_played(pairs), METRICS[kind]
    axes = {"down": page.say("matchups.down"), "across": page.say("matchups.across")}
    texts = {"text": metric.name[page.language]}
    texts |= {"interval": page.say("column.interval"), "told": page.say("column.leaning")}
    chart = heat(_tiles(page, pairs, kind, names=names, min_n=selection.min_n), **axes, names=texts)
    alt = page.say("matchups.alt", metric=texts["text"], n=len(names))
    draw(chart, alt=alt, key=CHART, chosen=CHOSEN, on_choice=_choose_row)
    st.caption(page.say("matchups.legend", least=selection.min_n))
    left_out = pairs.labels["archetype"].n_unique() - len(names)
    if left_out > 0:
        st.caption(page.say("matchups.left-out", n=left_out, most=MAX_ARCHETYPES))
    show_legend(page, pairs.rows)
    show_definition(page, metric)
    if kind == "shrunk":
        st.caption(page.say("matchups.unmarked"))
    export.menu(page, lambda: selection.export("matchups", pivot(pairs)), chart, key="export-matchups")
    _one_against_all(page, selection, pairs, kind)
    folded_table(page, "matchups-table", partial(_table, page, selection, pairs))


def against(pairs: Estimates, archetype: str, kind: str) -> pl.DataFrame:
    """The matchups of one archetype against all others as ``name rate low high n over``, best first."""
    own = (pl.col("archetype") == archetype) & (pl.col("opponent_archetype") != archetype) & (pl.col("n") > 0)
    rows = pairs.of(METRICS[kind].id).filter(own)
    shown = rows.select("n", "low", "high", BASIS, name="opponent_archetype", rate="value")
    return shown.sort("rate", "name", descending=[True, False])


def _choose_row() -> None:
    """A click on a tile selects its archetype in the choice below the chart."""
    picked = st.session_state[CHART]["selection"].get(CHOSEN)
    if picked:
        st.session_state[KEY] = picked[0]["archetype"]


def _most_played(pairs: Estimates) -> list[str]:
    """The archetypes with the most matches, most frequent first."""
    played = pairs.of(RATE.id).group_by("archetype").agg(pl.col("n").sum())
    return played.sort("n", "archetype", descending=[True, False])["archetype"].head(MAX_ARCHETYPES).to_list()


def _tiles(page: PageContext, pairs: Estimates, kind: str, *, names: list[str], min_n: int) -> pl.DataFrame:
    """The rows of the chart: the archetypes ``names``, in this order."""
    of_names = pl.all_horizontal(pl.col("archetype", "opponent_archetype").is_in(names))
    rows = pairs.of(METRICS[kind].id).filter(of_names)
    rows = rows.select("archetype", "opponent_archetype", "n", "low", "high", BASIS, rate="value")
    position = {name: index for index, name in enumerate(names)}
    order = [pl.col(side).replace_strict(position, return_dtype=pl.Int64) for side in rows.columns[:2]]
    rows = rows.sort(order)
    texts = [number_format.rate(row["rate"], row["n"]) for row in rows.iter_rows(named=True)]
    return rows.with_columns(
        pl.Series("text", texts, pl.String),
        share_intervals(rows).alias("interval"),
        leaning_texts(page, rows).alias("told"),
        pl.Series("lean", leans(rows.select("low", "high").rows(), EVEN), pl.Float64),
        few=pl.col("n") < min_n,
    )


def _one_against_all(page: PageContext, selection: Selection, pairs: Estimates, kind: str) -> None:
    """One archetype against every other, with links to its page and its matches."""
    names, first = pairs.labels["archetype"].unique(maintain_order=True).to_list(), _most_played(pairs)[0]
    archetype = url.selectbox("archetype", page.say("matchups.row"), names, placeholder=first) or first
    st.subheader(page.say("matchups.against", archetype=archetype), anchor=False)
    title = METRICS[kind].name[page.language]
    draw_rates(page, against(pairs, archetype, kind), title, min_n=selection.min_n, base=EVEN)
    st.page_link(
        page.pages["archetype"],
        label=page.say("link.archetype", archetype=archetype),
        icon=":material/category:",
        query_params={"archetype": archetype, "game": selection.filters.game},
    )
    own = replace(selection.filters, archetype=archetype)
    matches_link(page, own, page.say("link.archetype-matches", archetype=archetype))


def _table(page: PageContext, selection: Selection, pairs: Estimates) -> None:
    """Both rates of every pair that met, each row linked to its matches."""
    headings = {
        "archetype": page.say("matchups.down"),
        "opponent_archetype": page.say("matchups.across"),
        "n": "n",
        "raw": page.say("matchups.raw"),
        "raw95": page.say("column.interval"),
        "shrunk": page.say("matchups.shrunk"),
        "shrunk95": f"{page.say('matchups.shrunk')} · {page.say('column.interval')}",
        "told": page.say("column.leaning"),
    }
    played, modelled = (pairs.of(metric.id).filter(pl.col("n") > 0) for metric in (RATE, SHRUNK))
    lines = [
        {
            "archetype": row["archetype"],
            "opponent_archetype": row["opponent_archetype"],
            "n": row["n"],
            "raw": number_format.rate(row["value"], row["n"]),
            "raw95": number_format.interval(row["low"], row["high"], row["n"], row[BASIS]),
            "shrunk": number_format.rate(model["value"], row["n"]),
            "shrunk95": number_format.interval(model["low"], model["high"], row["n"]),
            "told": leaning_text(page, model["low"], model["high"], row["n"]),
        }
        for row, model in zip(played.iter_rows(named=True), modelled.iter_rows(named=True), strict=True)
    ]
    shown = pl.DataFrame(lines, schema=dict.fromkeys(headings, pl.String) | {"n": pl.Int64})
    sides = {side: played[side] for side in ("archetype", "opponent_archetype")}
    links = match_links(page, selection.filters, **sides)
    table(page, shown.with_columns(links), headings, key="matchups-numbers")
