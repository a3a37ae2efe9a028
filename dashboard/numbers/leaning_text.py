"""What a win rate comes to, in the words of players: ``probably good (48 matches)``.

Not here: how sure an interval is (``analytics.stats.leaning``).
"""

import polars as pl

from analytics.stats.leaning import leaning
from dashboard.app.page_context import PageContext

EVEN = 0.5


def leaning_text(page: PageContext, low: float | None, high: float | None, n: int) -> str:
    """The words for the interval of a win rate over ``n`` matches; ``""`` where there are none."""
    if not n:
        return ""
    return page.say("leaning.told", word=page.say(f"leaning.{leaning(low, high, EVEN)}"), n=n)


def leaning_texts(page: PageContext, rows: pl.DataFrame) -> pl.Series:
    """The same for rows with the columns ``low high n``."""
    told = [leaning_text(page, *row) for row in rows.select("low", "high", "n").iter_rows()]
    return pl.Series(told, dtype=pl.String)
