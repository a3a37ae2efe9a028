"""The page of cards: one metric of all cards as a chart, two metrics against each other, all as a table.

Not here: the numbers (``analytics.metrics.reports.profile``), one card (``card``).
"""

from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Metric
from analytics.metrics.estimates import Estimates
from analytics.metrics.estimators.grouped import WithinGames
from analytics.metrics.publish.export import Export
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.profile import (
    CARD,
    CHOSEN,
    LOTTERY,
    available_metrics,
    metrics_of,
    opposed,
    profile,
)
from dashboard.app import url
from dashboard.app.game_names import name_column
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import draw
from dashboard.charts.scatter import scatter
from dashboard.numbers import card_filter
from dashboard.numbers.interval_text import metric_intervals, share_intervals, show_legend
from dashboard.numbers.metric_text import neutral_value, scale, show_definition, title, unit_of_n
from dashboard.numbers.rate_chart import draw_rates, metric_rows, ranked_labels
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export, tables
from dashboard.widgets.links import link_column_by_value
from dashboard.widgets.panes import tabs
from events.model.changes import FaceId

SHOWN = ("gih_wr", "played_wr", "gp_wr")
"""Default metric: the first one that some card has a value of. Players know win rates of cards in hand from
other programs; what chance gave is set against them in the other tab."""
ACROSS, UP = ("gih_wr", "kept_wr", "gp_wr"), ("rde", "deal_effect", "played_wr")
"""Default metrics of the two axes, likewise."""
NAME_WIDTH = 190
"""Of the column of names, in pixels: the longest name in either language."""
BESIDE = tuple(dict.fromkeys((*SHOWN, *ACROSS, *UP, CHOSEN, LOTTERY)))
"""Metrics computed without intervals, besides the one that is shown."""
Faces = list[FaceId] | None
"""The cards of the chosen kinds and costs; None for all."""


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page)
    if selection is None:
        return
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        return
    metrics = [METRICS[id] for id in available_metrics(selection.store, selection.filters.game)]
    if not metrics:
        st.info(page.say("cards.none"), icon=":material/style:")
        return
    faces = card_filter.choose(page, selection.filters.game)
    if faces is not None and not faces:
        st.info(page.say("cards.none-of-these"), icon=":material/style:")
        return
    tabs(page, "cards", {tab: partial(part, page, selection, metrics, faces) for tab, part in TABS.items()})


def _ranked(page: PageContext, selection: Selection, metrics: list[Metric], faces: Faces) -> None:
    """One metric of all cards, highest lower end first."""
    counted = partial(_profile, page, selection, faces, beside=(CHOSEN, LOTTERY))
    ids = [url.current_value("metric"), *(id for id in SHOWN if id in {one.id for one in metrics})]
    first = next((id for id in filter(None, ids) if id in counted(id).metrics), "")
    metric = _choose_metric(page, "metric", page.say("meta.metric"), metrics, first)
    cards = counted(metric.id)
    _opposed(page, cards)
    if not _has_values(page, cards, metric):
        return
    rows = metric_rows(cards, metric, name_column(page)).with_columns(counted=pl.lit(unit_of_n(page, metric)))
    chart = draw_rates(
        page,
        rows,
        title(page, metric),
        min_n=selection.min_n,
        share=metric.unit == "share",
        base=neutral_value(metric),
    )
    show_definition(page, metric, ranked=rows)

    def exported() -> Export:
        return selection.export("cards-ranked", pivot(cards.only([metric.id])).drop_nulls(metric.id))

    export.menu(page, exported, chart, key="export-cards")


def _against(page: PageContext, selection: Selection, metrics: list[Metric], faces: Faces) -> None:
    """Two metrics against each other, a point for each card."""
    first = _profile(page, selection, faces)
    left, right = st.columns(2)
    with left:
        x = _choose_metric(page, "x", page.say("cards.x"), metrics, _first(first, ACROSS))
    with right:
        y = _choose_metric(page, "y", page.say("cards.y"), metrics, _first(first, UP))
    cards = _profile(page, selection, faces, x.id, y.id)
    if not _has_values(page, cards, x, y):
        return
    name = cards.labels.select(CARD, name=name_column(page))
    of_axes = (_axis(cards, metric, axis) for metric, axis in ((x, "x"), (y, "y")))
    rows = name
    for points in of_axes:
        rows = rows.join(points, on=CARD, how="left", maintain_order="left")
    rows = rows.drop(CARD)
    enough = rows.filter(pl.min_horizontal("x_n", "y_n") >= selection.min_n).drop_nulls(["x", "y"])
    titles = [title(page, metric) for metric in (x, y)]
    if enough.height:
        chart = scatter(
            enough,
            x=titles[0],
            y=titles[1],
            shares=(x.unit == "share", y.unit == "share"),
            name=page.say("column.name"),
        )
        draw(chart, alt=page.say("cards.alt", x=titles[0], y=titles[1], n=enough.height))
    if withheld := rows.height - enough.height:
        st.caption(page.say("cards.withheld", n=withheld, least=selection.min_n))
    if enough.height:
        export.menu(page, selection.export("cards-against", rows), chart, key="export-against")


def _table(page: PageContext, selection: Selection, metrics: list[Metric], faces: Faces) -> None:
    """All metrics of all cards, ranked by the one that was chosen, which comes first; each row linked to the
    page of its card."""
    chosen = url.current_value("metric")
    # Numbers that go through all acts game by game take long: they are counted where they are chosen.
    ids = [one.id for one in metrics if not isinstance(one.estimator, WithinGames) or one.id == chosen]
    cards = _profile(page, selection, faces, *ids).only(ids)
    if not metrics_of(cards):
        st.info(page.say("cards.none"), icon=":material/style:")
        return
    first = chosen if chosen in cards.metrics else _first(cards, SHOWN) or metrics_of(cards)[0].id
    labels = ranked_labels(cards, first)
    game = selection.filters.game
    links = link_column_by_value(page, "card", labels[CARD], lambda card: {"card": card, "game": game})
    columns: dict[str, Any] = {page.say("column.name"): labels[name_column(page)]}
    config: dict[str, Any] = {page.say("column.name"): st.column_config.TextColumn(width=NAME_WIDTH)}
    against = opposed(cards)
    if against:
        columns[page.say("cards.sign")] = labels[CARD].is_in(against)
    for metric in sorted(metrics_of(cards), key=lambda one: one.id != first):
        name = title(page, metric)
        rows = labels.select(CARD).join(cards.of(metric.id), on=CARD, how="left", maintain_order="left")
        if metric.unit == "share":
            intervals, format = share_intervals(rows), "%.0f %%"
        else:
            intervals, format = metric_intervals(rows, metric)
        columns[name] = rows["value"] * (100 if metric.unit == "share" else scale(metric))
        config[name] = st.column_config.NumberColumn(format=format)
        if (intervals != "").any():
            columns[f"{name} 95 %"] = intervals
        columns[f"{name} n"] = rows["n"]
    headings = {name: config.get(name, name) for name in columns}
    tables.table(page, pl.DataFrame(columns).with_columns(links), headings, key="cards-numbers")
    show_legend(page, cards.rows)
    st.caption(page.say("cards.methods"))
    export.menu(page, lambda: selection.export("cards", pivot(cards)), key="export-all-cards")


TABS = {"ranked": _ranked, "against": _against, "table": _table}
"""Tab → the function that draws it."""


def _profile(
    page: PageContext, selection: Selection, faces: Faces, *ids: str, beside: tuple[str, ...] = BESIDE
) -> Estimates:
    """The chosen cards with the metrics ``ids``, and with those that stand ``beside`` them."""
    with st.spinner(page.say("cards.counting")):
        every = selection.cached(profile, selection.filters, draws=selection.draws, ids=ids, beside=beside)
    return every if faces is None else every.having(pl.col(CARD).is_in(faces)).known()


def _has_values(page: PageContext, cards: Estimates, *metrics: Metric) -> bool:
    """Whether some card has a value of each of these metrics; a note says which of them none has."""
    if missing := [metric.name[page.language] for metric in metrics if metric.id not in cards.metrics]:
        st.info(page.say("cards.untold", names=", ".join(missing)), icon=":material/style:")
    return not missing


def _opposed(page: PageContext, cards: Estimates) -> None:
    """Name the cards whose effect has one sign where players chose them and the other where chance did."""
    if against := opposed(cards):
        names = cards.labels.filter(pl.col(CARD).is_in(against))[name_column(page)].to_list()
        st.badge(page.say("cards.opposed", n=len(against)), icon=":material/swap_vert:", color="orange")
        first, second = (METRICS[id].name[page.language] for id in (CHOSEN, LOTTERY))
        st.caption(page.say("cards.opposed-why", first=first, second=second, names=", ".join(names)))


def _axis(cards: Estimates, metric: Metric, axis: str) -> pl.DataFrame:
    """The numbers of a metric for one axis of the scatter chart, by card."""
    factor = scale(metric)
    ends = [(pl.col(end) * factor).alias(f"{axis}_{end}") for end in ("low", "high")]
    value, n = (pl.col("value") * factor).alias(axis), pl.col("n").alias(f"{axis}_n")
    return cards.of(metric.id).select(CARD, value, n, *ends)


def _first(cards: Estimates, ids: tuple[str, ...]) -> str:
    """The first of these metrics that some card has a value of; ``""`` if there is none."""
    return next((id for id in ids if id in cards.metrics), "")


def _choose_metric(page: PageContext, key: str, label: str, metrics: list[Metric], first: str) -> Metric:
    """Draw the choice of a metric; the default is ``first``."""
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
