"""How people see the basis of an interval: a mark beside it, the meaning of the mark, a line to quote it by.

Not here: which basis an interval has (``interval_basis``).
"""

from collections import Counter
from collections.abc import Iterable, Mapping

import polars as pl

from analytics.metrics.intervals.interval_basis import BASIS, IntervalBasis
from engine.kernel.bilingual import Bilingual

MARKS: Mapping[IntervalBasis, str] = {"players": "†", "few": "‡", "unasked": "§"}
"""The mark beside an interval whose basis is not simply games."""
BEHIND: Mapping[str | None, str] = {kind: f" {sign}" for kind, sign in MARKS.items()}
"""The same with a space before it."""
MEANINGS: Mapping[IntervalBasis, Bilingual] = {
    "players": Bilingual(
        "試合の1割より多くが1人のもの：区間はプレイヤーを独立とみなす",
        "one player gives more than a tenth: the interval takes players as independent, not games",
    ),
    "few": Bilingual(
        "試合の1割より多くが1人のもので、プレイヤーが10人に満たない：区間は試合を独立とみなし、"
        "ほかのプレイヤーに当てはまるとは限らない",
        "one player gives more than a tenth, of fewer than ten: the interval takes games as independent and"
        " says nothing of other players",
    ),
    "unasked": Bilingual(
        "試合の1割より多くが1人のものかどうかは、時間がかかりすぎるので調べていない",
        "whether one player gives more than a tenth was not looked into, for that takes too long",
    ),
}
CITATIONS: Mapping[IntervalBasis, Bilingual] = {
    "players": Bilingual("プレイヤーを独立とみなす区間{n}", "{n} with players as independent"),
    "few": Bilingual("1割より多くが1人のもので10人に満たない区間{n}", "{n} of fewer than ten players"),
    "unasked": Bilingual(
        "1人で1割を超えるか調べていない区間{n}", "{n} not looked into for whoever plays much"
    ),
}


def mark(kind: str | None) -> str:
    """What stands behind an interval, with a space before it; ``""`` where there is nothing to say."""
    return BEHIND.get(kind, "")


def count_bases(rows: pl.DataFrame) -> Counter[str]:
    """How many intervals have which basis, over all columns of a table that say so."""
    columns = [
        rows[name].drop_nulls() for name in rows.columns if name == BASIS or name.endswith(f"_{BASIS}")
    ]
    return Counter(dict(pl.concat(columns).value_counts().iter_rows())) if columns else Counter()


def legend(found: Iterable[str], language: str) -> list[str]:
    """The meanings of the marks of these bases, a line each, in ``ja`` or ``en``."""
    there = set(found)
    return [f"{sign} {MEANINGS[kind][language]}" for kind, sign in MARKS.items() if kind in there]


def cited(rows: pl.DataFrame, language: str) -> str:
    """How many intervals of a table have a basis other than games; ``""`` if none has."""
    found = count_bases(rows)
    return ", ".join(CITATIONS[kind][language].format(n=found[kind]) for kind in MARKS if found[kind])
