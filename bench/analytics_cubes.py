"""Cubes over a league of 1.25 million matches, 100 million card rows: times of the pages' queries and of
merging one more day.

Not here: the league (``league``), the time to draw a page (``pages_speed``).
"""

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from analytics.metrics.definitions.registry import METRICS
from analytics.query.cubes.answer import answer
from analytics.query.cubes.cube_files import FOLDER
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.sum_query import Condition, SumQuery, among, equal
from analytics.store.manifest import Part, load
from analytics.store.parts import remove_unused_files
from analytics.store.reader import Store
from bench.figure import Figure
from bench.league import League, kept, write_manifest

MATCHES = 1_251_000
GAMES, DAYS = 5, 365
DAY_MATCHES = MATCHES // DAYS
SEED = 20260402
REPEATED = 12

RESULTS = ("wins", "losses", "ties")
SOUND = among("grade", ["EXACT", "CONSISTENT", "OUTCOME_ONLY", "AMENDED"])
REAL = equal("simulated", False)
ONE_GAME: tuple[Condition, ...] = (SOUND, REAL, equal("game", "game-1"))
RED: tuple[Condition, ...] = (*ONE_GAME, equal("archetype", "archetype 0003"))
FIRST_OF_MARCH, LAST_OF_MAY = date(2025, 3, 1), date(2025, 5, 31)


def _sums(*metrics: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for metric in metrics for name in METRICS[metric].sums))


CARD = _sums("gp_wr", "oh_wr", "gd_wr", "gih_wr", "gns_wr", "iih", "played_wr", "cast_rate")
KEPT = _sums("kept_wr", "kept_impact", "keep_effect")

PAGES: dict[str, SumQuery] = {
    "overview: first-player rate by day": SumQuery(
        ("first_wins", "first_losses", *RESULTS), ("day",), ONE_GAME
    ),
    "overview: everything": SumQuery(RESULTS, where=(SOUND,)),
    "meta: archetypes": SumQuery(RESULTS, ("archetype",), ONE_GAME),
    "meta: archetypes by month": SumQuery(RESULTS, ("archetype", "month"), ONE_GAME),
    "meta: archetypes in a season": SumQuery(
        RESULTS, ("archetype",), ONE_GAME, since=FIRST_OF_MARCH, until=LAST_OF_MAY
    ),
    "matchups": SumQuery(RESULTS, ("archetype", "opponent_archetype"), ONE_GAME),
    "matchups going first": SumQuery(
        RESULTS, ("archetype", "opponent_archetype"), (*ONE_GAME, equal("went_first", True))
    ),
    "archetype: its cards": SumQuery(CARD, ("card",), RED),
    "archetype: its cards going second": SumQuery(CARD, ("card",), (*RED, equal("went_first", False))),
    "archetype: its matchups": SumQuery(RESULTS, ("opponent_archetype", "went_first"), RED),
    "cards": SumQuery(CARD, ("card",), ONE_GAME),
    "cards of all games": SumQuery(CARD, ("game", "card"), (SOUND,)),
    "cards in a season": SumQuery(CARD, ("card",), ONE_GAME, since=FIRST_OF_MARCH, until=LAST_OF_MAY),
    "card: by month": SumQuery(CARD, ("month",), (*ONE_GAME, equal("card", "card 0017"))),
    "card: by archetype": SumQuery(CARD, ("archetype",), (*ONE_GAME, equal("card", "card 0017"))),
    "card: kept, by opponent and seat": SumQuery(
        KEPT, ("opponent_archetype", "went_first"), (*ONE_GAME, equal("card", "card 0017"))
    ),
    "tempo: seats": SumQuery(RESULTS, ("game", "went_first"), (SOUND,)),
    "tempo: seats by archetype": SumQuery(RESULTS, ("archetype", "went_first"), ONE_GAME),
    "tournament: its field": SumQuery(
        RESULTS, ("archetype",), (*ONE_GAME, equal("tournament", "cup 2025-03 0005"))
    ),
    "players": SumQuery(RESULTS, ("player",), ONE_GAME),
    "player: going first": SumQuery(RESULTS, ("went_first",), (*ONE_GAME, equal("player", "player 0042"))),
}
"""Queries of the pages and of planned pages."""


def run(scale: float = 1) -> list[Figure]:
    """Every figure, on a league smaller by ``scale``."""
    folder = kept(matches=round(MATCHES * scale), games=GAMES, days=DAYS, seed=SEED)
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
    parts = load(folder).parts
    rows = sum(part.rows.get("card_seat_game", 0) for part in parts)
    built = _seconds(lambda: refresh(folder))
    store = Store(folder)
    asked = {page: _asked(store, ask) for page, ask in PAGES.items()}
    store.close()
    every = [1e3 * seconds for times in asked.values() for seconds in times]
    slowest = max(asked, key=lambda page: median(asked[page]))
    merged = _merged(folder, parts, round(DAY_MATCHES * scale) or 1)
    return [
        Figure("cubes: rows of cards in the league", rows, "rows"),
        Figure("cubes: all built from the facts", built, "s"),
        Figure("cubes: query of any page, p95", quantiles(every, n=20)[-1], "ms", tuple(every), 50, False),
        Figure("cubes: slowest page", 1e3 * median(asked[slowest]), "ms", of=(slowest,)),
        Figure("cubes: one day more merged into all", median(merged), "s", tuple(merged), 1, False),
    ]


def _asked(store: Store, ask: SumQuery) -> list[float]:
    """Times of several calls, the first of which finds the files cold."""
    return [_seconds(lambda: answer(store, ask)) for _ in range(REPEATED)]


def _merged(folder: Path, parts: tuple[Part, ...], matches: int) -> list[float]:
    """Times of merging one more day of one game, day after day. The days are removed at the end."""
    league = League(games=GAMES, days=DAYS, seed=SEED, made=len(parts))
    standing, times = [*parts], []
    try:
        for day in range(5):
            standing += league.parts(folder, league.games[day % GAMES], "2025-12", matches)
            write_manifest(folder, standing)
            times.append(_seconds(lambda: refresh(folder)))
    finally:
        write_manifest(folder, parts)
        refresh(folder)
        remove_unused_files(folder, parts)
    return times


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began
