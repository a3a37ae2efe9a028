"""The page of cards: every metric that tells them apart, one of them as a chart, two against each other.

Not here: the numbers (``analytics.metrics.profile``), one card (``card``).
"""

from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric
from analytics.metrics.profile import CHOSEN, LOTTERY, known, opposed, profile
from dashboard import counted, export, listing, rates, url
from dashboard.charts.chart import draw
from dashboard.charts.scatter import scatter
from dashboard.counted import Counted
from dashboard.here import Here

SHOWN = ("rde", "deal_effect", "gih_wr", "played_wr")
"""Metrics to begin with: the first that the game has."""
AGAINST = ("gih_wr", "kept_wr", "gp_wr")
"""What it is shown against."""


def show(here: Here) -> None:
    """Draw the page."""
    found = counted.begin(here)
    if found is None:
        return
    if not here.viewer.sees_cards:
        st.caption(here.say("access.cards"))
        return
    with st.spinner(here.say("cards.counting")):
        cards = found.kept(profile, found.chosen, draws=found.draws)
    metrics = known(cards)
    if not metrics:
        st.info(here.say("cards.none"), icon=":material/style:")
        return
    names = "name" if here.language == "ja" else "name_en"
    labels = [here.say(f"cards.{tab}") for tab in TABS]
    tabs = st.tabs(labels, key=f"cards-tab-{here.language}", on_change="rerun")  # Its state is a label.
    for tab, draw_tab in zip(tabs, TABS.values(), strict=True):
        if tab.open:
            with tab:
                draw_tab(here, found, cards, metrics, names)


def _ranked(here: Here, found: Counted, cards: pl.DataFrame, metrics: list[Metric], names: str) -> None:
    """One metric of all cards, highest lower end first."""
    metric = _chosen(here, "metric", here.say("meta.metric"), metrics, SHOWN)
    _opposed(here, cards, names)
    rows = rates.of_metric(cards, metric, names)
    share = metric.unit == "share"
    title = rates.title(here, metric)
    chart = rates.chart(here, rows, title, least=found.least, share=share, base=rates.base(metric))
    rates.meaning(here, metric)
    export.menu(here, found.taken("cards", cards), chart, key="export-cards")


def _opposed(here: Here, cards: pl.DataFrame, names: str) -> None:
    """Cards whose worth looks the opposite by choice and by chance."""
    if against := opposed(cards):
        called = cards.filter(pl.col("card").is_in(against))[names].to_list()
        st.badge(here.say("cards.opposed", n=len(against)), icon=":material/swap_vert:", color="orange")
        first, second = (METRICS[id].name[here.language] for id in (CHOSEN, LOTTERY))
        st.caption(here.say("cards.opposed-why", first=first, second=second, names=", ".join(called)))


def _against(here: Here, found: Counted, cards: pl.DataFrame, metrics: list[Metric], names: str) -> None:
    """Any metric against any other one, a point a card."""
    left, right = st.columns(2)
    with left:
        across = _chosen(here, "x", here.say("cards.x"), metrics, AGAINST)
    with right:
        up = _chosen(here, "y", here.say("cards.y"), metrics, SHOWN)
    rows = cards.select(pl.col(names).alias("name"), *_axis(across, "x"), *_axis(up, "y"))
    enough = rows.filter(pl.min_horizontal("x_n", "y_n") >= found.least).drop_nulls(["x", "y"])
    titles = [rates.title(here, metric) for metric in (across, up)]
    if enough.height:
        chart = scatter(
            enough,
            x=titles[0],
            y=titles[1],
            shares=(across.unit == "share", up.unit == "share"),
            name=here.say("column.name"),
        )
        draw(chart, alt=here.say("cards.alt", x=titles[0], y=titles[1], n=enough.height))
        export.menu(here, found.taken("cards-against", rows), chart, key="export-against")
    if withheld := rows.height - enough.height:
        st.caption(here.say("cards.withheld", n=withheld, least=found.least))


def _axis(metric: Metric, end: str) -> list[pl.Expr]:
    scale = rates.scale(metric)
    numbers = [pl.col(metric.id).alias(end), pl.col(f"{metric.id}_n").alias(f"{end}_n")]
    ends = [(pl.col(f"{metric.id}_{side}") * scale).alias(f"{end}_{side}") for side in ("low", "high")]
    return [numbers[0] * scale, numbers[1], *ends]


def _table(here: Here, found: Counted, cards: pl.DataFrame, metrics: list[Metric], names: str) -> None:
    """Every number, each card leading to its own page."""
    asked = ({"card": card, "game": found.chosen.game} for card in cards["card"])
    ways = listing.addresses(here, "card", asked)
    columns: dict[str, Any] = {ways.name: ways, here.say("column.name"): cards[names]}
    config = listing.columns(here, ways.to_frame())
    against = opposed(cards)
    if against:
        columns[here.say("cards.sign")] = cards["card"].is_in(against)
    for metric in metrics:
        name = rates.title(here, metric)
        if metric.unit == "share":
            span, format = rates.spans(cards, prefix=f"{metric.id}_"), "%.0f %%"
        else:
            span, format = rates.spread(cards, metric)
        columns[name] = cards[metric.id] * (100 if metric.unit == "share" else rates.scale(metric))
        config[name] = st.column_config.NumberColumn(format=format)
        if (span != "").any():
            columns[f"{name} 95 %"] = span
        columns[f"{name} n"] = cards[f"{metric.id}_n"]
    shown = pl.DataFrame(columns)
    st.dataframe(
        shown,
        hide_index=True,
        column_config=config,
        key="cards-numbers",
        height=listing.height(shown.height),
        placeholder=rates.NOTHING,
    )
    st.caption(here.say("cards.methods"))


def _chosen(here: Here, key: str, label: str, metrics: list[Metric], first: tuple[str, ...]) -> Metric:
    """One of the metrics; without a choice the first one of ``first`` that there is."""
    ids = [metric.id for metric in metrics]
    default = next((id for id in first if id in ids), ids[0])
    id = url.one_of(
        key,
        label,
        ids,
        names=lambda id: METRICS[id].name[here.language],
        placeholder=METRICS[default].name[here.language],
    )
    return METRICS[id or default]


TABS = {"ranked": _ranked, "against": _against, "table": _table}
"""What can be looked at, by the names of the tabs; only the one that is open is drawn."""
