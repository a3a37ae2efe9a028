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
from analytics.tournaments.gather import Gathered, Recalled
from dashboard.app import game_names, url
from dashboard.app.escape import plain
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


def show(here: PageContext) -> None:
    """Draw the page."""
    found = here.source.tournaments()
    if not found:
        st.info(here.say("tournaments.none"), icon=":material/inbox:")
        return
    names = _names(found)
    asked = st.query_params.get(KEY)
    if asked is not None and asked not in names:
        st.error(here.say("tournaments.wrong", given=plain(asked)), icon=":material/search_off:")
    chosen = url.one_of(
        KEY,
        standings.heading(here, "tournament"),
        list(names),
        names=names.__getitem__,
        placeholder=here.say("tournaments.placeholder"),
    )
    if chosen is None:
        _list(here, found)
    else:
        _one(here, here.source.tournament(chosen))


def _list(here: PageContext, found: list[Gathered]) -> None:
    """All of them, each leading to its own page."""
    st.markdown(here.say("tournaments.count", n=len(found)))
    rows = pl.DataFrame(
        {
            "name": [one.name for one in found],
            "played": [f"{one.day or ''}" for one in found],
            "game": [game_names.game(here, one.game) for one in found],
            "results": [one.results for one in found],
            "records": [one.records for one in found],
        }
    )
    ways = listing.addresses_of(here, "tournaments", (one.id for one in found), lambda id: {KEY: id})
    headed = {"name": standings.heading(here, "tournament"), "played": here.say("column.played")}
    headed |= {name: standings.heading(here, name) for name in ("game", "results", "records")}
    shown = rows.with_columns(ways).sort("played", "name", descending=[True, False])
    rates.table(here, shown, headed, key="tournaments-list")


def _names(found: list[Gathered]) -> dict[str, str]:
    """Id → name, with the id where several have the same one."""
    times = Counter(one.name for one in found)
    return {one.id: one.name if times[one.name] == 1 else f"{one.name} ({one.id})" for one in found}


def _one(here: PageContext, recalled: Recalled) -> None:
    """One tournament: what it is, and the part of it that the reader chooses."""
    tournament = recalled.tournament
    _head(here, recalled)
    eliminations, brought = brackets(tournament), meta(tournament)
    there = {"standings": True, "rounds": bool(tournament.rounds), "bracket": bool(eliminations)}
    there["decks"] = any(deck.archetype for deck in brought)
    part = url.segments(
        "part",
        here.say("tournaments.part"),
        [name for name, shown in there.items() if shown],
        names=lambda name: here.say(f"tournaments.{name}"),
        default="standings",
        hidden_label=True,
    )
    draws = filters.draws(here) if part == "decks" else TABLE_DRAWS
    taken = _about(here, recalled, draws)
    if part == "standings":
        standings.show(here, tournament, taken)
    elif part == "rounds":
        rounds.show(here, recalled, taken)
    elif part == "bracket":
        rounds.show_brackets(here, recalled, eliminations)
    else:
        decks.show(here, tournament.name, brought, taken, draws=draws)


def _about(here: PageContext, recalled: Recalled, draws: Draws) -> standings.Taken:
    """Say what the numbers are about, and where their matches are; gives what makes exports of them.

    A projection that has not heard of the tournament yet knows nothing of it: then there is no export.
    """
    one = recalled.tournament
    store, chosen = here.source.store(), Filters(game=one.game, tournament=one.name, grades=GRADES)
    if store is None:
        return lambda view, rows: None
    try:
        about = population_of(store, chosen, draws=draws, counted="matches")
    except FilterError:
        population.behind(here, store)
        return lambda view, rows: None
    population.show(here, store, about)
    filters.link(here, chosen)
    root = store.manifest.root
    return lambda view, rows: Export(view, rows, about, chosen, root)


def _head(here: PageContext, recalled: Recalled) -> None:
    """What it is, where it comes from, and what of it was left open or left out."""
    one = recalled.tournament
    matches = sum(1 for _ in one.pairings())
    st.subheader(plain(one.name), anchor=False)
    facts = here.say("tournament.sum", players=len(one.players), rounds=len(one.rounds), matches=matches)
    st.markdown(
        " · ".join(filter(None, (game_names.game(here, one.game), plain(one.play), one.date[:DAY], facts)))
    )
    if recalled.contradicted:
        told = here.say("tournament.contradicted", matches=plain(", ".join(recalled.contradicted)))
        st.warning(told, icon=":material/compare_arrows:")
    imported = recalled.imported
    notes = [here.say(f"tournament.remark-{key}", times=times) for key, times in one.remarks.items()]
    if recalled.records:
        notes.append(here.say("tournament.beside", number=len(recalled.records)))
    for file in imported.files if imported else ():
        format = imported.format if imported else ""
        notes.append(here.say("tournament.file", name=plain(file.name), format=format, sha=file.sha256))
    left_out = imported.left_out if imported else ()
    notes += [here.say("tournaments.left-out", problem=plain(str(problem))) for problem in left_out]
    if notes:
        with st.expander(here.say("tournaments.source"), icon=":material/info:"):
            st.markdown("\n".join(f"- {note}" for note in notes))
