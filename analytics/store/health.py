"""The health of a store: its origin, whether it is up to date, and what is missing.

Not here: hash chain and signatures of the log (``events``), whether matches follow the rules (their grades).
"""

from dataclasses import dataclass

import polars as pl

from analytics.facts import SCHEMAS
from analytics.store.code_digest import code_digest, judging_digest
from analytics.store.match_counts import coverage
from analytics.store.reader import Store


@dataclass(frozen=True, slots=True)
class Health:
    """``lag``: entries of the log not projected yet · ``rows_current``, ``grades_current``: whether rows and
    grades were computed by the installed code · ``coverage``: matches by ``game``, ``granularity``, ``grade``
    and ``simulated``, with their days and events · ``tables``: ``table rows bytes`` · ``unreadable``: match →
    why it has no rows."""

    lag: int
    rows_current: bool
    grades_current: bool
    coverage: pl.DataFrame
    tables: pl.DataFrame
    unreadable: dict[str, str]

    @property
    def sound(self) -> bool:
        """Whether no entry is missing, out of date or unreadable."""
        return not (self.lag or self.unreadable) and self.rows_current and self.grades_current


def health(store: Store, log_size: int) -> Health:
    """The health of a store whose log now has ``log_size`` entries. Raises ``DamagedStore``."""
    manifest = store.manifest
    return Health(
        lag=log_size - manifest.position,
        rows_current=manifest.code == code_digest(),
        grades_current=manifest.judging in ("", judging_digest()),
        coverage=coverage(store),
        tables=pl.DataFrame(
            {
                "table": list(SCHEMAS),
                "rows": [sum(part.rows.get(table, 0) for part in manifest.parts) for table in SCHEMAS],
                "bytes": [sum(part.files.get(table, 0) for part in manifest.parts) for table in SCHEMAS],
            },
            schema={"table": pl.String, "rows": pl.Int64, "bytes": pl.Int64},
        ),
        unreadable=manifest.unreadable,
    )
