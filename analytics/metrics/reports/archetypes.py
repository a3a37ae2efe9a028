"""The archetypes of a field: how much is played of each, how it does, and what its decks are made of.

A deck counts once for its player and tournament, and once a match where there is no tournament. If a match is
recorded from one side, the recorder's own deck does not count in the field: it shows what one player likes
and not what is played. Not here: what a deck is called (``analytics.archetypes``), and pairings
(``matchups``).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analytics.metrics.both_seats import GAME_RESULTS, SIDES
from analytics.metrics.cell_estimates import NUMBERS, UNNAMED
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import METRIC, Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.population.census import of_kind, simulated_as_chosen
from analytics.metrics.population.listed_cards import listed_cards
from analytics.metrics.population.lists import listed_decks
from analytics.metrics.population.matching_seats import matching_seats
from analytics.metrics.reports.records import with_and_without_mirrors
from analytics.metrics.whole_field import of_whole
from analytics.query.cubes import tallies
from analytics.query.filters import SOUND, Filters, checked
from analytics.stats.interval import wilson
from analytics.store.reader import Store

MET = METRICS["meta_share_met"]
CORE = 0.8
"""Share of the decks of an archetype from which on a card belongs to its core."""
OF_SEAT = (
    "archetype", "number", "seat", "month", "tournament", "tournament_id", "player", "player_id",
    "finished", "recorded",
)  # fmt: skip
EVENT = pl.coalesce(pl.col(name).cast(pl.String) for name in ("tournament_id", "tournament"))


def decks(store: Store, filters: Filters) -> Estimates:
    """The share of every archetype (``MET``), the most played first, and last that without a name, of decks
    that nobody named.

    Labels: the number of ``decks``; the number of matches in which it is the recorder's deck (``recorded``),
    which does not count in the share. An archetype of the filters chooses a row, not what it is a share of.
    Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    found = _decks_known(store, of_whole(MET, chosen)).with_columns(pl.col("archetype").fill_null(UNNAMED))
    estimates = MET.estimate_items(found.to_dict(as_series=False))
    schema = {
        "archetype": pl.String,
        "value": pl.Float64,
        "n": pl.Int64,
        "low": pl.Float64,
        "high": pl.Float64,
    }
    shares = pl.DataFrame([(name, *share) for name, share in estimates.items()], schema, orient="row")
    ordered = found.sort(pl.col("archetype") == UNNAMED, -pl.col("decks_met"), "archetype")
    rows = ordered.join(shares, on="archetype", maintain_order="left").with_columns(
        pl.col("archetype").replace(UNNAMED, None),
        pl.lit(MET.id).alias(METRIC),
        pl.lit(None, pl.String).alias(BASIS),
    )
    if chosen.archetype:
        rows = rows.filter(pl.col("archetype") == chosen.archetype)
    labels = rows.select(*SIDES[:1], pl.col("decks_met").alias("decks"), "recorded")
    return Estimates(SIDES[:1], (MET.id,), rows.select(*SIDES[:1], METRIC, *NUMBERS, BASIS), labels)


def _decks_known(store: Store, chosen: Filters) -> pl.DataFrame:
    """Those of ``_decks_met``, and the decks of lists without matches."""
    met = _decks_met(store, chosen)
    listed = listed_decks(store, chosen).group_by("archetype").agg(pl.len().cast(pl.Int64).alias("decks_met"))
    every = pl.concat([met, listed], how="diagonal_relaxed")
    return every.group_by("archetype").agg(pl.col("decks_met", "recorded").sum())


def _decks_met(store: Store, chosen: Filters) -> pl.DataFrame:
    """``archetype decks_met recorded``, in no order."""
    if replace(chosen, game="", simulated="any", grades=SOUND) != Filters():
        return _counted(store, chosen)
    names, fields = (tallies.stored_tally(store, name, chosen.game) for name in ("archetypes", "fields"))
    if names is None or fields is None:
        return _counted(store, chosen)
    ended = simulated_as_chosen(chosen) & of_kind(*chosen.grades) & of_kind("finished")
    of_names = names.lazy().filter(ended).group_by("archetype")
    of_events = fields.lazy().drop_nulls("event").group_by("game", "event")
    months = of_events.agg(pl.col("month").min().alias("first"), pl.col("month").max().alias("last"))
    # A deck may have been met in several of them.
    long = months.filter(pl.col("first") != pl.col("last")).select("event").collect()
    kinds = tallies.met(chosen.grades, bots=chosen.simulated != "none", people=chosen.simulated != "only")
    met = fields.lazy().filter(pl.col("met") & kinds != 0).join(long.lazy(), on="event", how="anti")
    decks = [met.select("archetype", decks_met="decks")]
    if len(long):
        again = _counted(store, chosen, EVENT.is_in(long["event"].unique().implode()))
        decks.append(again.lazy().select("archetype", "decks_met"))
    of_all = pl.concat(decks).group_by("archetype").agg(pl.col("decks_met").sum())
    there = of_names.agg(pl.col("recorded").sum()).join(of_all, on="archetype", how="left", nulls_equal=True)
    return there.select("archetype", pl.col("decks_met").fill_null(0), "recorded").collect()


def _counted(store: Store, chosen: Filters, *also: pl.Expr) -> pl.DataFrame:
    """The same, counted over the seats for which ``also`` holds."""
    brought = _decks_brought(store, chosen, "game", *also, named=False)
    met = (pl.col("recorded") < pl.col("seats")).sum().cast(pl.Int64)
    return brought.group_by("archetype").agg(decks_met=met, recorded=pl.col("recorded").sum().cast(pl.Int64))


def _decks_brought(
    store: Store, chosen: Filters, what: str, *also: pl.Expr, named: bool = True
) -> pl.DataFrame:
    """A row a deck that was brought: ``archetype``, ``what``, the number of its ``seats`` and of ``recorded``
    ones among them, and its first ``month``; with ``named``, only those that have an archetype."""
    known = [pl.col(name).is_not_null() for name in (*(("archetype",) if named else ()), what)]
    rows = matching_seats(store, chosen, (what, *OF_SEAT), pl.col("finished"), *known, *also)
    event, pilot = pl.col("event"), pl.col("pilot")
    keyed = (
        rows.lazy()
        .with_columns(event=EVENT, pilot=pl.coalesce("player_id", "player"))
        .with_columns(
            match=pl.when(event.is_null() | pilot.is_null()).then("number"),
            place=pl.when(pilot.is_null()).then("seat"),
        )
    )
    return (
        keyed.group_by("archetype", what, "event", "pilot", "match", "place")
        .agg(pl.len().alias("seats"), pl.col("recorded").sum(), pl.col("month").min())
        .collect()
    )


def field(store: Store, filters: Filters, *, draws: Draws = "exclude") -> Estimates:
    """The shares of ``decks``, and the win rates of the same archetypes against others (``APART``) and of all
    matches, mirrors included (``RATE``); further labels are ``wins losses ties`` against others. Raises
    ``FilterError``."""
    shares, won = decks(store, filters), with_and_without_mirrors(store, filters, draws=draws)
    keys = shares.labels.select(shares.keys)
    rates = [
        keys.join(won.rows.filter(pl.col(METRIC) == id), on=shares.keys, how="left", maintain_order="left")
        .with_columns(pl.lit(id).alias(METRIC), pl.col("n").fill_null(0))
        .select(shares.rows.columns)
        for id in won.metrics
    ]
    labels = shares.labels.join(won.labels, on=shares.keys, how="left", maintain_order="left")
    rows = pl.concat([shares.rows, *rates])
    counted = labels.with_columns(pl.col(GAME_RESULTS).fill_null(0))
    return Estimates(shares.keys, (*shares.metrics, *won.metrics), rows, counted)


def cards_of(store: Store, filters: Filters) -> pl.DataFrame:
    """The cards in the recorded decks of ``filters.archetype`` in ``filters.game``.

    A row a card, the most frequent first: ``card``, the number of ``decks`` of ``n`` that play it and the
    ``share low high`` of these, mean, least and most copies in them (``copies least most``), whether it
    belongs to the ``core``. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    brought = _decks_brought(store, chosen, "deck").group_by("deck")
    of_decks = brought.agg(pl.len().cast(pl.Int64).alias("times"), pl.col("month").min())
    listed = _listed(store, chosen.game, of_decks).join(of_decks, on="deck")
    times, copies = pl.col("times"), pl.col("copies")
    of_cards = listed.group_by("card").agg(
        decks=times.sum(),
        n=pl.lit(of_decks["times"].sum(), pl.Int64),
        copies=(copies * times).sum() / times.sum(),
        least=copies.min(),
        most=copies.max(),
    )
    found = of_cards.sort("decks", "copies", "card", descending=[True, True, False])
    played, every = (found[name].cast(pl.Float64).to_numpy() for name in ("decks", "n"))
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = zip(("share", "low", "high"), (played / every, *wilson(played, every)), strict=True)
    columns = (pl.Series(name, values, pl.Float64) for name, values in shares)
    return found.with_columns(*columns).with_columns(core=pl.col("share") >= CORE)


KEY = 0.5
"""A key card is in at least this share of the lists of its deck."""


def key_cards(store: Store, filters: Filters, *, names: Sequence[str], most: int) -> pl.DataFrame:
    """At most so many key cards of each of the archetypes ``names``, in their order: ``archetype card share
    n``, those first whose share is furthest above the mean of the other archetypes. Raises
    ``FilterError``."""
    found = [_with_name(store, filters, name) for name in dict.fromkeys(names)]
    every = pl.concat([pl.DataFrame(schema=KEY_CARDS), *found])
    told = every.group_by("card").agg(every=pl.col("share").sum())
    others = max(len(found) - 1, 1)
    apart = every.join(told, on="card").with_columns(
        apart=pl.col("share") - (pl.col("every") - pl.col("share")) / others
    )
    ranked = apart.filter(pl.col("share") >= KEY).sort(
        "apart", "share", "card", descending=[True, True, False]
    )
    kept = ranked.group_by("archetype", maintain_order=True).head(most)
    in_order = pl.col("archetype").cast(pl.Enum(list(dict.fromkeys(names))))
    return kept.sort(in_order, maintain_order=True).select(*KEY_CARDS)


KEY_CARDS = {"archetype": pl.String, "card": pl.String, "share": pl.Float64, "n": pl.Int64}


def _with_name(store: Store, filters: Filters, name: str) -> pl.DataFrame:
    cards = cards_of(store, replace(filters, archetype=name))
    return cards.select(pl.lit(name).alias("archetype"), "card", "share", "n").cast(KEY_CARDS)  # type: ignore[arg-type]


def _listed(store: Store, game: str, of_decks: pl.DataFrame) -> pl.DataFrame:
    """``deck card copies`` of these decks. A deck is listed in every month in which it was brought; its first
    month is read."""
    brought = pl.col("deck").is_in(of_decks["deck"].implode())
    months = of_decks["month"].unique().to_list()
    return listed_cards(store, game, ("deck", "card", "copies"), brought, months=months)
