"""What the first page leads to: a match that plays, and a dispute.

Not here: the doors (``doors``), the guide (``guide``).
"""

from typing import Any, NamedTuple

import polars as pl

from analytics.metrics.population.match_list import Latest, latest
from analytics.query.filters import Filters, Simulated
from analytics.store.reader import Store
from dashboard.app.page_cache import cached
from dashboard.app.page_context import PageContext
from dashboard.match.picker import KEY as MATCH
from dashboard.match.replay.stepping import first_position
from engine.audit.verdict import DIVERGING

LOOKED_AT = 60
"""So many of the latest matches are looked at."""
MOST_EVENTS = 600
"""A longer match is nobody's first."""
Row = dict[str, Any]


class Highlights(NamedTuple):
    """Rows of the list of matches: one to ``watch`` and the latest ``disputed`` one, each None where there is
    none."""

    watch: Row | None
    disputed: Row | None

    @property
    def complete(self) -> bool:
        """Whether there is one of each."""
        return self.watch is not None and self.disputed is not None


def highlights(page: PageContext, store: Store, game: str) -> Highlights:
    """The highlights of a game, or, where the game has no dispute, with that of another."""
    return Highlights(_to_watch(page, store, game), _disputed(page, store, game))


def playing(page: PageContext, row: Row) -> dict[str, str]:
    """The query of a replay that plays a match from its first turn."""
    match = page.source.match(row["match"], page.source.perspectives(row["match"])[0])
    return {MATCH: match.id, "at": str(first_position(match)), "play": "1", "speed": "2"}


def at_dispute(page: PageContext, row: Row) -> dict[str, str]:
    """The query of a replay at the first event at which a record and the rules part."""
    findings = page.source.verdict(row["match"]).findings
    seq = next((found.seq for found in findings if found.kind in DIVERGING), 0)
    return {MATCH: row["match"], "at": str(seq), "play": "0"}


def _to_watch(page: PageContext, store: Store, game: str) -> Row | None:
    """The match with most events of the latest that are as the rules have it; people's before those of
    bots."""
    kinds: tuple[Simulated, ...] = ("none", "only")
    for simulated in kinds:
        found = _latest(store, Filters(game, grades=("EXACT",), simulated=simulated)).rows
        short = found.filter(pl.col("events") <= MOST_EVENTS).sort("events", descending=True)
        if row := _seen(page, short):
            return row
    return None


def _disputed(page: PageContext, store: Store, game: str) -> Row | None:
    """The latest dispute of the game, else that of any."""
    here, everywhere = (_latest(store, Filters(one, grades=("DIVERGED",))).rows for one in (game, ""))
    return _seen(page, here) or _seen(page, everywhere)


def _latest(store: Store, filters: Filters) -> Latest:
    return cached(store, latest, filters, most=LOOKED_AT)


def _seen(page: PageContext, rows: pl.DataFrame) -> Row | None:
    """The first match of which the reader may see something."""
    return next((row for row in rows.iter_rows(named=True) if page.source.perspectives(row["match"])), None)
