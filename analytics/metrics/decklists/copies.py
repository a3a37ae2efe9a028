"""Copies of cards: in how many decks a card is, how often, and how decks with it and without it did.

Not here: which cards are in a deck together (``pairs``), what a copy is worth (``reports.effects``).
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analytics.metrics.decklists.deck_set import LIST, LIST_OF, NUMBER, OF_RESULT, DeckSet, deck_set
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
    cards = found.cards.filter(pl.col("card") == card) if card else found.cards
    rows = pl.concat(_with_decks(found, keys, cards, board=board) for board in LIST_OF)
    number = [_decks_if(pl.col("copies") == times).alias(f"copies_{times}") for times in range(1, MOST)]
    return rows.group_by(*keys, "board", "card").agg(
        pl.col("decks").sum().alias("n"),
        (pl.col("copies") * pl.col("decks")).sum() / pl.col("decks").sum(),
        *number,
        _decks_if(pl.col("copies") >= MOST).alias(f"copies_{MOST}"),
        *(pl.col(name).sum().cast(pl.Float64) for name in OF_RESULT),
    )


def _with_decks(found: DeckSet, keys: Sequence[str], cards: pl.DataFrame, *, board: str) -> pl.DataFrame:
    """The rows of cards on a board for each combination of the keys, with the number of ``decks`` that have
    this list, and what they won."""
    lists = found.with_results().group_by(*keys, pl.col(LIST_OF[board]).alias(LIST))
    counted = lists.agg(pl.len().cast(pl.Int64).alias("decks"), pl.col(OF_RESULT).sum())
    return cards.filter(pl.col("board") == board).join(counted, on=LIST)


def _decks_if(condition: pl.Expr) -> pl.Expr:
    return pl.col("decks").filter(condition).sum()


def _totals(found: DeckSet, keys: Sequence[str]) -> pl.DataFrame:
    """All decks of each board by the keys, and what they won."""
    decks = found.with_results()
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


def _met(found: DeckSet, keys: Sequence[str], held: pl.DataFrame, draws: Draws) -> pl.DataFrame:
    """For each card, by the keys, the seats that met a known deck: ``having`` it, ``shared`` of these against
    decks without it, and ``every`` seat. What decks with the card win of those without it they lose."""
    named = found.decks.select(NUMBER, LIST, *keys)
    met = found.met(draws).join(named, on=NUMBER)
    met = met.join(
        named, left_on=["against", *keys], right_on=[NUMBER, *keys], suffix="_against", nulls_equal=True
    ).rename({"against": f"{NUMBER}_against"})
    cards = found.cards.join(held.select("card").unique(), on="card", how="semi").drop("copies")
    boards = []
    for board in LIST_OF:
        seats = met if board == "main" else _of_sided(met, found)
        boards.append(_met_without(seats, keys, cards, board=board))
    return pl.concat(boards)


def _of_sided(met: pl.DataFrame, found: DeckSet) -> pl.DataFrame:
    """The seats of decks whose sideboard may be known, against others of these."""
    sided = found.decks.filter("sided").select(NUMBER)
    both = met.join(sided, on=NUMBER, how="semi")
    return both.join(sided, left_on=f"{NUMBER}_against", right_on=NUMBER, how="semi")


def _met_without(met: pl.DataFrame, keys: Sequence[str], cards: pl.DataFrame, *, board: str) -> pl.DataFrame:
    of_board = cards.filter(pl.col("board") == board)
    mine, other = LIST_OF[board], f"{LIST_OF[board]}_against"
    times = met.group_by(*keys, mine, other).agg(pl.len().cast(pl.Float64).alias("times"))
    having = times.join(of_board, left_on=mine, right_on=LIST)
    without = having.join(of_board, left_on=[other, "card"], right_on=[LIST, "card"], how="anti")
    every = times.group_by(keys).agg(pl.col("times").sum().alias("every"))
    of_card = [*keys, "board", "card"]
    seats = having.group_by(of_card).agg(pl.col("times").sum().alias("having"))
    shared = without.group_by(of_card).agg(pl.col("times").sum().alias("shared"))
    return seats.join(shared, on=of_card, how="left", nulls_equal=True).join(
        every, on=keys, how="left", nulls_equal=True
    )


def _with_rates(held: pl.DataFrame, found: DeckSet, keys: Sequence[str], draws: Draws) -> pl.DataFrame:
    named = [*keys, "board", "card"]
    rows = held.join(_met(found, keys, held, draws), on=named, how="left", nulls_equal=True)
    rows = rows.with_columns(pl.col("having", "shared", "every").fill_null(0))
    having = [rows[name].to_numpy() for name in OF_RESULT]
    lacking = [rows[f"all_{name}"].to_numpy() - part for name, part in zip(OF_RESULT, having, strict=True)]
    shared, seats, every = (rows[name].to_numpy() for name in ("shared", "having", "every"))
    within = seats - shared, every - seats - shared  # each meeting of one with the other has a seat of both
    one, other = (
        rate_of(*side, draws=draws, within=inner)
        for side, inner in zip((having, lacking), within, strict=True)
    )
    value, low, high = apart(one, other, shared, within=within)
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
