"""What is true where chance decides: for every metric with an interval what is shuffled, and what holds then.

A metric that has an interval or a p-value is in one of these kinds of truth, in ``laws``, or in
``NOT_TRIED``; so are shares of acts in tables. Not here: reports that are no metrics (``reports``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import polars as pl
from numpy.random import Generator

from analytics.metrics import METRICS, Metric
from analytics.metrics.cell_estimates import ITEM
from analytics.metrics.estimators.grouped import MedianTime, Quantile
from analytics.metrics.estimators.rates import Share
from analytics.metrics.reports.chains import NULLIFYING, REACHED
from analytics.metrics.reports.costs import PAID_FOR, WITH_CARDS
from analytics.query.measures import MEASURES
from analytics.query.measures.derived import stored_as
from analytics.query.measures.relation import HOMES
from tests.support.known_truth.held import NONE, TRUTH, Held, estimates, held, with_truth
from tests.support.known_truth.laws import ALARM, LAWS
from tests.support.known_truth.leagues import DECKS, TIES, Tables
from tests.support.known_truth.worlds import (
    WORLD,
    decks_named,
    league_again,
    libraries_shuffled,
    matches_drawn,
    seats_drawn,
    times_apart,
    winners_tossed,
)

Metrics = Mapping[str, tuple[str, ...]]
"""Id → the columns that it is told by."""
Shuffle = Callable[[Tables, Generator, int, int], Tables]
"""Of a league, so many worlds of such a size."""
MANY = 4
"""Times as many matches or seats, where few of them tell of one card."""
FINER = 40
"""Times of a league are told apart in so many ways, for the quantile of what its worlds are drawn from."""
BY_CARD, WHOLE, BY_DECK = ("card",), (), ("archetype",)
SHARES: Mapping[str, tuple[Share, tuple[str, ...]]] = {
    "chains: paid": (REACHED["paid"], WHOLE),
    "chains: answered": (REACHED["answered"], WHOLE),
    "chains: nullified by card and answer": (NULLIFYING, ("card", "answered")),
    "costs: paid for by kind": (PAID_FOR, ("verb",)),
    "costs: cards given up by resource": (WITH_CARDS, ("resource",)),
    "costs: cards given up by card": (WITH_CARDS, BY_CARD),
}
"""Shares of acts in tables, which are no metrics but have their intervals, and the columns of each."""
KNOWN: Mapping[str, Metric] = METRICS | {
    name: replace(METRICS["resolve_rate"], id=name, estimator=share) for name, (share, _) in SHARES.items()
}
"""Whatever is tried here, as if it were a metric."""
MORE, SOME_MORE, FEW_MORE = 15, 6, 3
"""How many times as many worlds there are, where one has one interval, a few, or more."""


@dataclass(frozen=True, slots=True)
class Truth:
    """``what`` chance decides in the worlds of a ``shuffle``, and ``true``: the value of metrics there, by
    their id (and item); None where it is that of the league. ``larger``: its worlds are so many times as
    large. ``more``: the long run has so many times as many worlds, where one has few intervals."""

    what: str
    shuffle: Shuffle
    metrics: Metrics
    true: Callable[[Metric], pl.Expr] | None = None
    larger: int = 1
    more: int = 1

    def tried(
        self, tables: Tables, chance: Generator, *, worlds: int, size: int, enough: int = 100
    ) -> dict[str, Held]:
        """Id → its intervals of at least so many observations, in so many worlds of such a size."""
        tables = self._needed(tables)
        shuffled = times_apart(self.shuffle(tables, chance, worlds, self.larger * size), chance)
        timed = [id for id in self.metrics if isinstance(KNOWN[id].estimator, Quantile | MedianTime)]
        fine = times_apart(league_again(tables, worlds=FINER), chance) if timed else tables
        found = {}
        for id, per in self.metrics.items():
            metric = KNOWN[id]
            rows = estimates(shuffled, metric, (WORLD, *per))
            if self.true:
                rows = rows.with_columns(self.true(metric).alias(TRUTH))
            else:
                league = estimates(fine if id in timed else tables, metric, per)
                rows = with_truth(rows, league, metric)
            found[id] = held(rows, enough=enough) if rows.height else NONE
        return found

    def _needed(self, tables: Tables) -> Tables:
        """The tables without the rows that no metric looks at."""
        facts = {MEASURES[name].fact for id in self.metrics for name in KNOWN[id].sums}
        needed = {*HOMES, "entrant", "library", "score", *map(stored_as, facts)}
        return {name: rows if name in needed else rows.clear() for name, rows in tables.items()}


def _tossed(tables: Tables, chance: Generator, worlds: int, size: int) -> Tables:
    drawn = matches_drawn(tables, chance, worlds=worlds, size=size)
    return decks_named(winners_tossed(drawn, chance), chance)


def _by_lot(tables: Tables, chance: Generator, worlds: int, size: int) -> Tables:
    again = league_again(tables, worlds=worlds)
    return decks_named(winners_tossed(again, chance, ties=TIES), chance)


def _matches(tables: Tables, chance: Generator, worlds: int, size: int) -> Tables:
    return matches_drawn(tables, chance, worlds=worlds, size=size)


def _seats(tables: Tables, chance: Generator, worlds: int, size: int) -> Tables:
    return seats_drawn(tables, chance, worlds=worlds, size=size)


def _even(metric: Metric) -> pl.Expr:
    return pl.lit(0.5 if metric.unit == "share" else 0.0)


def _of_lot(metric: Metric) -> pl.Expr:
    if metric.id == "meta_share":
        return pl.col("archetype" if "archetype" not in metric.by else ITEM).replace_strict(DECKS)
    if metric.id == "conversion":
        return pl.lit(1.0)
    return pl.lit(TIES) if metric.id.endswith("tie_rate") else _even(metric)


COIN = Truth(
    "the winner of each match, by a coin",
    _tossed,
    dict.fromkeys(
        ("gp_wr", "oh_wr", "gd_wr", "gih_wr", "gns_wr", "iih", "gih_wr_game", "ns_wr_game", "iih_game",
         "played_wr", "played_lift", "kept_wr", "kept_impact", "keep_effect", "open_effect", "deal_effect",
         "rde"),
        BY_CARD,
    ),
    _even,
    more=FEW_MORE,
)  # fmt: skip
RARE = Truth(COIN.what, _tossed, dict.fromkeys(("dnp_wr", "rde_early"), BY_CARD), _even, larger=MANY)
COINS = Truth(
    COIN.what,
    _tossed,
    dict.fromkeys(("first_win_rate", "comeback_rate", "round_first_rate", "resolved_effect"), WHOLE),
    _even,
    more=MORE,
)
LOT = Truth(
    "the deck of each player, by lot, and each result, by chance",
    _by_lot,
    dict.fromkeys(
        ("win_rate", "match_win_rate", "match_win_rate_apart", "tie_rate", "match_tie_rate"), BY_DECK
    )
    | dict.fromkeys(("meta_share", "conversion"), WHOLE),
    _of_lot,
)
TOGETHER = Truth(
    f"{COIN.what}; all cards of a deck together",
    _tossed,
    dict.fromkeys(
        ("gp_wr", "oh_wr", "gd_wr", "gih_wr", "gns_wr", "gih_wr_game", "ns_wr_game", "played_wr", "kept_wr"),
        BY_DECK,
    ),
    _even,
    more=FEW_MORE,
)
IN_DECKS = Truth(
    f"{COIN.what}; cards of one deck",
    _tossed,
    dict.fromkeys(
        ("gp_wr", "oh_wr", "gd_wr", "gih_wr", "gns_wr", "iih", "played_wr", "played_lift", "kept_wr"),
        (*BY_DECK, *BY_CARD),
    ),
    _even,
    larger=MANY,
)
MATCHES = Truth(
    "which matches are played, drawn whole from a league",
    _matches,
    dict.fromkeys(
        ("game_turns", "game_turns_p90", "end_reasons",
         "resolve_rate", "nullification_rate", "failure_reasons", "response_rate", "response_rate_all",
         "negation_share", "chain_depth", "foul_payments"),
        WHOLE,
    ),
    more=SOME_MORE,
)  # fmt: skip
TIMES = Truth(
    MATCHES.what, _matches, dict.fromkeys(("decision_time", "decision_time_p95"), WHOLE), more=FEW_MORE
)
TABLES = Truth(MATCHES.what, _matches, {name: per for name, (_, per) in SHARES.items()}, more=SOME_MORE)
ROUNDS = Truth(
    MATCHES.what,
    _matches,
    {"shared_score": WHOLE, "call_gain": WHOLE, "round_first_rate": WHOLE, "round_points": ("seat",),
     "achievement_rate": ("what",)},
    more=MORE,
)  # fmt: skip
ACTS_OF_CARDS = Truth(
    "the same, by card",
    _matches,
    dict.fromkeys(
        ("resolve_rate", "nullification_rate", "response_rate", "response_rate_all", "chain_depth"), BY_CARD
    ),
    more=SOME_MORE,
)
SEATS = Truth(
    "who plays, seats drawn from a league",
    _seats,
    dict.fromkeys(("stuck_rate", "deck_share", "keep_rate", "turn_played", "turns_held"), BY_CARD),
    larger=MANY,
)
POINTS = Truth(SEATS.what, _seats, {"own_score": WHOLE}, larger=MANY, more=MORE)
OF_BOTS = (
    COIN, RARE, COINS, TOGETHER, IN_DECKS, MATCHES, TIMES, TABLES, ROUNDS, ACTS_OF_CARDS, SEATS, POINTS
)  # fmt: skip
"""Kinds of truth that leagues of bots are shuffled for."""
DEALT: Metrics = {"deal_draws": ("card", "player"), "deal_positions": BY_CARD}
"""P-values of deals, of which fresh leagues of bots have fair ones."""
DEALT_AGAIN: Metrics = {"deal_positions": BY_CARD}
"""Those of them of which a league has other fair ones, as often as its libraries are shuffled again."""
NOT_TRIED: Mapping[str, str] = {}
"""Metric with an interval → why no truth of it is known."""


def fair_deals(tables: Tables, *, enough: int = 20) -> dict[str, Held]:
    """Id of a p-value → how many are no alarm, in a league that was dealt fairly."""
    found = {}
    for id, per in DEALT.items():
        values = estimates(tables, METRICS[id], per).filter(pl.col("n") >= enough)["value"].drop_nulls()
        found[id] = Held(len(values), int((values >= ALARM).sum()))
    return found


def shuffled_again(
    tables: Tables, chance: Generator, *, worlds: int, size: int, enough: int = 20
) -> dict[str, Held]:
    """The same, in so many worlds of so many matches of a league whose libraries are all shuffled again."""
    needed = ("match", "shuffle")
    some = {name: rows if name in needed else rows.clear() for name, rows in tables.items()}
    dealt = libraries_shuffled(matches_drawn(some, chance, worlds=worlds, size=size), chance)
    found = {}
    for id, per in DEALT_AGAIN.items():
        values = estimates(dealt, METRICS[id], (WORLD, *per)).filter(pl.col("n") >= enough)["value"]
        told = values.drop_nulls()
        found[id] = Held(len(told), int((told >= ALARM).sum()))
    return found


def with_interval() -> set[str]:
    """The metrics that have an interval, or are a p-value."""
    return {
        id
        for id, metric in METRICS.items()
        if metric.unit == "p-value"
        or (metric.example.estimate.low, metric.example.estimate.high) != (None, None)
    }


def tried() -> set[str]:
    """The metrics whose truth is known in some world."""
    of_bots = {id for kind in OF_BOTS for id in kind.metrics} & set(METRICS)
    return {*DEALT, *LAWS, *LOT.metrics, *of_bots}
