"""What a page of numbers begins with: the filters, the population, the way to its matches.

Not here: the numbers, and how they are kept (``cached``).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Concatenate

import polars as pl
import streamlit as st

from analytics.metrics import Draws, Filters, Population
from analytics.metrics import population as population_of
from analytics.metrics.population.summary import Counted as What
from analytics.metrics.publish.export import Export
from analytics.store.reader import Store
from dashboard.app.page_cache import Params, Result, cached
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, population


@dataclass(frozen=True, slots=True)
class Counted:
    """What the numbers of a page are taken from, and what they are ``about``; ``what`` was counted for that.
    With fewer observations than ``least`` a row is withheld from charts."""

    store: Store
    chosen: Filters
    draws: Draws
    least: int
    about: Population
    what: What

    def cached(
        self,
        function: Callable[Concatenate[Store, Params], Result],
        *args: Params.args,
        **kwargs: Params.kwargs,
    ) -> Result:
        """``function`` of the store and these arguments, computed once."""
        return cached(self.store, function, *args, **kwargs)

    def taken(self, view: str, rows: pl.DataFrame) -> Export:
        """The rows with all that one has to know to quote them."""
        return Export(view, rows, self.about, self.chosen, self.store.manifest.root)


def begin(
    page: PageContext,
    *,
    one_game: bool = True,
    seats: bool = True,
    what: What = "games",
    otherwise: What | None = None,
    draws: Draws | None = None,
) -> Counted | None:
    """Draw the filters and what the numbers are about; None where there is nothing to count, which
    is said.

    Without ``seats`` there are no filters that choose one seat of a match; ``what`` is counted, or what it is
    ``otherwise`` where there is none of that; ``draws`` is what a draw is worth where that is not the
    reader's choice.
    """
    store = page.source.store()
    if store is None:
        st.info(page.say("empty.store", log=page.source.log), icon=":material/inbox:")
        return None
    chosen = filters.choose(page, store, one_game=one_game, seats=seats)
    draws = draws or filters.choose_draws(page)
    least = filters.choose_min_n(page)
    about = cached(store, population_of, chosen, counted=what)
    if otherwise is not None and not about.matches:
        what, about = otherwise, cached(store, population_of, chosen, counted=otherwise)
    about = replace(about, draws=draws)  # what draws are worth changes no count
    population.show(page, store, about)
    if not about.matches:
        st.info(page.say("empty.selection"), icon=":material/filter_alt_off:")
        return None
    filters.matches_link(page, chosen)
    return Counted(store, chosen, draws, least, about, what)
