"""The standings of a tournament by its rules, beside those in its file, with the reasons for differences.

Not here: counting and comparing (``analytics.tournaments``).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import polars as pl
import streamlit as st

from analytics.imports.tournament import Tournament
from analytics.metrics.publish.export import Export
from analytics.tournaments.compare import Comparison
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.difference import Difference
from analytics.tournaments.table import Line, rounded, table
from dashboard.app.page_context import PageContext
from dashboard.tournaments.printed import printed_standings
from dashboard.tournaments.rules_choice import choose_rules, show_readings
from dashboard.widgets import export, tables
from dashboard.widgets.links import link_column_by_value
from engine.text.phrase import capital

ExportOf = Callable[[str, pl.DataFrame], Export | None]
"""Makes the export of a part of the page from its name and rows; gives None without a projection."""
RECORD = ("wins", "losses", "ties")
ELIMINATION = "elimination"
"""The column of what a player did in the bracket."""


def show(page: PageContext, tournament: Tournament, export_of: ExportOf) -> None:
    """Draw the standings; a column says what differs in the file, and why."""
    counting = choose_rules(page, tournament)
    with st.spinner(page.say("tournaments.comparing")):
        compared = page.source.compared_standings(tournament.id, counting)
    lines = table(tournament, counting)
    rows = _rows(page, tournament, counting, lines, compared)
    if tournament.standings:
        _summary(page, compared)
    else:
        st.caption(capital(page.say("tournament.no-table")))
        rows = rows.drop("stated", "because")
    _table(page, tournament, counting, _as_shown(rows, counting, lines))
    if ELIMINATION in rows.columns:
        st.caption(page.say("tournaments.places-told"))
    show_readings(page, counting)
    _publish(page, tournament, counting)
    if (exported := export_of("standings", rows)) is not None:
        export.menu(page, exported, key="export-standings")


def heading(page: PageContext, name: str) -> str:
    """The heading of a column of a tournament table."""
    return capital(page.say(f"tournament.{name}"))


def _publish(page: PageContext, tournament: Tournament, counting: Counting) -> None:
    """Buttons for the standings as a page for a site and on paper."""
    with st.container(horizontal=True, gap="small"):
        for format, mime in (("html", "text/html"), ("pdf", "application/pdf")):
            st.download_button(
                page.say("tournaments.publish", format=format.upper()),
                data=partial(printed_standings, tournament, counting, format, language=page.language),
                file_name=f"{tournament.id}-standings.{format}",
                mime=mime,
                key=f"publish-{format}",
                on_click="ignore",
            )


def _rows(
    page: PageContext,
    tournament: Tournament,
    counting: Counting,
    lines: Sequence[Line],
    compared: Comparison,
) -> pl.DataFrame:
    """A row for each player: place, name, record, points, tiebreakers, place in the file, differences."""
    players = {player.id: player for player in tournament.players}
    stated = {line.player: line for line in tournament.standings}
    differing: dict[str, list[str]] = {}
    for one in compared.differences:
        differing.setdefault(one.player, []).append(_difference(page, one))
    tiebreakers, played_on = counting.rules.tiebreakers, _eliminations(tournament)

    def row(line: Line) -> dict[str, Any]:
        player, listed = players[line.player], stated.get(line.player)
        return {
            "place": line.place,
            "pod": listed.division if listed else "",
            "player": player.name,
            "deck": player.deck.archetype if player.deck else "",
            "record": "-".join(str(line.counted[name]) for name in RECORD),
            ELIMINATION: played_on.get(line.player, ""),
            "points": line.counted["points"],
            **{name: _number(line.counted[name]) for name in tiebreakers},
            "stated": listed.rank if listed else None,
            "because": "; ".join(differing.get(line.player, ())),
        }

    rows = pl.DataFrame([row(line) for line in lines], infer_schema_length=None)
    empty = [name for name in ("pod", "deck", ELIMINATION) if not any(rows[name])]
    return rows.drop(empty)


def _as_shown(rows: pl.DataFrame, counting: Counting, lines: Sequence[Line]) -> pl.DataFrame:
    """The rows with tiebreakers as they are shown everywhere."""
    rules = counting.rules
    return rows.with_columns(
        pl.Series(name, [_number(rounded(line.counted[name], rules)) for line in lines], pl.Float64)
        for name in rules.tiebreakers
    )


def _eliminations(tournament: Tournament) -> dict[str, str]:
    """Player → matches won and lost in elimination rounds."""
    won, lost = Counter[str](), Counter[str]()
    for round in tournament.rounds:
        for pairing in round.pairings if round.kind == "elimination" else ():
            for index, player in enumerate(pairing.players if pairing.winner is not None else ()):
                (won if index == pairing.winner else lost)[player] += len(pairing.players) > 1
    return {player: f"{won[player]}-{lost[player]}" for player in {*won, *lost}}


def _number(value: Fraction | int | None) -> float | None:
    return None if value is None else float(value)


def _table(page: PageContext, tournament: Tournament, counting: Counting, rows: pl.DataFrame) -> None:
    headings: dict[str, Any] = {
        name: page.say("tournaments.bracket") if name == ELIMINATION else heading(page, name)
        for name in rows.columns
    }
    for name in counting.rules.tiebreakers:
        headings[name] = st.column_config.NumberColumn(
            heading(page, name), format=f"%.{counting.rules.digits}f"
        )
    if "because" in headings:
        headings["because"] = st.column_config.TextColumn(page.say("tournaments.difference"), width="large")
    links = link_column_by_value(
        page, "matches", rows["player"], lambda name: {"player": name, "tournament": tournament.name}
    )
    tables.table(page, rows.with_columns(links), headings, key="standings-numbers")


def _summary(page: PageContext, compared: Comparison) -> None:
    """How many numbers in the file differ, and why."""
    differing = compared.differences
    text = capital(page.say("tournament.compared", compared=compared.compared, differing=len(differing)))
    if not differing:
        st.success(text, icon=":material/check_circle:")
        return
    (st.warning if compared.unexplained else st.info)(text, icon=":material/difference:")
    st.markdown("\n".join(reasons(page, differing)))


def reasons(page: PageContext, differing: Sequence[Difference]) -> list[str]:
    """Lines of a Markdown list: each reason, most frequent first, with the numbers concerned."""
    by_reason: dict[tuple[str, ...], Counter[str]] = {}
    for one in differing:
        by_reason.setdefault(one.because, Counter())[page.say(f"tournament.{one.what}")] += 1
    ranked = sorted(by_reason.items(), key=lambda item: -item[1].total())
    return [
        f"- {columns.total()}: {_why(page, because)} "
        f"({', '.join(f'{what} {times}' for what, times in columns.most_common())})"
        for because, columns in ranked
    ]


def _difference(page: PageContext, difference: Difference) -> str:
    """A difference as text: which number, its value in the file and from the rounds, and the reason."""
    counted = "–" if difference.counted is None else f"{difference.counted:.5g}"
    what = page.say(f"tournament.{difference.what}")
    why = _why(page, difference.because, round=difference.round)
    return page.say(
        "tournaments.differs", what=what, stated=f"{difference.stated:.5g}", counted=counted, why=why
    )


def _why(page: PageContext, because: tuple[str, ...], *, round: int | None = None) -> str:
    return "; ".join(page.say(f"difference.{reason}", round=round) for reason in because)
