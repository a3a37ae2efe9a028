"""How people are told what an interval is over: a mark beside it, what the mark means, a line to quote it by.

Not here: what an interval is over (``over``).
"""

from collections import Counter
from collections.abc import Iterable, Mapping

import polars as pl

from analytics.metrics.intervals.interval_basis import BASIS, IntervalBasis
from engine.kernel.bilingual import Bilingual

MARKS: Mapping[IntervalBasis, str] = {"players": "†", "few": "‡", "unasked": "§"}
"""What stands beside an interval that is not simply over games."""
MEANINGS: Mapping[IntervalBasis, Bilingual] = {
    "players": Bilingual(
        "試合の1割より多くが1人のもの：区間はプレイヤーを独立とみなす",
        "one player gives more than a tenth: the interval takes players as independent, not games",
    ),
    "few": Bilingual(
        "試合の1割より多くが1人のもので、プレイヤーが10人に満たない：区間は試合を独立とみなし、"
        "ほかのプレイヤーについては何も言わない",
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
    return next((f" {sign}" for known, sign in MARKS.items() if known == kind), "")


def count_bases(rows: pl.DataFrame) -> Counter[str]:
    """How many intervals are over what, in all columns of a table that tell it."""
    told = [rows[name].drop_nulls() for name in rows.columns if name == BASIS or name.endswith(f"_{BASIS}")]
    return Counter(dict(pl.concat(told).value_counts().iter_rows())) if told else Counter()


def legend(found: Iterable[str], language: str) -> list[str]:
    """What the marks of these kinds of intervals mean, a line each, in ``ja`` or ``en``."""
    there = set(found)
    return [f"{sign} {MEANINGS[kind][language]}" for kind, sign in MARKS.items() if kind in there]


def cited(rows: pl.DataFrame, language: str) -> str:
    """How many intervals of a table are over what, where that is not games; ``""`` where it always is."""
    found = count_bases(rows)
    return ", ".join(CITATIONS[kind][language].format(n=found[kind]) for kind in MARKS if found[kind])
