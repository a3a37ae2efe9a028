"""The long run: the worlds of all truths, laws and reports, a part after the other.

Not here: how it is printed (``__main__``).
"""

import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from zlib import crc32

import numpy as np

from tests.support.known_truth.held import Held
from tests.support.known_truth.laws import LAWS, of_law
from tests.support.known_truth.leagues import Tables, of_bots, of_tournaments, played, tables_of
from tests.support.known_truth.reports import REPORTS, of_report
from tests.support.known_truth.truths import DEALT, LOT, OF_BOTS, Truth, fair_deals, shuffled_again

EDITIONS = {
    "blade-rondo@1.03": 60,
    "chronocard@web": 40,
    "genesis-garden@2011-04": 30,
    "fertcg@web": 30,
    "aquarian-age@2005-11-22": 20,
    "koi-koi@common": 30,
    "hanabi@2014": 30,
}
"""Edition → matches of a league: long matches need fewer."""
SIZE = 150
"""Matches of a world."""
CELLS = {"player_rating": 1, "adjusted_effect": 3, "field_score": 4, "matchup_rate": 2, "shrunk_win_rate": 1}
"""Metric → cells drawn from its law for each world, where one has many intervals or takes long."""
USUAL = 15
LOTS = 8
"""Worlds of the imported tournament for each world of a league."""
TOURNAMENTS = 6
"""Imported tournaments of reports for each world of a league."""
LOTS_OF, LAWS_OF, REPORTS_OF = "lots", "laws", "reports"
PARTS = (*EDITIONS, LOTS_OF, LAWS_OF, REPORTS_OF)
"""What can be run by itself."""
Row = tuple[str, str, Held]


Part = Callable[[], Iterator[Row]]


def of_league(
    edition: str, league: int, *, worlds: int, seed: int, only: Collection[str] = ()
) -> Iterator[Row]:
    """A league of bots, and so many worlds of it; ``only``: of the kinds of truth about any of these."""
    with tempfile.TemporaryDirectory() as folder:
        league_seed = seed + league
        store = of_bots(Path(folder), edition, matches=EDITIONS[edition], seed=league_seed)
        tables = played(store, seed=league_seed)
    for kind in OF_BOTS:
        if not only or not kind.metrics.keys().isdisjoint(only):
            yield from of_kind(kind, tables, chance=(edition, league), worlds=worlds, seed=seed)
    if only and DEALT.keys().isdisjoint(only):
        return
    yield from (("fresh deals", id, one) for id, one in fair_deals(tables).items())
    own = np.random.default_rng((seed, crc32(f"{(edition, league)} deals".encode())))
    again = shuffled_again(tables, own, worlds=worlds, size=SIZE)
    yield from (("libraries shuffled again", id, one) for id, one in again.items())


def of_kind(kind: Truth, tables: Tables, *, chance: tuple[str, int], worlds: int, seed: int) -> Iterator[Row]:
    """A kind of truth in worlds of a league, by a chance of its own: it does not depend on other kinds."""
    own = np.random.default_rng((seed, crc32(f"{chance} {kind.what} {[*kind.metrics]}".encode())))
    for _ in range(kind.more):
        found = kind.tried(tables, own, worlds=worlds, size=SIZE)
        yield from ((kind.what, id, one) for id, one in found.items())


def of_lots(*, worlds: int, seed: int, only: Collection[str] = ()) -> Iterator[Row]:
    """An imported tournament, again and again."""
    if only and LOT.metrics.keys().isdisjoint(only):
        return
    with tempfile.TemporaryDirectory() as folder:
        tables = tables_of(of_tournaments(Path(folder), 1, seed=seed, players=400, rounds=4))
    found = LOT.tried(tables, np.random.default_rng(seed), worlds=LOTS * worlds, size=0)
    yield from ((LOT.what, id, one) for id, one in found.items())


def of_laws(*, worlds: int, seed: int, only: Collection[str] = ()) -> Iterator[Row]:
    """Sums of single metrics."""
    for id in only or LAWS:
        times = CELLS.get(id, USUAL) * worlds
        found = of_law(id, np.random.default_rng((seed, crc32(id.encode()))), times=times)
        yield "sums drawn from the law that the model supposes", id, found


def of_reports(*, worlds: int, seed: int, only: Collection[str] = ()) -> Iterator[Row]:
    """Reports over imported tournaments."""
    with tempfile.TemporaryDirectory() as folder:
        store = of_tournaments(Path(folder), TOURNAMENTS * worlds, seed=seed, players=110, rounds=5)
        for name in only or REPORTS:
            yield "imported tournaments of chance alone", name, of_report(name, store)


def rows(
    *,
    leagues: int,
    worlds: int,
    seed: int,
    parts: Sequence[str] = PARTS,
    only: Collection[str] = (),
    cores: int = 2,
) -> Iterator[Row]:
    """What chance decides, the metric or report, and its intervals. Each part has a chance of its own, and
    in it each kind of truth: of ``only`` some metrics or reports these are the same, with whatever else is
    true of the same worlds."""
    league = partial(of_league, worlds=max(worlds // leagues, 1), seed=seed, only=only)
    every: dict[str, list[Part]] = {
        edition: [partial(league, edition, number) for number in range(leagues)] for edition in EDITIONS
    }
    laws, reports = ([name for name in names if name in only] for names in (LAWS, REPORTS))
    every[LOTS_OF] = [partial(of_lots, worlds=worlds, seed=seed, only=only)]
    if laws or not only:
        every[LAWS_OF] = [partial(of_laws, worlds=worlds, seed=seed, only=laws)]
    if reports or not only:
        every[REPORTS_OF] = [partial(of_reports, worlds=worlds, seed=seed, only=reports)]
    with ProcessPoolExecutor(cores, get_context("spawn")) as pool:
        for done in [pool.submit(_run, part) for name in parts for part in every.get(name, ())]:
            yield from done.result()


def _run(part: Part) -> list[Row]:
    return list(part())
