"""The profile of cards: every metric of the registry that has a value for each card, side by side.

Metrics that the records of a game cannot give (random draws where there is no library) have no column. Not
here: the definitions (``registry``), tables of a few metrics (``table``).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from analytics.metrics.ask import ask
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.estimator import Estimator
from analytics.metrics.estimators.grouped import Within, WithinGames
from analytics.metrics.estimators.rates import Apart
from analytics.metrics.question import Question
from analytics.metrics.reports.rate_columns import rate_columns
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import GRADES, Filters, checked
from analytics.query.measures import MEASURES
from analytics.query.measures.relation import reaches
from analytics.query.sum_query import equal
from analytics.stats.survival import kaplan_meier
from analytics.store.reader import Store, cached_per_projection
from analytics.store.stored_card_names import stored_card_names
from engine.kernel.bilingual import Bilingual

CARD = "card"
CHOSEN, LOTTERY = "iih", "rde"
"""Two measures of a card in hand: by all who had it, and by those to whom chance gave it."""


def _has_value_per_card(metric: Metric) -> bool:
    """Whether the facts give one value of it for each card."""
    if not set(metric.sums) <= set(MEASURES):
        return False
    facts = {MEASURES[name].fact for name in metric.sums}
    if metric.per_item:
        return metric.by == (CARD,)
    return all(any(reaches(column, fact) for fact in facts) for column in (CARD, *metric.by))


CARD_METRICS: tuple[Metric, ...] = tuple(metric for metric in METRICS.values() if _has_value_per_card(metric))
IDS: tuple[str, ...] = tuple(metric.id for metric in CARD_METRICS)


def profile(
    store: Store,
    filters: Filters,
    *,
    draws: Draws = "exclude",
    ids: Collection[str] = IDS,
    beside: Collection[str] = (),
    card: str = "",
) -> Estimates:
    """The cards of one game (``filters.game``) in order of their ids, or one ``card``, with those of
    ``CARD_METRICS`` among ``ids`` that have a value for some card; labels are ``name`` and ``name_en``.

    Those among ``beside`` come with their own intervals, whose basis is not looked for. Raises
    ``FilterError``.
    """
    asked = tuple(metric for metric in CARD_METRICS if metric.id in ids)
    more = tuple(metric for metric in CARD_METRICS if metric.id in beside and metric not in asked)
    only = (equal(CARD, card),) if card else ()
    question = Question((*asked, *more), (CARD,), filters, draws, only=only, unchecked=more)
    found = ask(store, question).named().known()
    if card:
        found = found.having(pl.col(CARD) == card)
    known = stored_card_names(store)
    names = [known.name(filters.game, face) for face in found.labels[CARD]]
    return found.labelled(*name_columns(names))


def name_columns(names: Sequence[Bilingual]) -> list[pl.Series]:
    """The columns ``name`` and ``name_en``."""
    return [
        pl.Series("name", [name.ja for name in names], pl.String),
        pl.Series("name_en", [name.en for name in names], pl.String),
    ]


def available_metrics(store: Store, game: str) -> tuple[str, ...]:
    """Ids of the metrics that have a value for some card of a game, over all matches.

    The values of all cards take a dozen queries; whether there are any takes one.
    """
    known = _offered(store)
    if game not in known:
        names = (name for metric in CARD_METRICS for name in metric.sums)
        sums = answer(store, sum_query(names, (), checked(store, Filters(game=game, grades=GRADES))))
        counted = sums.row(0, named=True)
        known[game] = tuple(metric.id for metric in CARD_METRICS if _has_sums(metric, counted))
    return known[game]


@cached_per_projection
def _offered(store: Store) -> dict[str, tuple[str, ...]]:
    """The ids that were found so far, by game."""
    return {}


def metrics_of(found: Estimates) -> list[Metric]:
    """The metrics of a profile, in the order of the registry."""
    return [METRICS[id] for id in found.metrics]


def opposed(found: Estimates) -> list[str]:
    """Cards of a profile whose association and randomised effect disagree: those who held the card won more
    often, those who drew it at random less often, or the reverse. Neither interval holds 0: estimates alone
    have opposite signs for half of the cards that do nothing."""
    chosen, lottery = (found.of(id).select(CARD, "low", "high") for id in (CHOSEN, LOTTERY))
    both = chosen.join(lottery, on=CARD, suffix="_lottery", maintain_order="left")
    apart = (pl.col("low") > 0) & (pl.col("high_lottery") < 0)
    reverse = (pl.col("high") < 0) & (pl.col("low_lottery") > 0)
    cards: list[str] = both.filter(apart | reverse)[CARD].to_list()
    return cards


def plays(store: Store, card: str, filters: Filters) -> pl.DataFrame:
    """Columns ``turn rate low high n``: the share of games with the card in hand in which it was played by
    the end of that turn (Kaplan and Meier), and how many games were still open. Raises ``FilterError``."""
    sums = ("first_plays", "never_played")
    rows = _of_card(store, sums, ("turn",), card, filters).drop_nulls("turn").sort("turn")
    rows = rows.filter(pl.sum_horizontal(sums) > 0)
    times, events, censored = (rows[name].cast(pl.Float64).to_numpy() for name in ("turn", *sums))
    curve = kaplan_meier(times, events, censored)
    open_ = (events + censored)[::-1].cumsum()[::-1]
    columns = {"rate": 1 - curve.share, "low": 1 - curve.high, "high": 1 - curve.low}
    return rows.select(
        "turn",
        *(pl.Series(name, column, pl.Float64).fill_nan(None) for name, column in columns.items()),
        pl.Series("n", open_, pl.Float64).cast(pl.Int64),
    )


def in_archetypes(store: Store, card: str, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """Columns ``archetype n rate low high basis``: the win rate of the decks of each archetype that play the
    card. Decks without a label are left out. Raises ``FilterError``."""
    metric, chosen = METRICS["gp_wr"], checked(store, filters)
    sums = _of_card(store, metric.sums, ("archetype",), card, chosen)
    sums = sums.drop_nulls("archetype").sort("archetype")
    rates = rate_columns(store, sums, metric, (CARD, "archetype"), chosen, draws=draws)
    return pl.DataFrame([sums["archetype"], *rates])


def _of_card(
    store: Store, sums: Iterable[str], by: tuple[str, ...], card: str, filters: Filters
) -> pl.DataFrame:
    """Sums of one card in groups."""
    query = sum_query(sums, (CARD, *by), checked(store, filters))
    return answer(store, replace(query, where=(*query.where, equal(CARD, card))))


def _has_sums(metric: Metric, sums: Mapping[str, int]) -> bool:
    """Whether all that a metric compares was observed; ``sums`` are those over all cards, of which a game has
    many, so that they are more than a whole of games."""
    made = metric.estimator
    if isinstance(made, Apart):
        return _observed(sums, made.part, made.whole)
    if not metric.by:
        return metric.estimate(sums, draws="half").value is not None
    return (
        _observed(sums, made.one, made.other)
        if isinstance(made, Within | WithinGames)
        else _observed(sums, made)
    )


def _observed(sums: Mapping[str, int], *sides: Estimator) -> bool:
    return all(any(sums[name] for name in side.sums) for side in sides)
