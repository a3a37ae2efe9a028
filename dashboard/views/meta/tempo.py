"""The page of tempo and seats: what going first is worth, and how long games last.

Not here: the numbers (``analytics.metrics.reports.tempo``).
"""

from dataclasses import replace
from functools import partial
from typing import Any, Literal

import polars as pl
import streamlit as st

from analytics.metrics.reports.tempo import FIRST, SEAT, Length, examples, going_first, lengths, median
from dashboard.app import game_names
from dashboard.app.page_context import PageContext
from dashboard.charts.bars import stacked
from dashboard.charts.chart import draw
from dashboard.numbers import filters, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing
from dashboard.widgets.panes import folded_table
from engine.text.phrase import capital

By = Literal["game", "archetype"]


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, one_game=False)
    if found is None:
        return
    st.subheader(capital(SEAT.name[page.language]), anchor=False)
    rates.meaning(page, SEAT)
    games = found.cached(going_first, "game", found.chosen, draws=found.draws)
    _rates(page, found, games, "game")
    archetypes = found.cached(going_first, "archetype", found.chosen, draws=found.draws)
    if archetypes.height:
        st.subheader(page.say("tempo.archetype"), anchor=False)
        _rates(page, found, archetypes, "archetype")
    if found.chosen.game or games.height == 1:
        st.subheader(page.say("tempo.length"), anchor=False)
        _lengths(page, found)
    elif games.height:
        st.caption(page.say("tempo.one-game"))


def _rates(page: PageContext, found: Counted, rows: pl.DataFrame, by: By) -> None:
    """The win rate of who goes first, in each game or for each archetype."""
    rows = rows.rename({"value": "rate"}).sort("n", descending=True)
    called = [game_names.game_name(page, one) if by == "game" else one for one in rows[by]]
    named = rows.with_columns(pl.Series("name", called, pl.String))
    title = capital(SEAT.name[page.language])
    chart = rates.chart(page, named, title, least=found.least, base=rates.base(SEAT))
    export.menu(page, found.taken(f"first-by-{by}", rows), chart, key=f"export-first-{by}")
    folded_table(page, f"first-{by}-table", partial(_listed, page, found, named, by))


def _listed(page: PageContext, found: Counted, rows: pl.DataFrame, by: By) -> None:
    """The same numbers, each row leading to its matches."""
    asked = (filters.query_params(replace(found.chosen, **{by: one})) for one in rows[by])
    ways = [listing.addresses(page, "matches", asked)]
    rates.listed(page, rows, SEAT.name[page.language], key=f"first-{by}-numbers", ways=ways)


def _lengths(page: PageContext, found: Counted) -> None:
    """How many games were over in which turn, and who won them."""
    rows = found.cached(lengths, found.chosen, draws=found.draws)
    half = median(rows)
    if half is None:
        st.caption(page.say("tempo.no-turns"))
        return
    _median(page, half)
    endings = {name: page.say(f"tempo.{name}") for name in FIRST}
    bars = rows.rename(endings).unpivot(
        list(endings.values()), index="turns", variable_name="kind", value_name="count"
    )
    drawn = [endings[name] for name in FIRST if rows[name].sum()]
    chart = stacked(
        bars.filter(pl.col("kind").is_in(drawn)).rename({"turns": "value"}),
        along=page.say("column.turns"),
        title=page.say("tempo.games"),
        kinds=drawn,
    )
    draw(chart, alt=page.say("tempo.alt", n=half.n))
    export.menu(page, found.taken("lengths", rows), chart, key="export-lengths")
    folded_table(page, "lengths-table", partial(_table, page, found, rows))


def _median(page: PageContext, half: Length) -> None:
    with st.container(horizontal=True, gap="small"):
        st.metric(
            page.say("tempo.median"),
            f"{half.median:.0f}",
            delta=page.say("tile.interval", interval=f"{half.low:.0f}–{half.high:.0f}", n=f"{half.n:,}"),
            delta_color="off",
            delta_arrow="off",
            border=True,
            width="content",
        )


def _table(page: PageContext, found: Counted, rows: pl.DataFrame) -> None:
    """The same numbers, with the win rate of who goes first in games of each length and one of them."""
    rows = found.cached(examples, rows, found.chosen)
    shown = rows.with_columns(pl.col("rate") * 100, interval=rates.spans(rows))
    headed: dict[str, Any] = {"turns": page.say("column.turns"), "games": page.say("tempo.games")}
    headed |= {name: page.say(f"tempo.{name}") for name in FIRST}
    headed["rate"] = st.column_config.NumberColumn(SEAT.name[page.language], format="%.0f %%")
    headed |= {"interval": page.say("column.interval"), "n": "n"}
    ways = listing.addresses(page, "replay", ({"match": match} for match in rows["match"]))
    rates.table(page, shown.with_columns(ways), headed, key="lengths-numbers")
    rates.legend(page, rows)
