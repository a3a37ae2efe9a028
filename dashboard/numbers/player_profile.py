"""One player: record and win rate, results by tournament, and the decks that were played.

Not here: the rating and the opponents (``views.events.players``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import METRICS, Filters
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.records import records
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.filters import match_links
from dashboard.numbers.rate_tables import rate_table
from dashboard.numbers.selection import Selection
from dashboard.widgets.tiles import interval_note, tile
from engine.text.phrase import capital

RATE = METRICS["match_win_rate"]


def show(page: PageContext, selection: Selection, filters: Filters, *, draws: Draws, named: bool) -> None:
    """Draw tiles and both tables of the player that ``filters`` choose; the tiles alone unless the player is
    ``named``: results at tournaments, and decks, tell who stands behind an alias."""
    [whole] = selection.cached(records, (), filters, draws=draws).to_dicts()
    with st.container(horizontal=True, gap="small"):
        tile(page.say("archetype.record"), f"{whole['wins']}-{whole['losses']}-{whole['ties']}")
        interval = number_format.interval(whole["low"], whole["high"], whole["n"], whole[BASIS])
        note = interval_note(page, interval, whole["n"])
        tile(capital(RATE.name[page.language]), number_format.rate(whole["rate"], whole["n"]), note)
    if not named:
        return
    for by, heading in (("tournament", "filter.tournament"), ("archetype", "filter.archetype")):
        rows = selection.cached(records, (by,), filters, draws=draws).rename({by: "name"})
        if rows.is_empty():
            continue
        st.markdown(f"**{page.say(heading)}**")
        rows = rows.sort("n", "name", descending=[True, False])
        links = [match_links(page, filters, **{by: rows["name"]})]
        shown = rows.with_columns(pl.col("name").cast(pl.String))
        rate_table(page, shown, RATE.name[page.language], key=f"player-{by}", links=links, record=True)
