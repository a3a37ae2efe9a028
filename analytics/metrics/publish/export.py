"""A table of metrics for use elsewhere, with everything that one has to know to quote it.

Not here: the table itself (``table``), nor where it is put.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from difflib import get_close_matches
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from analytics.facts import SCHEMAS
from analytics.metrics.both_seats import check_sides
from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.decklists.pairs import FEWEST
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.model import Conversion, draws_as_counted
from analytics.metrics.estimators.rates import Share
from analytics.metrics.estimators.tiebreaks import Tiebreak
from analytics.metrics.intervals.interval_marks import cited
from analytics.metrics.intervals.match_intervals import CARD, OF_CARDS
from analytics.metrics.models import RATING
from analytics.metrics.population.summary import Counted, Population, population
from analytics.metrics.population.unnamed import unnamed_decks, unnamed_matches
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.publish.row_order import in_order
from analytics.metrics.question import Intervals
from analytics.metrics.reports.archetypes import MET
from analytics.metrics.reports.effects import METRIC as EFFECT
from analytics.metrics.reports.effects import SCHEMA as EFFECT_COLUMNS
from analytics.metrics.reports.effects import effects
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.table import VIEWS, ViewName, table
from analytics.metrics.whole_field import check_field, of_whole
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import FilterError, Filters, checked
from analytics.query.measures import facts_of
from analytics.query.measures.derived import ANYWHERE
from analytics.query.measures.relation import HOMES, OF_DECKS, columns_of, home_of, reaches
from analytics.spreadsheet_text import FORMULA, NUMBER, guarded
from analytics.store.atomic_files import write_atomically
from analytics.store.reader import Store

if TYPE_CHECKING:
    import pyarrow as pa

EFFECTS: Literal["effects"] = "effects"
"""The table of player-adjusted effects of cards, beside those of ``table``."""
Exported = ViewName | Literal["effects"]
RESULT_OF_SEAT = ("won", "lost", "tied", "games_won", "games_lost", "games_tied", "winner")
"""Columns that are what rates are made of: no groups of their own."""
OF_MATCHES = ("seat_match", *OF_DECKS)
"""Rows that whole matches have, imported results as well."""
METADATA = b"kifuda"
"""Key of what the rows are about, as JSON, in the schema of Arrow and Parquet."""


SENTENCES = {
    "en": {
        "by": "{} by {}",
        "games": "intervals with games as independent",
        "players": "intervals with players as independent",
        "jeffreys": "Jeffreys intervals",
        "intervals": "intervals: {}",
        "versus": "minus that of {}: {}",
        "field": "against a field of {}",
        "rare": "{:,} pairs that fewer than {} decks have are left out",
    },
    "ja": {
        "by": "{}（{}ごと）",
        "games": "区間は試合を独立とみなす",
        "players": "区間はプレイヤーを独立とみなす",
        "jeffreys": "ジェフリーズの区間",
        "intervals": "区間：{}",
        "versus": "次との差：{}：{}",
        "field": "想定環境：{}",
        "rare": "採用デッキが{1}未満の組{0:,}は省いた",
    },
}
"""What a citation says beside the population; the usual intervals are not mentioned."""


@dataclass(frozen=True, slots=True)
class Other:
    """The other side of a difference: the ``filters`` that chose it, and the ``population`` it is about."""

    filters: Filters
    population: Population

    def changes(self, filters: Filters) -> dict[str, Any]:
        """The filters that it has otherwise than ``filters``."""
        one, other = asdict(filters), asdict(self.filters)
        return {name: _plain(value) for name, value in other.items() if value != one[name]}


@dataclass(frozen=True, slots=True)
class Export:
    """The ``rows`` of the table ``view``, or of a metric of this id · ``population`` they are about ·
    ``filters`` that chose it · Merkle ``root`` (hex) of the log up to where it was read · ``by``: columns
    that a metric was asked for each value of · ``intervals``: which were asked for; what each is over stands
    in the rows · ``versus``: what a difference was taken from · ``field``: archetypes with their weights, of
    scores against a stated field · ``rare``: pairs of cards that are not told, as too few decks have them."""

    view: str
    rows: pl.DataFrame
    population: Population
    filters: Filters
    root: str
    by: tuple[str, ...] = ()
    intervals: Intervals = "fitting"
    versus: Other | None = None
    field: tuple[tuple[str, float], ...] = ()
    rare: int = 0

    @property
    def policies(self) -> dict[str, Any]:
        """By which rules was counted: the worth of a draw, what for, which intervals, and every filter."""
        chosen = {name: _plain(value) for name, value in asdict(self.filters).items()}
        how = {"draws": self.population.draws, "by": list(self.by), "intervals": self.intervals}
        return how | chosen | ({"field": dict(self.field)} if self.field else {})

    def citation(self, language: str = "en") -> str:
        """One line to quote the table by, in ``ja`` or ``en``."""
        words = SENTENCES[language]
        view = words["by"].format(self.view, ", ".join(self.by)) if self.by else self.view
        if self.field:
            view = f"{view} {self.field_sentence(language)}"
        parts = [f"kifuda {version('kifuda')}", view, self.population.sentence(language)]
        if self.versus:
            parts.append(self.versus_sentence(language))
        parts += filter(None, (self.rare_sentence(language),))
        parts += filter(None, (words.get(self.intervals), self._intervals(language)))
        parts += filter(None, (self.population.log, self.root and f"root {self.root}"))
        return " · ".join(parts)

    def field_sentence(self, language: str) -> str:
        """The stated field in shares; ``""`` where none was stated."""
        total = sum(weight for _, weight in self.field)
        told = ", ".join(f"{name} {100 * weight / total:.0f} %" for name, weight in self.field)
        return SENTENCES[language]["field"].format(told) if told else ""

    def rare_sentence(self, language: str) -> str:
        """How many pairs too few decks have; ``""`` where there are none."""
        return SENTENCES[language]["rare"].format(self.rare, FEWEST) if self.rare else ""

    def versus_sentence(self, language: str) -> str:
        """What the other side of a difference is, and what it is about; ``""`` where there is none."""
        if self.versus is None:
            return ""
        changes = self.versus.changes(self.filters)
        given = {name: value for name, value in changes.items() if value} or dict.fromkeys(changes, "")
        told = ", ".join(f"{name}={value}" for name, value in given.items())
        return SENTENCES[language]["versus"].format(told, self.versus.population.counted(language))

    def without_state_of_log(self) -> "Export":
        """The same for readers who may not know how long the log is, nor hashes of matches that go on."""
        versus = self.versus
        if versus is not None:
            versus = replace(versus, population=versus.population.without_state_of_log())
        return replace(self, population=self.population.without_state_of_log(), root="", versus=versus)

    def _intervals(self, language: str) -> str:
        """How many intervals have a basis other than games, unless a basis was asked for."""
        found = cited(self.rows, language) if self.intervals == "fitting" else ""
        return SENTENCES[language]["intervals"].format(found) if found else ""

    def about(self, language: str = "en") -> dict[str, Any]:
        """What the rows are about: ``table``, ``population``, ``policies``, ``definitions``, ``root``,
        ``citation``; of a difference ``versus``, with the filters that differ and the ``population``."""
        about: dict[str, Any] = {
            "table": self.view,
            "population": asdict(self.population),
            "policies": self.policies,
            "definitions": self.population.definitions,
            "root": self.root,
            "citation": self.citation(language),
        }
        if self.versus:
            changes = self.versus.changes(self.filters)
            about["versus"] = {"policies": changes, "population": asdict(self.versus.population)}
        return about

    def data(self, language: str = "en") -> dict[str, Any]:
        """All of it as plain values: what it is about, and ``rows``."""
        return {**self.about(language), "rows": self.rows.to_dicts()}

    def csv(self, language: str = "en") -> str:
        """Comma-separated values below lines that begin with ``#`` and describe them."""
        about = self.about(language)
        head = [about.pop("citation"), *(f"{name}: {_json(value)}" for name, value in about.items())]
        return "".join(f"# {line}\n" for line in head) + _as_text(self.rows).write_csv()

    def arrow(self) -> "pa.Table":
        """The rows in Arrow; the metadata of the schema describe them under ``kifuda``."""
        rows = self.rows.to_arrow()
        about: dict[bytes, bytes] = {METADATA: _json(self.about()).encode()}
        return rows.replace_schema_metadata(about)

    def write_parquet(self, path: Path) -> None:
        """Write a complete file or none, with the same metadata. Raises ``OSError``."""
        import pyarrow.parquet as pq  # which other forms do not need

        content = self.arrow()
        write_atomically(path, lambda file: pq.write_table(content, file, compression="zstd"))


def export(
    store: Store,
    view: Exported,
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    profiled: bool = True,
) -> Export:
    """A table of a store with what it is about; of cards with every metric that has a value for each, unless
    not ``profiled``, which takes a third of the time. Raises ``FilterError``, ``ValueError``."""
    chosen = checked(store, filters or Filters())
    if view == EFFECTS:
        rows = effects(store, chosen, draws=draws)
    else:
        rows = pivot(table(store, view, chosen, draws=draws, profiled=profiled and view == "cards"))
    unit: Counted = "games" if view == EFFECTS else counted(VIEWS[view].lead)
    about = population(store, chosen, draws=draws, counted=unit)
    return Export(view, rows, about, chosen, store.manifest.root)


def export_metric(
    store: Store,
    metric: Metric,
    by: Sequence[str] = (),
    filters: Filters | None = None,
    *,
    draws: Draws = "exclude",
    intervals: Intervals = "fitting",
) -> Export:
    """A metric of the registry for each combination of the columns ``by``, with what it is about.

    Raises ``FilterError``,
    also for columns and intervals that the metric does not have, and ``ValueError``.
    """
    chosen = checked(store, filters or Filters())
    check_metric(metric, by, chosen)
    check_one_field(store, metric, by, chosen)
    rows = measured(store, metric, by, chosen, draws=draws, intervals=intervals)
    rows = rows.select(*EFFECT_COLUMNS) if metric is EFFECT else in_order(rows, by)
    whole = of_whole(metric, chosen)
    about = population(store, whole, draws=draws, counted=counted(metric))
    unnamed = unnamed_matches(store, metric, by, whole)
    decks = unnamed_decks(store, metric, by, whole)
    about = replace(told_of(metric, about), unnamed=unnamed, unnamed_decks=decks)
    return Export(metric.id, rows, about, chosen, store.manifest.root, tuple(by), intervals)


def check_metric(metric: Metric, by: Sequence[str], filters: Filters) -> None:
    """Raises ``FilterError`` for columns that the metric does not have, and filters that it cannot take."""
    _check_columns(metric, by)
    check_sides(metric, by, filters)
    check_field(metric, by, filters)
    _check_rounds(metric, filters)
    _check_cards(metric, by)


def _check_cards(metric: Metric, by: Sequence[str]) -> None:
    """Raises ``FilterError`` for a share that is added up over all cards: each counts its decks out of the
    same ones."""
    estimator = metric.estimator
    if not isinstance(estimator, Share) or CARD in by:
        return
    sides = (estimator.part, estimator.whole)
    part, whole = map(facts_of, sides)
    if part & OF_CARDS and not whole & OF_CARDS:
        raise FilterError(
            f"{metric.id} is a share for each card, of all together it is none; accepted: --by {CARD}"
        )


def _check_columns(metric: Metric, by: Sequence[str]) -> None:
    """Raises ``FilterError`` naming what would be accepted."""
    known = columns(metric)
    for column in by:
        if column in known:
            continue
        near = get_close_matches(column, known, n=3, cutoff=0.6)
        nearest = f"; the nearest: {', '.join(near)}" if near else ""
        accepted = ", ".join(known) or "none"
        raise FilterError(f"{metric.id} cannot be told for each {column!r}{nearest}; accepted: {accepted}")
    if len(set(by)) < len(by):
        raise FilterError(f"a column is named twice: {', '.join(by)}")
    facts = facts_of(metric.sums)
    if by and not _fit(by, metric, facts):
        raise FilterError(
            f"{metric.id} is made of what has no {' and '.join(by)} together: one of them alone"
        )


def check_one_field(store: Store, metric: Metric, by: Sequence[str], filters: Filters) -> None:
    """Raises ``FilterError`` for a conversion over several tournaments: a deck of one would be held against
    the places of others, where nobody played it."""
    if not isinstance(metric.estimator, Conversion) or "tournament" in by:
        return
    entered = answer(store, sum_query((metric.estimator.field,), ("tournament",), filters))
    several = entered.filter(pl.col(metric.estimator.field) > 0).height
    if several > 1:
        raise FilterError(
            f"{metric.id} holds a share of the cut against that of its field, of which there are {several};"
            " accepted: --by tournament, or one of them by --tournament"
        )


def _check_rounds(metric: Metric, filters: Filters) -> None:
    """Raises ``FilterError`` for rounds of what counts decks: a deck is brought to a tournament."""
    facts = facts_of(metric.sums)
    if facts.intersection(OF_DECKS) and (filters.rounds or filters.stage):
        raise FilterError(
            f"{metric.id} counts the decks of whole tournaments, not of rounds; accepted: meta_share_met"
        )


def columns(metric: Metric) -> list[str]:
    """The columns that a metric can be asked for; none if its items need all sums together."""
    facts = facts_of(metric.sums)
    homes = {home for fact in facts for home in (fact, *HOMES)}
    apart = metric.by if metric.per_item and len(metric.by) > 1 else ()
    every = {name for home in homes for name in (*columns_of(home), *ANYWHERE)}
    names = every.difference(apart, NUMBERS, RESULT_OF_SEAT, metric.sums)
    return sorted(name for name in names if _is_one(name, facts) and _fit((name,), metric, facts))


def _is_one(column: str, facts: Collection[str]) -> bool:
    """Whether rows of these tables have the column, and it is the same one in all that have it: ``deck`` is
    how many copies of a card there are, and elsewhere what the deck is called."""
    homes = {home_of(column, fact) for fact in facts if reaches(column, fact)}
    kinds = {SCHEMAS[home][column].type for home in homes if column in SCHEMAS.get(home, ())}
    return bool(homes) and len(kinds) < 2


def _fit(by: Sequence[str], metric: Metric, facts: Collection[str]) -> bool:
    """Whether the sums of these tables fit into one table by these columns: one of them has all columns that
    others have."""
    keys = [{name for name in (*by, *metric.by) if reaches(name, fact)} for fact in facts]
    most = max(keys, key=len, default=set())
    return all(most >= one for one in keys)


def told_of(metric: Metric, about: Population) -> Population:
    """The population as it is told below numbers of the metric."""
    draws = draws_as_counted(metric.estimator, about.draws)
    return replace(about, draws=draws, of_draws=_is_of_draws(metric), of_standings=_is_of_standings(metric))


def _is_of_draws(metric: Metric) -> bool:
    """Whether draws are what the metric counts."""
    return isinstance(metric.estimator, Share) and all(
        name.endswith("ties") for name in metric.estimator.part
    )


def _is_of_standings(metric: Metric) -> bool:
    """Whether the metric is a number of standings, for which matches without play count as well."""
    return isinstance(metric.estimator, Tiebreak)


def counted(metric: Metric) -> Counted:
    """Whether the metric counts whole matches, imported results among them, or games."""
    facts = facts_of(metric.sums)
    whole = facts <= set(OF_MATCHES) if facts else metric.id in (RATING, MET.id)
    return "matches" if whole else "games"


def _plain(value: object) -> object:
    """A filter as JSON has it."""
    match value:
        case date():
            return value.isoformat()
        case tuple():
            return list(value)
    return value


def _as_text(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with an apostrophe before texts that a spreadsheet would take for a formula."""
    words = pl.col(pl.String)
    formula = words.str.contains(FORMULA) & ~words.str.contains(NUMBER)
    return rows.with_columns(pl.when(formula).then(pl.lit("'") + words).otherwise(words).name.keep()).rename(
        guarded
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
