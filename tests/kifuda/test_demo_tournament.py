"""The tournament of the demo: Swiss and cut with named decks, of which the pages tell."""

from collections import Counter
from pathlib import Path

import pytest

from analytics.metrics.population.summary import population
from analytics.metrics.reports.archetypes import decks
from analytics.query.filters import Filters
from analytics.store.projection import project
from analytics.store.reader import Store
from analytics.tournaments.bracket import brackets
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.gather import LoadedTournament, list_tournaments, load_tournament
from analytics.tournaments.membership import MatchRegister
from analytics.tournaments.table import table
from analytics.tournaments.tiebreak import RULES
from engine.games.registry import GAMES
from events.log.sqlite_log import SqliteLog
from kifuda.bots import tournament
from kifuda.cli.data import demo
from tests.dashboard.opening import opened

GAME = "genesis-garden"
OF_FIELD = ("overview", "matchups", "archetype", "lab", "players", "tournaments")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with the tournament of one game."""
    path = tmp_path_factory.mktemp("cup") / "kifuda.db"
    with SqliteLog(path, writing=True) as made:
        demo.take(made, demo.play_cup(GAMES[GAME]))
        project(made, path.with_suffix(".store"))
    return path


def cup(log: Path) -> LoadedTournament:
    with SqliteLog(log) as source:
        register = MatchRegister(source)
        [one] = list_tournaments(register)
        return load_tournament(register, one)


def test_swiss_and_cut_are_played_by_named_decks(log: Path) -> None:
    found = cup(log).tournament
    assert [len(round.pairings) for round in found.rounds] == [10] * tournament.SWISS + [4, 2, 1]
    assert Counter(round.kind for round in found.rounds) == {"swiss": 5, "elimination": 3}
    assert all(player.deck and player.deck.archetype and player.deck.main for player in found.players)
    met = [
        frozenset(pairing.players) for round in found.rounds[: tournament.SWISS] for pairing in round.pairings
    ]
    assert len(set(met)) == len(met), "nobody meets the same one twice in the Swiss rounds"
    assert len(brackets(found)) == 1


def test_who_is_placed_best_after_the_swiss_rounds_plays_on(log: Path) -> None:
    """By the tiebreakers of the table, which nobody may see contradicted."""
    found = cup(log).tournament
    lines = table(found, Counting(RULES[found.rules], until=tournament.SWISS))
    cut = {player for pairing in found.rounds[tournament.SWISS].pairings for player in pairing.players}
    assert {line.player for line in lines if line.place <= tournament.CUT} == cut


def test_who_wins_goes_on(log: Path) -> None:
    found = cup(log).tournament
    for one, following in zip(found.rounds[-3:], found.rounds[-2:], strict=False):
        winners = {pairing.players[pairing.winner] for pairing in one.pairings if pairing.winner is not None}
        assert winners == {player for pairing in following.pairings for player in pairing.players}


def test_each_deck_is_one_in_the_file_and_in_the_records(log: Path) -> None:
    """Records name players without the ids that the file gives them."""
    store = Store(log.with_suffix(".store"))
    assert population(store, counted="matches").lists == 0
    shares = decks(store, Filters()).labels
    assert shares["decks"].sum() == len(cup(log).tournament.players)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("page", OF_FIELD)
def test_no_page_of_the_field_is_empty(log: Path, page: str) -> None:
    app = opened(log, page, game=GAME, cup=f"demo-{GAME}")
    assert not app.info and not app.error and not app.warning
    assert app.dataframe or app.get("arrow_vega_lite_chart") or app.get("vega_lite_chart")


def test_the_rounds_of_a_bracket_have_the_names_of_players(log: Path) -> None:
    app = opened(log, "tournaments", "ja", cup=f"demo-{GAME}", part="bracket")
    told = [one.value for one in app.markdown]
    assert [one for one in told if "決勝" in one] == ["**準々決勝**", "**準決勝**", "**決勝**"]
