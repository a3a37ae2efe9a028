"""What happens to declarations: paid, answered, resolved or nullified, by which cards, in chains how deep.

Acts of the table (an agreed end) belong to no player and do not count. Intervals take matches as independent,
as those of metrics of acts do. Not here: the rates of single cards (``definitions.action``), nor an example
event behind each number (``example_event``).
"""

from dataclasses import replace

import narwhals as nw
import numpy as np
import polars as pl

from analytics.metrics.estimators.rates import Share
from analytics.metrics.intervals.match_intervals import effects_on, ratios_over_matches
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import SOUND, Filters, checked
from analytics.query.sum_query import Condition, SumQuery, among, equal
from analytics.stats.interval import wilson
from analytics.stats.number import Floats
from analytics.store.reader import Store

STAGES = ("declared", "paid", "answered", "resolved", "nullified")
"""The stages of a declaration, in the order in which they happen."""
SUMS = {
    "declared": "acts",
    "paid": "acts_paid",
    "answered": "acts_answered",
    "resolved": "acts_resolved",
    "nullified": "acts_nullified",
}
"""Stage → its sum over all declarations."""
WITH_OUTCOME = SUMS | {"declared": "acts_told", "paid": "acts_told_paid", "answered": "acts_told_answered"}
"""Stage → its sum over declarations with an outcome; what resolved or was nullified has one."""
REACHED = {stage: Share((WITH_OUTCOME[stage],), (WITH_OUTCOME[STAGES[0]],)) for stage in STAGES[1:]}
"""Stage → the share of declarations with an outcome that reached it."""
NULLIFYING = Share(("answered_by",), ("answers",))
"""The share of answers that nullified what they answered."""
BEGUN = "chains_begun"
ACTS, ANSWERS = "declaration", "answer"
"""The fact tables that are counted here."""
SIDES = ("answered", "answered_by")
"""The cards of an answer."""
ANSWERER = Condition(("card",), "known", ~nw.col("card").is_null())
"""The answering card is known."""


def declared(store: Store, filters: Filters, *, card: str = "") -> pl.DataFrame:
    """The sums of declarations by ``verb`` and ``links``, from which the functions below make their tables;
    for one ``card`` by ``verb`` alone. Raises ``FilterError``."""
    names = (*SUMS.values(), *WITH_OUTCOME.values(), BEGUN)
    by = ("verb",) if card else ("verb", "links")
    found = answer(store, _narrowed(sum_query(names, by, checked(store, filters)), of_card(card)))
    return found.filter(pl.col("acts") > 0)


def of_card(card: str) -> tuple[Condition, ...]:
    """The condition that it is this card, if one is given."""
    return (equal("card", card),) if card else ()


def funnel(store: Store, declared: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """Columns ``stage count n rate low high``: how many of ``n`` declarations with an outcome reached a
    stage; the first one, which all of them reached, has no interval.

    The stages are ``STAGES``; no rows where nothing was declared. Raises ``FilterError``.
    """
    counts = declared.select(pl.col(name).sum().alias(stage) for stage, name in WITH_OUTCOME.items()).row(
        0, named=True
    )
    n = counts[STAGES[0]]
    rows = pl.DataFrame(
        {"stage": STAGES, "count": [counts[stage] for stage in STAGES], "n": [n] * len(STAGES)},
        schema={"stage": pl.String, "count": pl.Int64, "n": pl.Int64},
    )
    if not n:
        return shares(rows.clear(), np.zeros(0))
    by_match = ratios_over_matches(store, REACHED.values(), (), checked(store, filters))
    of_stages = (by_match[share].with_columns(stage=pl.lit(stage)) for stage, share in REACHED.items())
    effects = effects_on(rows[1:], pl.concat(of_stages), lent="stage")
    return shares(rows, np.array([np.nan, *effects]))


def verbs(declared: pl.DataFrame) -> pl.DataFrame:
    """Columns ``verb``, those of ``STAGES``, ``without`` (the rules define no outcome): one row a kind of
    act, the most frequent one first."""
    sums = [pl.col(name).sum().alias(stage) for stage, name in SUMS.items()]
    without = (pl.col("acts") - pl.col("acts_told")).sum().alias("without")
    return declared.group_by("verb").agg(*sums, without).sort("declared", "verb", descending=[True, False])


def answers(store: Store, filters: Filters, *, card: str = "") -> pl.DataFrame:
    """Columns ``answered answered_by count n rate low high``: of ``n`` answers of one card to another, how
    many nullified it; the most frequent pair first. With a ``card`` only pairs that contain it. Raises
    ``FilterError``."""
    return _ranked(store, _pairs(store, filters, (_one_of_them(card),) if card else ()), filters)


def most_answered(store: Store, filters: Filters, *, most: int) -> pl.DataFrame:
    """The same for the ``most`` cards that were answered most often, and the ``most`` cards that answered
    these most often: there may be a hundred thousand pairs in all. Raises ``FilterError``."""
    chosen = checked(store, filters)
    pairs = _pairs(store, chosen, _of_most(store, chosen, most))
    for side in SIDES:
        often = pairs.group_by(side).agg(pl.col("n").sum()).sort("n", side, descending=[True, False])
        pairs = pairs.filter(pl.col(side).is_in(often[side].head(most).implode()))
    return _ranked(store, pairs, chosen)


def _of_most(store: Store, chosen: Filters, most: int) -> tuple[Condition, ...]:
    """The condition that the answered card is one of the ``most`` that were answered most often.

    If sums are kept, counting those cards first halves the time of counting every pair. If they are not, the
    facts would be read twice, so there is no condition.
    """
    if replace(chosen, game="", simulated="any", grades=SOUND) != Filters():
        return ()
    ask = sum_query(("answers",), ("answered",), chosen)
    found = answer(store, _narrowed(ask, (ANSWERER,))).drop_nulls()
    often = found.sort("answers", "answered", descending=[True, False])["answered"].head(most)
    return (among("answered", often),)


def _pairs(store: Store, filters: Filters, conditions: tuple[Condition, ...] = ()) -> pl.DataFrame:
    """How often each card answered each other card, in no order."""
    ask = sum_query(("answered_by", "answers"), ("card", "answered"), checked(store, filters))
    found = answer(store, _narrowed(ask, conditions))
    named = found.rename({"answered_by": "count", "card": "answered_by", "answers": "n"})
    return named.select(*SIDES, "count", "n").drop_nulls()


def _one_of_them(card: str) -> Condition:
    """The condition that this card answers or is answered."""
    either = (nw.col("card") == card) | (nw.col("answered") == card)
    return Condition(("card", "answered"), ("either", card), either)


def _ranked(store: Store, pairs: pl.DataFrame, filters: Filters) -> pl.DataFrame:
    """The pairs with their shares, the most frequent pair first."""
    rows = pairs.sort("n", *SIDES, descending=[True, False, False])
    as_facts = rows.rename({"answered_by": "card"})
    return shares(rows, effects_by(store, as_facts, NULLIFYING, ("card", "answered"), filters))


def depths(declared: pl.DataFrame) -> pl.DataFrame:
    """Columns ``depth chains``: how many chains have this number of nested links, whoever declared the inner
    ones. The filter chooses who began them."""
    chains = declared.filter(pl.col(BEGUN) > 0).group_by(pl.col("links").cast(pl.Int64).alias("depth"))
    return chains.agg(pl.col(BEGUN).sum().alias("chains")).sort("depth")


def shares(rows: pl.DataFrame, effects: Floats) -> pl.DataFrame:
    """The rows with ``rate low high``: the share of ``count`` in ``n``, which is positive, and its interval
    by the design ``effects`` of matches; null where there is none."""
    rate = rows["count"].cast(pl.Float64).to_numpy() / rows["n"].to_numpy()
    worth = rows["n"].to_numpy() / effects
    columns = zip(("rate", "low", "high"), (rate, *wilson(rate * worth, worth)), strict=True)
    return rows.with_columns(pl.Series(name, column, pl.Float64).fill_nan(None) for name, column in columns)


def effects_by(
    store: Store, rows: pl.DataFrame, share: Share, per: tuple[str, ...], filters: Filters
) -> Floats:
    """The design effect of a share for each row, by the columns ``per``. Raises ``FilterError``."""
    (by_match,) = ratios_over_matches(store, (share,), per, checked(store, filters)).values()
    return effects_on(rows, by_match)


def _narrowed(ask: SumQuery, conditions: tuple[Condition, ...]) -> SumQuery:
    return replace(ask, where=(*ask.where, *conditions))
