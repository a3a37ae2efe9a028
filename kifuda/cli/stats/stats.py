"""``kifuda stats``: tables of cards, players and seats, and every metric of the registry by any columns, with
intervals and numbers of games.

Not here: the definitions of the numbers (``analytics.metrics``).
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, Any, cast

import polars as pl
import typer

from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimates import NUMBERS
from analytics.metrics.estimators.estimate import DRAWS, Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.intervals.interval_marks import count_bases, legend, mark
from analytics.metrics.publish.export import EFFECTS, MODELS, Exported, export, export_metric
from analytics.metrics.reports.effects import METRIC as EFFECT
from analytics.metrics.reports.measured import INTERVALS, Intervals
from analytics.metrics.reports.table import VIEWS
from analytics.query.filters import GRADES, SOUND, Filters, Simulated
from analytics.store.reader import Store
from engine.audit.verdict import Grade
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, current, localized, say
from kifuda.cli.base.options import DEFAULT_LOG, GameName, Json, LogFile, StoreFolder
from kifuda.cli.base.output import grid, row, show, show_json
from kifuda.cli.base.parsers import day, one_of
from kifuda.cli.data.project import folder_of, projected

app = application()

Word = typer.Option


@app.command("stats", cls=Command)
def stats(
    view: Annotated[str, typer.Argument(metavar="TABLE", parser=one_of(*VIEWS, EFFECTS, *METRICS))],
    by: Annotated[list[str] | None, Word("--by", metavar="COLUMN")] = None,
    game: GameName = None,
    player: Annotated[str, Word("--player", metavar="NAME")] = "",
    card: Annotated[str, Word("--card", metavar="CARD")] = "",
    tournament: Annotated[str, Word("--tournament", metavar="NAME")] = "",
    archetype: Annotated[str, Word("--archetype", metavar="NAME")] = "",
    opponent_archetype: Annotated[str, Word("--opponent-archetype", metavar="NAME")] = "",
    simulated: Annotated[
        str, Word("--simulated", metavar="any|only|none", parser=one_of("any", "only", "none"))
    ] = "any",
    grades: Annotated[list[str] | None, Word("--grade", metavar="GRADE", parser=one_of(*GRADES))] = None,
    since: Annotated[date | None, Word("--since", metavar="DATE", parser=day)] = None,
    until: Annotated[date | None, Word("--until", metavar="DATE", parser=day)] = None,
    draws: Annotated[str, Word("--draws", metavar="POLICY", parser=one_of(*DRAWS))] = "exclude",
    intervals: Annotated[str, Word("--intervals", metavar="KIND", parser=one_of(*INTERVALS))] = "fitting",
    json: Json = False,
    csv: Annotated[bool, Word("--csv")] = False,
    parquet: Annotated[Path | None, Word("--parquet", metavar="FILE")] = None,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Show one table over the matches that pass all filters, after projecting new matches."""
    if sum((json, csv, parquet is not None)) > 1:
        raise Misuse("two-forms")
    if (by or intervals != "fitting") and view not in METRICS:
        raise Misuse("by-table", table=view)
    filters = Filters(
        game=(game or "").partition("@")[0],
        player=player,
        card=card,
        tournament=tournament,
        simulated=cast(Simulated, simulated),
        grades=tuple(cast(list[Grade], grades)) if grades else SOUND,
        since=since,
        until=until,
        archetype=archetype,
        opponent_archetype=opponent_archetype,
    )
    folder = folder_of(log, store)
    with lookup.opened(log) as source:
        projected(source, folder)
    policy = cast(Draws, draws)
    if metric := METRICS.get(view):
        kind = cast(Intervals, intervals)
        found = export_metric(Store(folder), metric, by or (), filters, draws=policy, intervals=kind)
    else:
        for_programs = json or csv or parquet is not None
        found = export(Store(folder), cast(Exported, view), filters, draws=policy, profiled=for_programs)
    if parquet is not None:
        found.write_parquet(parquet)
        show(say("export.done", path=parquet))
    elif csv:
        print(found.csv(current()), end="")
    elif json:
        show_json(found.data(current()))
    else:
        if metric:
            show_metric(metric, found.rows)
        elif view == EFFECTS:
            show_effects(found.rows)
        else:
            show_view(view, found.rows)
        show(found.population.sentence(current()))


def show_view(view: str, found: pl.DataFrame, *, limit: int | None = None) -> None:
    """Show the rows as a table: every rate with its interval and its number of games."""
    shape = VIEWS[view]
    heads = [localized(shape.lead.name), say("stats.interval"), "n", say("stats.won-lost-tied")]
    listed = grid(say(f"stats.{view}"), *heads, *(localized(metric.name) for metric in shape.more))
    shown = found.head(limit or len(found))
    for line in shown.iter_rows(named=True):
        name = line["name"] if view != "seats" or current() == "ja" else line["name_en"]
        named = f"{name} – {line['opponent']}" if view == "duels" else name
        won = f"{line['wins']}-{line['losses']}-{line['ties']}"
        span = interval(line["low"], line["high"]) + mark(line[BASIS])
        lead = _percent(line["rate"]), span, line["n"], won
        row(listed, named, *lead, *(_metric(metric, line) for metric in shape.more))
    show(listed, *legend(shown[BASIS].drop_nulls(), current()))


def show_effects(found: pl.DataFrame) -> None:
    """Show the rows as a table: log-odds with interval and the number of games in which copies differ."""
    listed = grid(say("stats.cards"), localized(EFFECT.name), say("stats.interval"), "n")
    for line in found.iter_rows(named=True):
        name = line["name"] if current() == "ja" else line["name_en"]
        row(listed, name, f"{line['value']:+.2f}", f"{line['low']:+.2f} – {line['high']:+.2f}", line["n"])
    show(listed)


def show_metric(metric: Metric, found: pl.DataFrame) -> None:
    """Show the rows as a table: the columns ``by``, the value with its interval, and n."""
    keys = [name for name in found.columns if name not in (*NUMBERS, BASIS)]
    listed = grid(*keys, localized(metric.name), say("stats.interval"), "n")
    for line in found.iter_rows(named=True):
        about = ("–" if line[key] is None else str(line[key]) for key in keys)
        value, span = _formatted(metric, line["value"], line["low"], line["high"])
        row(listed, *about, value, span + mark(line.get(BASIS)), line["n"])
    show(listed, *legend(count_bases(found), current()))
    if metric.id not in MODELS and (why := not_computed(metric)):
        show(say("stats.untold", why=localized(why)))


def _formatted(metric: Metric, value: float | None, low: float | None, high: float | None) -> tuple[str, str]:
    """A number and its interval; the interval of a median may have only one end."""
    if metric.unit == "share":
        return _percent(value), interval(low, high)
    shown, *ends = ("–" if one is None else f"{one:.4g}" for one in (value, low, high))
    return shown, "" if (low, high) == (None, None) else " – ".join(ends)


def interval(low: float | None, high: float | None) -> str:
    """``48.1–63.0 %``."""
    return "" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f} %"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def _metric(metric: Metric, line: dict[str, Any]) -> str:
    value, n = line[metric.id], line[f"{metric.id}_n"]
    shown = _percent(value) if metric.unit == "share" or value is None else f"{value:.2f}"
    return f"{shown} ({n})"
