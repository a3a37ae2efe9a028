"""Every metric of the registry that tells cards apart, side by side: one row a card.

What the records of a game do not tell (draws by lot where there is no library) has no column. Not here: the
definitions (``registry``), tables of a few metrics (``table``).
"""

from collections.abc import Iterable

import polars as pl

from analytics.cubes.answer import answer
from analytics.measures import MEASURES
from analytics.measures.relation import reaches
from analytics.metrics.asking import asking
from analytics.metrics.evaluate import evaluated
from analytics.metrics.filters import Filters, checked
from analytics.metrics.measured import ITEM, measured
from analytics.metrics.metric import Itemised, Metric
from analytics.metrics.rate import Draws
from analytics.metrics.registry import METRICS
from analytics.metrics.way import Way
from analytics.names import card_name
from analytics.stats.survival import kaplan_meier
from analytics.store import Store

CARD = "card"
CHOSEN, LOTTERY = "iih", "rde"
"""Two answers to what a card is worth in hand: by who had it, and by whom chance gave it."""


def _tells_cards(metric: Metric) -> bool:
    """Whether the facts give one number of it for each card."""
    if not set(metric.sums) <= set(MEASURES):
        return False
    facts = {MEASURES[name].fact for name in metric.sums}
    if isinstance(metric.way, Itemised):
        return metric.by == (CARD,)
    return all(any(reaches(column, fact) for fact in facts) for column in (CARD, *metric.by))


CARD_METRICS: tuple[Metric, ...] = tuple(metric for metric in METRICS.values() if _tells_cards(metric))


def profile(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """The cards of one game (``filters.game``) by their ids, each with all that is known of it.

    Columns: ``card``, ``name`` and ``name_en`` (Japanese and English), then ``ID ID_n ID_low ID_high`` for
    each of ``CARD_METRICS`` that has a value for some card. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    single = [metric for metric in CARD_METRICS if isinstance(metric.way, Way)]
    names = (name for metric in single for name in metric.sums)
    sums = answer(store, asking(names, (CARD,), chosen)).drop_nulls(CARD).sort(CARD)
    found = sums.select(CARD)
    for metric in single:
        numbers = [sums[CARD], *evaluated(sums, metric, draws=draws, prefix=metric.id)]
        found = _with(found, metric, pl.DataFrame(numbers))
    for metric in CARD_METRICS:
        if not isinstance(metric.way, Way):
            found = _with(found, metric, _measured(store, metric, chosen, draws))
    printed = [card_name(filters.game, card) for card in found[CARD]]
    return found.select(
        CARD,
        pl.Series("name", [name.ja for name in printed], pl.String),
        pl.Series("name_en", [name.en for name in printed], pl.String),
        pl.exclude(CARD),
    )


def known(found: pl.DataFrame) -> list[Metric]:
    """The metrics that a profile has columns of, in the order of the registry."""
    return [metric for metric in CARD_METRICS if metric.id in found.columns]


def opposed(found: pl.DataFrame) -> list[str]:
    """Cards of a profile of which the players' choice and the lottery of draws say the opposite: those who
    held it won more often, those who drew it by lot less often, or the other way round."""
    if not {CHOSEN, LOTTERY} <= set(found.columns):
        return []
    return found.filter(pl.col(CHOSEN) * pl.col(LOTTERY) < 0)[CARD].to_list()


def plays(store: Store, card: str, filters: Filters) -> pl.DataFrame:
    """Columns ``turn rate low high n``: in what share of the games in which a card came to hand it had been
    played by the end of that turn (Kaplan and Meier), and how many games were still open. Raises
    ``FilterError``."""
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
    """Columns ``archetype n rate low high``: how often the decks of each archetype win that play the card.
    Decks without a label are left out. Raises ``FilterError``."""
    metric = METRICS["gp_wr"]
    sums = _of_card(store, metric.sums, ("archetype",), card, filters)
    sums = sums.drop_nulls("archetype").sort("archetype")
    return pl.DataFrame([sums["archetype"], *evaluated(sums, metric, draws=draws)])


def _of_card(
    store: Store, sums: Iterable[str], by: tuple[str, ...], card: str, filters: Filters
) -> pl.DataFrame:
    """Sums of one card in groups."""
    found = answer(store, asking(sums, (CARD, *by), checked(store, filters)))
    return found.filter(pl.col(CARD) == card)


def _measured(store: Store, metric: Metric, filters: Filters, draws: Draws) -> pl.DataFrame:
    """A metric that wants its sums in groups, with the columns of one of single cells."""
    if isinstance(metric.way, Itemised):
        found = measured(store, metric, (), filters, draws=draws).rename({ITEM: CARD})
    else:
        found = measured(store, metric, (CARD,), filters, draws=draws)
    ends = {name: f"{metric.id}_{name}" for name in ("n", "low", "high")}
    return found.rename({"value": metric.id, **ends})


def _with(found: pl.DataFrame, metric: Metric, numbers: pl.DataFrame) -> pl.DataFrame:
    """The profile with one more metric, if any card has a value of it."""
    if numbers[metric.id].null_count() == numbers.height:
        return found
    missing = {f"{metric.id}_{end}" for end in ("low", "high")} - set(numbers.columns)
    whole = numbers.with_columns(pl.lit(None, pl.Float64).alias(name) for name in sorted(missing))
    ends = [f"{metric.id}_{name}" for name in ("n", "low", "high")]
    return found.join(whole.select(CARD, metric.id, *ends), on=CARD, how="left", maintain_order="left")
