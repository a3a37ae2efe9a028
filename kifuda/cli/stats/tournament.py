"""``kifuda tournament``: lists the tournaments of a log, or shows the table, rounds and decks of one.

Not here: counting (``analytics.tournaments``), importing files (``kifuda import``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from analytics.imports.tournament import Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_writer import withdraw
from analytics.tournaments.compare import Comparison, compare
from analytics.tournaments.deck_results import meta
from analytics.tournaments.difference import Difference
from analytics.tournaments.gather import (
    LoadedTournament,
    TournamentSummary,
    list_tournaments,
    load_tournament,
)
from analytics.tournaments.membership import MatchRegister
from analytics.tournaments.table import Line, table
from analytics.tournaments.tiebreak import RULES
from events.log.clock import now
from events.seal.paths import files_of
from kifuda.cli.base import lookup, output
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile, StoreFolder
from kifuda.cli.base.output import row, show, show_json, show_json_line
from kifuda.cli.base.parsers import number
from kifuda.cli.data.project import folder_of

app = application()

LISTED = 64
"""The most players that are listed without ``--all``."""
DIGITS = 4
"""Decimal places of a tiebreaker."""


@app.command("tournament", cls=Command)
def tournament(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    round: Annotated[int | None, typer.Option("--round", metavar="N", parser=number(least=0))] = None,
    differences: Annotated[bool, typer.Option("--differences")] = False,
    everybody: Annotated[bool, typer.Option("--all")] = False,
    withdrawing: Annotated[bool, typer.Option("--withdraw")] = False,
    json: Json = False,
    key: KeyFile = None,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """List the tournaments, or show one."""
    with lookup.opened(log) as source:
        register = MatchRegister(source, folder_of(log, store))
        found = list_tournaments(register)
        if name is None:
            _list(found, json=json)
            return
        meant = _named(found, name)
        recalled = load_tournament(register, meant)
    if withdrawing:
        _withdraw(meant, log, key)
        return
    if round is not None:
        _show_round(recalled, round, json=json)
        return
    compared = compare(recalled.tournament)
    if json:
        show_json(_data(recalled, compared))
        return
    _show_head(recalled)
    _show_table(recalled.tournament, everybody=everybody)
    _show_comparison(recalled.tournament, compared, every=differences)
    _show_rounds(recalled.tournament)
    _show_decks(recalled.tournament)


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


# --- the list ----------------------------------------------------------------------------------------


def _list(found: list[TournamentSummary], *, json: bool) -> None:
    lines = [
        {
            "tournament": one.id,
            "name": one.name,
            "game": one.game,
            "results": one.results,
            "records": one.records,
        }
        for one in found
    ]
    if json:
        for line in lines:
            show_json_line(line)
        return
    columns = ("tournament", "name", "game", "results", "records")
    listed = output.table("tournament", *columns, right=("results", "records"))
    for line in lines:
        row(listed, *(line[column] for column in columns))
    show(listed)


# --- one tournament ----------------------------------------------------------------------------------


def _show_head(recalled: LoadedTournament) -> None:
    one = recalled.tournament
    matches = sum(1 for _ in one.pairings())
    facts = {"players": len(one.players), "rounds": len(one.rounds), "matches": matches}
    about = " · ".join(filter(None, (one.game, one.play, one.date)))
    show(Text(one.name, style="bold"), about, say("tournament.sum", **facts))
    imported = recalled.imported
    for file in imported.files if imported else ():
        show(
            say(
                "tournament.file", name=file.name, format=imported.format if imported else "", sha=file.sha256
            )
        )
    for left_out in imported.left_out if imported else ():
        show(say("import.left-out", problem=left_out))
    for key, times in one.remarks.items():
        show(say(f"tournament.remark-{key}", times=times))
    if recalled.records:
        show(say("tournament.beside", number=len(recalled.records)))
    if recalled.contradicted:
        show(say("tournament.contradicted", matches=", ".join(recalled.contradicted)))


def _show_table(one: Tournament, *, everybody: bool) -> None:
    lines = table(one)
    rules = RULES[one.rules]
    right = ("place", "points", *rules.tiebreakers, "stated")
    stated = {line.player: line for line in one.standings}
    divided = len({line.division for line in one.standings}) > 1
    columns = ("place", *(["pod"] if divided else []), "player", "deck", "record", "points",
               *rules.tiebreakers, "stated")  # fmt: skip
    listed = output.table("tournament", *columns, right=right)
    players = {player.id: player for player in one.players}
    for line in lines if everybody else lines[:LISTED]:
        player = players[line.player]
        deck = player.deck.archetype if player.deck else ""
        shares = (_share(line.counted[name]) for name in rules.tiebreakers)
        listed_at = stated.get(line.player)
        division = [listed_at.division if listed_at else ""] if divided else []
        numbers = line.counted["points"], *shares, listed_at.rank if listed_at else None
        row(listed, line.place, *division, player.name, deck, _record(line), *numbers)
    show(listed)
    if not everybody and len(lines) > LISTED:
        show(say("tournament.unlisted", players=len(lines) - LISTED))


def _record(line: Line) -> str:
    return "-".join(str(line.counted[name]) for name in ("wins", "losses", "ties"))


def _share(value: Fraction | int | None) -> str:
    return "" if value is None else f"{float(value):.{DIGITS}f}"


def _show_comparison(one: Tournament, compared: Comparison, *, every: bool) -> None:
    """Show how many numbers of the file's table differ, by reason."""
    if not one.standings:
        show(say("tournament.no-table"))
        return
    differing = compared.differences
    show(say("tournament.compared", compared=compared.compared, differing=len(differing)))
    by_reason: dict[tuple[str, ...], list[Difference]] = {}
    for difference in differing:
        by_reason.setdefault(difference.because, []).append(difference)
    for because, alike in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        numbers = Counter(_column(difference.what) for difference in alike)
        counts = ", ".join(f"{what} {times}" for what, times in numbers.most_common())
        show(f"  {len(alike)}: {_why(because)} ({counts})")
    if every and differing:
        names = {player.id: player.name for player in one.players}
        columns = ("player", "what", "states", "counted", "because")
        listed = output.table("tournament", *columns, right=("states", "counted"))
        for one_of_them in differing:
            row(listed, names.get(one_of_them.player, one_of_them.player), *_difference(one_of_them))
        show(listed)


def _difference(difference: Difference) -> tuple[str, str, str, str]:
    counted = "" if difference.counted is None else f"{difference.counted:.8g}"
    because = _why(difference.because, round=difference.round)
    return _column(difference.what), f"{difference.stated:.8g}", counted, because


def _column(what: str) -> str:
    return say(f"tournament.{what}")


def _why(because: Iterable[str], *, round: int | None = None) -> str:
    return "; ".join(say(f"difference.{reason}", round=round) for reason in because)


def _show_rounds(one: Tournament) -> None:
    if not one.rounds:
        show(say("tournament.no-rounds"))
        return
    listed = output.table(
        "tournament", "number", "round", "pod", "kind", "matches", "outcomes", right=("number", "matches")
    )
    for played in one.rounds:
        outcomes = Counter(pairing.outcome for pairing in played.pairings)
        counts = " · ".join(
            f"{say(f'outcome.{outcome}')} {times}" for outcome, times in outcomes.most_common()
        )
        kind = say(f"tournament.{played.kind or 'unsaid'}")
        row(listed, played.number, played.name, played.pod, kind, len(played.pairings), counts)
    show(listed)


def _show_decks(one: Tournament) -> None:
    decks = meta(one)
    if not any(deck.archetype for deck in decks):
        return
    copies = sum(deck.copies for deck in decks)
    numbers = ("copies", "share", "rate")
    listed = output.table("tournament", "deck", "copies", "share", "record", "rate", right=numbers)
    for deck in decks:
        rate = f"{100 * (deck.wins + deck.ties / 2) / deck.matches:.1f} %" if deck.matches else ""
        record = f"{deck.wins}-{deck.losses}-{deck.ties}"
        name = deck.archetype or say("tournament.unnamed")
        row(listed, name, deck.copies, f"{100 * deck.copies / copies:.1f} %", record, rate)
    show(listed, say("tournament.decks"))


# --- one round ---------------------------------------------------------------------------------------


def _show_round(recalled: LoadedTournament, number: int, *, json: bool) -> None:
    """Show the matches of a round in every pod that has it. Raises ``Misuse``."""
    one = recalled.tournament
    found = [played for played in one.rounds if played.number == number]
    if not found:
        there = ", ".join(str(played.number) for played in one.rounds)
        raise Misuse("round", given=number, accepted=there)
    if json:
        show_json([_round(played) for played in found])
        return
    names = {player.id: player for player in one.players}
    for played in found:
        title = " · ".join(filter(None, (one.name, played.pod, played.name)))
        listed = output.table("tournament", "table", "players", "result", "match")
        for pairing in played.pairings:
            players = " – ".join(names[player].name for player in pairing.players)
            row(listed, pairing.table, players, _result(pairing, names), pairing.place)
        show(Text(title, style="bold"), listed)


def _result(pairing: Pairing, players: dict[str, Player]) -> str:
    """The result of a match in words, with the score in games if known."""
    winner = "" if pairing.winner is None else players[pairing.players[pairing.winner]].name
    games = ""
    if pairing.score is not None:
        drawn = (pairing.score.drawn,) if pairing.score.drawn else ()
        games = "-".join(map(str, (*pairing.score.won, *drawn)))
    return " ".join(filter(None, (say(f"outcome.{pairing.outcome}"), winner, games)))


# --- as data -----------------------------------------------------------------------------------------


def _data(recalled: LoadedTournament, compared: Comparison) -> dict[str, Any]:
    """A tournament in the shape of ``docs/json.md``."""
    one = recalled.tournament
    names = {player.id: player.name for player in one.players}
    return {
        "tournament": one.id,
        "name": one.name,
        "game": one.game,
        "play": one.play,
        "date": one.date,
        "rules": one.rules,
        "import": None if recalled.imported is None else msgspec.to_builtins(recalled.imported),
        "remarks": one.remarks,
        "players": msgspec.to_builtins(one.players),
        "rounds": [_round(played) for played in one.rounds],
        "table": [_line(line, names) for line in table(one)],
        "standings": msgspec.to_builtins(one.standings),
        "compared": compared.compared,
        "differences": [
            {
                "player": difference.player,
                "what": difference.what,
                "stated": difference.stated,
                "counted": difference.counted,
                "because": list(difference.because),
                "round": difference.round,
            }
            for difference in compared.differences
        ],
        "decks": [{"archetype": deck.archetype, "copies": deck.copies, "wins": deck.wins,
                   "losses": deck.losses, "ties": deck.ties} for deck in meta(one)],
        "records": {match: list(records) for match, records in recalled.records.items()},
        "contradicted": list(recalled.contradicted),
    }  # fmt: skip


def _round(played: Round) -> dict[str, Any]:
    return {
        "number": played.number,
        "name": played.name,
        "kind": played.kind,
        "pod": played.pod,
        "matches": [
            {
                "match": pairing.place,
                "table": pairing.table,
                "players": list(pairing.players),
                "outcome": pairing.outcome,
                "winner": None if pairing.winner is None else pairing.players[pairing.winner],
                "games": None if pairing.score is None else list(pairing.score.won),
                "drawn": None if pairing.score is None else pairing.score.drawn,
                "first": None if pairing.first is None else pairing.players[pairing.first],
            }
            for pairing in played.pairings
        ],
    }


def _line(line: Line, names: dict[str, str]) -> dict[str, Any]:
    counted = {name: float(v) if isinstance(v, Fraction) else v for name, v in line.counted.items()}
    return {"place": line.place, "player": line.player, "name": names[line.player], **counted}
