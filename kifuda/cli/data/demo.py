"""``kifuda demo``: all of kifuda in a minute, with sample records and a league and tournaments of bots.

Everything goes into the folder ``kifuda-demo``; a second run continues with its content. Not here:
the commands that it uses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from itertools import chain, combinations, count
from pathlib import Path
from typing import Annotated, NamedTuple

import polars as pl
import typer

from analytics.imports.reading.read import prepare
from analytics.imports.tournament import Tournament
from analytics.imports.writing.deposit import MatchExists, deposit
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import TournamentExists
from analytics.imports.writing.tournament_writer import write as write_tournament
from analytics.metrics.population.match_list import games
from analytics.metrics.population.summary import population
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.table import table as metrics
from analytics.query.filters import GRADES, Filters
from analytics.side_by_side import side_by_side
from analytics.store.reader import Store
from engine.games.installed import samples
from engine.games.registry import own_games
from engine.kernel.ruleset import Ruleset
from engine.record.match import Match
from engine.text.messages import say as rules_say
from engine.text.phrase import capital
from events.log.clock import now
from events.log.contract import CommandReused, Log
from events.seal import keys
from events.seal.note import SignerKey
from events.seal.paths import key_of
from events.seal.verifiers import add_key
from kifuda.bots import tournament
from kifuda.bots.roster import HEURISTIC, RANDOM, bots_of, plans_of
from kifuda.bots.simulate import SimulatedMatch, simulate, write
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import current, localized, say
from kifuda.cli.base.log_key import recording
from kifuda.cli.base.opened import opened
from kifuda.cli.base.output import counted, row, show, table
from kifuda.cli.base.parsers import number
from kifuda.cli.data.dashboard import PORT, serve
from kifuda.cli.data.project import projected
from kifuda.cli.match.findings import show_findings, styled
from kifuda.cli.stats.stats import show_view

app = application()

FOLDER = Path("kifuda-demo")
OLD = "old-"
LEAGUE_MATCHES = 8
PLAYS = 2
"""A league and a tournament of every game."""
PAIR = 2
TOP = 8
"""Number of cards in the summary."""


@app.command("demo", cls=Command)
def demo(
    port: Annotated[int, typer.Option("--port", metavar="N", parser=number(least=1, most=65535))] = PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
    serving: Annotated[bool, typer.Option("--serve/--no-serve")] = True,
) -> None:
    """Fill the log, audit and project it, print a summary, and serve the pages."""
    path, store = FOLDER / "kifuda.db", FOLDER / "kifuda.store"
    try:
        fill(path)
    except (MatchExists, TournamentExists, CommandReused):
        show(say("demo.stale", path=FOLDER, aside=_set_aside(FOLDER)))
        fill(path)
    with opened(path) as log:
        projected(log, store)
        _sum_up(log, Store(store))
    show(say("demo.next", log=path))
    if serving:
        serve(path, store, port=port, browser=browser)


def fill(path: Path) -> None:
    """Import the samples and play the league, except what the log already has. A new log gets a key, so that
    its heads are signed.

    Raises ``MatchExists``, ``TournamentExists`` or ``CommandReused`` for the demo of another version or
    language, whose matches or names of decks differ.
    """
    path.parent.mkdir(exist_ok=True)
    if not path.exists() and not key_of(path).exists():
        key = SignerKey.new(FOLDER.name)
        keys.write(key_of(path), key)
        add_key(path, key.verifier)
    with recording(path) as log:
        folders = filter(None, (samples(rules.game) for rules in own_games()))
        records = sorted(path for folder in folders for path in folder.rglob(f"*{lookup.RECORD}"))
        for sample in counted(say("import.doing"), records):
            deposit(log, prepare(sample))
        plays = played()  # forks processes, before the thread of a progress bar runs
        for done in counted(say("simulate.doing"), plays, total=PLAYS * len(own_games())):
            take(log, done)


class Played(NamedTuple):
    """What bots played: the ``matches``, and of a tournament the ``sheet``, which is what its file would say
    beside them."""

    matches: list[SimulatedMatch]
    sheet: Tournament | None = None


def played() -> Iterator[Played]:
    """For every game a league, and then a tournament, by as many processes as there are processors."""
    plays = [partial(play, rules) for play in (play_league, play_cup) for rules in own_games()]
    return side_by_side(lambda number: plays[number](), range(len(plays)))


def take(log: Log, done: Played) -> None:
    """Write what was played into the log."""
    write(log, done.matches, now)
    if done.sheet is not None:
        written = Import(sha256(done.sheet.id.encode()).hexdigest(), "kifuda demo", ())
        write_tournament(log, done.sheet, written, at=now())


def play_cup(rules: Ruleset) -> Played:
    """Play a tournament of named decks, Swiss and cut; of a game that two skilled bots play."""
    if len(rules.seats) != PAIR or HEURISTIC not in bots_of(rules.game):
        return Played([])
    name = say("demo.cup", game=localized(rules.name))
    cup = tournament.enter(rules, name=name, deck_names=lambda plan: _deck_name(rules, plan))
    matches = list(tournament.matches(cup))
    return Played(matches, cup.sheet())


def _deck_name(rules: Ruleset, plan: str) -> str:
    """The name of the deck that a plan stands for; of a plan without a deck its own."""
    decks = rules.sets[next(iter(rules.sets))].decks
    return localized(decks[plan].name) if plan in decks else say(f"demo.plan-{plan}")


def _set_aside(folder: Path) -> Path:
    """Move the content of the folder into a subfolder, so that nothing is lost; returns that subfolder."""
    aside = next(path for number in count(1) if not (path := folder / f"{OLD}{number}").exists())
    old = [path for path in folder.iterdir() if not path.name.startswith(OLD)]
    aside.mkdir()
    for path in old:
        path.rename(aside / path.name)
    return aside


def play_league(rules: Ruleset) -> Played:
    """Play about ``LEAGUE_MATCHES`` matches: each bot with each plan against every other."""
    skilled = HEURISTIC in bots_of(rules.game)
    plans = plans_of(rules.game)
    entrants = [(HEURISTIC, plan) for plan in plans if skilled] + [(RANDOM, plans[0])]
    pairs = list(combinations(entrants, 2)) or [(entrants[0], entrants[0])]
    each = max(1, LEAGUE_MATCHES // len(pairs))
    matches = (
        simulate(
            rules, matches=each, seed=seed, players=(one, other), decks=(its, others), language=current()
        )
        for seed, ((one, its), (other, others)) in enumerate(pairs, start=1)
    )
    return Played(list(chain.from_iterable(matches)))


def _sum_up(log: Log, store: Store) -> None:
    """Print disputed matches and matches by grade; for each game the first player's win rate and the cards
    that win most when kept."""
    matches = games(store, Filters(grades=GRADES))
    for match in matches.filter(pl.col("grade") == "DIVERGED")["match"].sort():
        show_findings(Match.load(log, match))
    listed = table("demo", "grade", "matches", "meaning", right=("matches",))
    grades = Counter(matches["grade"])
    for name in GRADES:
        if grades[name]:
            row(listed, styled(name), grades[name], capital(rules_say(None, f"graded.{name}", current())))
    show(say("demo.sum", matches=len(matches), entries=log.size), listed)
    for rules in own_games():
        show(localized(rules.name))
        show_view("seats", pivot(metrics(store, "seats", Filters(game=rules.game))))
        cards = pivot(metrics(store, "cards", Filters(game=rules.game)))
        if cards["n"].sum():  # Only in games with a choice of cards to keep.
            show_view("cards", cards, limit=TOP)
    show(population(store).sentence(current()))
