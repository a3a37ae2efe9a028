"""``kifuda simulate``: matches of bots, into the log or as records.

Not here: how bots play (``kifuda.bots``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.kernel.ruleset import Ruleset
from engine.record.notation.write import write as write_record
from events.log.clock import now
from kifuda.bots.coverage.campaign import campaign
from kifuda.bots.coverage.report import Report, report
from kifuda.bots.coverage.watch import Watch
from kifuda.bots.roster import bots_of, plans_of
from kifuda.bots.simulate import SimulatedMatch, write
from kifuda.bots.simulate import simulate as play
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE, INTERRUPTED
from kifuda.cli.base.language import Misuse, current, localized, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import counted, row, show, show_json, table
from kifuda.cli.base.parsers import number
from kifuda.cli.base.rulesets import cards_of, ruleset

app = application()


@app.command("simulate", cls=Command)
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    matches: Annotated[int, typer.Option("-n", metavar="N", parser=number(least=1))] = 100,
    seed: Annotated[int, typer.Option("--seed", metavar="S", parser=number())] = 1,
    players: Annotated[str | None, typer.Option("--players", metavar="A,B")] = None,
    decks: Annotated[str | None, typer.Option("--decks", metavar="A,B")] = None,
    cards: Annotated[str | None, typer.Option("--cards", metavar="SET")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER")] = None,
    proven: Annotated[bool, typer.Option("--prove-shuffles")] = False,
    reported: Annotated[bool, typer.Option("--report")] = False,
    json: Json = False,
    key: KeyFile = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Play ``matches`` matches; the status is 1 if one did not come to its end, 130 after Ctrl-C. With
    ``reported`` nothing is written."""
    rules = ruleset(game)
    named = _for_each_seat(rules, "players", players, bots_of(rules.game))
    if reported:
        return _report(rules, matches, seed=seed, players=named, cards=cards, json=json)
    played = play(
        rules,
        matches=matches,
        seed=seed,
        players=named,
        decks=_for_each_seat(rules, "decks", decks, plans_of(rules.game)),
        cards=cards_of(rules, cards),
        proven=proven,
        language=current(),
    )
    league = Counting(counted(say("simulate.doing"), played, total=matches))
    try:
        if out is None:
            with recording(log, key) as source:
                before = source.size
                write(source, league, now)
                events, where = source.size - before, source.name
        else:
            events, where = write_records(out, league), str(out)
    except KeyboardInterrupt:
        return _interrupted(log, out)
    show(say("simulate.written", matches=matches, events=events, where=where))
    if league.unfinished:
        show(say("simulate.unfinished", matches=", ".join(league.unfinished)))
    return FINDINGS if league.unfinished else FINE


def _report(
    rules: Ruleset, matches: int, *, seed: int, players: tuple[str, ...] | None, cards: str | None, json: bool
) -> int:
    """Show what matches of mixed bots show of the game; the status is 1 if a clause is neither shown nor
    listed with the reason."""
    watch = Watch(rules)
    only = cards_of(rules, cards) if cards else None
    played = campaign(watch, rules, matches=matches, seed=seed, players=players, cards=only)
    for _ in counted(say("simulate.doing"), played, total=matches):
        pass
    found = report(watch)
    if json:
        show_json(_as_data(found))
    else:
        _show_report(found)
    return FINDINGS if found.unexplained else FINE


def _as_data(found: Report) -> dict[str, Any]:
    sections = {
        name: [
            {
                "key": line.key,
                "times": line.times,
                "ways": line.ways,
                "reason": localized(line.reason) if line.reason and not line.times else "",
            }
            for line in lines
        ]
        for name, lines in found.sections.items()
    }
    return {"game": found.game, "edition": found.edition, "matches": found.matches, "sections": sections}


def _show_report(found: Report) -> None:
    """First how much of each section, then what was shown and how often, then what never was and why."""
    sums = table("report", "section", "shown", "never", right=("shown", "never"))
    shown = table("report", "section", "key", "times", "ways", right=("times",))
    never = table("report", "section", "key", "reason")
    for name, lines in found.sections.items():
        section = say(f"report.{name}")
        row(sums, section, sum(bool(line.times) for line in lines), len(found.never(name)))
        for line in lines:
            if line.times:
                row(
                    shown,
                    section,
                    line.key,
                    line.times,
                    ", ".join(f"{way} {n}" for way, n in line.ways.items()),
                )
            else:
                row(never, section, line.key, localized(line.reason) if line.reason else "")
    show(say("report.of", game=f"{found.game}@{found.edition}", matches=found.matches))
    show(shown, never, sums)


def _interrupted(log: Path, out: Path | None) -> int:
    """Report what was written before the interrupt: only whole batches of matches, or whole records."""
    there = sum(1 for _ in out.glob(f"*{lookup.RECORD}")) if out else len(lookup.names(log))
    typer.echo(say("simulate.interrupted", matches=there, where=out or log), err=True)
    return INTERRUPTED


class Counting:
    """Iterates over matches and collects the ids of those that were not finished."""

    def __init__(self, matches: Iterable[SimulatedMatch]) -> None:
        self.matches = iter(matches)
        self.unfinished: list[str] = []

    def __iter__(self) -> Counting:
        return self

    def __next__(self) -> SimulatedMatch:
        match = next(self.matches)
        if not match.finished:
            self.unfinished.append(match.id)
        return match


def write_records(folder: Path, matches: Iterable[SimulatedMatch]) -> int:
    """Write one record a match; returns the number of events. Raises ``Misuse`` for a non-empty folder."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Misuse("out-exists", path=folder)
    folder.mkdir(parents=True, exist_ok=True)
    events = 0
    for match in matches:
        path, text = folder / f"{match.id}{lookup.RECORD}", write_record(match.derived, match.id)
        try:
            path.write_text(text, "utf-8")
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        events += len(match.derived)
    return events


def _for_each_seat(
    rules: Ruleset, what: str, given: str | None, known: Sequence[str]
) -> tuple[str, ...] | None:
    """The names that are given, one for each player; None if none are. Raises ``Misuse`` with the known
    ones."""
    if given is None:
        return None
    names = tuple(given.split(","))
    if len(names) != len(rules.seats) or not {*names} <= {*known}:
        raise Misuse("pair", what=what, given=given, accepted=", ".join(known))
    return names
