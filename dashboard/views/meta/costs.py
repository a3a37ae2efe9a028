"""The page of costs: what is paid in, how much of what is declared is paid for, and which cards cost what.

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
from dashboard.numbers import act_tables, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export
from dashboard.widgets.panes import folded_table

THOUSAND = 1000


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page)
    if found is None:
        return
    resources = _payments(found, "resource")
    if resources.is_empty():
        st.info(page.say("costs.none"), icon=":material/payments:")
        return
    kinds = paid_for(found.cached(declared, found.chosen))
    st.subheader(page.say("costs.resources"), anchor=False)
    _resources(page, found, resources, declared=int(kinds["n"].sum()))
    st.subheader(page.say("costs.kinds"), anchor=False)
    _kinds(page, found, kinds)
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
        return
    st.subheader(page.say("costs.cards"), anchor=False)
    _cards(page, found)


def _payments(found: Counted, by: By) -> pl.DataFrame:
    """What was paid, with one payment of each kind."""
    return found.cached(
        with_example_event, found.cached(payments, found.chosen, by=by), found.chosen, fact=PAYMENTS, by=(by,)
    )


def _resources(page: PageContext, found: Counted, rows: pl.DataFrame, *, declared: int) -> None:
    """What is paid in, also as so many of a thousand declarations, and how often cards were given up."""
    called = [game_names.resource_name(page, found.chosen.game, one) for one in rows["resource"]]
    named = rows.with_columns(
        pl.Series("resource", called, pl.String),
        (pl.col("declarations") * THOUSAND / declared).alias("per_thousand"),
    )
    _table(page, named, "resource", key="costs-resources", more={"per_thousand": "%.1f"})
    st.caption(page.say("costs.meaning", n=f"{declared:,}"))
    export.menu(page, found.taken("payments", rows), key="export-payments")


def _kinds(page: PageContext, found: Counted, rows: pl.DataFrame) -> None:
    """Of each kind of act, what share was paid for by the one who declared it."""
    called = [game_names.act_name(page, found.chosen.game, verb) for verb in rows["verb"]]
    named = rows.with_columns(pl.Series("name", called, pl.String))
    chart = rates.chart(page, named, page.say("costs.paid"), least=found.least)
    export.menu(page, found.taken("paid-for", rows), chart, key="export-paid")
    folded_table(page, "costs-kinds-table", partial(_listed, page, found, named))


def _listed(page: PageContext, found: Counted, named: pl.DataFrame) -> None:
    """The same numbers, each row leading to an act of its kind."""
    rows = found.cached(with_example_event, named, found.chosen, fact=ACTS, by=("verb",))
    shown = rows.with_columns(rates.events(page, rows), pl.col("rate") * 100, interval=rates.spans(rows))
    headed: dict[str, Any] = {"name": page.say("acts.verb"), "n": page.say("acts.declared")}
    headed["count"] = page.say("acts.paid")
    headed["rate"] = st.column_config.NumberColumn(page.say("costs.paid"), format="%.0f %%")
    headed["interval"] = page.say("column.interval")
    rates.table(page, shown, headed, key="costs-kinds")


def _cards(page: PageContext, found: Counted) -> None:
    """What was paid for each card, the one paid for most often first."""
    rows = _payments(found, "card")
    called = [act_tables.named_card(page, found.chosen.game, card) for card in rows["card"]]
    named = rows.with_columns(pl.Series("card", called, pl.String))
    _table(page, named, "card", key="costs-cards")
    export.menu(page, found.taken("payments-by-card", rows), key="export-cards-paid")


def _table(
    page: PageContext, rows: pl.DataFrame, by: str, *, key: str, more: dict[str, str] | None = None
) -> None:
    """Payments: how many, how much each, and the share with cards given up."""
    shown = rows.with_columns(
        rates.events(page, rows),
        pl.col("rate") * 100,
        mean=pl.col("amount") / pl.col("n"),
        interval=rates.spans(rows),
    )
    headed: dict[str, Any] = {by: page.say(f"costs.{by}"), "n": page.say("costs.payments")}
    for name, format in (more or {}).items():
        headed[name] = st.column_config.NumberColumn(page.say(f"costs.{name}"), format=format)
    headed["amount"] = page.say("costs.amount")
    headed["mean"] = st.column_config.NumberColumn(page.say("costs.mean"), format="%.2f")
    headed["count"] = page.say("costs.with-cards")
    headed["rate"] = st.column_config.NumberColumn(page.say("costs.share"), format="%.0f %%")
    headed["interval"] = page.say("column.interval")
    rates.table(page, shown, headed, key=key)
