"""The page of tournaments: the list of all, or standings, rounds, bracket and decks of one.

Not here: computing them (``analytics.tournaments``), drawing the parts (``dashboard.tournaments``).
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import polars as pl
import streamlit as st

from analytics.imports.doubts import doubts
from analytics.metrics import Draws, FilterError, Filters
from analytics.metrics import population as population_of
from analytics.metrics.publish.export import Export
from analytics.query.filters import GRADES
from analytics.tournaments.bracket import brackets
from analytics.tournaments.deck_results import meta
from analytics.tournaments.gather import LoadedTournament, TournamentSummary
from analytics.tournaments.outlook import last_swiss_round
from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.game_names import game_name
from dashboard.app.page_context import PageContext
from dashboard.numbers import population
from dashboard.numbers.filters import choose_draws, matches_link
from dashboard.tournaments import bracket, decks, outlook, rounds, standings
from dashboard.widgets.links import link_column_by_value
from dashboard.widgets.tables import table

KEY = "cup"
"""The id of a tournament in the URL. ``tournament`` is the filter of other pages, by name."""
DAY = len("2026-05-03")
"""Length of the date in a timestamp."""
TABLE_DRAWS: Draws = "points"
"""What a draw is worth in standings: one of three points."""


def show(page: PageContext) -> None:
    """Draw the page."""
    found = page.source.tournaments()
    if not found:
        st.info(page.say("tournaments.none"), icon=":material/inbox:")
        return
    names = _names(found)
    given = st.query_params.get(KEY)
    if given is not None and given not in names:
        st.error(page.say("tournaments.wrong", given=escaped(given)), icon=":material/search_off:")
    chosen = url.selectbox(
        KEY,
        standings.heading(page, "tournament"),
        list(names),
        names=names.__getitem__,
        placeholder=page.say("tournaments.placeholder"),
    )
    if chosen is None:
        _list(page, found)
    else:
        _one(page, page.source.tournament(chosen))


def _list(page: PageContext, found: list[TournamentSummary]) -> None:
    """All tournaments, each linked to its own view."""
    st.markdown(page.say("tournaments.count", n=len(found)))
    names = {game: game_name(page, game) for game in {one.game for one in found}}
    rows = pl.DataFrame(
        {
            "name": [one.name for one in found],
            "played": [f"{one.day or ''}" for one in found],
            "game": [names[one.game] for one in found],
            "matches": [max(one.results, one.records) for one in found],
            "records": [one.records for one in found],
        }
    )
    links = link_column_by_value(page, "tournaments", (one.id for one in found), lambda id: {KEY: id})
    headings: dict[str, Any] = {
        "name": standings.heading(page, "tournament"),
        "played": page.say("column.played"),
    }
    headings["game"] = standings.heading(page, "game")
    headings["matches"] = st.column_config.NumberColumn(
        page.say("column.matches"), help=page.say("tournaments.matches-told"), format="localized"
    )
    headings["records"] = st.column_config.NumberColumn(
        page.say("column.records"), help=page.say("tournaments.records-told"), format="localized"
    )
    shown = rows.with_columns(links).sort("played", "name", descending=[True, False])
    table(page, shown, headings, key="tournaments-list")


def _names(found: list[TournamentSummary]) -> dict[str, str]:
    """Id → name, with the id if several have the same name."""
    times = Counter(one.name for one in found)
    return {one.id: one.name if times[one.name] == 1 else f"{one.name} ({one.id})" for one in found}


def _one(page: PageContext, loaded: LoadedTournament) -> None:
    """One tournament: its head, and the part that the reader chooses."""
    tournament = loaded.tournament
    _head(page, loaded)
    eliminations, brought = brackets(tournament), meta(tournament)
    available = {"standings": True, "rounds": bool(tournament.rounds), "bracket": bool(eliminations)}
    available["outlook"] = last_swiss_round(tournament) is not None
    available["decks"] = any(deck.archetype for deck in brought)
    part = url.segmented_control(
        "part",
        page.say("tournaments.part"),
        [name for name, shown in available.items() if shown],
        names=lambda name: page.say(f"tournaments.{name}"),
        default="standings",
        hidden_label=True,
    )
    draws = choose_draws(page) if part == "decks" else TABLE_DRAWS
    export_of = _population(page, loaded, draws, of_standings=part != "decks")
    if part == "standings":
        standings.show(page, tournament, export_of)
    elif part == "rounds":
        rounds.show(page, loaded, export_of)
    elif part == "outlook":
        outlook.show(page, tournament)
    elif part == "bracket":
        bracket.show(page, loaded, eliminations)
    else:
        decks.show(page, tournament.name, brought, export_of, game=tournament.game, draws=draws)


def _population(
    page: PageContext, loaded: LoadedTournament, draws: Draws, *, of_standings: bool
) -> standings.ExportOf:
    """Draw the population, that of decks or ``of_standings`` and rounds, and the link to its matches. The
    result makes exports; it gives None if the projection does not have the tournament yet."""
    one = loaded.tournament
    store, chosen = page.source.store(), Filters(game=one.game, tournament=one.name, grades=GRADES)
    if store is None:
        return lambda view, rows: None
    try:
        about = population_of(store, chosen, draws=draws, counted="matches")
        about = replace(about, of_standings=of_standings)
    except FilterError:
        population.show_lag(page, store)
        return lambda view, rows: None
    population.show(page, store, about)
    matches_link(page, chosen)
    root = store.manifest.root
    return lambda view, rows: Export(view, rows, about, chosen, root)


def _head(page: PageContext, loaded: LoadedTournament) -> None:
    """Name, game, size and date, contradictions between records, and the files that it comes from."""
    one = loaded.tournament
    matches = sum(1 for _ in one.pairings())
    st.subheader(escaped(one.name), anchor=False)
    facts = page.say("tournament.sum", players=len(one.players), rounds=len(one.rounds), matches=matches)
    st.markdown(
        " · ".join(filter(None, (game_name(page, one.game), escaped(one.play), one.date[:DAY], facts)))
    )
    if loaded.contradicted:
        text = page.say("tournament.contradicted", matches=escaped(", ".join(loaded.contradicted)))
        st.warning(text, icon=":material/compare_arrows:")
    if found := doubts(one):
        text = "  \n".join(escaped(doubt.say(page.language)) for doubt in found)
        st.warning(text, icon=":material/help:")
    imported = loaded.imported
    notes = [page.say(f"tournament.remark-{key}", times=times) for key, times in one.remarks.items()]
    if loaded.records:
        notes.append(page.say("tournament.beside", number=len(loaded.records)))
    for file in imported.files if imported else ():
        format = imported.format if imported else ""
        notes.append(page.say("tournament.file", name=escaped(file.name), format=format, sha=file.sha256))
    left_out = imported.left_out if imported else ()
    notes += [page.say("tournaments.left-out", problem=escaped(str(problem))) for problem in left_out]
    if notes:
        with st.expander(page.say("tournaments.source"), icon=":material/info:"):
            st.markdown("\n".join(f"- {note}" for note in notes))
