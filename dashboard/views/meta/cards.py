"""The page of cards: every metric that tells them apart, one of them as a chart, two against each other.

Not here: the numbers (``analytics.metrics.reports.profile``), one card (``card``).
"""

from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric
from analytics.metrics.reports.profile import (
    CARD,
    CHOSEN,
    LOTTERY,
    available_metrics,
    columns_of,
    metrics_of,
    opposed,
    profile,
)
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.scatter import scatter
from dashboard.numbers import rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from dashboard.widgets.panes import tabs

SHOWN = ("rde", "deal_effect", "gih_wr", "played_wr")
"""Metrics to begin with: the first that is known."""
AGAINST = ("gih_wr", "kept_wr", "gp_wr")
"""What it is shown against."""
NAME_WIDTH = 190
"""Pixels of the longest names in either language, which many columns beside them would cut off."""
BESIDE = (*SHOWN, *AGAINST, CHOSEN, LOTTERY)
"""Of these it is asked beside the metrics that are shown what cards have of them, and no interval."""


def show(here: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(here)
    if found is None:
        return
    if not here.viewer.sees_cards:
        st.caption(here.say("access.cards"))
        return
    metrics = [METRICS[id] for id in available_metrics(found.store, found.chosen.game)]
    if not metrics:
        st.info(here.say("cards.none"), icon=":material/style:")
        return
    tabs(here, "cards", {tab: partial(part, here, found, metrics) for tab, part in TABS.items()})


def _ranked(here: PageContext, found: Counted, metrics: list[Metric]) -> None:
    """One metric of all cards, highest lower end first."""
    ids = [metric.id for metric in metrics]
    guess = url.chosen("metric") or next((id for id in SHOWN if id in ids), ids[0])
    at_first = _cards(here, found, guess)
    metric = _chosen(here, "metric", here.say("meta.metric"), metrics, _first(at_first, SHOWN))
    _opposed(here, at_first)
    cards = _cards_with(here, found, metric)
    if cards is None:
        return
    rows = rates.of_metric(cards, metric, _names(here))
    share = metric.unit == "share"
    title = rates.title(here, metric)
    chart = rates.chart(here, rows, title, least=found.least, share=share, base=rates.base(metric))
    rates.meaning(here, metric, ranked=rows)
    told = cards.select(CARD, "name", "name_en", *columns_of(metric)).drop_nulls(metric.id)
    export.menu(here, found.taken("cards-ranked", told), chart, key="export-cards")


def _cards(here: PageContext, found: Counted, *ids: str) -> pl.DataFrame:
    """The cards with what is known of the metrics of these ids, and their values of those ``BESIDE``."""
    with st.spinner(here.say("cards.counting")):
        return found.kept(profile, found.chosen, draws=found.draws, ids=ids, bare=BESIDE)


def _cards_with(here: PageContext, found: Counted, *metrics: Metric) -> pl.DataFrame | None:
    """The cards with these metrics; None, which is said, where no card has a number of one of them."""
    cards = _cards(here, found, *(metric.id for metric in metrics))
    if untold := [metric.name[here.language] for metric in metrics if metric.id not in cards.columns]:
        st.info(here.say("cards.untold", names=", ".join(untold)), icon=":material/style:")
        return None
    return cards


def _names(here: PageContext) -> str:
    """The column of the names of cards."""
    return "name" if here.language == "ja" else "name_en"


def _opposed(here: PageContext, cards: pl.DataFrame) -> None:
    """Cards whose worth looks the opposite by choice and by chance."""
    if against := opposed(cards):
        called = cards.filter(pl.col(CARD).is_in(against))[_names(here)].to_list()
        st.badge(here.say("cards.opposed", n=len(against)), icon=":material/swap_vert:", color="orange")
        first, second = (METRICS[id].name[here.language] for id in (CHOSEN, LOTTERY))
        st.caption(here.say("cards.opposed-why", first=first, second=second, names=", ".join(called)))


def _against(here: PageContext, found: Counted, metrics: list[Metric]) -> None:
    """Any metric against any other one, a point a card."""
    at_first = _cards(here, found)
    left, right = st.columns(2)
    with left:
        across = _chosen(here, "x", here.say("cards.x"), metrics, _first(at_first, AGAINST))
    with right:
        up = _chosen(here, "y", here.say("cards.y"), metrics, _first(at_first, SHOWN))
    cards = _cards_with(here, found, across, up)
    if cards is None:
        return
    rows = cards.select(pl.col(_names(here)).alias("name"), *_axis(across, "x"), *_axis(up, "y"))
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
    if withheld := rows.height - enough.height:
        st.caption(here.say("cards.withheld", n=withheld, least=found.least))
    if enough.height:
        export.menu(here, found.taken("cards-against", rows), chart, key="export-against")


def _axis(metric: Metric, end: str) -> list[pl.Expr]:
    scale = rates.scale(metric)
    numbers = [pl.col(metric.id).alias(end), pl.col(f"{metric.id}_n").alias(f"{end}_n")]
    ends = [(pl.col(f"{metric.id}_{side}") * scale).alias(f"{end}_{side}") for side in ("low", "high")]
    return [numbers[0] * scale, numbers[1], *ends]


def _table(here: PageContext, found: Counted, metrics: list[Metric]) -> None:
    """Every number, each card leading to its own page."""
    cards = _cards(here, found, *(metric.id for metric in metrics))
    if not metrics_of(cards):
        st.info(here.say("cards.none"), icon=":material/style:")
        return
    game = found.chosen.game
    ways = listing.addresses_of(here, "card", cards[CARD], lambda card: {"card": card, "game": game})
    columns: dict[str, Any] = {ways.name: ways, here.say("column.name"): cards[_names(here)]}
    config = listing.columns(here, ways.to_frame())
    config[here.say("column.name")] = st.column_config.TextColumn(width=NAME_WIDTH)
    against = opposed(cards)
    if against:
        columns[here.say("cards.sign")] = cards[CARD].is_in(against)
    for metric in metrics_of(cards):
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
    rates.legend(here, cards)
    st.caption(here.say("cards.methods"))
    export.menu(here, found.taken("cards", cards), key="export-all-cards")


def _first(cards: pl.DataFrame, ids: tuple[str, ...]) -> str:
    """The first of these metrics that some card has a number of; ``""`` where there is none."""
    return next((id for id in ids if id in cards.columns), "")


def _chosen(here: PageContext, key: str, label: str, metrics: list[Metric], first: str) -> Metric:
    """One of the metrics; without a choice the one of the id ``first``."""
    ids = [metric.id for metric in metrics]
    default = first or ids[0]
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
