"""Before and after a day: shares or win rates of decks from that day on, and before it.

Not here: shares week by week (``weeks``).
"""

from collections.abc import Sequence
from datetime import date

import streamlit as st

from analytics.metrics import METRICS, Filters
from analytics.metrics.cell_estimates import ITEM
from analytics.metrics.publish.export_difference import split
from analytics.metrics.reports.difference import difference
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import checked
from analytics.store.reader import Store
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.compare import differences
from dashboard.numbers.filters import match_links
from dashboard.numbers.selection import Selection

SHARE, RATE = "meta_share", "match_win_rate"
BY: dict[str, tuple[tuple[str, ...], str]] = {SHARE: ((), ITEM), RATE: (("archetype",), "archetype")}
"""Metric → what its difference is told by, and the column of the names."""


def days_of_play(store: Store, filters: Filters) -> list[date]:
    """The days on which decks under these filters were played, the first one first."""
    found = answer(store, sum_query(("decks",), ("day",), checked(store, filters)))
    return found["day"].drop_nulls().unique().sort().to_list()


def show(page: PageContext, selection: Selection, names: Sequence[str]) -> None:
    """Draw the choice of a day and of a metric, and what changed."""
    days = [f"{day}" for day in selection.cached(days_of_play, selection.filters)][1:]
    if not days or not names:
        st.info(page.say("compare.one-day"), icon=":material/calendar_today:")
        return
    middle = days[len(days) // 2]
    with st.container(horizontal=True):
        picked = url.selectbox("day", page.say("compare.day"), days, placeholder=middle) or middle
        id = url.segmented_control(
            "of",
            page.say("meta.metric"),
            list(BY),
            names=lambda id: METRICS[id].name[page.language],
            default=SHARE,
        )
    after, before = split(checked(selection.store, selection.filters), date.fromisoformat(picked))
    per, name = BY[id]
    found = selection.cached(difference, METRICS[id], per, after, before, draws=selection.draws)
    one, other = page.say("compare.after", day=picked), page.say("compare.before", day=picked)
    st.caption(page.say("compare.days-told", day=picked))
    differences.rows_of(
        page,
        selection,
        found,
        name,
        one=one,
        other=other,
        key="compare-days",
        matches=lambda names: match_links(page, selection.filters, archetype=names),
    )
