"""The statistics of a log for programs: the same tables as on the pages and in ``kifuda stats``.

>>> from kifuda import metrics
>>> cards = metrics.cards("cup.db", game="blade-rondo", simulated="none")  # doctest: +SKIP
>>> cards.rows, cards.arrow(), cards.citation()  # doctest: +SKIP
>>> metrics.metric("cup.db", "match_win_rate", by=("archetype", "opponent_archetype"))  # doctest: +SKIP

Each function first brings the store (beside the log, or in ``store``) up to date. Not here: the definitions
of the numbers (``analytics.metrics``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypedDict, Unpack

from analytics.derived_data import refresh
from analytics.metrics import METRICS, Draws, Filters
from analytics.metrics.publish.export import EFFECTS, Export, Exported, export_metric
from analytics.metrics.publish.export import export as exported
from analytics.metrics.publish.export_decklists import export_decklists
from analytics.metrics.publish.export_difference import export_difference
from analytics.metrics.publish.export_difference import split as split_at
from analytics.metrics.publish.export_field import export_field
from analytics.metrics.question import Intervals
from analytics.query.deck_card import Board
from analytics.query.filters import Simulated, Stage
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.audit.verdict import Grade
from events.log.sqlite_log import SqliteLog

__all__ = [
    "Export",
    "cards",
    "copies",
    "difference",
    "duels",
    "effects",
    "export",
    "field_scores",
    "metric",
    "pairs",
    "players",
    "seats",
]


class Chosen(TypedDict, total=False):
    """Filters as in ``analytics.query.filters.Filters``, and options: ``draws`` says what a draw is worth,
    ``store`` is the folder of the tables. A missing filter does not restrict."""

    game: str
    edition: str
    player: str
    card: str
    without: str
    board: Board
    tournament: str | tuple[str, ...]
    archetype: str
    opponent_archetype: str
    format: str
    rounds: tuple[int, ...]
    stage: Stage
    simulated: Simulated
    grades: tuple[Grade, ...]
    since: date | None
    until: date | None
    weeks: int
    draws: Draws
    store: Path


def cards(log: str | Path, **chosen: Unpack[Chosen]) -> Export:
    """One row a card, with every metric that is defined for each card. Raises what ``export`` raises."""
    return export(log, "cards", **chosen)


def players(log: str | Path, **chosen: Unpack[Chosen]) -> Export:
    """One row a player. Raises what ``export`` raises."""
    return export(log, "players", **chosen)


def seats(log: str | Path, **chosen: Unpack[Chosen]) -> Export:
    """One row for going first, one for going second. Raises what ``export`` raises."""
    return export(log, "seats", **chosen)


def duels(log: str | Path, **chosen: Unpack[Chosen]) -> Export:
    """One row for each pair of players, from the side of each. Raises what ``export`` raises."""
    return export(log, "duels", **chosen)


def effects(log: str | Path, **chosen: Unpack[Chosen]) -> Export:
    """One row a card: the effect of one more copy in log-odds, adjusted for the players. The filters by
    player and card are not allowed. Raises what ``export`` raises."""
    return export(log, EFFECTS, **chosen)


def metric(
    log: str | Path,
    id: str,
    by: Sequence[str] = (),
    *,
    intervals: Intervals = "fitting",
    **chosen: Unpack[Chosen],
) -> Export:
    """Any metric of the registry: a row for each combination of the columns ``by``, else one for all.

    ``rows`` has the columns ``by``, ``item`` for metrics with a value for each item, and ``value n low high
    basis``. ``intervals`` treat players as independent where one contributes more than a tenth of a row, and
    games elsewhere; or one of them everywhere, or games by Jeffreys' prior. Raises ``LookupError`` for an
    unknown id, and what ``export`` raises.
    """
    if id not in METRICS:
        raise LookupError(f"there is no metric {id!r}: accepted are {', '.join(METRICS)}")
    return _exported(log, partial(export_metric, metric=METRICS[id], by=by, intervals=intervals), chosen)


def difference(
    log: str | Path,
    id: str,
    versus: Chosen | None = None,
    by: Sequence[str] = (),
    *,
    split: date | None = None,
    intervals: Intervals = "fitting",
    **chosen: Unpack[Chosen],
) -> Export:
    """A metric of the chosen matches minus the same with the filters ``versus`` instead, or, with ``split``,
    of matches since that day minus those before it.

    ``rows`` has the columns ``by``, ``one one_n`` and ``other other_n`` of both sides, how many matches they
    ``shared``, and ``value n low high basis`` of the difference. Raises ``LookupError`` for an unknown id,
    ``TypeError`` for filters that do not exist, and what ``export`` raises.
    """
    if id not in METRICS:
        raise LookupError(f"there is no metric {id!r}: accepted are {', '.join(METRICS)}")

    def make(store: Store, *, filters: Filters, draws: Draws) -> Export:
        other = dict[str, Any](versus or {})
        sides = split_at(filters, split) if split else (filters, replace(filters, **other))
        return export_difference(store, METRICS[id], by, *sides, draws=draws, intervals=intervals)

    return _exported(log, make, chosen)


def copies(log: str | Path, by: Sequence[str] = (), **chosen: Unpack[Chosen]) -> Export:
    """One row a card of a board: how many decks have it, with how many copies, and match win rates with it
    and without it; by any of ``archetype tournament format week``. Raises what ``export`` raises."""
    return _exported(log, partial(export_decklists, table="copies", by=by), chosen)


def pairs(log: str | Path, **chosen: Unpack[Chosen]) -> Export:
    """One row a pair of cards of a main deck: how many decks have both, how many times more that is than by
    chance, and their match win rate. Raises what ``export`` raises."""
    return _exported(log, partial(export_decklists, table="pairs", by=()), chosen)


def field_scores(log: str | Path, field: Mapping[str, float], **chosen: Unpack[Chosen]) -> Export:
    """The expected score of every archetype against ``field`` (archetype → weight), from the chosen matches;
    draws are half a win, or left out if they are to be excluded. ``rows``: ``item value n low high basis``.
    Raises what ``export`` raises."""
    chosen.setdefault("draws", "half")

    def make(store: Store, *, filters: Filters, draws: Draws) -> Export:
        return export_field(store, field, filters, draws=draws)

    return _exported(log, make, chosen)


def export(log: str | Path, view: Exported, **chosen: Unpack[Chosen]) -> Export:
    """A table as Polars (``rows``) or Arrow (``arrow()``), with population, policies, root and citation.

    Raises ``FileNotFoundError``, ``FilterError`` for a filter with an unknown value,
    ``events.log.contract.LogError``, ``analytics.store.manifest.StoreError``.
    """
    return _exported(log, partial(exported, view=view), chosen)


def _exported(log: str | Path, make: Callable[..., Export], chosen: Chosen) -> Export:
    """The result of ``make`` on the store, which is brought up to date first."""
    path, draws = Path(log), chosen.pop("draws", "exclude")
    if not path.exists():
        raise FileNotFoundError(f"there is no log at {path}")
    folder = chosen.pop("store", path.with_suffix(".store"))
    with SqliteLog(path) as source:
        project(source, folder)
    refresh(folder)
    store = Store(folder)
    try:
        return make(store, filters=Filters(**chosen), draws=draws)  # type: ignore[misc]  # ``draws`` and ``store`` are gone
    finally:
        store.close()
