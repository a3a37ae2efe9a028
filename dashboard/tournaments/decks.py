"""The decks of a tournament: their shares, records and win rates.

Not here: the numbers (``analytics.metrics.reports.decks``).
"""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from analytics.metrics import Draws
from analytics.metrics.estimates import Estimates
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.decks import APART, RATE, SHARE, deck_table
from analytics.tournaments.deck_results import Deck
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.filters import choose_min_n
from dashboard.numbers.rate_chart import draw_rates
from dashboard.tournaments.standings import ExportOf, heading
from dashboard.widgets import export
from dashboard.widgets.links import link_column
from dashboard.widgets.tables import table

EVEN = 0.5


def show(
    page: PageContext,
    tournament: str,
    decks: Sequence[Deck],
    export_of: ExportOf,
    *,
    game: str,
    draws: Draws,
) -> None:
    """Draw win rates as a chart, shares and records as a table."""
    both = sum(deck.matches for deck in decks) // 2  # a match against another deck is one of both
    min_n = choose_min_n(page, both + sum(deck.mirrors + deck.tied_mirrors for deck in decks))
    found = deck_table(decks, draws=draws)
    unnamed = page.say("tournament.unnamed")
    names = pl.Series("name", [name or unnamed for name in found.labels["archetype"]], pl.String)
    rows = found.labelled(names)
    apart = rows.of(APART.id).with_columns(rate="value")
    best = apart.sort("low", "n", descending=True, nulls_last=True)
    chart = draw_rates(page, best, RATE.name[page.language], min_n=min_n, base=EVEN)
    st.caption(page.say("tournaments.decks-told", draws=page.say(f"draws.{draws}")))
    st.caption(page.say("tournaments.decks-unmarked"))
    _table(page, tournament, rows, game=game)
    if (exported := export_of("decks", pivot(found))) is not None:
        export.menu(page, exported, chart, key="export-decks")


def _table(page: PageContext, tournament: str, found: Estimates, *, game: str) -> None:
    """All decks, each row linked to its lists and to its matches."""
    total = int(found.labels["copies"].sum())
    of_each = (found.of(metric.id).iter_rows(named=True) for metric in (SHARE, APART, RATE))
    lines = [
        {
            "name": row["name"],
            "copies": row["copies"],
            "share": number_format.rate(share["value"], total),
            "share_95": number_format.interval(share["low"], share["high"], total),
            "record": f"{row['wins']}-{row['losses']}-{row['ties']}",
            "rate": number_format.rate(row["value"], row["n"]),
            "rate_95": number_format.interval(row["low"], row["high"], row["n"]),
            "n": row["n"],
            "all": number_format.rate(every["value"], every["n"]),
            "all_95": number_format.interval(every["low"], every["high"], every["n"]),
            "all_n": every["n"],
        }
        for share, row, every in zip(*of_each, strict=True)
    ]
    headings = {name: heading(page, name) for name in ("copies", "share", "record", "rate")} | {"n": "n"}
    headings = {"name": heading(page, "deck")} | headings
    headings |= {f"{name}_95": page.say(f"tournaments.{name}-95") for name in ("share", "rate")}
    with_mirrors = {"all": "rate", "all_95": "rate_95", "all_n": "n"}
    headings |= {name: page.say("field.mirrors", name=headings[of]) for name, of in with_mirrors.items()}
    queries = (
        {"tournament": tournament} | ({"archetype": name} if name else {})
        for name in found.labels["archetype"]
    )
    lists = (
        {"game": game, "tournament": tournament, "archetype": name, "tab": "decklists"} if name else None
        for name in found.labels["archetype"]
    )
    links = [link_column(page, "archetype", lists), link_column(page, "matches", queries)]
    shown = pl.DataFrame(lines).with_columns(links)
    order = ("name", "copies", "share", "share_95", "record", "rate", "rate_95", "n", *with_mirrors)
    table(page, shown, {name: headings[name] for name in order}, key="tournament-decks")
