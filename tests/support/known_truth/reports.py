"""Reports with intervals that are no metrics, over imported tournaments in which chance decides everything.

Not here: metrics (``truths``).
"""

from collections.abc import Callable, Mapping
from itertools import combinations, pairwise

import polars as pl

from analytics.metrics import METRICS, Filters
from analytics.metrics.decklists.copies import copies
from analytics.metrics.decklists.pairs import pairs
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.reports.difference import difference
from analytics.metrics.reports.months import Course, first_wins, ties
from analytics.store.reader import Store
from tests.support.known_truth.held import NONE, TRUTH, Held, held
from tests.support.known_truth.leagues import CARDS, DECKS, TIES
from tests.support.known_truth.worlds import WORLD

ROWS = ("n", "low", "high", TRUTH)
ROUNDS = range(1, 6)


def _decks(metric: str) -> Callable[[Store], pl.DataFrame]:
    """The win rate of one deck minus that of another."""

    def rows(store: Store) -> pl.DataFrame:
        sides = combinations([Filters(archetype=name) for name in DECKS], 2)
        found = [difference(store, METRICS[metric], (WORLD,), *side) for side in sides]
        return _rows(pl.concat(found), 0.0)

    return rows


def _with_and_without(store: Store) -> pl.DataFrame:
    """The win rate of decks with a card minus that of decks without it."""
    sides = ((Filters(card=card), Filters(without=card)) for card in CARDS)
    found = (difference(store, METRICS["match_win_rate"], (WORLD,), *side) for side in sides)
    return _rows(pl.concat(found), 0.0)


def _tournaments(metric: str) -> Callable[[Store], pl.DataFrame]:
    """The win rate of a deck in one tournament minus that in the next."""

    def rows(store: Store) -> pl.DataFrame:
        sides = pairwise([Filters(tournament=place) for place in _places(store)])
        found = [difference(store, METRICS[metric], ("archetype",), *side) for side in sides]
        return _rows(pl.concat(found), 0.0)

    return rows


def _shares(store: Store) -> pl.DataFrame:
    """The share of each deck among decks with a card minus that among decks without it."""
    sides = ((Filters(card=card), Filters(without=card)) for card in CARDS)
    found = (difference(store, METRICS["meta_share"], (WORLD,), *side) for side in sides)
    return _rows(pl.concat(found).filter(pl.col("item").is_in(("ember", "stone"))), 0.0)


def _draws(store: Store) -> pl.DataFrame:
    """The share of draws in two rounds minus that in two others."""
    four = combinations(ROUNDS, 4)
    sides = ((Filters(rounds=rounds[:2]), Filters(rounds=rounds[2:])) for rounds in four)
    found = [difference(store, METRICS["match_tie_rate"], (WORLD,), *side) for side in sides]
    return _rows(pl.concat(found), 0.0)


def _months(
    report: Callable[[Store, Filters], Course], *, rounds: int, true: float
) -> Callable[[Store], pl.DataFrame]:
    """A number of so many rounds of a tournament, as it is told month by month."""

    def rows(store: Store) -> pl.DataFrame:
        chosen = (
            Filters(tournament=place, rounds=tuple(ROUNDS[first : first + rounds]))
            for place in _places(store)
            for first in range(len(ROUNDS) - rounds + 1)
        )
        found = [report(store, filters).whole for filters in chosen]
        return _rows(pl.DataFrame(found, Estimate._fields, orient="row"), true)

    return rows


def _copies(low: str, high: str, n: str, *, true: float) -> Callable[[Store], pl.DataFrame]:
    """An interval of decks with a card that every second deck has."""

    def rows(store: Store) -> pl.DataFrame:
        found = copies(store, Filters(board="main"), (WORLD,)).filter(pl.col("card").is_in(CARDS))
        return _rows(found.select(n=n, low=low, high=high), true)

    return rows


def _pairs(low: str, high: str, n: str, *, true: float) -> Callable[[Store], pl.DataFrame]:
    """An interval of decks with two cards."""

    def rows(store: Store) -> pl.DataFrame:
        found = pl.concat(pairs(store, Filters(tournament=place)) for place in _places(store))
        both = pl.col("card").is_in(CARDS) & pl.col("other").is_in(CARDS)
        return _rows(found.filter(both).select(n=n, low=low, high=high), true)

    return rows


def _places(store: Store) -> list[str]:
    return store.query("SELECT DISTINCT tournament FROM match ORDER BY 1")["tournament"].to_list()


def _rows(found: pl.DataFrame, true: float) -> pl.DataFrame:
    return found.with_columns(pl.lit(true).alias(TRUTH)).select(ROWS)


REPORTS: Mapping[str, Callable[[Store], pl.DataFrame]] = {
    "difference of two decks": _decks("match_win_rate"),
    "difference of two decks by game": _decks("win_rate"),
    "difference of two tournaments": _tournaments("match_win_rate"),
    "difference with and without a card": _with_and_without,
    "difference of shares of decks": _shares,
    "difference of draw rates": _draws,
    "months: draws": _months(ties, rounds=2, true=TIES),
    "months: who begins": _months(first_wins, rounds=3, true=0.5),
    "copies: share of decks": _copies("low", "high", "decks", true=0.5),
    "copies: difference": _copies("difference_low", "difference_high", "with_n", true=0.0),
    "pairs: win rate": _pairs("rate_low", "rate_high", "rate_n", true=0.5),
    "pairs: share of decks": _pairs("low", "high", "decks", true=0.25),
}
"""Report → its intervals, with what is true."""


def of_report(name: str, store: Store, *, enough: int = 100) -> Held:
    """The intervals of a report over the tournaments of a store."""
    rows = REPORTS[name](store)
    return held(rows, enough=enough) if rows.height else NONE
