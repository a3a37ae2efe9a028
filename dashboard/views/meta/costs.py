"""The page of costs: which resources are paid, which share of acts is paid for, and what each card costs.

Not here: the numbers (``analytics.metrics.reports.costs``).
"""

from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.reports.chains import ACTS, declared
from analytics.metrics.reports.costs import PAYMENTS, By, paid_for, payments
from dashboard.app import game_names
from dashboard.app.page_context import PageContext
from dashboard.numbers.interval_text import share_intervals
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export
from dashboard.widgets.links import event_links
from dashboard.widgets.panes import folded_table
from dashboard.widgets.tables import name_column, percent_column, table

THOUSAND = 1000


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page)
    if selection is None:
        return
    resources = _payments(selection, "resource")
    if resources.is_empty():
        st.info(page.say("costs.none"), icon=":material/payments:")
        return
    acts = selection.cached(paid_for, selection.cached(declared, selection.filters), selection.filters)
    st.subheader(page.say("costs.resources"), anchor=False)
    _resources(page, selection, resources, declarations=int(acts["n"].sum()))
    st.subheader(page.say("costs.kinds"), anchor=False)
    _acts(page, selection, acts)
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        return
    st.subheader(page.say("costs.cards"), anchor=False)
    _cards(page, selection)


def _payments(selection: Selection, by: By) -> pl.DataFrame:
    """Payments by resource or by card, each row with an example event."""
    rows = selection.cached(payments, selection.filters, by=by)
    return selection.cached(with_example_event, rows, selection.filters, fact=PAYMENTS, by=(by,))


def _resources(page: PageContext, selection: Selection, rows: pl.DataFrame, *, declarations: int) -> None:
    """Each resource with its payments, also per thousand declarations."""
    game = selection.filters.game
    names = [game_names.resource_name(page, game, resource) for resource in rows["resource"]]
    shown = rows.with_columns(
        pl.Series("resource", names, pl.String),
        (pl.col("declarations") * THOUSAND / declarations).alias("per_thousand"),
    )
    _payment_table(page, shown, "resource", key="costs-resources", formats={"per_thousand": "%.1f"})
    st.caption(page.say("costs.meaning", n=f"{declarations:,}"))
    export.menu(page, selection.export("payments", rows), key="export-payments")


def _acts(page: PageContext, selection: Selection, rows: pl.DataFrame) -> None:
    """For each kind of act, the share that the declaring player paid for."""
    names = [game_names.act_name(page, selection.filters.game, verb) for verb in rows["verb"]]
    named = rows.with_columns(pl.Series("name", names, pl.String))
    chart = draw_rates(page, named, page.say("costs.paid"), min_n=selection.min_n)
    export.menu(page, selection.export("paid-for", rows), chart, key="export-paid")
    folded_table(page, "costs-kinds-table", partial(_act_table, page, selection, named))


def _act_table(page: PageContext, selection: Selection, named: pl.DataFrame) -> None:
    """The same rates, each row linked to an act of its kind."""
    rows = selection.cached(with_example_event, named, selection.filters, fact=ACTS, by=("verb",))
    shown = rows.with_columns(event_links(page, rows), pl.col("rate") * 100, interval=share_intervals(rows))
    headings: dict[str, Any] = {"name": page.say("acts.verb"), "n": page.say("acts.declared")}
    headings["count"] = page.say("acts.paid")
    headings["rate"] = percent_column(page.say("costs.paid"))
    headings["interval"] = page.say("column.interval")
    table(page, shown, headings, key="costs-kinds")


def _cards(page: PageContext, selection: Selection) -> None:
    """Payments for each card, most frequent first."""
    rows = _payments(selection, "card")
    names = [game_names.card_name(page, selection.filters.game, card) for card in rows["card"]]
    _payment_table(page, rows.with_columns(pl.Series("card", names, pl.String)), "card", key="costs-cards")
    export.menu(page, selection.export("payments-by-card", rows), key="export-cards-paid")


def _payment_table(
    page: PageContext, rows: pl.DataFrame, by: str, *, key: str, formats: dict[str, str] | None = None
) -> None:
    """Number and amount of payments, and the share in which cards were given up; ``formats`` are those of
    further columns."""
    shown = rows.with_columns(
        event_links(page, rows),
        pl.col("rate") * 100,
        mean=pl.col("amount") / pl.col("n"),
        interval=share_intervals(rows),
    )
    named = name_column(page.say(f"costs.{by}"), rows[by])
    headings: dict[str, Any] = {by: named, "n": page.say("costs.payments")}
    for name, format in (formats or {}).items():
        headings[name] = st.column_config.NumberColumn(page.say(f"costs.{name}"), format=format)
    headings["amount"] = page.say("costs.amount")
    headings["mean"] = st.column_config.NumberColumn(page.say("costs.mean"), format="%.2f")
    headings["count"] = page.say("costs.with-cards")
    headings["rate"] = percent_column(page.say("costs.share"))
    headings["interval"] = page.say("column.interval")
    table(page, shown, headings, key=key)
