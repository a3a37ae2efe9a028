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
from analytics.metrics.measured import NUMBERS, told
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


def _grouped() -> dict[tuple[frozenset[str], tuple[str, ...]], list[Metric]]:
    """The metrics that want sums in groups, by tables and columns: what one question can ask for."""
    found: dict[tuple[frozenset[str], tuple[str, ...]], list[Metric]] = {}
    for metric in CARD_METRICS:
        if not isinstance(metric.way, Way):
            facts = frozenset(MEASURES[name].fact for name in metric.sums)
            found.setdefault((facts, tuple(dict.fromkeys((CARD, *metric.by)))), []).append(metric)
    return found


GROUPED = _grouped()


def profile(store: Store, filters: Filters, *, draws: Draws = "exclude") -> pl.DataFrame:
    """The cards of one game (``filters.game``) by their ids, each with all that is known of it.

    Columns: ``card``, ``name`` and ``name_en`` (Japanese and English), then ``ID ID_n ID_low ID_high`` for
    each of ``CARD_METRICS`` that has a value for some card. Raises ``FilterError``.
    """
    chosen = checked(store, filters)
    single = [metric for metric in CARD_METRICS if isinstance(metric.way, Way)]
    names = (name for metric in single for name in metric.sums)
    sums = answer(store, asking(names, (CARD,), chosen)).drop_nulls(CARD).sort(CARD)
    columns = [sums[CARD]]
    for metric in single:
        columns += _known(metric, evaluated(sums, metric, draws=draws, prefix=metric.id))
    found = pl.DataFrame(columns)
    for (_, by), metrics in GROUPED.items():
        names = (name for metric in metrics for name in metric.sums)
        groups = answer(store, asking(names, by, chosen)).drop_nulls(by).sort(by)
        for metric in metrics:
            found = _with(found, metric, groups, draws)
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


def _with(found: pl.DataFrame, metric: Metric, sums: pl.DataFrame, draws: Draws) -> pl.DataFrame:
    """The profile with one more metric, out of its sums in groups, if any card has a value of it."""
    numbers = told(metric, sums, (CARD,), draws=draws)
    named = _known(
        metric, [numbers[old].alias(new) for old, new in zip(NUMBERS, _names(metric), strict=True)]
    )
    if not named:
        return found
    return found.join(pl.DataFrame([numbers[CARD], *named]), on=CARD, how="left", maintain_order="left")


def _known(metric: Metric, columns: Iterable[pl.Series]) -> list[pl.Series]:
    """The four columns of a metric, null where it has no such number; none where no card has a value."""
    named = {column.name: column for column in columns}
    values = named[metric.id]
    if values.null_count() == len(values):
        return []
    nothing = pl.Series([None] * len(values), dtype=pl.Float64)
    return [named.get(name, nothing.alias(name)) for name in _names(metric)]


def _names(metric: Metric) -> tuple[str, ...]:
    """The columns of a metric: its value, n, and the ends of its interval."""
    return (metric.id, *(f"{metric.id}_{end}" for end in ("n", "low", "high")))
