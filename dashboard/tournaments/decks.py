"""The decks of a tournament: what was brought, and how it did against the others.

Not here: the numbers (``analytics.metrics.reports.decks``).
"""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from analytics.metrics import Draws
from analytics.metrics.reports.decks import RATE, deck_table
from analytics.tournaments.deck_results import Deck
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, number_format, rates
from dashboard.tournaments.standings import Taken, heading
from dashboard.widgets import export, listing

EVEN = 0.5


def show(page: PageContext, tournament: str, decks: Sequence[Deck], taken: Taken, *, draws: Draws) -> None:
    """Win rates with their intervals as a chart, shares and records as a table."""
    least = filters.choose_min_n(page)
    found = deck_table(decks, draws=draws)
    names = pl.Series(
        "name", [one or page.say("tournament.unnamed") for one in found["archetype"]], pl.String
    )
    rows = found.with_columns(names)
    best = rows.sort("low", "n", descending=True, nulls_last=True)
    chart = rates.chart(page, best, RATE.name[page.language], least=least, base=EVEN)
    st.caption(page.say("tournaments.decks-told", draws=page.say(f"draws.{draws}")))
    _table(page, tournament, rows)
    if (shown := taken("decks", found)) is not None:
        export.menu(page, shown, chart, key="export-decks")


def _table(page: PageContext, tournament: str, rows: pl.DataFrame) -> None:
    """The numbers of every deck, however few its matches are, each leading to its matches."""
    total = int(rows["copies"].sum())
    shown = [
        {
            "name": row["name"],
            "copies": row["copies"],
            "share": number_format.rate(row["share"], total),
            "share_95": number_format.interval(row["share_low"], row["share_high"], total),
            "record": f"{row['wins']}-{row['losses']}-{row['ties']}",
            "rate": number_format.rate(row["rate"], row["n"]),
            "rate_95": number_format.interval(row["low"], row["high"], row["n"]),
            "n": row["n"],
            "all": number_format.rate(row["all_rate"], row["all_n"]),
            "all_95": number_format.interval(row["all_low"], row["all_high"], row["all_n"]),
            "all_n": row["all_n"],
        }
        for row in rows.iter_rows(named=True)
    ]
    headed = {name: heading(page, name) for name in ("copies", "share", "record", "rate")} | {"n": "n"}
    headed = {"name": heading(page, "deck")} | headed
    headed |= {f"{name}_95": page.say(f"tournaments.{name}-95") for name in ("share", "rate")}
    with_mirrors = {"all": "rate", "all_95": "rate_95", "all_n": "n"}
    headed |= {name: page.say("field.mirrors", name=headed[of]) for name, of in with_mirrors.items()}
    asked = ({"tournament": tournament} | ({"archetype": one} if one else {}) for one in rows["archetype"])
    table = pl.DataFrame(shown).with_columns(listing.addresses(page, "matches", asked))
    order = ("name", "copies", "share", "share_95", "record", "rate", "rate_95", "n", *with_mirrors)
    rates.table(page, table, {name: headed[name] for name in order}, key="tournament-decks")
