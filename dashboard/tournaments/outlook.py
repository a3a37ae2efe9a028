"""Who plays on after the next Swiss round: what each result means for each player.

Not here: the answer (``analytics.tournaments.outlook``).
"""

from collections.abc import Iterable
from typing import Any

import polars as pl
import streamlit as st

from analytics.imports.tournament import Tournament
from analytics.tournaments.divisions import divisions
from analytics.tournaments.outlook import RESULTS, Outlook, cut_of, last_swiss_round, outlooks
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.tournaments.standings import heading
from dashboard.widgets.tables import NOTHING, name_column, table

COLUMNS = ("player", "outlook", "points", "opponent", *RESULTS)


def show(page: PageContext, tournament: Tournament) -> None:
    """Draw the choice of the division, the round and how many play on, and the players by their points."""
    apart = {each.name or str(number): each for number, each in enumerate(divisions(tournament), start=1)}
    with st.container(horizontal=True):
        name = next(iter(apart))
        if len(apart) > 1:
            name = (
                url.selectbox("division", heading(page, "pod"), [*apart], placeholder="", first=True) or name
            )
        division = apart[name]
        played, ranked = division.played, division.players
        swiss = [str(round.number) for round in played.rounds if round.kind != "elimination"]
        last = str(last_swiss_round(played))
        chosen = url.selectbox("before", heading(page, "round"), swiss, placeholder=last)
        played_on, label = cut_of(played, ranked), page.say("tournaments.cut")
        cut = (
            url.asked_number("cut", label, least=1)
            if played_on is None
            else url.number_input("cut", label, least=1, default=played_on, step=1)
        )
    if cut is None:
        st.info(page.say("tournaments.no-cut"), icon=":material/help:")
        return
    try:
        found = outlooks(played, cut=cut, round=int(chosen or last), ranked=ranked)
    except ValueError as error:
        st.info(page.say(f"tournaments.outlook-{error}"), icon=":material/help:")
        return
    st.caption(page.say("outlook.before", round=chosen or last, cut=cut))
    names = {player.id: player.name for player in tournament.players}
    rows = pl.DataFrame(_rows(page, found, names), infer_schema_length=None)
    headings: dict[str, Any] = {name: heading(page, name) for name in COLUMNS}
    headings |= {name: name_column(headings[name], rows[name]) for name in COLUMNS if name != "points"}
    table(page, rows, headings, key="outlook-table")
    st.caption(page.say("outlook.explained"))


def _rows(page: PageContext, found: Iterable[Outlook], names: dict[str, str]) -> list[dict[str, str | int]]:
    return [
        {
            "player": names[one.player],
            "outlook": _verdict(page, one),
            "points": one.points,
            "opponent": names.get(one.opponent, NOTHING),
            **{
                result: page.say(f"outlook.{one.chances[result]}") if result in one.chances else NOTHING
                for result in RESULTS
            },
        }
        for one in found
    ]


def _verdict(page: PageContext, one: Outlook) -> str:
    verdict = next((key for key in ("safe", "can_draw", "gone") if getattr(one, key)), "")
    return page.say(f"outlook.{verdict}" if verdict else "tournaments.outlook-undecided")
