"""``python -m tests.referee [GAME ...]``: bots play matches by the thousand, and each is judged twice.

Each is audited as ``kifuda audit`` does it, and read by the referee of its game. Exit status 1 if an audit or
a referee objects; what they say is printed by clause, with the first match that shows it. Not here: the
referees (one module a game).
"""

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from multiprocessing import Pool
from random import randrange
from types import ModuleType
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.games.registry import RULESETS
from kifuda import adjudicate
from kifuda.bots.roster import plans_of
from kifuda.bots.simulate import SimulatedMatch, simulate

GAMES = tuple(
    game
    for game in dict.fromkeys(rules.game for rules in RULESETS.values())
    if game in {"aquarian-age", "blade-rondo", "chronocard", "fertcg", "genesis-garden"}
)
PLAYERS = (("heuristic", "heuristic"), ("heuristic", "random"), ("random", "random"))
AT_ONCE = 5
"""Matches of one edition, card set, pair of players and pair of decks that are played at a time."""


class Difference(Protocol):
    """What a referee holds against an event."""

    @property
    def seq(self) -> int: ...
    @property
    def clause(self) -> str: ...
    @property
    def what(self) -> str: ...


class League(NamedTuple):
    """What is played: all that ``simulate`` needs to play it again."""

    edition: str
    cards: str
    players: tuple[str, str]
    decks: tuple[str, str]
    matches: int
    seed: int
    settings: tuple[tuple[str, bool | int | str], ...] = ()

    def __str__(self) -> str:
        players, decks = ", ".join(self.players), ", ".join(self.decks)
        settings = "".join(f", {name} = {value}" for name, value in self.settings)
        told = f"{self.edition}, cards {self.cards}, players {players}, decks {decks}{settings}"
        return f"{told}, seed {self.seed}"


class Objection(NamedTuple):
    """What an audit or a referee says: ``kind`` is the same for objections of one sort."""

    kind: str
    clause: str
    where: str


class Heard(NamedTuple):
    """What came of a league."""

    matches: int
    unfinished: int
    objections: list[Objection]


def main(arguments: list[str]) -> int:
    """Play and judge the games that are named, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.referee", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all")
    parser.add_argument("--matches", type=int, default=10_000, help="matches to play of each game (10000)")
    parser.add_argument("--seed", type=int, help="what chance begins with (drawn, and printed)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    asked = parser.parse_args(arguments)
    games = GAMES if asked.games in ([], ["all"]) else tuple(asked.games)
    if unknown := [name for name in games if name not in GAMES]:
        parser.error(f"no game {', '.join(unknown)}: there are {', '.join(GAMES)}")
    seed = randrange(10**6) if asked.seed is None else asked.seed
    held = [_campaign(game, asked.matches, seed=seed, jobs=asked.jobs) for game in games]
    return 0 if all(held) else 1


def leagues(game: str, matches: int, seed: int) -> Iterator[League]:
    """Leagues over all editions, card sets, pairs of players and pairs of decks, until so many are played.

    Every other one has a setting that is not at its default, where the referee of the game names such.
    """
    varied: tuple[tuple[str, bool | int | str], ...] = getattr(referee_of(game), "VARIED", ())
    kinds = [
        (edition, cards, players, (one, two))
        for edition, rules in RULESETS.items()
        if rules.game == game
        for cards in rules.sets
        for players in PLAYERS
        for one in plans_of(game)
        for two in plans_of(game)
    ]
    # Steps of a number without a common divisor with theirs: short campaigns see some of everything too.
    for number in range(-(-matches // AT_ONCE)):
        edition, cards, players, decks = kinds[number * 97 % len(kinds)]
        left = min(AT_ONCE, matches - AT_ONCE * number)
        other = (varied[number // 2 % len(varied)],) if varied and number % 2 else ()
        yield League(edition, cards, players, decks, left, seed * 1_000_000 + number, other)


def referee_of(game: str) -> ModuleType:
    return import_module(f"tests.referee.{game.replace('-', '_')}")


def judged(league: League) -> Heard:
    """Play a league; an objection is also whatever stops the play, an audit or a referee."""
    rules = RULESETS[league.edition]
    found: list[Objection] = []
    played = unfinished = 0
    matches = simulate(
        rules,
        matches=league.matches,
        seed=league.seed,
        players=league.players,
        cards=league.cards,
        decks=league.decks,
        settings=dict(league.settings),
    )
    try:
        for match in matches:
            played += 1
            unfinished += not match.finished
            found += objections(match, league)
    except Exception as stopped:  # whatever it is, it is reported with the league that shows it
        found.append(_stopped("the simulation", stopped, f"{league}, after {played} matches"))
    return Heard(played, unfinished, found)


def objections(match: SimulatedMatch, league: League) -> Iterator[Objection]:
    """What an audit and the referee of its game say of a match."""
    referee = referee_of(RULESETS[league.edition].game)
    where = f"{league}, {match.id}"
    try:
        verdict = adjudicate(match.derived, match=match.id)
        for finding in verdict.findings:
            told = f"{finding.clause} audit: {finding.kind}: {finding.what.en}"
            yield Objection(_sort(told), finding.clause, f"{where} #{finding.seq}: {finding.what.en}")
        if verdict.grade not in ("EXACT", "CONSISTENT") and not verdict.findings:
            yield Objection(f"audit: {verdict.grade}", "", where)
    except Exception as stopped:
        yield _stopped("the audit", stopped, where)
    if not match.finished:
        return
    try:
        held: Iterable[Difference] = referee.differences(match.derived)
        for one in held:
            yield Objection(_sort(f"{one.clause} {one.what}"), one.clause, f"{where} #{one.seq}: {one.what}")
    except Exception as stopped:
        yield _stopped("the referee", stopped, where)


def _stopped(who: str, error: Exception, where: str) -> Objection:
    return Objection(f"{who} stopped: {type(error).__name__}", "", f"{where}: {error!r}")


def _sort(told: str) -> str:
    """What is told, without the cards and numbers of the one match; a clause keeps its own."""
    clause, _, rest = told.partition(" ")
    return clause + " " + re.sub(r"[AB]\.[0-9]+|[0-9]+", "…", rest)


def _campaign(game: str, matches: int, *, seed: int, jobs: int) -> bool:
    console = Console(soft_wrap=True)
    played = unfinished = 0
    times: dict[str, int] = {}
    first: dict[str, Objection] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Pool(jobs) as pool, Progress(*columns, console=console, auto_refresh=False) as progress:
        task = progress.add_task(game, total=matches)
        for heard in pool.imap(judged, leagues(game, matches, seed)):
            played += heard.matches
            unfinished += heard.unfinished
            for objection in heard.objections:
                times[objection.kind] = times.get(objection.kind, 0) + 1
                first.setdefault(objection.kind, objection)
            progress.update(task, completed=played)
            progress.refresh()
    console.print(
        f"{game}: seed {seed}, {played} matches, {unfinished} unfinished, "
        f"{sum(times.values())} objections of {len(first)} kinds"
    )
    for clause in sorted({one.clause for one in first.values()}):
        console.print(f"\n{clause or 'no clause'}", markup=False)
        for kind, one in first.items():
            if one.clause == clause:
                console.print(f"  {times[kind]} times, first: {one.where}", markup=False, highlight=False)
    return not first


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
