"""The selection of matches that a page of numbers is about: its filters, population, and a link to them.

Not here: the filter widgets (``filters``), the numbers (``analytics.metrics``).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Concatenate, ParamSpec, TypeVar

import polars as pl
import streamlit as st

from analytics.metrics import Draws, Filters, Population
from analytics.metrics import population as population_of
from analytics.metrics.population.summary import Counted
from analytics.metrics.publish.export import Export
from analytics.store.reader import Store
from dashboard.app.errors import store_or_note
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters as filter_widgets
from dashboard.numbers import population as population_note

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Selection:
    """The matches that ``filters`` select from ``store``, and what they amount to (``population``);
    ``counted`` says whether that counts games or matches. ``draws`` is what a draw is worth; rows with fewer
    than ``min_n`` observations are left out of charts."""

    store: Store
    filters: Filters
    draws: Draws
    min_n: int
    population: Population
    counted: Counted

    def cached(self, function: Callable[Concatenate[Store, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """``function`` of the store and these arguments, cached as long as the store stays the same."""
        return cached(self.store, function, *args, **kwargs)

    def export(self, view: str, rows: pl.DataFrame) -> Export:
        """The rows with everything needed to cite them."""
        return Export(view, rows, self.population, self.filters, self.store.manifest.root)


def select(
    page: PageContext,
    *,
    one_game: bool = True,
    seats: bool = True,
    counted: Counted = "games",
    fallback: Counted | None = None,
    draws: Draws | None = None,
) -> Selection | None:
    """Draw the filters and the population; None, with a note on the page, if there is nothing to count.

    ``one_game`` and ``seats`` as in ``filters.choose``. The population counts ``counted``, or ``fallback``
    where there is none of that. ``draws`` fixes what a draw is worth; by default the reader chooses.
    """
    store = store_or_note(page)
    if store is None:
        return None
    filters = filter_widgets.choose(page, store, one_game=one_game, seats=seats)
    draws = draws or filter_widgets.choose_draws(page)
    population = cached(store, population_of, filters, counted=counted)
    if fallback is not None and not population.matches:
        counted, population = fallback, cached(store, population_of, filters, counted=fallback)
    min_n = filter_widgets.choose_min_n(page, population.matches)
    population = replace(population, draws=draws)  # The counts do not depend on what draws are worth.
    population_note.show(page, store, population)
    population_note.show_left_out(page, population, _without_filters(store, filters, counted))
    if not population.matches:
        st.info(page.say("empty.selection"), icon=":material/filter_alt_off:")
        return None
    filter_widgets.matches_link(page, filters)
    return Selection(store, filters, draws, min_n, population, counted)


def _without_filters(store: Store, filters: Filters, counted: Counted) -> Population | None:
    """The population of the same game with no filter but the grade; None where there is no other filter."""
    every = Filters(game=filters.game, grades=filters.grades)
    return None if filters == every else cached(store, population_of, every, counted=counted)
