"""The page on what to bring: a field to be edited, and what every archetype can be expected to score there.

Not here: the expectation (``analytics.metrics.reports.lab``).
"""

from dataclasses import dataclass, replace
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.metrics.reports.archetypes import decks
from analytics.metrics.reports.lab import DRAWS, SCORE, SUPPORT, pairings, scores, supports
from analytics.store.reader import Store
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, number_format, rates, selection
from dashboard.numbers.selection import Counted
from dashboard.widgets import export, listing

KEY = "field"
"""In the URL: the field as it was edited, ``8 Ember`` once for each archetype."""
EDITOR = "field editor"
"""Where this session keeps what its editor began with."""
EVEN = 0.5
MOST = 100_000
"""No field has more decks of one archetype."""


@dataclass(frozen=True, slots=True)
class Editor:
    """The editor that stands on the page: over which matches (``about``), and the ``field`` it began with."""

    number: int
    about: tuple[object, ...]
    field: dict[str, float]

    @property
    def key(self) -> str:
        """Another one for each editor: edits of one are never taken for those of another."""
        return f"{EDITOR} {self.number}"


def show(page: PageContext) -> None:
    """Draw the page."""
    found = selection.begin(page, seats=False, what="matches", draws=DRAWS)
    if found is None:
        return
    with st.spinner(page.say("lab.solving")):
        met, support = found.cached(_solved, found.chosen)
    if met.is_empty():
        st.info(page.say("lab.nothing"), icon=":material/science:")
        return
    observed = found.cached(decks, found.chosen)
    observed = observed.filter(pl.col("archetype").is_in(met["archetype"].implode()))
    field = _edited(page, observed, (found.store.manifest.generation, found.chosen))
    expected = scores(met, field)
    if expected.is_empty():
        st.warning(page.say("lab.empty"), icon=":material/science:")
        return
    rows = expected.with_columns(
        support=pl.col("archetype").replace_strict(support, return_dtype=pl.Float64),
        decks=pl.col("archetype").replace_strict(field, default=0.0, return_dtype=pl.Float64),
    )
    st.subheader(page.say("lab.scores"), anchor=False)
    points = rows.rename({"archetype": "name", "score": "rate"})
    chart = rates.chart(page, points, SCORE.name[page.language], least=found.least, base=EVEN)
    formulas = (f"{one.name[page.language]} = {one.formula[page.language]}" for one in (SCORE, SUPPORT))
    st.caption("  \n".join(formulas))
    _numbers(page, found, rows)
    export.menu(page, found.taken("lab", rows), chart, key="export-lab")


def _solved(store: Store, chosen: Filters) -> tuple[pl.DataFrame, dict[str, float | None]]:
    """Who met whom, and how likely each archetype is a part of the mix that no deck beats."""
    met = pairings(store, chosen)
    return met, {name: rate.value for name, rate in supports(met).items()} if met.height else {}


# --- the field ---------------------------------------------------------------------------------------


def _edited(page: PageContext, observed: pl.DataFrame, about: tuple[object, ...]) -> dict[str, float]:
    """The field that the reader expects, to begin with the one that was seen; a changed one is in the URL.

    The editor keeps its edits as long as it stands on the page, over rows that stay as they are. A new one,
    over other matches or on coming back, begins with what the URL has.
    """
    st.subheader(page.say("lab.field"), anchor=False)
    st.caption(page.say("lab.field-told"))
    total = int(observed["decks"].sum())
    rows = list(observed.iter_rows(named=True))
    seen = {row["archetype"]: float(row["decks"]) for row in rows}
    editor = st.session_state.get(EDITOR)
    if editor is None or editor.about != about or editor.key not in st.session_state:
        number_of = 0 if editor is None else editor.number + 1
        editor = st.session_state[EDITOR] = Editor(number_of, about, _asked(page, seen))
    shown = pl.DataFrame(
        {
            "archetype": list(seen),
            "decks": [editor.field[name] for name in seen],
            "share": [number_format.rate(row["share"], total) for row in rows],
            "interval": [number_format.interval(row["share_low"], row["share_high"], total) for row in rows],
        }
    )
    headed: dict[str, Any] = {name: page.say(f"lab.{name}") for name in ("archetype", "share", "interval")}
    headed["decks"] = st.column_config.NumberColumn(
        page.say("lab.decks"), min_value=0, max_value=MOST, step=1.0, format="%g", required=True
    )
    edited = st.data_editor(
        shown,
        key=editor.key,
        hide_index=True,
        disabled=("archetype", "share", "interval"),
        column_config=headed,
        height=listing.height(shown.height),
    )
    field = {name: float(decks or 0) for name, decks in edited.select("archetype", "decks").iter_rows()}
    if field == seen:
        st.query_params.pop(KEY, None)
    else:
        st.query_params[KEY] = [f"{decks:g} {name}" for name, decks in field.items() if decks]
    return field


def _asked(page: PageContext, seen: dict[str, float]) -> dict[str, float]:
    """The field of the URL, as far as it can be read; without one, what was seen."""
    lines = st.query_params.get_all(KEY)
    if not lines:
        return seen
    asked = dict.fromkeys(seen, 0.0)
    for line in lines:
        decks, _, name = line.partition(" ")
        if name in seen and decks.replace(".", "", 1).isdecimal() and float(decks) <= MOST:
            asked[name] = float(decks)
        else:
            st.warning(page.say("lab.wrong", given=escaped(line)))
    return asked


# --- what it comes to --------------------------------------------------------------------------------


def _numbers(page: PageContext, found: Counted, rows: pl.DataFrame) -> None:
    """Every archetype with its score, its chance to be in the equilibrium, and the way to its matches."""
    shown = [
        {
            "archetype": row["archetype"],
            "score": number_format.rate(row["score"], row["n"]),
            "ends": number_format.interval(row["low"], row["high"], row["n"]),
            "support": number_format.rate(row["support"], row["n"]),
            "n": row["n"],
        }
        for row in rows.iter_rows(named=True)
    ]
    headed = {
        "archetype": page.say("lab.archetype"),
        "score": page.say("lab.score"),
        "ends": page.say("column.interval"),
        "support": page.say("lab.support"),
        "n": "n",
    }
    asked = (filters.query_params(replace(found.chosen, archetype=name)) for name in rows["archetype"])
    table = pl.DataFrame(shown).with_columns(listing.addresses(page, "matches", asked))
    rates.table(page, table, headed, key="lab-numbers")
