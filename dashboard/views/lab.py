"""The page on what to bring: a field to be edited, and what every archetype can be expected to score there.

Not here: the expectation (``analytics.metrics.lab``).
"""

from typing import Any
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from analytics.metrics import Filters, Population
from analytics.metrics import population as population_of
from analytics.metrics.archetypes import field as field_of
from analytics.metrics.export import Export
from analytics.metrics.lab import DRAWS, SCORE, SUPPORT, pairings, scores, supports
from analytics.store import Store
from dashboard import export, filters, number, population
from dashboard.charts.whiskers import whiskers
from dashboard.here import Here
from dashboard.language import KEY as LANGUAGE
from dashboard.standings import height

KEY = "field"
"""In the URL: the field as it was edited, ``8 Ember`` once for each archetype."""
EVEN = 0.5
MOST = 100_000
"""No field has more decks of one archetype."""


def show(here: Here) -> None:
    """Draw the page."""
    store = here.source.store()
    if store is None:
        st.info(here.say("empty.store", log=here.source.log), icon=":material/inbox:")
        return
    chosen = filters.choose(here, store, one_game=True, seats=False)
    least = filters.least(here)
    at = str(store.folder), store.manifest.generation
    about = _population(*at, chosen, store)
    population.show(here, store, about)
    met = _met(*at, chosen, store)
    if met.is_empty():
        st.info(here.say("lab.nothing"), icon=":material/science:")
        return
    filters.link(here, chosen)
    observed = _observed(*at, chosen, store).filter(pl.col("archetype").is_in(met["archetype"].implode()))
    field = _edited(here, observed, (*at, chosen))
    found = scores(met, field)
    if found.is_empty():
        st.warning(here.say("lab.empty"), icon=":material/science:")
        return
    with st.spinner(here.say("lab.solving")):
        support = _support(*at, chosen, met)
    rows = found.with_columns(
        support=pl.col("archetype").replace_strict(support, return_dtype=pl.Float64),
        decks=pl.col("archetype").replace_strict(field, default=0.0, return_dtype=pl.Float64),
    )
    chart = _chart(here, rows, least)
    st.caption(
        "  \n".join(
            f"{metric.name[here.language]} = {metric.formula[here.language]}" for metric in (SCORE, SUPPORT)
        )
    )
    _numbers(here, rows, chosen)
    export.menu(here, Export("lab", rows, about, chosen, store.manifest.root), chart, key="export-lab")


@st.cache_data(max_entries=16, show_spinner=False)
def _population(folder: str, generation: int, chosen: Filters, _store: Store) -> Population:
    return population_of(_store, chosen, draws=DRAWS, counted="matches")


@st.cache_data(max_entries=16, show_spinner=False)
def _met(folder: str, generation: int, chosen: Filters, _store: Store) -> pl.DataFrame:
    return pairings(_store, chosen)


@st.cache_data(max_entries=16, show_spinner=False)
def _observed(folder: str, generation: int, chosen: Filters, _store: Store) -> pl.DataFrame:
    return field_of(_store, chosen)


@st.cache_data(max_entries=16, show_spinner=False)
def _support(folder: str, generation: int, chosen: Filters, _met: pl.DataFrame) -> dict[str, float | None]:
    return {name: rate.value for name, rate in supports(_met).items()}


# --- the field ---------------------------------------------------------------------------------------


def _edited(here: Here, observed: pl.DataFrame, about: tuple[object, ...]) -> dict[str, float]:
    """The field that the reader expects, to begin with the one that was seen; a changed one is in the URL."""
    st.subheader(here.say("lab.field"), anchor=False)
    st.caption(here.say("lab.field-told"))
    total = int(observed["decks"].sum())
    rows = list(observed.iter_rows(named=True))
    seen = {row["archetype"]: float(row["decks"]) for row in rows}
    base, kept = st.session_state.get(f"{KEY} base", (None, None))
    if base != about or kept is None:  # the editor keeps its edits only over rows that stay the same
        kept = _asked(here, seen)
        st.session_state[f"{KEY} base"] = about, kept
    shown = pl.DataFrame(
        {
            "archetype": list(seen),
            "decks": [kept[name] for name in seen],
            "share": [number.rate(row["share"], total) for row in rows],
            "interval": [number.interval(row["share_low"], row["share_high"], total) for row in rows],
        }
    )
    headed: dict[str, Any] = {name: here.say(f"lab.{name}") for name in ("archetype", "share", "interval")}
    headed["decks"] = st.column_config.NumberColumn(
        here.say("lab.decks"), min_value=0, max_value=MOST, step=1.0, format="%g", required=True
    )
    edited = st.data_editor(
        shown,
        key=f"{KEY} editor",
        hide_index=True,
        disabled=("archetype", "share", "interval"),
        column_config=headed,
        height=height(shown.height),
    )
    field = {name: float(decks or 0) for name, decks in edited.select("archetype", "decks").iter_rows()}
    if field == seen:
        st.query_params.pop(KEY, None)
    else:
        st.query_params[KEY] = [f"{decks:g} {name}" for name, decks in field.items() if decks]
    return field


def _asked(here: Here, seen: dict[str, float]) -> dict[str, float]:
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
            st.warning(here.say("lab.wrong", given=line))
    return asked


# --- what it comes to --------------------------------------------------------------------------------


def _chart(here: Here, rows: pl.DataFrame, least: int) -> Any:
    """The expected scores; archetypes with few matches are named instead."""
    st.subheader(here.say("lab.scores"), anchor=False)
    enough, few = rows.filter(pl.col("n") >= least), rows.filter(pl.col("n") < least)
    chart, title = None, SCORE.name[here.language]
    if enough.height:
        told = list(enough.iter_rows(named=True))
        labels = [f"{number.rate(row['score'], row['n'])} · n {row['n']:,}" for row in told]
        intervals = [number.interval(row["low"], row["high"], row["n"]) for row in told]
        names = {name: here.say(f"column.{name}") for name in ("name", "label", "interval")}
        points = enough.select(
            pl.col("archetype").alias("name"),
            pl.col("score").alias("rate"),
            "low",
            "high",
            "n",
            pl.Series("label", labels, pl.String),
            pl.Series("interval", intervals, pl.String),
        )
        chart = whiskers(points, title=title, base=EVEN, names=names)
        st.altair_chart(chart, alt=here.say("meta.alt", metric=title, n=enough.height))
    if few.height:
        named = ", ".join(f"{name} ({n})" for name, n in few.select("archetype", "n").iter_rows())
        st.caption(here.say("meta.withheld", n=few.height, least=least, names=named))
    return chart


def _numbers(here: Here, rows: pl.DataFrame, chosen: Filters) -> None:
    """Every archetype with its score, its chance to be in the equilibrium, and the way to its matches."""
    asked = {"game": chosen.game, "tournament": chosen.tournament, LANGUAGE: here.language}
    kept = {key: value for key, value in asked.items() if value}
    shown = [
        {
            "matches": f"matches?{urlencode({'archetype': row['archetype']} | kept)}",
            "archetype": row["archetype"],
            "score": number.rate(row["score"], row["n"]),
            "ends": number.interval(row["low"], row["high"], row["n"]),
            "support": number.rate(row["support"], row["n"]),
            "n": row["n"],
        }
        for row in rows.iter_rows(named=True)
    ]
    headed: dict[str, Any] = {name: here.say(f"lab.{name}") for name in ("archetype", "score", "support")}
    headed |= {"ends": "95 %", "n": "n"}
    headed["matches"] = st.column_config.LinkColumn(
        here.say("nav.matches"), display_text=":material/list:", width=90
    )
    st.dataframe(pl.DataFrame(shown), hide_index=True, column_config=headed, height=height(len(shown)))
