"""The archetypes of a field: how much is played of each, how it does, and what its decks are made of.

A deck counts once for its player and tournament, and once a match where there is no tournament. Whoever
records chooses the own deck: it says what one player likes, and not what is played. So it has no share in the
field where a match is told from one side. Not here: what a deck is called
(``analytics.archetypes``), and pairings (``matchups``).
"""

from dataclasses import replace

import numpy as np
import polars as pl

from analytics.cubes import tallies
from analytics.cubes.seats import of_seats
from analytics.metrics.census import chosen_by, having
from analytics.metrics.filters import SOUND, Filters, checked, seats_where
from analytics.metrics.rate import Draws
from analytics.metrics.records import with_and_without_mirrors
from analytics.metrics.registry import METRICS
from analytics.stats.interval import wilson
from analytics.store import Store

MET = METRICS["meta_share_met"]
COUNTS = ("wins", "losses", "ties", "n")
CORE = 0.8
"""A card in so large a share of the decks of an archetype is a part of its core."""
EVENT = "coalesce(s.tournament_id, s.tournament)"
BROUGHT = f"""
    SELECT {{what}}, coalesce({EVENT}, s.match) AS played_at,
        coalesce(s.player_id, s.player, s.match || ' ' || s.seat) AS pilot
    FROM seat s WHERE s.archetype IS NOT NULL AND s.finished AND {{where}} GROUP BY ALL"""
SEATS = "s.game, s.archetype, count(*) AS seats, count(*) FILTER (s.recorded) AS recorded"
DECKS = """
    SELECT archetype, count(*) FILTER (recorded < seats) AS decks_met, sum(recorded)::BIGINT AS recorded
    FROM ({brought}) GROUP BY ALL"""
CARDS = """
    WITH brought AS ({brought}),
        of_deck AS (
            SELECT DISTINCT deck, card, copies FROM listed
            WHERE game = $game AND copies > 0 AND deck IN (SELECT deck FROM brought)
        )
    SELECT card, count(*) AS decks, (SELECT count(*) FROM brought) AS n, avg(copies)::DOUBLE AS copies,
        min(copies)::BIGINT AS least, max(copies)::BIGINT AS most
    FROM brought JOIN of_deck USING (deck) GROUP BY card ORDER BY decks DESC, copies DESC, card"""


def decks(store: Store, filters: Filters) -> pl.DataFrame:
    """A row an archetype, the most played first: ``archetype decks``, ``share share_low share_high`` of all
    decks that have a name; in how many matches it is the deck of whoever ``recorded``, which is not among
    those. Raises ``FilterError``."""
    found = _met(store, checked(store, filters)).sort("archetype")
    told = MET.each(found.to_dict(as_series=False))
    shares = pl.DataFrame(
        [(name, share.value, share.low, share.high) for name, share in told.items()],
        {"archetype": pl.String} | dict.fromkeys(("share", "share_low", "share_high"), pl.Float64),
        orient="row",
    )
    named = found.rename({"decks_met": "decks"}).join(shares, on="archetype")
    return named.sort("decks", "archetype", descending=[True, False])


def _met(store: Store, chosen: Filters) -> pl.DataFrame:
    """``archetype decks_met recorded``, in no order."""
    if replace(chosen, game="", simulated="any", grades=SOUND) != Filters():
        return _counted(store, chosen)
    names, fields = (tallies.kept(store, name, chosen.game) for name in ("archetypes", "fields"))
    if names is None or fields is None:
        return _counted(store, chosen)
    ended = chosen_by(chosen) & having(*chosen.grades) & having("finished")
    recorded = names.drop_nulls("archetype").filter(ended).group_by("archetype").agg(pl.col("recorded").sum())
    months = fields.drop_nulls("event").group_by("game", "event").agg(pl.col("month").n_unique())
    long = months.filter(pl.col("month") > 1)  # a deck may have been met in several of them
    kinds = tallies.met(chosen.grades, bots=chosen.simulated != "none", people=chosen.simulated != "only")
    met = fields.join(long, on="event", how="anti").filter(pl.col("met") & kinds != 0)
    decks = [met.select("archetype", decks_met="decks")]
    if len(long):
        events = long["event"].unique().to_list()
        again = _counted(store, chosen, f"{EVENT} IN (SELECT unnest($events))", events=events)
        decks.append(again.select("archetype", "decks_met"))
    of_all = pl.concat(decks).group_by("archetype").agg(pl.col("decks_met").sum())
    there = recorded.join(of_all, on="archetype", how="left")
    return there.select("archetype", pl.col("decks_met").fill_null(0), "recorded")


def _counted(store: Store, chosen: Filters, also: str = "true", **given: object) -> pl.DataFrame:
    """The same out of the seats, ``also`` under a condition to which parameters are ``given``."""
    where, parameters = seats_where(chosen)
    brought = BROUGHT.format(what=SEATS, where=f"{where} AND {also}")
    return of_seats(store, DECKS.format(brought=brought), parameters | given)


def field(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """The same, each with ``wins losses ties n rate low high`` of its matches against other decks, and behind
    ``all_`` of all its matches, mirrors with them. Raises ``FilterError``."""
    won = with_and_without_mirrors(store, filters, draws=draws)
    counted = (pl.col(f"{which}{name}").fill_null(0) for which in ("", "all_") for name in COUNTS)
    found = decks(store, filters).join(won, on="archetype", how="left", maintain_order="left")
    return found.with_columns(*counted)


def cards_of(store: Store, filters: Filters) -> pl.DataFrame:
    """What decks of ``filters.archetype`` in ``filters.game`` are made of, as far as they were written down.

    A row a card, the most frequent first: ``card``, in how many ``decks`` of ``n``, ``share low high`` of
    that, mean, least and most ``copies least most`` where it is played, whether it belongs to the ``core``.
    Raises ``FilterError``.
    """
    where, parameters = seats_where(checked(store, filters))
    brought = BROUGHT.format(what="s.archetype, s.deck", where=f"s.deck IS NOT NULL AND {where}")
    found = of_seats(store, CARDS.format(brought=brought), parameters)
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = wilson(found["decks"].cast(pl.Float64).to_numpy(), found["n"].cast(pl.Float64).to_numpy())
    share = pl.col("decks") / pl.col("n")
    ends = (pl.Series("low", low, pl.Float64), pl.Series("high", high, pl.Float64))
    return found.with_columns(share.alias("share"), *ends, core=share >= CORE)
