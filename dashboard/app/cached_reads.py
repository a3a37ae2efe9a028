"""Reads of the log and the store that are cached for all sessions.

The number of entries is a part of each key: a log only grows, so equal numbers mean equal contents. Not
here: who may see what (``source``).
"""

from pathlib import Path

import streamlit as st

from analytics.store.reader import Store
from analytics.tournaments.compare import Comparison, compare
from analytics.tournaments.counting_rules import parse_counting
from analytics.tournaments.gather import (
    LoadedTournament,
    TournamentSummary,
    list_tournaments,
    load_tournament,
)
from analytics.tournaments.membership import MatchRegister
from engine.audit.adjudicate import adjudicate
from engine.audit.verdict import Verdict
from engine.games.registry import RULESETS
from engine.record.live_recording import keeper_of
from engine.record.match import Match
from events.log.contract import MatchInfo
from events.log.sqlite_log import SqliteLog
from events.view.own_count import OwnCount, own_count
from events.view.view import view as filtered

MAX_MATCHES = 64
MAX_TOURNAMENTS = 8


@st.cache_data(max_entries=2, show_spinner=False)
def matches(path: str, size: int) -> list[MatchInfo]:
    """All matches of the log."""
    with SqliteLog(path) as log:
        return log.matches()


@st.cache_data(max_entries=4, show_spinner=False)
def match_names(path: str, size: int, number: int, latest: bool) -> list[str]:
    """Ids of the first ``number`` matches, or of the latest."""
    with SqliteLog(path) as log:
        return log.names(number, latest=latest)


@st.cache_resource(max_entries=MAX_MATCHES, show_spinner=False)
def match(path: str, id: str, entries: int) -> Match:
    """A match with everything that the log has of it."""
    with SqliteLog(path) as log:
        return Match.load(log, id)


@st.cache_resource(max_entries=MAX_MATCHES, show_spinner=False)
def view(path: str, id: str, entries: int, viewer: str) -> Match:
    """A match with the events that ``viewer`` may know; its rules must be installed."""
    whole = match(path, id, entries)
    assert whole.rules is not None  # nobody has this perspective without them
    return Match(filtered(whole.derived, whole.rules, viewer), id=id, rules=whole.rules)


@st.cache_resource(max_entries=MAX_MATCHES, show_spinner=False)
def own_view(path: str, id: str, entries: int, viewer: str) -> tuple[Match, OwnCount]:
    """The same by the viewer's own count, and that count."""
    seen = view(path, id, entries, viewer)
    count = own_count(seen.derived)
    return Match(count.derived, id=id, rules=seen.rules), count


@st.cache_data(max_entries=MAX_MATCHES, show_spinner=False)
def verdict_under(path: str, id: str, entries: int, ruleset: str) -> Verdict:
    """The verdict on a match under the given ruleset."""
    return adjudicate(match(path, id, entries).derived, RULESETS[ruleset], match=id)


@st.cache_data(max_entries=MAX_MATCHES, show_spinner=False)
def keepers(path: str, id: str, entries: int) -> frozenset[str]:
    """Names of the scorekeepers who recorded any act of a match."""
    with SqliteLog(path) as log:
        return frozenset(filter(None, (keeper_of(record.entry.command) for record in log.read(id))))


@st.cache_resource(max_entries=2, show_spinner=False)
def tournaments(path: str, size: int, folder: str, generation: int) -> list[TournamentSummary]:
    """All tournaments of log and store."""
    with SqliteLog(path) as log:
        return list_tournaments(MatchRegister(log, Path(folder)))


@st.cache_resource(max_entries=MAX_TOURNAMENTS, show_spinner=False)
def tournament(path: str, size: int, folder: str, generation: int, id: str) -> LoadedTournament:
    """One tournament with its rounds, records and import."""
    gathered = next(one for one in tournaments(path, size, folder, generation) if one.id == id)
    with SqliteLog(path) as log:
        return load_tournament(MatchRegister(log, Path(folder)), gathered)


@st.cache_resource(max_entries=MAX_TOURNAMENTS, show_spinner=False)
def compared_standings(
    path: str, size: int, folder: str, generation: int, id: str, counting: str
) -> Comparison:
    """The standings in a tournament's file, compared with those computed from its rounds by these rules."""
    return compare(tournament(path, size, folder, generation, id).tournament, parse_counting(counting))


@st.cache_resource(max_entries=2, show_spinner=False)
def store(folder: str) -> Store:
    """The projection in ``folder``. Raises ``NoStore`` if there is none."""
    return Store(Path(folder))
