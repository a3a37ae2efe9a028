"""``python -m tests.card_texts [GAME ...]``: write card texts by the thousand, play what the linter accepts.

Exit status 1 if a law broke; each failure is then printed once, as a card file with the seed. Not here: the
laws (``laws``), or one trial (``trial``).
"""

import argparse
import os
import sys
from collections.abc import Iterator
from functools import cache
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from random import randrange

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from engine.games.registry import own_games
from tests.card_texts.shrink import shortest
from tests.card_texts.trial import Failure, Outcome, trial
from tests.card_texts.world import World

GAMES = tuple(rules.game for rules in own_games())
AT_ONCE = 200
"""Trials that are given out at a time."""


def main(arguments: list[str]) -> int:
    """Try the texts of the games that are named, or of all."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.card_texts", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (all)")
    parser.add_argument("--texts", type=int, default=100_000, help="texts to write for each game (100000)")
    parser.add_argument("--seed", type=int, help="what chance begins with (drawn, and printed)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a core)")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.games if name not in GAMES]:
        parser.error(f"no game {', '.join(unknown)}: there are {', '.join(GAMES)}")
    seed = randrange(10**6) if asked.seed is None else asked.seed
    broken = [_campaign(game, asked.texts, seed=seed, jobs=asked.jobs) for game in asked.games or GAMES]
    return 1 if any(broken) else 0


def _campaign(game: str, texts: int, *, seed: int, jobs: int) -> bool:
    console, total, failures = Console(soft_wrap=True), Outcome(), dict[str, Failure]()
    times: dict[str, int] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Pool(jobs) as pool, Progress(*columns, console=console, auto_refresh=False) as progress:
        task = progress.add_task(game, total=texts)
        for outcome in _outcomes(pool, game, seed, texts):
            total.written += outcome.written
            total.refused += outcome.refused
            total.played += outcome.played
            for failure in outcome.failures:
                times[failure.kind] = times.get(failure.kind, 0) + 1
                failures.setdefault(failure.kind, failure)
            progress.update(task, completed=min(total.written, texts))
            progress.refresh()
        shrunk = pool.map(_shortest, failures.values(), chunksize=1)
    accepted = total.written - total.refused
    console.print(
        f"{game}: seed {seed}, {total.written} texts, {total.refused} refused, {accepted} accepted, "
        f"{total.played} of these carried out by chance, {len(failures)} kinds of failure"
    )
    for failure in sorted(shrunk, key=lambda one: -times[one.kind]):
        console.print(
            f"\n# {failure.game}: {times[failure.kind]} times, seed {failure.seed}: {failure.kind}",
            markup=False,
        )
        for text in failure.texts if len(failure.texts) < 4 else []:
            console.print(text.file, markup=False, highlight=False)
        if len(failure.texts) >= 4:
            console.print(f"# only with {len(failure.texts)} texts together", markup=False)
    return bool(failures)


def _outcomes(pool: Workers, game: str, seed: int, texts: int) -> Iterator[Outcome]:
    """Trials until so many texts are written."""
    written, first = 0, seed * 1_000_000
    while written < texts:
        for outcome in pool.imap_unordered(_trial, [(game, first + n) for n in range(AT_ONCE)], chunksize=5):
            written += outcome.written
            yield outcome
            if written >= texts:
                return
        first += AT_ONCE


@cache
def _world(game: str) -> World:
    return World(game)


def _trial(asked: tuple[str, int]) -> Outcome:
    return trial(_world(asked[0]), asked[1])


def _shortest(failure: Failure) -> Failure:
    return shortest(_world(failure.game), failure)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
