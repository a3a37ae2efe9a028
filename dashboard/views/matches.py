"""The page that lists matches: filtered, with ways to the replay and the audit of each.

Not here: the list itself (``analytics.metrics.games``).
"""

from typing import Any, Literal
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from analytics.metrics import games
from dashboard import filters, population
from dashboard.here import Here
from dashboard.language import KEY as LANGUAGE
from engine.games.registry import find
from engine.words.text import say as rules_say

MOST_ROWS = 2000
"""More rows than that make a slow page; what is left out is said."""
LIST_ROWS, LIST_HEIGHT = 15, 560
"""A list of more rows than this is so many pixels high."""


def show(here: Here) -> None:
    """Draw the page."""
    store = here.source.store()
    if store is None:
        _without_store(here)
        return
    chosen = filters.choose(here, store, every_grade=True)
    found = games(store, chosen)
    population.behind(here, store)
    st.markdown(here.say("matches.count", n=found.height))
    if found.height > MOST_ROWS:
        st.caption(here.say("matches.withheld", n=found.height - MOST_ROWS, most=MOST_ROWS))
    if found.height:
        _table(here, found.head(MOST_ROWS))


def _table(here: Here, found: pl.DataFrame) -> None:
    shown = found.select(
        _links(here, "replay", found["match"]),
        _links(here, "audit", found["match"]),
        pl.col("played"),
        pl.col("players").list.eval(pl.element().fill_null("?")).list.join(" – "),
        pl.col("winner_name").fill_null("–").alias("winner"),
        pl.col("grade"),
        pl.col("simulated"),
        pl.col("turns"),
        pl.col("reason").replace_strict(_reasons(here, found), default=pl.col("reason")),
        pl.col("tournament").fill_null(""),
        pl.col("match"),
    )
    headed: dict[str, Any] = {name: here.say(f"column.{name}") for name in shown.columns}
    headed |= {page: _link(here, page) for page in ("replay", "audit")}
    headed["played"] = st.column_config.DateColumn(here.say("column.played"))
    st.dataframe(shown, hide_index=True, column_config=headed, height=_height(shown.height))


def _height(rows: int) -> int | Literal["content"]:
    """Long lists scroll in a window of their own, so that their head stays in sight."""
    return LIST_HEIGHT if rows > LIST_ROWS else "content"


def _link(here: Here, page: str) -> Any:
    """A column of links to a page."""
    icon = {"replay": ":material/play_circle:", "audit": ":material/gavel:"}[page]
    return st.column_config.LinkColumn(here.say(f"column.{page}"), display_text=icon, width=70)


def _links(here: Here, page: str, matches: pl.Series) -> pl.Series:
    """Addresses of a page for each match, relative to this one."""
    asked = ({"match": match, LANGUAGE: here.language} for match in matches)
    return pl.Series(page, [f"{page}?{urlencode(query)}" for query in asked], dtype=pl.String)


def _without_store(here: Here) -> None:
    """Nothing was projected yet: the matches as the log has them."""
    st.info(here.say("empty.store", log=here.source.log), icon=":material/inbox:")
    infos = here.source.matches()[:MOST_ROWS]
    ids = pl.Series("match", [info.match for info in infos], dtype=pl.String)
    found = pl.DataFrame(
        {"match": ids, "events": pl.Series([info.entries for info in infos], dtype=pl.Int64)}
    )
    if found.height:
        headed = {name: here.say(f"column.{name}") for name in found.columns}
        st.dataframe(
            found.with_columns(_links(here, "replay", ids), _links(here, "audit", ids)),
            hide_index=True,
            column_config=headed | {page: _link(here, page) for page in ("replay", "audit")},
        )


def _reasons(here: Here, found: pl.DataFrame) -> dict[str, str]:
    """Why matches ended, in words of their games."""
    kinds = found.select("game", "edition", "reason").unique()
    return {
        row["reason"]: rules_say(find(row["game"], row["edition"]), f"reason.{row['reason']}", here.language)
        for row in kinds.iter_rows(named=True)
    }
