"""The page of tournaments: which there are, and of one the table, the rounds, the bracket and the decks.

Not here: counting (``analytics.tournaments``), and the parts of a tournament (``standings``, ``rounds``,
``decks``).
"""

from collections import Counter

import polars as pl
import streamlit as st

from analytics.metrics import Draws, FilterError, Filters
from analytics.metrics import population as population_of
from analytics.metrics.publish.export import Export
from analytics.query.filters import GRADES
from analytics.tournaments.bracket import brackets
from analytics.tournaments.deck_results import meta
from analytics.tournaments.gather import LoadedTournament, TournamentSummary
from dashboard.app import game_names, url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.numbers import filters, population, rates
from dashboard.tournaments import decks, rounds, standings
from dashboard.widgets import listing

KEY = "cup"
"""In the URL: a tournament by its id. ``tournament`` is the filter of other pages, by the name."""
DAY = len("2026-05-03")
"""So much of a time is its day."""
TABLE_DRAWS: Draws = "points"
"""What a draw is worth in a table: one of three points."""


def show(page: PageContext) -> None:
    """Draw the page."""
    found = page.source.tournaments()
    if not found:
        st.info(page.say("tournaments.none"), icon=":material/inbox:")
        return
    names = _names(found)
    asked = st.query_params.get(KEY)
    if asked is not None and asked not in names:
        st.error(page.say("tournaments.wrong", given=escaped(asked)), icon=":material/search_off:")
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
    """All of them, each leading to its own page."""
    st.markdown(page.say("tournaments.count", n=len(found)))
    rows = pl.DataFrame(
        {
            "name": [one.name for one in found],
            "played": [f"{one.day or ''}" for one in found],
            "game": [game_names.game_name(page, one.game) for one in found],
            "results": [one.results for one in found],
            "records": [one.records for one in found],
        }
    )
    ways = listing.addresses_of(page, "tournaments", (one.id for one in found), lambda id: {KEY: id})
    headed = {"name": standings.heading(page, "tournament"), "played": page.say("column.played")}
    headed |= {name: standings.heading(page, name) for name in ("game", "results", "records")}
    shown = rows.with_columns(ways).sort("played", "name", descending=[True, False])
    rates.table(page, shown, headed, key="tournaments-list")


def _names(found: list[TournamentSummary]) -> dict[str, str]:
    """Id → name, with the id where several have the same one."""
    times = Counter(one.name for one in found)
    return {one.id: one.name if times[one.name] == 1 else f"{one.name} ({one.id})" for one in found}


def _one(page: PageContext, recalled: LoadedTournament) -> None:
    """One tournament: what it is, and the part of it that the reader chooses."""
    tournament = recalled.tournament
    _head(page, recalled)
    eliminations, brought = brackets(tournament), meta(tournament)
    there = {"standings": True, "rounds": bool(tournament.rounds), "bracket": bool(eliminations)}
    there["decks"] = any(deck.archetype for deck in brought)
    part = url.segmented_control(
        "part",
        page.say("tournaments.part"),
        [name for name, shown in there.items() if shown],
        names=lambda name: page.say(f"tournaments.{name}"),
        default="standings",
        hidden_label=True,
    )
    draws = filters.choose_draws(page) if part == "decks" else TABLE_DRAWS
    taken = _about(page, recalled, draws)
    if part == "standings":
        standings.show(page, tournament, taken)
    elif part == "rounds":
        rounds.show(page, recalled, taken)
    elif part == "bracket":
        rounds.show_brackets(page, recalled, eliminations)
    else:
        decks.show(page, tournament.name, brought, taken, draws=draws)


def _about(page: PageContext, recalled: LoadedTournament, draws: Draws) -> standings.Taken:
    """Say what the numbers are about, and where their matches are; gives what makes exports of them.

    A projection that has not heard of the tournament yet knows nothing of it: then there is no export.
    """
    one = recalled.tournament
    store, chosen = page.source.store(), Filters(game=one.game, tournament=one.name, grades=GRADES)
    if store is None:
        return lambda view, rows: None
    try:
        about = population_of(store, chosen, draws=draws, counted="matches")
    except FilterError:
        population.behind(page, store)
        return lambda view, rows: None
    population.show(page, store, about)
    filters.matches_link(page, chosen)
    root = store.manifest.root
    return lambda view, rows: Export(view, rows, about, chosen, root)


def _head(page: PageContext, recalled: LoadedTournament) -> None:
    """What it is, where it comes from, and what of it was left open or left out."""
    one = recalled.tournament
    matches = sum(1 for _ in one.pairings())
    st.subheader(escaped(one.name), anchor=False)
    facts = page.say("tournament.sum", players=len(one.players), rounds=len(one.rounds), matches=matches)
    st.markdown(
        " · ".join(
            filter(None, (game_names.game_name(page, one.game), escaped(one.play), one.date[:DAY], facts))
        )
    )
    if recalled.contradicted:
        told = page.say("tournament.contradicted", matches=escaped(", ".join(recalled.contradicted)))
        st.warning(told, icon=":material/compare_arrows:")
    imported = recalled.imported
    notes = [page.say(f"tournament.remark-{key}", times=times) for key, times in one.remarks.items()]
    if recalled.records:
        notes.append(page.say("tournament.beside", number=len(recalled.records)))
    for file in imported.files if imported else ():
        format = imported.format if imported else ""
        notes.append(page.say("tournament.file", name=escaped(file.name), format=format, sha=file.sha256))
    left_out = imported.left_out if imported else ()
    notes += [page.say("tournaments.left-out", problem=escaped(str(problem))) for problem in left_out]
    if notes:
        with st.expander(page.say("tournaments.source"), icon=":material/info:"):
            st.markdown("\n".join(f"- {note}" for note in notes))
