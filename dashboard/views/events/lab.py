"""The field lab: a field that the reader edits, and the expected score of every archetype in it.

Not here: the expectation (``analytics.metrics.reports.lab``).
"""

from dataclasses import dataclass
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Filters
from analytics.metrics.reports.archetypes import MET, decks
from analytics.metrics.reports.lab import DRAWS, SCORE, SUPPORT, pairings, scores, supports
from analytics.store.reader import Store
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.numbers import number_format
from dashboard.numbers.filters import match_links
from dashboard.numbers.meta_share import show_unnamed
from dashboard.numbers.rate_chart import draw_rates
from dashboard.numbers.selection import Selection, select
from dashboard.widgets import export, tables

KEY = "field"
"""In the URL: the edited field, one value ``8 Ember`` for each archetype."""
EDITOR = "field editor"
"""The session key of the current ``Editor``."""
EVEN = 0.5
MAX_DECKS = 100_000
"""Of one archetype in a field."""


@dataclass(frozen=True, slots=True)
class Editor:
    """The table editor on the page: the matches that it was made for (``basis``), and its initial field."""

    number: int
    basis: tuple[object, ...]
    field: dict[str, float]

    @property
    def key(self) -> str:
        """The key of its widget, different for each editor, so that edits of one never show in another."""
        return f"{EDITOR} {self.number}"


def show(page: PageContext) -> None:
    """Draw the page."""
    selection = select(page, seats=False, counted="matches", draws=DRAWS)
    if selection is None:
        return
    with st.spinner(page.say("lab.solving")):
        matchups, support = selection.cached(_solved, selection.filters)
    if matchups.is_empty():
        st.info(page.say("lab.nothing"), icon=":material/science:")
        return
    seen = selection.cached(decks, selection.filters)
    observed = seen.of(MET.id).drop_nulls("archetype")
    observed = observed.filter(pl.col("archetype").is_in(matchups["archetype"].implode()))
    field = _field(page, observed, (selection.store.manifest.generation, selection.filters))
    show_unnamed(page, seen)
    expected = scores(matchups, field)
    if expected.is_empty():
        st.warning(page.say("lab.empty"), icon=":material/science:")
        return
    rows = expected.with_columns(
        support=pl.col("archetype").replace_strict(support, return_dtype=pl.Float64),
        decks=pl.col("archetype").replace_strict(field, default=0.0, return_dtype=pl.Float64),
    )
    st.subheader(page.say("lab.scores"), anchor=False)
    points = rows.rename({"archetype": "name", "score": "rate"})
    chart = draw_rates(page, points, SCORE.name[page.language], min_n=selection.min_n, base=EVEN)
    formulas = (f"{one.name[page.language]} = {one.formula[page.language]}" for one in (SCORE, SUPPORT))
    st.caption("  \n".join(formulas))
    _score_table(page, selection, rows)
    export.menu(page, selection.export("lab", rows), chart, key="export-lab")


def _solved(store: Store, filters: Filters) -> tuple[pl.DataFrame, dict[str, float | None]]:
    """The matchups, and for each archetype the probability that it is part of the equilibrium."""
    matchups = pairings(store, filters)
    if matchups.is_empty():
        return matchups, {}
    return matchups, {name: rate.value for name, rate in supports(matchups).items()}


# --- the field -------------------------------------------------------------------------------------------


def _field(page: PageContext, observed: pl.DataFrame, basis: tuple[object, ...]) -> dict[str, float]:
    """Draw the editor and return the field: that of the URL or the observed one, with the reader's edits.

    Streamlit keeps edits as long as the widget stays on the page with the same rows. For other matches
    (``basis``), or when the reader comes back to the page, a new editor starts from the URL.
    """
    st.subheader(page.say("lab.field"), anchor=False)
    st.caption(page.say("lab.field-told"))
    total = int(observed["decks"].sum())
    rows = list(observed.iter_rows(named=True))
    counts = {row["archetype"]: float(row["decks"]) for row in rows}
    editor = st.session_state.get(EDITOR)
    if editor is None or editor.basis != basis or editor.key not in st.session_state:
        number = 0 if editor is None else editor.number + 1
        editor = st.session_state[EDITOR] = Editor(number, basis, _field_in_url(page, counts))
    shown = pl.DataFrame(
        {
            "archetype": list(counts),
            "decks": [editor.field[name] for name in counts],
            "share": [number_format.rate(row["value"], total) for row in rows],
            "interval": [number_format.interval(row["low"], row["high"], total) for row in rows],
        }
    )
    headings: dict[str, Any] = {name: page.say(f"lab.{name}") for name in ("archetype", "share", "interval")}
    headings["decks"] = st.column_config.NumberColumn(
        page.say("lab.decks"), min_value=0, max_value=MAX_DECKS, step=1.0, format="%g", required=True
    )
    edited = st.data_editor(
        shown,
        key=editor.key,
        hide_index=True,
        disabled=("archetype", "share", "interval"),
        column_config=headings,
        height=tables.height(shown.height),
    )
    field = {name: float(decks or 0) for name, decks in edited.select("archetype", "decks").iter_rows()}
    if field == counts:
        st.query_params.pop(KEY, None)
    else:
        st.query_params[KEY] = [f"{decks:g} {name}" for name, decks in field.items() if decks]
    return field


def _field_in_url(page: PageContext, observed: dict[str, float]) -> dict[str, float]:
    """The field of the URL without values that cannot be read, which are reported; the observed field if the
    URL has none."""
    values = st.query_params.get_all(KEY)
    if not values:
        return observed
    field = dict.fromkeys(observed, 0.0)
    for value in values:
        decks, _, name = value.partition(" ")
        if name in observed and decks.replace(".", "", 1).isdecimal() and float(decks) <= MAX_DECKS:
            field[name] = float(decks)
        else:
            st.warning(page.say("lab.wrong", given=escaped(value)))
    return field


# --- the scores ------------------------------------------------------------------------------------------


def _score_table(page: PageContext, selection: Selection, rows: pl.DataFrame) -> None:
    """Every archetype with its score and its probability in the equilibrium, linked to its matches."""
    lines = [
        {
            "archetype": row["archetype"],
            "score": number_format.rate(row["score"], row["n"]),
            "interval": number_format.interval(row["low"], row["high"], row["n"]),
            "support": number_format.rate(row["support"], row["n"]),
            "n": row["n"],
        }
        for row in rows.iter_rows(named=True)
    ]
    headings = {
        "archetype": page.say("lab.archetype"),
        "score": page.say("lab.score"),
        "interval": page.say("column.interval"),
        "support": page.say("lab.support"),
        "n": "n",
    }
    links = match_links(page, selection.filters, archetype=rows["archetype"])
    tables.table(page, pl.DataFrame(lines).with_columns(links), headings, key="lab-numbers")
