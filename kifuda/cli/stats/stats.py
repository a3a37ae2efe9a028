"""``kifuda stats``: tables of cards, players and seats, and every metric of the registry by any columns, with
intervals and numbers of games.

Not here: the definitions of the numbers (``analytics.metrics``), the filters (``filter_options``), which rows
and columns are told (``rows``, ``listing``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

import polars as pl
import typer

from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.decklists.tables import DECKLIST_TABLES
from analytics.metrics.definitions.metric import Metric
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import DRAWS, Draws
from analytics.metrics.intervals.interval_basis import BASIS
from analytics.metrics.intervals.interval_marks import count_bases, legend, mark
from analytics.metrics.models import MODELS
from analytics.metrics.population.last_day import last_day
from analytics.metrics.publish.export import EFFECTS, Export, Exported, export, export_metric
from analytics.metrics.publish.export_decklists import export_decklists
from analytics.metrics.publish.export_difference import export_difference
from analytics.metrics.publish.export_difference import split as halves
from analytics.metrics.publish.export_field import ID as FIELD_SCORE
from analytics.metrics.publish.export_field import export_field
from analytics.metrics.publish.pivot import column_name
from analytics.metrics.question import INTERVALS, Intervals
from analytics.metrics.reports.difference import COLUMNS as DIFFERENCE
from analytics.metrics.reports.difference import ONE, OTHER
from analytics.metrics.reports.effects import METRIC as EFFECT
from analytics.metrics.reports.profile import CARD
from analytics.metrics.reports.table import VIEWS
from analytics.query.choices import choices
from analytics.query.filters import Filters
from analytics.store.reader import Store
from analytics.store.stored_card_names import stored_card_names
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, current, localized, say
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, GameName, Json, LogFile, StoreFolder
from kifuda.cli.base.output import show, show_json
from kifuda.cli.base.parsers import number, one_of
from kifuda.cli.data.project import folder_of, projected
from kifuda.cli.stats import filter_options as options
from kifuda.cli.stats.decklists import show_decklists
from kifuda.cli.stats.listing import Column, show_listing
from kifuda.cli.stats.rows import check_columns, chosen_rows, observed_rows

app = application()
TABLES = (*VIEWS, EFFECTS, *DECKLIST_TABLES)
"""What is no metric."""

Word = typer.Option


@app.command("stats", cls=Command)
def stats(
    view: Annotated[str, typer.Argument(metavar="TABLE", parser=one_of(*TABLES, *METRICS))],
    by: Annotated[list[str] | None, Word("--by", metavar="COLUMN")] = None,
    game: GameName = None,
    player: options.Player = "",
    card: options.Card = "",
    without: options.Without = "",
    board: options.BoardName = "main",
    tournament: options.TournamentNames = None,
    archetype: options.Archetype = "",
    opponent_archetype: options.OpponentArchetype = "",
    format: options.FormatName = "",
    rounds: options.Rounds = "",
    stage: options.StageName = "",
    simulated: options.SimulatedOrNot = "any",
    grades: options.Grades = None,
    since: options.Since = None,
    until: options.Until = None,
    weeks: options.Weeks = 0,
    versus: options.Versus = None,
    split: options.Split = None,
    field: options.Field = None,
    draws: Annotated[str | None, Word("--draws", metavar="POLICY", parser=one_of(*DRAWS))] = None,
    intervals: Annotated[str, Word("--intervals", metavar="KIND", parser=one_of(*INTERVALS))] = "fitting",
    sort: Annotated[str, Word("--sort", metavar="COLUMN[:up|:down]")] = "",
    min_n: Annotated[int, Word("--min-n", metavar="N", parser=number(least=0))] = 0,
    limit: Annotated[int | None, Word("--limit", metavar="N", parser=number(least=0))] = None,
    columns: Annotated[str, Word("--columns", metavar="COLUMN,…")] = "",
    json: Json = False,
    csv: Annotated[bool, Word("--csv")] = False,
    parquet: Annotated[Path | None, Word("--parquet", metavar="FILE")] = None,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Show one table over the matches that pass all filters, after projecting new matches."""
    if sum((json, csv, parquet is not None)) > 1:
        raise Misuse("two-forms")
    if parquet is not None and not parquet.parent.is_dir():
        raise Misuse("no-folder", option="--parquet", path=parquet.parent)
    of_metric = intervals != "fitting" or versus or split or (by and view not in DECKLIST_TABLES)
    if of_metric and view not in METRICS:
        raise Misuse("by-table", table=view)
    if sum(map(bool, (versus, split, field))) > 1:
        raise Misuse("one-comparison")
    if field and (view != FIELD_SCORE or by):
        raise Misuse("field-of", accepted=FIELD_SCORE)
    filters = options.filters_of(
        game=game,
        player=player,
        card=card,
        without=without,
        board=board,
        tournament=tournament,
        archetype=archetype,
        opponent_archetype=opponent_archetype,
        format=format,
        rounds=rounds,
        stage=stage,
        simulated=simulated,
        grades=grades,
        since=since,
        until=until,
        weeks=weeks,
    )
    if filters.board != "main" and view not in DECKLIST_TABLES and not (card or without):
        raise Misuse("board-of")
    folder = folder_of(log, store)
    with opened(log) as source:
        projected(source, folder)
    facts = Store(folder)
    policy = cast(Draws, draws or ("half" if field else "exclude"))
    for_programs = json or csv or parquet is not None
    if metric := METRICS.get(view):
        kind = cast(Intervals, intervals)
    if metric and (versus or split):
        one, other = halves(filters, split) if split else (filters, options.versus_of(filters, versus or ()))
        found = export_difference(facts, metric, by or (), one, other, draws=policy, intervals=kind)
    elif field:
        found = export_field(facts, options.field_of(field), filters, draws=policy)
    elif metric:
        found = export_metric(facts, metric, by or (), filters, draws=policy, intervals=kind)
    elif view in DECKLIST_TABLES:
        found = export_decklists(facts, view, by or (), filters, draws=policy)
    else:
        found = export(facts, cast(Exported, view), filters, draws=policy, profiled=for_programs)
    unobserved = 0
    if metric and not for_programs:
        observed, unobserved = observed_rows(found.rows)
        found = replace(found, rows=observed)
    found = replace(found, rows=chosen_rows(found.rows, sort=sort, min_n=min_n, limit=limit))
    names = [name.strip() for name in columns.split(",")] if columns else []
    if for_programs:
        write(found, names, json=json, parquet=parquet)
        return
    if metric and found.versus:
        show_difference(metric, found.rows, names, cards=_card_names(facts, found))
    elif metric:
        show_metric(metric, found.rows, names, cards=_card_names(facts, found))
    elif view in DECKLIST_TABLES:
        show_decklists(view, found, names)
    elif view == EFFECTS:
        show_effects(found.rows, names)
    else:
        show_view(view, found.rows, names)
    if unobserved:
        show(say("stats.unobserved", rows=unobserved))
    show(found.population.sentence(current()))
    if (found.filters.since or found.filters.until) and not found.population.matches:
        show(_empty_days(facts, found.filters))
    sentences = (found.versus_sentence, found.field_sentence, found.rare_sentence)
    for more in (sentence(current()) for sentence in sentences):
        if more:
            show(more)


def _empty_days(store: Store, filters: Filters) -> str:
    """Which days they are of which there is no match, and which is the last one that there is."""
    last = last_day(store, filters) or say("stats.no-day")
    return say("stats.empty-days", since=filters.since or "…", until=filters.until or "…", last=last)


def write(found: Export, names: list[str], *, json: bool, parquet: Path | None) -> None:
    """Write the rows for programs, in the columns of these names or in all."""
    if names:
        check_columns(names, found.rows.columns)
        found = replace(found, rows=found.rows.select(names))
    if parquet is not None:
        found.write_parquet(parquet)
        show(say("export.done", path=parquet))
    elif json:
        show_json(found.data(current()))
    else:
        print(found.csv(current()), end="")


def show_view(
    view: str, found: pl.DataFrame, names: list[str] | None = None, *, limit: int | None = None
) -> None:
    """Show the rows as a table: every rate with its interval and its number of games."""
    shape = VIEWS[view]
    rows = found.head(limit or len(found)).to_dicts()
    titles = [line["name"] if view != "seats" or current() == "ja" else line["name_en"] for line in rows]
    if view == "duels":
        titles = [f"{name} – {line['opponent']}" for name, line in zip(titles, rows, strict=True)]
    columns = [
        Column("key", say(f"stats.{view}"), tuple(titles), named=True),
        _column("rate", localized(shape.lead.name), rows, lambda line: _percent(line["rate"])),
        _column(
            "interval",
            say("stats.interval"),
            rows,
            lambda line: interval(line["low"], line["high"]) + mark(line[BASIS]),
        ),
        _column("n", "n", rows, lambda line: str(line["n"])),
        _column(
            "won-lost-tied",
            say("stats.won-lost-tied"),
            rows,
            lambda line: f"{line['wins']}-{line['losses']}-{line['ties']}",
            more=True,
        ),
    ]
    columns += [_column(one.id, localized(one.name), rows, _cell_of(one), more=True) for one in shape.more]
    show_listing(columns, names or [])
    show(*legend([line[BASIS] for line in rows if line[BASIS] is not None], current()))


def _cell_of(metric: Metric) -> Callable[[dict[str, Any]], str]:
    return lambda line: _metric(metric, line)


def _column(
    id: str,
    heading: str,
    rows: Iterable[dict[str, Any]],
    cell: Callable[[dict[str, Any]], str],
    *,
    named: bool = False,
    more: bool = False,
) -> Column:
    return Column(id, heading, tuple(cell(line) for line in rows), named, more)


def show_effects(found: pl.DataFrame, names: list[str] | None = None) -> None:
    """Show the rows as a table: log-odds with interval and the number of games in which copies differ."""
    rows, name = found.to_dicts(), "name" if current() == "ja" else "name_en"
    columns = [
        _column("key", say("stats.cards"), rows, lambda line: str(line[name]), named=True),
        _column("value", localized(EFFECT.name), rows, lambda line: f"{line['value']:+.2f}"),
        _column(
            "interval", say("stats.interval"), rows, lambda line: f"{line['low']:+.2f} – {line['high']:+.2f}"
        ),
        _column("n", "n", rows, lambda line: str(line["n"])),
    ]
    show_listing(columns, names or [])


def _card_names(store: Store, found: Export) -> tuple[str, ...]:
    """The names of the cards of the rows; none where they are not by card. A card is one of the game of its
    row, of the one chosen, or else of whichever game has it."""
    if CARD not in found.rows.columns:
        return ()
    games = [found.filters.game] if found.filters.game else choices(store)["game"]
    known = stored_card_names(store)

    def name(card: str | None, games: Sequence[str]) -> str:
        names = (known.name(game, card) for game in games if card)
        return next((localized(one) for one in names if one.ja != card), card or "–")

    of_rows = found.rows["game"] if "game" in found.rows.columns else [None] * found.rows.height
    return tuple(
        name(card, games if game is None else [game])
        for card, game in zip(found.rows[CARD], of_rows, strict=True)
    )


def show_metric(
    metric: Metric, found: pl.DataFrame, names: list[str] | None = None, *, cards: tuple[str, ...] = ()
) -> None:
    """Show the rows as a table: the columns ``by``, the names of ``cards``, the value with its interval,
    and n."""
    keys = [name for name in found.columns if name not in (*NUMBERS, BASIS)]
    rows = found.to_dicts()
    told = [_formatted(metric, line["value"], line["low"], line["high"]) for line in rows]
    spans = tuple(span + mark(line.get(BASIS)) for (_, span), line in zip(told, rows, strict=True))
    columns = [
        *_keys(found, keys, cards),
        Column("value", localized(metric.name), tuple(value for value, _ in told)),
        Column("interval", say("stats.interval"), spans),
        Column("n", "n", tuple(str(line["n"]) for line in rows)),
    ]
    show_listing(columns, names or [])
    show(*legend(count_bases(found), current()))
    if metric.id not in MODELS and (why := not_computed(metric)):
        show(say("stats.untold", why=localized(why)))


def _keys(found: pl.DataFrame, keys: Sequence[str], cards: tuple[str, ...]) -> Iterator[Column]:
    """The columns that rows are told by, with the names of cards behind their ids."""
    for key in keys:
        yield Column(key, key, tuple("–" if one is None else str(one) for one in found[key]), named=True)
        if key == CARD and cards:
            yield Column("name", say("cards.name"), cards, named=True)


def show_difference(
    metric: Metric, found: pl.DataFrame, names: list[str] | None = None, *, cards: tuple[str, ...] = ()
) -> None:
    """Show the rows as a table: both sides with their n, and the difference with its interval."""
    keys = [name for name in found.columns if name not in (*DIFFERENCE, *NUMBERS, BASIS)]
    rows = found.to_dicts()
    sides = {ONE: say("stats.this"), OTHER: say("stats.versus")}
    columns = [*_keys(found, keys, cards)]
    for id, heading in sides.items():
        shown = [_formatted(metric, line[id], None, None)[0] for line in rows]
        columns.append(Column(id, heading, tuple(shown)))
        columns.append(Column(f"{id}_n", "n", tuple(str(line[f"{id}_n"]) for line in rows)))
    columns += [
        Column("value", say("stats.difference"), tuple(points(metric, line["value"]) for line in rows)),
        Column("interval", say("stats.interval"), tuple(_points(metric, line) for line in rows)),
    ]
    show_listing(columns, names or [])
    show(*legend(count_bases(found), current()))


def _points(metric: Metric, line: dict[str, Any]) -> str:
    if line["low"] is None or line["high"] is None:
        return ""
    return f"{points(metric, line['low'])} – {points(metric, line['high'])}" + mark(line[BASIS])


def points(metric: Metric, value: float | None) -> str:
    """A difference; that of shares in percentage points."""
    if value is None:
        return "–"
    return f"{100 * value:+.1f} %" if metric.unit == "share" else f"{value:+.4g}"


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
    value, n = line[column_name(metric.id)], line[column_name(metric.id, "n")]
    shown = _percent(value) if metric.unit == "share" or value is None else f"{value:.2f}"
    return f"{shown} ({n})"
