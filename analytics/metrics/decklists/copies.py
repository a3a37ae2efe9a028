"""Copies of cards: in how many decks a card is, how often, and how decks with it and without it did.

Not here: which cards are in a deck together (``pairs``), what a copy is worth (``reports.effects``).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analytics.metrics.decklists.deck_set import NUMBER, OF_RESULT, DeckSet, deck_set
from analytics.metrics.decklists.rate import apart, numbers, rate_of
from analytics.metrics.estimators.estimate import Draws
from analytics.query.filters import Filters, checked
from analytics.stats.interval import wilson
from analytics.store.reader import Store

BY = ("archetype", "tournament", "format", "week")
"""Columns that decks can be told by."""
MOST = 4
"""So many copies and more are counted together."""
COUNTS = tuple(f"copies_{times}" for times in range(1, MOST + 1))
BOARDS = {"main": ["main"], "side": ["side"], "either": ["main", "side"]}


def copies(
    store: Store, filters: Filters, by: Sequence[str] = (), *, draws: Draws = "exclude"
) -> pl.DataFrame:
    """A row for each card of a ``board``, by the columns ``by``, of decks whose cards are known.

    ``n`` of ``decks`` have it: ``share low high``; ``copies`` is the mean of those that have it, ``copies_1``
    to ``copies_4`` how many have one, …, four or more. ``with_*`` and ``without_*`` are match win rates, with
    ``difference`` and its interval. The card of the filters chooses rows; ``board`` is where cards are looked
    for. Sideboards are those of tournaments of which any is known. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    every = replace(chosen, card="")
    found = deck_set(store, every, by, board=chosen.board)
    keys = [*dict.fromkeys(("game", *by))]
    totals = _totals(found, keys).filter(pl.col("board").is_in(BOARDS[chosen.board]))
    held = _held(found, keys, chosen.card)
    if chosen.card:  # those that have none of it are told as well
        held = totals.join(held, on=[*keys, "board"], how="left", nulls_equal=True).with_columns(
            pl.col("card").fill_null(chosen.card), pl.col("n", *COUNTS, *OF_RESULT).fill_null(0)
        )
    else:
        held = held.join(totals, on=[*keys, "board"], how="left", nulls_equal=True)
    return _with_rates(held, found, keys, draws)


def _held(found: DeckSet, keys: Sequence[str], card: str) -> pl.DataFrame:
    """How many decks have each card, with how many copies, and what they won."""
    results = found.matches.group_by(NUMBER).agg(pl.col(OF_RESULT).sum())
    cards = found.cards.filter(pl.col("card") == card) if card else found.cards
    rows = cards.join(found.decks, on=NUMBER).join(results, on=NUMBER, how="left")
    number = [(pl.col("copies") == times).sum().alias(f"copies_{times}") for times in range(1, MOST)]
    return rows.group_by(*keys, "board", "card").agg(
        pl.len().cast(pl.Int64).alias("n"),
        pl.col("copies").mean(),
        *number,
        (pl.col("copies") >= MOST).sum().alias(f"copies_{MOST}"),
        *(pl.col(name).sum().cast(pl.Float64) for name in OF_RESULT),
    )


def _totals(found: DeckSet, keys: Sequence[str]) -> pl.DataFrame:
    """All decks of each board by the keys, and what they won."""
    results = found.matches.group_by(NUMBER).agg(pl.col(OF_RESULT).sum())
    decks = found.decks.join(results, on=NUMBER, how="left")
    boards = {"main": decks, "side": decks.filter("sided")}
    return pl.concat(
        rows.group_by(keys)
        .agg(
            pl.len().cast(pl.Int64).alias("decks"),
            *(pl.col(name).sum().cast(pl.Float64).alias(f"all_{name}") for name in OF_RESULT),
        )
        .with_columns(board=pl.lit(board))
        for board, rows in boards.items()
    )


def _shared(found: DeckSet, keys: Sequence[str], held: pl.DataFrame) -> pl.DataFrame:
    """How many matches decks with the card played against decks without it, by the keys: what one won the
    other lost."""
    named = found.decks.select(NUMBER, *keys)
    met = found.matches.drop_nulls("against").join(named, on=NUMBER)
    met = met.join(named, left_on=["against", *keys], right_on=[NUMBER, *keys], nulls_equal=True)
    times = met.group_by(NUMBER, "against", *keys).agg(pl.len().alias("times"))
    cards = found.cards.join(held.select("card").unique(), on="card", how="semi").drop("copies")
    having = times.join(cards, on=NUMBER)
    both = having.join(
        cards, left_on=["against", "board", "card"], right_on=[NUMBER, "board", "card"], how="anti"
    )
    return both.group_by(*keys, "board", "card").agg(pl.col("times").sum().cast(pl.Float64).alias("shared"))


def _with_rates(held: pl.DataFrame, found: DeckSet, keys: Sequence[str], draws: Draws) -> pl.DataFrame:
    named = [*keys, "board", "card"]
    rows = held.join(_shared(found, keys, held), on=named, how="left", nulls_equal=True)
    rows = rows.with_columns(pl.col("shared").fill_null(0))
    having = [rows[name].to_numpy() for name in OF_RESULT]
    lacking = [rows[f"all_{name}"].to_numpy() - part for name, part in zip(OF_RESULT, having, strict=True)]
    one, other = (rate_of(*side, draws=draws) for side in (having, lacking))
    value, low, high = apart(one, other, rows["shared"].to_numpy())
    share = rows["n"] / rows["decks"]
    least, most = wilson(rows["n"].cast(pl.Float64).to_numpy(), rows["decks"].cast(pl.Float64).to_numpy())
    told = rows.with_columns(
        share.alias("share"),
        numbers("low", least),
        numbers("high", np.minimum(most, 1)),
        numbers("with_rate", one[0]),
        pl.Series("with_n", one[1]).cast(pl.Int64),
        numbers("without_rate", other[0]),
        pl.Series("without_n", other[1]).cast(pl.Int64),
        numbers("difference", value),
        numbers("difference_low", low),
        numbers("difference_high", high),
    )
    order = [name for name in keys if name != "game"]
    told = told.select(*order, "card", "board", "game", *COLUMNS)
    downwards = [*[False] * len(order), False, True, False]
    return told.sort([*order, "board", "n", "card"], descending=downwards, nulls_last=True)


COLUMNS = (
    "n", "decks", "share", "low", "high", "copies", *COUNTS,
    "with_rate", "with_n", "without_rate", "without_n", "difference", "difference_low", "difference_high",
)  # fmt: skip
