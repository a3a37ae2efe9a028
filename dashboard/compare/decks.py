"""Deck A against deck B: their win rates, the difference, how they did against each other and against others.

Not here: one deck against every other (``views.meta.matchups``).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.reports.archetypes import field
from analytics.metrics.reports.difference import difference
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.records import APART, RATE
from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.compare import differences
from dashboard.numbers import number_format
from dashboard.numbers.filters import match_links, matches_link
from dashboard.numbers.selection import Selection

AGAINST = "opponent_archetype"


def show(page: PageContext, selection: Selection, names: Sequence[str]) -> None:
    """Draw the choice of two of the decks with these names, and what tells them apart."""
    if len(names) < 2:
        st.info(page.say("compare.one-deck"), icon=":material/label_off:")
        return
    with st.container(horizontal=True):
        one = url.selectbox("deck", page.say("compare.one"), names, placeholder=names[0]) or names[0]
        rest = [name for name in names if name != one]
        other = url.selectbox("versus", page.say("compare.other"), rest, placeholder=rest[0]) or rest[0]
    sides = [replace(selection.filters, archetype=name) for name in (one, other)]
    st.subheader(page.say("compare.heading", one=one, other=other), anchor=False)
    found = selection.cached(difference, RATE, (), *sides, draws=selection.draws)
    apart = _without_mirrors(selection, one, other)
    differences.tiles(
        page, found.row(0, named=True), one=one, other=other, unmirrored=[row["n"] for row in apart]
    )
    _tell_without_mirrors(page, found.row(0, named=True), dict(zip((one, other), apart, strict=True)))
    met = replace(sides[0], opponent_archetype=other)
    row = selection.cached(measured, RATE, (), met, draws=selection.draws).row(0, named=True)
    if row["n"]:
        rate = number_format.rate(row["value"], row["n"])
        interval = number_format.interval(row["low"], row["high"], row["n"], row[BASIS])
        told = page.say("compare.met", one=one, other=other, rate=rate, interval=interval, n=row["n"])
        st.markdown(told)
        matches_link(page, met, page.say("compare.met-link"))
    rows = selection.cached(difference, RATE, (AGAINST,), *sides, draws=selection.draws)
    rows = rows.filter(pl.col("one_n") > 0, pl.col("other_n") > 0, ~pl.col(AGAINST).is_in([one, other]))
    if rows.is_empty():
        return
    st.markdown(f"**{page.say('compare.by-opponent')}**")
    differences.rows_of(
        page,
        selection,
        rows,
        AGAINST,
        one=one,
        other=other,
        key="compare-decks",
        matches=lambda names: match_links(page, sides[0], opponent_archetype=names),
    )


def _without_mirrors(selection: Selection, *names: str) -> list[dict[str, Any]]:
    """The win rates of decks as the overview has them: against other decks."""
    rates = selection.cached(field, selection.filters, draws=selection.draws).of(APART.id)
    by_name = {row["archetype"]: row for row in rates.iter_rows(named=True)}
    return [by_name[name] for name in names]


def _tell_without_mirrors(page: PageContext, row: dict[str, Any], apart: dict[str, dict[str, Any]]) -> None:
    """Say what the win rates are without mirrors, which overview and meta leave out, if there are any."""
    if row["one_n"] + row["other_n"] == sum(one["n"] for one in apart.values()):
        return
    rates = (
        f"{escaped(name)} {number_format.rate(one['value'], one['n'])} (n {one['n']:,})"
        for name, one in apart.items()
    )
    st.caption(page.say("compare.without-mirrors", rates=" · ".join(rates)))
