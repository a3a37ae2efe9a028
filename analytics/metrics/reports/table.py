"""Tables of metrics: one row a card, a player, a seat or a pair of players, over the matches of a filter.

Only matches that ended are counted. Not here: what the metrics mean (``registry``).
"""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import polars as pl

from analytics.metrics.ask import ask
from analytics.metrics.both_seats import GAME_RESULTS, MATCH_RESULTS
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import Estimates
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.question import Question
from analytics.metrics.reports.profile import CARD_METRICS, name_columns
from analytics.query.filters import Filters
from analytics.store.reader import Store
from analytics.store.stored_card_names import stored_card_names
from engine.kernel.bilingual import Bilingual

ViewName = Literal["cards", "players", "seats", "duels"]


@dataclass(frozen=True, slots=True)
class View:
    """``keys``: the columns that make a row · ``results``: the sums that are its wins, losses and ties ·
    ``lead``: the metric that rows are ranked by · ``more``: metrics that are told beside it."""

    keys: tuple[str, ...]
    results: tuple[str, str, str]
    lead: Metric
    more: tuple[Metric, ...] = ()


def _named(*ids: str) -> tuple[Metric, ...]:
    return tuple(METRICS[id] for id in ids)


VIEWS: dict[str, View] = {
    "cards": View(
        ("card", "game"),
        ("kept_wins", "kept_losses", "kept_ties"),
        METRICS["kept_wr"],
        _named("played_wr", "keep_rate", "play_rate", "resolve_rate", "nullification_rate"),
    ),
    "players": View(("player",), MATCH_RESULTS, METRICS["match_win_rate"], _named("first_win_rate")),
    "seats": View(
        ("went_first",),
        GAME_RESULTS,
        METRICS["win_rate"],
    ),
    "duels": View(
        ("player", "opponent"),
        MATCH_RESULTS,
        METRICS["match_win_rate"],
        _named("first_win_rate"),
    ),
}
SEATS = {True: Bilingual("先攻", "first player"), False: Bilingual("後攻", "second player")}


def table(
    store: Store,
    view: ViewName,
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    profiled: bool = False,
) -> Estimates:
    """One view, ranked by the lower end of the interval, so that few games do not rank high.

    Labels: ``name`` and ``name_en`` (Japanese and English), ``wins losses ties`` of the leading metric. Rates
    lie in 0 to 1; a rate of n = 0 is null. ``profiled``: with every other metric of these keys that has a
    value for some of them. Raises ``FilterError``, ``ValueError`` for an unknown view or draw policy.
    """
    if view not in get_args(ViewName):
        raise ValueError(f"there is no table {view!r}: accepted are {', '.join(get_args(ViewName))}")
    shape = VIEWS[view]
    own = (shape.lead, *shape.more)
    further = tuple(metric for metric in CARD_METRICS if metric not in own) if profiled else ()
    question = Question((*own, *further), shape.keys, filters or Filters(), draws, sums=shape.results)
    found = ask(store, question).named()
    if further:
        known = found.known().metrics
        found = found.only([metric.id for metric in question.metrics if metric in own or metric.id in known])
    results = [found.labels[one].alias(name) for one, name in zip(shape.results, GAME_RESULTS, strict=True)]
    plain = replace(found, labels=found.labels.select(shape.keys))
    return plain.labelled(*_names(store, found.labels, view), *results).ranked(shape.lead.id)


def _names(store: Store, rows: pl.DataFrame, view: str) -> list[pl.Series]:
    """The names of the rows in both languages; a player is called the same in each."""
    keys = rows[VIEWS[view].keys[0]].to_list()
    if view == "cards":
        known = stored_card_names(store)
        names = [known.name(game, face) for game, face in zip(rows["game"], keys, strict=True)]
    elif view == "seats":
        names = [SEATS[key] for key in keys]
    else:
        names = [Bilingual(key, key) for key in keys]
    return name_columns(names)
