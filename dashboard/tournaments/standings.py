"""The table of a tournament as its rules give it, beside that of its file, and why the two differ.

Not here: counting and comparing (``analytics.tournaments``).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import polars as pl
import streamlit as st

from analytics.imports.tournament import Tournament
from analytics.metrics.publish.export import Export
from analytics.tournaments.compare import Comparison
from analytics.tournaments.difference import Difference
from analytics.tournaments.table import Line, table
from analytics.tournaments.tiebreak import RULES
from dashboard.app.page_context import PageContext
from dashboard.numbers import rates
from dashboard.widgets import export, listing
from engine.text.phrase import capital

Taken = Callable[[str, pl.DataFrame], Export | None]
"""What is exported of a part: its name and rows, with what they are about; None without a projection."""
RECORD = ("wins", "losses", "ties")


def show(page: PageContext, tournament: Tournament, taken: Taken) -> None:
    """The table, with every number of the file that differs told in words."""
    with st.spinner(page.say("tournaments.comparing")):
        compared = page.source.compared_standings(tournament.id)
    rows = _rows(page, tournament, compared)
    if tournament.standings:
        _summary(page, compared)
    else:
        st.caption(capital(page.say("tournament.no-table")))
        rows = rows.drop("stated", "because")
    _table(page, tournament, rows)
    if (shown := taken("standings", rows)) is not None:
        export.menu(page, shown, key="export-standings")


def heading(page: PageContext, name: str) -> str:
    """What a column of a tournament is called."""
    return capital(page.say(f"tournament.{name}"))


def _rows(page: PageContext, tournament: Tournament, compared: Comparison) -> pl.DataFrame:
    """A row a player: place, name, record, points, tiebreakers, the place in the file, what differs."""
    players = {player.id: player for player in tournament.players}
    stated = {line.player: line for line in tournament.standings}
    differing: dict[str, list[str]] = {}
    for one in compared.differences:
        differing.setdefault(one.player, []).append(_told(page, one))
    tiebreakers = RULES[tournament.rules].tiebreakers

    def row(line: Line) -> dict[str, Any]:
        player, listed = players[line.player], stated.get(line.player)
        return {
            "place": line.place,
            "pod": listed.division if listed else "",
            "player": player.name,
            "deck": player.deck.archetype if player.deck else "",
            "record": "-".join(str(line.counted[name]) for name in RECORD),
            "points": line.counted["points"],
            **{name: _number(line.counted[name]) for name in tiebreakers},
            "stated": listed.rank if listed else None,
            "because": "; ".join(differing.get(line.player, ())),
        }

    rows = pl.DataFrame([row(line) for line in table(tournament)], infer_schema_length=None)
    empty = [name for name in ("pod", "deck") if not any(rows[name])]
    return rows.drop(empty)


def _number(value: Fraction | int | None) -> float | None:
    return None if value is None else float(value)


def _table(page: PageContext, tournament: Tournament, rows: pl.DataFrame) -> None:
    headed: dict[str, Any] = {name: heading(page, name) for name in rows.columns}
    for name in RULES[tournament.rules].tiebreakers:
        headed[name] = st.column_config.NumberColumn(heading(page, name), format="%.4f")
    if "because" in headed:
        headed["because"] = st.column_config.TextColumn(page.say("tournaments.difference"), width="large")
    ways = listing.addresses_of(
        page, "matches", rows["player"], lambda name: {"player": name, "tournament": tournament.name}
    )
    rates.table(page, rows.with_columns(ways), headed, key="standings-numbers")


def _summary(page: PageContext, compared: Comparison) -> None:
    """How many numbers of the file differ, and for which reasons."""
    differing = compared.differences
    told = capital(page.say("tournament.compared", compared=compared.compared, differing=len(differing)))
    if not differing:
        st.success(told, icon=":material/check_circle:")
        return
    (st.warning if compared.unexplained else st.info)(told, icon=":material/difference:")
    st.markdown("\n".join(reasons(page, differing)))


def reasons(page: PageContext, differing: Sequence[Difference]) -> list[str]:
    """The reasons for which numbers differ, the most frequent first, each with which numbers: lines of a
    list."""
    by_reason: dict[tuple[str, ...], Counter[str]] = {}
    for one in differing:
        by_reason.setdefault(one.because, Counter())[page.say(f"tournament.{one.what}")] += 1
    ranked = sorted(by_reason.items(), key=lambda item: -item[1].total())
    return [
        f"- {columns.total()}: {_why(page, because)} "
        f"({', '.join(f'{what} {times}' for what, times in columns.most_common())})"
        for because, columns in ranked
    ]


def _told(page: PageContext, difference: Difference) -> str:
    """A difference in words: which number, what the file has, what the rounds give, and why."""
    counted = "–" if difference.counted is None else f"{difference.counted:.5g}"
    what = page.say(f"tournament.{difference.what}")
    why = _why(page, difference.because, round=difference.round)
    return page.say(
        "tournaments.differs", what=what, stated=f"{difference.stated:.5g}", counted=counted, why=why
    )


def _why(page: PageContext, because: tuple[str, ...], *, round: int | None = None) -> str:
    return "; ".join(page.say(f"difference.{reason}", round=round) for reason in because)
