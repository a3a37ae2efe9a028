"""``kifuda tournament``: lists the tournaments of a log, or shows the table, rounds and decks of one.

Not here: counting (``analytics.tournaments``), importing files (``kifuda import``).
"""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from analytics.imports.tournament import Round, Tournament
from analytics.imports.writing.tournament_writer import withdraw
from analytics.tournaments.compare import compare
from analytics.tournaments.counting_rules import Counting, parse_counting
from analytics.tournaments.gather import (
    LoadedTournament,
    TournamentSummary,
    list_tournaments,
    load_tournament,
)
from analytics.tournaments.membership import MatchRegister
from events.log.clock import now
from events.seal.paths import files_of
from kifuda.cli.base import output
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile, StoreFolder
from kifuda.cli.base.output import row, show, show_json, show_json_line
from kifuda.cli.base.parsers import number
from kifuda.cli.data.project import folder_of
from kifuda.cli.tournament import data, overview
from kifuda.cli.tournament.planning import show_outlook, show_size
from kifuda.cli.tournament.round import show_round

app = application()


TOGETHER = {
    "--size": ("--cut", "--json"),
    "--forecasts": ("NAME", "--json"),
    "--withdraw": ("NAME", "--key"),
    "--strengths": ("NAME", "--all", "--json"),
    "--outlook": ("NAME", "--cut", "--round", "--json"),
    "--write": ("NAME", "--rules", "--after", "--round"),
    "--round": ("NAME", "--json"),
}
"""What is asked for, what is looked for first at the top → the options that go with it."""
OF_TABLE = ("NAME", "--rules", "--after", "--differences", "--all", "--json")
OF_LIST = ("--json",)
OF_ALL = ("--size", "--forecasts")
"""These are not about one tournament, or not of necessity."""


@app.command("tournament", cls=Command)
def tournament(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    round: Annotated[int | None, typer.Option("--round", metavar="N", parser=number(least=0))] = None,
    rules: Annotated[str | None, typer.Option("--rules", metavar="RULES")] = None,
    after: Annotated[int | None, typer.Option("--after", metavar="N", parser=number(least=1))] = None,
    outlook: Annotated[bool, typer.Option("--outlook")] = False,
    cut: Annotated[int | None, typer.Option("--cut", metavar="N", parser=number(least=1))] = None,
    strength: Annotated[bool, typer.Option("--strengths")] = False,
    forecasts: Annotated[bool, typer.Option("--forecasts")] = False,
    size: Annotated[int | None, typer.Option("--size", metavar="PLAYERS", parser=number(least=4))] = None,
    write: Annotated[Path | None, typer.Option("--write", metavar="FILE")] = None,
    differences: Annotated[bool, typer.Option("--differences")] = False,
    everybody: Annotated[bool, typer.Option("--all")] = False,
    withdrawing: Annotated[bool, typer.Option("--withdraw")] = False,
    json: Json = False,
    key: KeyFile = None,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """List the tournaments, or show one."""
    given = {
        "NAME": name,
        "--round": round,
        "--rules": rules,
        "--after": after,
        "--outlook": outlook or None,
        "--cut": cut,
        "--strengths": strength or None,
        "--forecasts": forecasts or None,
        "--size": size,
        "--write": write,
        "--differences": differences or None,
        "--all": everybody or None,
        "--withdraw": withdrawing or None,
        "--json": json or None,
        "--key": key,
    }
    _check_together([option for option, value in given.items() if value is not None])
    if size is not None:
        show_size(size, cut=cut, json=json)
        return
    with opened(log) as source:
        register = MatchRegister(source, folder_of(log, store))
        found = list_tournaments(register)
        if forecasts:
            from kifuda.cli.tournament.strength import (
                show_forecasts,  # slow: it brings SciPy and scikit-learn
            )

            every = found if name is None else [_named(found, name)]
            show_forecasts([load_tournament(register, one).tournament for one in every], json=json)
            return
        if name is None:
            _list(found, json=json)
            return
        meant = _named(found, name)
        recalled = load_tournament(register, meant)
    one = recalled.tournament
    counting = _counting(one, rules, after)
    if withdrawing:
        _withdraw(meant, log, key)
    elif strength:
        from kifuda.cli.tournament.strength import show_strengths  # slow: it brings SciPy and scikit-learn

        show_strengths(one, everybody=everybody, json=json)
    elif outlook:
        show_outlook(one, cut=cut, round=round, json=json)
    elif write is not None:
        _write(one, counting, write, None if round is None else _rounds(one, round))
    elif round is not None:
        rounds = _rounds(one, round)
        if json:
            show_json([data.round_data(played) for played in rounds])
        else:
            show_round(one, rounds)
    else:
        _show(
            recalled,
            counting,
            explained=rules is not None,
            differences=differences,
            everybody=everybody,
            json=json,
        )


def _check_together(given: list[str]) -> None:
    """Raises ``Misuse`` for options of which one would be ignored."""
    asked = next((option for option in TOGETHER if option in given), "")
    accepted = (asked, *TOGETHER.get(asked, OF_TABLE if "NAME" in given else OF_LIST))
    if asked not in ("", *OF_ALL) and "NAME" not in given:
        raise Misuse("needs-tournament", option=asked)
    for option in given:
        if option not in accepted:
            raise Misuse("options-apart", option=option, accepted=", ".join(filter(None, accepted)))


def _show(
    recalled: LoadedTournament,
    counting: Counting,
    *,
    explained: bool,
    differences: bool,
    everybody: bool,
    json: bool,
) -> None:
    one = recalled.tournament
    compared = compare(one, counting)
    if json:
        show_json(data.tournament_data(recalled, compared, counting))
        return
    overview.show_head(recalled)
    overview.show_table(one, counting, everybody=everybody)
    if explained:
        overview.show_readings(counting)
    overview.show_comparison(one, compared, counting, every=differences)
    overview.show_rounds(one)
    overview.show_decks(one)


def _counting(one: Tournament, rules: str | None, after: int | None) -> Counting:
    """How the table is to be counted. Raises ``Misuse`` for unknown rules or a round that was not played."""
    try:
        counting = parse_counting(rules or one.rules)
    except ValueError as error:
        raise Misuse("counting", given=rules, accepted=str(error)) from None
    swiss = sorted({played.number for played in one.rounds if played.kind != "elimination"})
    if after is not None and after not in swiss:
        raise Misuse("round", given=after, accepted=", ".join(map(str, swiss)))
    return replace(counting, until=after)


def _rounds(one: Tournament, number: int) -> list[Round]:
    """The round in every pod that has it. Raises ``Misuse``."""
    found = [played for played in one.rounds if played.number == number]
    if not found:
        there = ", ".join(map(str, sorted({played.number for played in one.rounds})))
        raise Misuse("round", given=number, accepted=there)
    return found


def _write(one: Tournament, counting: Counting, path: Path, rounds: list[Round] | None) -> None:
    """Write the standings, or the pairings of a round, in the format that the ending names."""
    # Slow: it brings Streamlit.
    from dashboard.tournaments.printed import FORMATS, printed_round, printed_standings

    format = path.suffix.removeprefix(".").lower()
    if format not in FORMATS:
        raise Misuse("printed", given=path.name, accepted=", ".join(f".{known}" for known in FORMATS))
    if rounds is None:
        path.write_bytes(printed_standings(one, counting, format, language=current()))
    else:
        path.write_bytes(printed_round(one, rounds, format, language=current()))
    show(say("tournament.written", path=path))


def _withdraw(meant: TournamentSummary, path: Path, key: Path | None) -> None:
    """Withdraw the imported part of a tournament. Raises ``Misuse`` if there is none."""
    if not meant.stream:
        raise Misuse("not-imported", given=meant.id)
    with recording(path, key) as log:
        matches = withdraw(log, meant.stream, why="withdrawn", at=now())
    show(say("tournament.taken-back", name=meant.name, matches=matches, folder=files_of(path)))


def _named(found: list[TournamentSummary], name: str) -> TournamentSummary:
    """The tournament of this id, or of this name if it is the only one. Raises ``Misuse``."""
    same = [one for one in found if one.id == name] or [one for one in found if one.name == name]
    if len(same) == 1:
        return same[0]
    if same:
        raise Misuse("tournaments", given=name, accepted=", ".join(one.id for one in same))
    near = get_close_matches(name, [one.id for one in found], cutoff=0.4)
    raise Misuse("no-tournament", given=name, near=", ".join(near))


def _list(found: list[TournamentSummary], *, json: bool) -> None:
    lines = [data.summary_data(one) for one in found]
    if json:
        for line in lines:
            show_json_line(line)
        return
    columns = ("tournament", "name", "game", "results", "records")
    listed = output.table("tournament", *columns, right=("results", "records"))
    for line in lines:
        row(listed, *(line[column] for column in columns))
    show(listed)
