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


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page)
    if found is None:
        return
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        return
    metrics = [METRICS[id] for id in available_metrics(found.store, found.chosen.game)]
    if not metrics:
        st.info(page.say("cards.none"), icon=":material/style:")
        return
    tabs(page, "cards", {tab: partial(part, page, found, metrics) for tab, part in TABS.items()})


def _ranked(page: PageContext, found: Counted, metrics: list[Metric]) -> None:
    """One metric of all cards, highest lower end first."""
    ids = [metric.id for metric in metrics]
    guess = url.current_value("metric") or next((id for id in SHOWN if id in ids), ids[0])
    at_first = _cards(page, found, guess)
    metric = _chosen(page, "metric", page.say("meta.metric"), metrics, _first(at_first, SHOWN))
    _opposed(page, at_first)
    cards = _cards_with(page, found, metric)
    if cards is None:
        return
    rows = rates.of_metric(cards, metric, _names(page))
    share = metric.unit == "share"
    title = rates.title(page, metric)
    chart = rates.chart(page, rows, title, least=found.least, share=share, base=rates.base(metric))
    rates.meaning(page, metric, ranked=rows)
    told = cards.select(CARD, "name", "name_en", *columns_of(metric)).drop_nulls(metric.id)
    export.menu(page, found.taken("cards-ranked", told), chart, key="export-cards")


def _cards(page: PageContext, found: Counted, *ids: str) -> pl.DataFrame:
    """The cards with what is known of the metrics of these ids, and their values of those ``BESIDE``."""
    with st.spinner(page.say("cards.counting")):
        return found.cached(profile, found.chosen, draws=found.draws, ids=ids, bare=BESIDE)


def _cards_with(page: PageContext, found: Counted, *metrics: Metric) -> pl.DataFrame | None:
    """The cards with these metrics; None, which is said, where no card has a number of one of them."""
    cards = _cards(page, found, *(metric.id for metric in metrics))
    if untold := [metric.name[page.language] for metric in metrics if metric.id not in cards.columns]:
        st.info(page.say("cards.untold", names=", ".join(untold)), icon=":material/style:")
        return None
    return cards


def _names(page: PageContext) -> str:
    """The column of the names of cards."""
    return "name" if page.language == "ja" else "name_en"


def _opposed(page: PageContext, cards: pl.DataFrame) -> None:
    """Cards whose worth looks the opposite by choice and by chance."""
    if against := opposed(cards):
        called = cards.filter(pl.col(CARD).is_in(against))[_names(page)].to_list()
        st.badge(page.say("cards.opposed", n=len(against)), icon=":material/swap_vert:", color="orange")
        first, second = (METRICS[id].name[page.language] for id in (CHOSEN, LOTTERY))
        st.caption(page.say("cards.opposed-why", first=first, second=second, names=", ".join(called)))


def _against(page: PageContext, found: Counted, metrics: list[Metric]) -> None:
    """Any metric against any other one, a point a card."""
    at_first = _cards(page, found)
    left, right = st.columns(2)
    with left:
        across = _chosen(page, "x", page.say("cards.x"), metrics, _first(at_first, AGAINST))
    with right:
        up = _chosen(page, "y", page.say("cards.y"), metrics, _first(at_first, SHOWN))
    cards = _cards_with(page, found, across, up)
    if cards is None:
        return
    rows = cards.select(pl.col(_names(page)).alias("name"), *_axis(across, "x"), *_axis(up, "y"))
    enough = rows.filter(pl.min_horizontal("x_n", "y_n") >= found.least).drop_nulls(["x", "y"])
    titles = [rates.title(page, metric) for metric in (across, up)]
    if enough.height:
        chart = scatter(
            enough,
            x=titles[0],
            y=titles[1],
            shares=(across.unit == "share", up.unit == "share"),
            name=page.say("column.name"),
        )
        draw(chart, alt=page.say("cards.alt", x=titles[0], y=titles[1], n=enough.height))
    if withheld := rows.height - enough.height:
        st.caption(page.say("cards.withheld", n=withheld, least=found.least))
    if enough.height:
        export.menu(page, found.taken("cards-against", rows), chart, key="export-against")


def _axis(metric: Metric, end: str) -> list[pl.Expr]:
    scale = rates.scale(metric)
    numbers = [pl.col(metric.id).alias(end), pl.col(f"{metric.id}_n").alias(f"{end}_n")]
    ends = [(pl.col(f"{metric.id}_{side}") * scale).alias(f"{end}_{side}") for side in ("low", "high")]
    return [numbers[0] * scale, numbers[1], *ends]


def _table(page: PageContext, found: Counted, metrics: list[Metric]) -> None:
    """Every number, each card leading to its own page."""
    cards = _cards(page, found, *(metric.id for metric in metrics))
    if not metrics_of(cards):
        st.info(page.say("cards.none"), icon=":material/style:")
        return
    game = found.chosen.game
    ways = listing.addresses_of(page, "card", cards[CARD], lambda card: {"card": card, "game": game})
    columns: dict[str, Any] = {ways.name: ways, page.say("column.name"): cards[_names(page)]}
    config = listing.columns(page, ways.to_frame())
    config[page.say("column.name")] = st.column_config.TextColumn(width=NAME_WIDTH)
    against = opposed(cards)
    if against:
        columns[page.say("cards.sign")] = cards[CARD].is_in(against)
    for metric in metrics_of(cards):
        name = rates.title(page, metric)
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
    rates.legend(page, cards)
    st.caption(page.say("cards.methods"))
    export.menu(page, found.taken("cards", cards), key="export-all-cards")


def _first(cards: pl.DataFrame, ids: tuple[str, ...]) -> str:
    """The first of these metrics that some card has a number of; ``""`` where there is none."""
    return next((id for id in ids if id in cards.columns), "")


def _chosen(page: PageContext, key: str, label: str, metrics: list[Metric], first: str) -> Metric:
    """One of the metrics; without a choice the one of the id ``first``."""
    ids = [metric.id for metric in metrics]
    default = first or ids[0]
    id = url.selectbox(
        key,
        label,
        ids,
        names=lambda id: METRICS[id].name[page.language],
        placeholder=METRICS[default].name[page.language],
    )
    return METRICS[id or default]


TABS = {"ranked": _ranked, "against": _against, "table": _table}
"""What can be looked at, by the names of the tabs; only the one that is open is drawn."""
