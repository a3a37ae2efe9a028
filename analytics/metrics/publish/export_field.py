"""The expected score of every deck against a field that somebody states, with what it is about.

Not here: the scores (``reports.lab``), the score against the field that was met (``field_score``).
"""

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from math import isfinite

import polars as pl

from analytics.metrics.cell_estimates import ITEM, NUMBERS
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.population.summary import population
from analytics.metrics.population.unnamed import unnamed_matches
from analytics.metrics.publish.export import Export, told_of
from analytics.metrics.reports.lab import SCORE, pairings, scores
from analytics.metrics.whole_field import of_whole
from analytics.query.filters import FilterError, Filters, checked
from analytics.store.reader import Store

ID = SCORE.id


def export_field(
    store: Store, field: Mapping[str, float], filters: Filters, *, draws: Draws = "exclude"
) -> Export:
    """The rows of ``field_score`` against ``field``: archetype → how many decks, or which part of all.

    Archetypes without a weight count 0. Raises ``FilterError`` for one that nobody met, whose pairings are
    not known.
    """
    chosen = checked(store, filters)
    whole = of_whole(SCORE, chosen)
    met = pairings(store, whole)
    known = met["archetype"].unique().sort().to_list()
    for name, weight in field.items():
        if name not in known:
            near = ", ".join(get_close_matches(name, known, n=3, cutoff=0.5))
            nearest = f"; the nearest: {near}" if near else ""
            raise FilterError(f"nobody met the archetype {name!r} in these matches{nearest}")
        if weight < 0:
            raise FilterError(
                f"{name} has the weight {weight:g} in the field: accepted are numbers from 0 on"
            )
    if not sum(field.values()):
        raise FilterError("a field needs a deck with a weight above 0")
    if not isfinite(sum(field.values())):
        raise FilterError("the weights of the field are too large to be added: give smaller ones")
    found = scores(met, dict(field), draws=draws).rename({"archetype": ITEM, "score": "value"})
    if chosen.archetype:
        found = found.filter(pl.col(ITEM) == chosen.archetype)
    rows = found.select(ITEM, *NUMBERS).with_columns(pl.lit(None, pl.String).alias(BASIS))
    about = told_of(SCORE, population(store, whole, draws=draws, counted="matches"))
    about = replace(about, unnamed=unnamed_matches(store, SCORE, (), whole))
    return Export(ID, rows, about, chosen, store.manifest.root, field=tuple(field.items()))
