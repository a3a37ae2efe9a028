"""The page of one archetype: its cards, its matchups, its win rates by seat, who plays it, and lists of it.

Not here: the numbers (``analytics.metrics.reports.archetypes``), all matchups (``matchups``).
"""

from dataclasses import replace
from functools import partial

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters
from analytics.metrics.estimates import Estimates
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.population.known_cards import cards_with_numbers
from analytics.metrics.reports.archetypes import CORE, cards_of, field
from analytics.metrics.reports.matchups import SHRUNK, matchups
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.records import RATE, records
from dashboard.app import url
from dashboard.app.game_names import card_name
from dashboard.app.page_context import PageContext
from dashboard.numbers import decklists, number_format
from dashboard.numbers.filters import match_links, matches_link
from dashboard.numbers.interval_text import show_legend
from dashboard.numbers.meta_share import APART, MET, share_metric, show_share_basis
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.rate_tables import rate_table
from dashboard.numbers.selection import Selection, select
from dashboard.views.meta.matchups import EVEN, against
from dashboard.widgets import export
from dashboard.widgets.links import link_column
from dashboard.widgets.panes import tabs
from dashboard.widgets.tables import table
from dashboard.widgets.tiles import interval_note, tile
from engine.record.notation.head.toml import readable
from engine.text.phrase import capital

SEAT = METRICS["win_rate"]
RATE_COLUMNS = ("value", "low", "high", "n", BASIS)
NO_RATE = (None, None, None, 0, None)


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, seats=False, counted="matches")
    if selection is None:
        return
    archetypes = selection.cached(field, selection.filters, draws=selection.draws)
    names = archetypes.labels["archetype"].drop_nulls().to_list()
    if not names:
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    given = st.query_params.get("archetype")
    if given and given not in names:
        st.warning(page.say("wrong.filter", what=page.say("filter.archetype"), given=given))
    picked = url.selectbox("archetype", page.say("filter.archetype"), names, placeholder=names[0])
    archetype = picked or names[0]
    filters = replace(selection.filters, archetype=archetype)
    st.subheader(archetype, anchor=False)
    _tiles(page, selection, filters, archetypes)
    show_share_basis(page, archetypes)
    matches_link(page, filters, page.say("link.archetype-matches", archetype=filters.archetype))
    parts = {name: partial(draw, page, selection, filters) for name, draw in PARTS.items()}
    tabs(page, "archetype", parts, of_cards=OF_CARDS)


def _tiles(page: PageContext, selection: Selection, filters: Filters, archetypes: Estimates) -> None:
    """Its share among all archetypes, and its win rates: with and without mirrors, first and second."""
    with st.container(horizontal=True, gap="small"):
        own = archetypes.having(pl.col("archetype") == filters.archetype)
        names = {
            MET.id: capital(share_metric(archetypes).name[page.language]),
            APART.id: page.say("archetype.others"),
            RATE.id: page.say("archetype.all"),
        }
        for id, name in names.items():
            _tile(page, name, *own.of(id).select(RATE_COLUMNS).row(0))
    with st.container(horizontal=True, gap="small"):
        seats = selection.cached(measured, SEAT, ("went_first",), filters, draws=selection.draws)
        for first, name in ((True, "first"), (False, "second")):
            found = seats.filter(pl.col("went_first") == first)
            _tile(
                page,
                page.say(f"archetype.{name}"),
                *(found.select(RATE_COLUMNS).row(0) if found.height else NO_RATE),
            )
    show_legend(page, pl.concat([own.rows.select(BASIS), seats.select(BASIS)]))


def _tile(
    page: PageContext,
    label: str,
    rate: float | None,
    low: float | None,
    high: float | None,
    n: int,
    basis: str | None = None,
) -> None:
    """A rate with its interval, its n, and the mark of the interval ``basis``."""
    note = interval_note(page, number_format.interval(low, high, n, basis), n)
    tile(label, number_format.rate(rate, n), note, height="stretch")


def _cards(page: PageContext, selection: Selection, filters: Filters) -> None:
    """The cards of its decks: those that nearly every deck plays, and the others."""
    rows = selection.cached(cards_of, filters)
    if rows.is_empty():
        st.caption(page.say("archetype.no-lists"))
        return
    st.caption(page.say("archetype.lists", n=rows["n"].first(), share=number_format.percent(CORE)))
    headings = {name: page.say(f"archetype.{name}") for name in ("card", "decks", "share")}
    headings["interval"] = page.say("column.interval")
    headings |= {name: page.say(f"archetype.{name}") for name in ("copies", "span")}
    # The page of a card counts all matches of the game, whatever is filtered here.
    with_page = selection.cached(cards_with_numbers, filters.game)
    for part in ("core", "flex"):
        st.markdown(f"**{page.say(f'archetype.{part}')}**")
        cards = rows.filter(pl.col("core") == (part == "core"))
        queries = (
            {"card": card, "game": filters.game} if card in with_page else None for card in cards["card"]
        )
        lines = [
            {
                "card": readable(card_name(page, filters.game, row["card"])),
                "decks": row["decks"],
                "share": number_format.rate(row["share"], row["n"]),
                "interval": number_format.interval(row["low"], row["high"], row["n"]),
                "copies": f"{row['copies']:.1f}",
                "span": f"{row['least']}–{row['most']}" if row["least"] < row["most"] else f"{row['least']}",
            }
            for row in cards.iter_rows(named=True)
        ]
        shown = pl.DataFrame(lines, schema=dict.fromkeys(headings, pl.String) | {"decks": pl.Int64})
        links = link_column(page, "card", queries)
        table(page, shown.with_columns(links), headings, key=f"archetype-{part}")
    export.menu(page, selection.export("archetype-cards", rows), key="export-archetype-cards")


def _matchups(page: PageContext, selection: Selection, filters: Filters) -> None:
    """Its win rates against every other archetype."""
    pairs = selection.cached(matchups, selection.filters, draws=selection.draws)
    rows, title = against(pairs, filters.archetype, "shrunk"), SHRUNK.name[page.language]
    chart = draw_rates(page, rows, title, min_n=selection.min_n, base=EVEN)
    if rows.is_empty():
        st.caption(page.say("archetype.no-matchups"))
        return
    links = match_links(page, filters, opponent_archetype=rows["name"])
    rate_table(page, rows, title, key="archetype-against", links=[links])
    export.menu(page, selection.export("archetype-matchups", rows), chart, key="export-archetype-matchups")


def _players(page: PageContext, selection: Selection, filters: Filters) -> None:
    """Its win rates by player."""
    rows = selection.cached(records, ("player",), filters, draws=selection.draws).rename({"player": "name"})
    rows, title = rows.sort("n", "name", descending=[True, False]), RATE.name[page.language]
    chart = draw_rates(page, rows, title, min_n=selection.min_n, base=EVEN)
    links = match_links(page, filters, player=rows["name"])
    rate_table(page, rows, title, key="archetype-pilots", links=[links], record=True)
    export.menu(page, selection.export("archetype-pilots", rows), chart, key="export-archetype-pilots")


PARTS = {"cards": _cards, "matchups": _matchups, "pilots": _players, "decklists": decklists.show}
OF_CARDS = ("cards", "decklists")
"""Tab → the function that draws it; ``OF_CARDS`` for those who may see statistics of cards."""
