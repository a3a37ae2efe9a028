"""Pairs of cards: which are in a deck together more often than by chance, and how such decks did.

Not here: single cards (``copies``).
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import polars as pl
import scipy

from analytics.metrics.decklists.deck_set import LIST, NUMBER, OF_RESULT, DeckSet, deck_set
from analytics.metrics.decklists.rate import numbers, rate_of
from analytics.metrics.estimators.estimate import Draws
from analytics.query.filters import Filters, checked
from analytics.stats.interval import wilson
from analytics.store.reader import Store

FEWEST = 5
"""Pairs in fewer decks are not told, unless they are asked for by card: there are more of these than of all
others."""
SCHEMA = {
    "card": pl.String, "other": pl.String, "game": pl.String, "n": pl.Int64, "decks": pl.Int64,
    "share": pl.Float64, "low": pl.Float64, "high": pl.Float64, "lift": pl.Float64, "phi": pl.Float64,
    "rate": pl.Float64, "rate_n": pl.Int64, "rate_low": pl.Float64, "rate_high": pl.Float64,
}  # fmt: skip


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
    lists = counted.sort(LIST).with_row_index("row").fill_null(0)
    cards = found.cards.join(lists.select(LIST, "row", "decks"), on=LIST)
    fewest = 1 if card else FEWEST
    often = cards.group_by("card").agg(pl.col("decks").sum().alias("in"))
    often = often.filter(pl.col("in") >= fewest).sort("card")
    names = often["card"]
    held = cards.join(often.with_columns(column=pl.int_range(pl.len())), on="card")
    has = np.zeros((len(lists), len(names)), np.float32)
    has[held["row"].to_numpy(), held["column"].to_numpy()] = 1
    weights = [lists[name].to_numpy().astype(np.float32) for name in ("decks", *OF_RESULT)]
    alone = (weights[0] @ has).astype(np.float64)
    ones, others, both, *ended = _both(has, weights, names, card)
    there = (both >= fewest).nonzero()[0]
    ones, others, both, *ended = (column[there] for column in (ones, others, both, *ended))
    total, a, b = float(len(decks)), alone[ones], alone[others]
    with np.errstate(divide="ignore", invalid="ignore"):
        lift = both * total / (a * b)
        phi = (both * total - a * b) / np.sqrt(a * b * (total - a) * (total - b))
    rate, n, low, high = rate_of(*ended, draws=draws)
    share_low, share_high = wilson(both, np.full(len(both), total))
    columns = [
        names.gather(ones).alias("card"),
        names.gather(others).alias("other"),
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
        pl.DataFrame(columns)
        .with_columns(game=pl.lit(game), decks=pl.lit(len(decks), pl.Int64))
        .select(*SCHEMA)
    )


def _both(has: np.ndarray, weights: list[np.ndarray], names: pl.Series, card: str) -> Iterator[np.ndarray]:
    """The columns of both cards of each pair, and sums of each of the ``weights`` over lists with both."""
    if card:
        ones = np.flatnonzero((names == card).to_numpy())
        others = np.flatnonzero((names != card).to_numpy()) if len(ones) else ones
        first, second = np.repeat(ones, len(others)), others
    else:
        ones = others = np.arange(len(names))
        first, second = np.triu_indices(len(names), 1)
    yield first
    yield second
    of_pair = (first - ones[0], second) if card and len(ones) else (first, second)
    for weight in weights:
        together = (has[:, ones] * weight[:, None]).T @ has
        yield together[of_pair].astype(np.float64)
