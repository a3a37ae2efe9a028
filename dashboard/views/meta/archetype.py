"""The page of one archetype: what its decks are made of, what they beat, what the seat does, who plays them.

Not here: the numbers (``analytics.metrics.reports.archetypes``), and who beats whom altogether
(``views.matchups``).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters
from analytics.metrics.population.known_cards import cards_with_numbers
from analytics.metrics.reports.archetypes import CORE, cards_of, field
from analytics.metrics.reports.matchups import SHRUNK, matchups
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.records import RATE, records
from analytics.store.card_names import card_name
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, number_format, rates, selection
from dashboard.numbers.meta_share import share, side
from dashboard.numbers.selection import Counted
from dashboard.views.meta.matchups import EVEN, against
from dashboard.widgets import export, listing
from dashboard.widgets.panes import tabs
from engine.record.notation.head.toml import readable
from engine.text.phrase import capital

SEAT = METRICS["win_rate"]


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, seats=False, what="matches")
    if found is None:
        return
    every = found.cached(field, found.chosen, draws=found.draws)
    if every.is_empty():
        st.info(page.say("archetypes.none"), icon=":material/label_off:")
        return
    names = every["archetype"].to_list()
    asked = st.query_params.get("archetype")
    if asked and asked not in names:
        st.warning(page.say("wrong.filter", what=page.say("filter.archetype"), given=asked))
    picked = url.selectbox("archetype", page.say("filter.archetype"), names, placeholder=names[0])
    row = every.row(by_predicate=pl.col("archetype") == (picked or names[0]), named=True)
    chosen = replace(found.chosen, archetype=row["archetype"])
    st.subheader(row["archetype"], anchor=False)
    _tiles(page, found, chosen, row, every)
    side(page, every)
    filters.matches_link(page, chosen, page.say("link.archetype-matches", archetype=chosen.archetype))
    if not page.viewer.sees_cards:
        st.caption(page.say("access.cards"))
    parts = {
        name: partial(part, page, found, chosen)
        for name, part in PARTS.items()
        if name != "cards" or page.viewer.sees_cards
    }
    tabs(page, "archetype", parts)


def _tiles(
    page: PageContext, found: Counted, chosen: Filters, row: dict[str, Any], every: pl.DataFrame
) -> None:
    """How much it is played among ``every`` archetype, how it does, and with either seat."""
    with st.container(horizontal=True, gap="small"):
        _tile(
            page,
            capital(share(every).name[page.language]),
            row["share"],
            row["share_low"],
            row["share_high"],
            int(every["decks"].sum()),
        )
        others, with_mirrors = ([row[f"{of}{name}"] for name in NUMBERS] for of in ("", "all_"))
        _tile(page, page.say("archetype.others"), *others)
        _tile(page, page.say("archetype.all"), *with_mirrors)
    with st.container(horizontal=True, gap="small"):
        seats = found.cached(measured, SEAT, ("went_first",), chosen, draws=found.draws)
        for first, name in ((True, "first"), (False, "second")):
            told = seats.filter(pl.col("went_first") == first)
            numbers = told.rename({"value": "rate"}).select(NUMBERS).row(0) if told.height else NOTHING
            _tile(page, page.say(f"archetype.{name}"), *numbers)
    rates.legend(page, pl.concat([every.filter(archetype=row["archetype"]), seats], how="diagonal_relaxed"))


NUMBERS = ("rate", "low", "high", "n", "over")
NOTHING = (None, None, None, 0, None)


def _tile(
    page: PageContext,
    label: str,
    value: float | None,
    low: float | None,
    high: float | None,
    n: int,
    over: str | None = None,
) -> None:
    """A rate with its interval, what that is over, and its n."""
    span = number_format.interval(low, high, n, over)
    st.metric(
        label,
        number_format.rate(value, n),
        delta=page.say("tile.interval", interval=span, n=f"{n:,}") if span else page.say("tile.nothing"),
        delta_color="off",
        delta_arrow="off",
        border=True,
        height="stretch",
    )


def _cards(page: PageContext, found: Counted, chosen: Filters) -> None:
    """What every deck plays, and what some do."""
    rows = found.cached(cards_of, chosen)
    if rows.is_empty():
        st.caption(page.say("archetype.no-lists"))
        return
    st.caption(page.say("archetype.lists", n=rows["n"].first(), share=number_format.percent(CORE)))
    headed = {name: page.say(f"archetype.{name}") for name in ("card", "decks", "share", "copies", "span")}
    headed["interval"] = page.say("column.interval")
    # Where a row leads to is the card in this game, whatever else was chosen here.
    with_page = found.cached(cards_with_numbers, chosen.game)
    for part in ("core", "flex"):
        st.markdown(f"**{page.say(f'archetype.{part}')}**")
        cards = rows.filter(pl.col("core") == (part == "core"))
        asked = ({"card": card, "game": chosen.game} if card in with_page else None for card in cards["card"])
        told = [
            {
                "card": readable(card_name(chosen.game, row["card"])[page.language]),
                "decks": row["decks"],
                "share": number_format.rate(row["share"], row["n"]),
                "interval": number_format.interval(row["low"], row["high"], row["n"]),
                "copies": f"{row['copies']:.1f}",
                "span": f"{row['least']}–{row['most']}" if row["least"] < row["most"] else f"{row['least']}",
            }
            for row in cards.iter_rows(named=True)
        ]
        shape = dict.fromkeys(("card", "decks", "share", "interval", "copies", "span"), pl.String)
        rates.table(
            page,
            pl.DataFrame(told, schema=shape | {"decks": pl.Int64}).with_columns(
                listing.addresses(page, "card", asked)
            ),
            {name: headed[name] for name in shape},
            key=f"archetype-{part}",
        )
    export.menu(page, found.taken("archetype-cards", rows), key="export-archetype-cards")


def _matchups(page: PageContext, found: Counted, chosen: Filters) -> None:
    """This archetype against every other."""
    rows = against(found.cached(matchups, found.chosen, draws=found.draws), chosen.archetype, "shrunk")
    chart = rates.chart(page, rows, SHRUNK.name[page.language], least=found.least, base=EVEN)
    if rows.is_empty():
        st.caption(page.say("archetype.no-matchups"))
        return
    ways = _ways(page, rows, lambda name: replace(chosen, opponent_archetype=name))
    rates.listed(page, rows, SHRUNK.name[page.language], key="archetype-against", ways=ways)
    export.menu(page, found.taken("archetype-matchups", rows), chart, key="export-archetype-matchups")


def _pilots(page: PageContext, found: Counted, chosen: Filters) -> None:
    """Who plays it, and how they do."""
    rows = found.cached(records, ("player",), chosen, draws=found.draws).rename({"player": "name"})
    rows = rows.sort("n", "name", descending=[True, False])
    chart = rates.chart(page, rows, RATE.name[page.language], least=found.least, base=EVEN)
    ways = _ways(page, rows, lambda name: replace(chosen, player=name))
    rates.listed(page, rows, RATE.name[page.language], key="archetype-pilots", ways=ways, record=True)
    export.menu(page, found.taken("archetype-pilots", rows), chart, key="export-archetype-pilots")


def _ways(page: PageContext, rows: pl.DataFrame, choose: Callable[[str], Filters]) -> list[pl.Series]:
    """To the matches of each row, which ``choose`` chooses by its name."""
    return [
        listing.addresses_of(page, "matches", rows["name"], lambda name: filters.query_params(choose(name)))
    ]


PARTS = {"cards": _cards, "matchups": _matchups, "pilots": _pilots}
