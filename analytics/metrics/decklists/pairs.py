"""Pairs of cards: which are in a deck together more often than by chance, and how such decks did.

Not here: single cards (``copies``).
"""

from dataclasses import replace
from typing import TypeAlias

import numpy as np
import polars as pl
import scipy

from analytics.metrics.decklists.deck_set import LIST, NUMBER, OF_RESULT, DeckSet, deck_set
from analytics.metrics.decklists.rate import numbers, rate_of
from analytics.metrics.estimators.estimate import Draws
from analytics.query.filters import Filters, checked
from analytics.stats.interval import wilson
from analytics.stats.number import Floats, Ints
from analytics.store.reader import Store

FEWEST = 5
"""Pairs in fewer decks are not told, unless they are asked for by card: there are more of these than of all
others."""
SCHEMA = {
    "card": pl.String, "other": pl.String, "game": pl.String, "n": pl.Int64, "decks": pl.Int64,
    "share": pl.Float64, "low": pl.Float64, "high": pl.Float64, "lift": pl.Float64, "phi": pl.Float64,
    "rate": pl.Float64, "rate_n": pl.Int64, "rate_low": pl.Float64, "rate_high": pl.Float64,
}  # fmt: skip
ALONE = ("in_one", "in_other")
"""In how many decks the one card of a pair is, and the other."""
SUMS = ("both", *OF_RESULT, "within")
"""How many decks have both cards, what these won, lost and tied, and how many of their seats met one
another."""
NO_ROW = -1
"""The row of a deck that is not among those that are counted."""
Sparse: TypeAlias = "scipy.sparse.csr_array"


def pairs(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """A row for each pair of cards of a ``board``; with the card of the filters, each pair with that card.

    Sideboards are those of tournaments of which any is known. ``n`` of ``decks`` have both:
    ``share low high``; ``lift`` is how many times more that is than if each were in a deck by itself, ``phi``
    their correlation; ``rate`` is the match win rate of decks with both. The pairs that go together most come
    first. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    found = _of_board(store, chosen)
    games = found.decks["game"].unique().sort()
    rows = [_of_game(found, game, chosen.card, draws) for game in games]
    every = pl.concat(rows) if rows else pl.DataFrame(schema=SCHEMA)
    return every.sort("phi", "n", "card", "other", descending=[True, True, False, False], nulls_last=True)


def pairs_left_out(store: Store, filters: Filters) -> int:
    """How many pairs are in fewer than ``FEWEST`` decks, and not told. Raises ``FilterError``."""
    chosen = checked(store, filters)
    if chosen.card:
        return 0
    found = _of_board(store, chosen)
    times = found.decks.group_by("game", LIST).agg(pl.len().alias("times"))
    held = found.cards.join(times, on=LIST)
    left_out = 0
    for _, of_game in held.group_by("game"):
        lists, cards = (of_game[name].rank("dense").cast(pl.Int64).to_numpy() - 1 for name in (LIST, "card"))
        has = scipy.sparse.csr_array((np.ones(len(lists), np.float32), (lists, cards)))
        weights = scipy.sparse.csr_array((of_game["times"].cast(pl.Float32).to_numpy(), (lists, cards)))
        both = scipy.sparse.triu(has.T @ weights, 1)
        left_out += int(((both.data > 0) & (both.data < FEWEST)).sum())
    return left_out


def _of_board(store: Store, chosen: Filters) -> DeckSet:
    """The decks with the cards of the board that is asked for: of sideboards, and of both together, each deck
    is a list of its own."""
    found = deck_set(store, replace(chosen, card=""), (), board=chosen.board)
    if chosen.board == "main":
        return found
    decks = found.decks.filter("sided") if chosen.board == "side" else found.decks
    cards = found.of_each().rename({NUMBER: LIST}).select(LIST, "card").unique()
    return replace(found, decks=decks.with_columns(pl.col(NUMBER).alias(LIST)), cards=cards)


def _of_game(found: DeckSet, game: str, card: str, draws: Draws) -> pl.DataFrame:
    decks = found.with_results().filter(pl.col("game") == game)
    counted = decks.group_by(LIST).agg(pl.len().cast(pl.Int64).alias("decks"), pl.col(OF_RESULT).sum())
    rows = _counted(found, counted.sort(LIST).fill_null(0), card, draws)
    a, b, both, *ended, within = (rows[name].to_numpy() for name in (*ALONE, *SUMS))
    total = float(len(decks))
    with np.errstate(divide="ignore", invalid="ignore"):
        lift = both * total / (a * b)
        phi = (both * total - a * b) / np.sqrt(a * b * (total - a) * (total - b))
    rate, n, low, high = rate_of(*ended, draws=draws, within=within)
    share_low, share_high = wilson(both, np.full(len(both), total))
    columns = [
        pl.Series("n", both).cast(pl.Int64),
        numbers("share", both / total),
        numbers("low", share_low),
        numbers("high", share_high),
        numbers("lift", lift),
        numbers("phi", phi),
        numbers("rate", rate),
        pl.Series("rate_n", n).cast(pl.Int64),
        numbers("rate_low", low),
        numbers("rate_high", high),
    ]
    return (
        rows.select("card", "other", *columns)
        .with_columns(game=pl.lit(game), decks=pl.lit(len(decks), pl.Int64))
        .select(*SCHEMA)
    )


def _counted(found: DeckSet, lists: pl.DataFrame, card: str, draws: Draws) -> pl.DataFrame:
    """``card other`` with the columns ``ALONE`` and ``SUMS`` of each pair that is told. ``lists``: ``list
    decks`` and results."""
    lists = lists.with_row_index("row")
    cards = found.cards.join(lists.select(LIST, "row", "decks"), on=LIST)
    fewest = 1 if card else FEWEST
    often = cards.group_by("card").agg(pl.col("decks").sum().alias("in"))
    often = often.filter(pl.col("in") >= fewest).sort("card").with_columns(column=pl.int_range(pl.len()))
    held = cards.join(often, on="card")
    has = scipy.sparse.csr_array(
        (np.ones(len(held)), (held["row"].to_numpy(), held["column"].to_numpy())),
        shape=(len(lists), len(often)),
    )
    names, alone = often["card"], often["in"].cast(pl.Float64)
    chosen = np.flatnonzero((names == card).to_numpy()) if card else np.arange(len(names))
    weights = (lists[name].cast(pl.Float64).to_numpy() for name in ("decks", *OF_RESULT))
    both, *ended = (_together(has, weight, chosen) for weight in weights)
    met = _met(found, lists, draws)
    of_both = has[met["row"].to_numpy()] * has[met["row_against"].to_numpy()]
    within = _together(of_both, met["times"].cast(pl.Float64).to_numpy(), chosen)
    at, others = (both >= fewest).nonzero()
    ones = chosen[at]
    another = ones != others if card else ones < others
    at, ones, others = at[another], ones[another], others[another]
    summed = [_at(sums, at, others) for sums in (both, *ended, within)]
    columns = [
        names.gather(ones),
        names.gather(others).alias("other"),
        alone.gather(ones).alias(ALONE[0]),
        alone.gather(others).alias(ALONE[1]),
        *(pl.Series(name, column) for name, column in zip(SUMS, summed, strict=True)),
    ]
    return pl.DataFrame(columns)


def _met(found: DeckSet, lists: pl.DataFrame, draws: Draws) -> pl.DataFrame:
    """How many ``times`` a seat with the list of a ``row`` met one with that of ``row_against``."""
    met, decks = found.met(draws), found.decks.join(lists.select(LIST, "row"), on=LIST)
    number, one, other = (rows.to_numpy() for rows in (decks[NUMBER], met[NUMBER], met["against"]))
    row_of = np.full(1 + np.concatenate([number, one, other]).max(), NO_ROW)  # a join takes ten times as long
    row_of[number] = decks["row"].to_numpy()
    rows = pl.DataFrame({"row": row_of[one], "row_against": row_of[other]})
    known = pl.all_horizontal(pl.all() != NO_ROW)
    return rows.filter(known).group_by(pl.all()).agg(pl.len().alias("times"))


def _together(has: Sparse, weight: Floats, chosen: Ints) -> Sparse:
    """The sum of ``weight`` over the rows that have both of two columns, one of them a chosen one."""
    return scipy.sparse.csr_array(has[:, chosen].T @ scipy.sparse.diags_array(weight) @ has)


def _at(sums: Sparse, rows: Ints, columns: Ints) -> Floats:
    """The elements at these places; SciPy gives those of no place as a matrix."""
    found: Floats = sums[rows, columns] if len(rows) else np.zeros(0)
    return found
