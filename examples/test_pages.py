"""Every page opens on matches of the games of this folder, in both languages, without an error."""

import itertools
from pathlib import Path

import pytest

from analytics.store.projection import project
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate, write
from tests.dashboard.opening import LANGUAGES, PAGES, opened

GAMES = {"hanabi": "hanabi@2014", "koi-koi": "koi-koi@common", "lanterns": "lanterns@1"}


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory, packages: None) -> dict[str, Path]:
    """A log of some matches for each game."""
    made = {}
    for game, ruleset in GAMES.items():
        made[game] = tmp_path_factory.mktemp("log") / "kifuda.db"
        clock = itertools.count(1_770_000_000_000_000).__next__
        with SqliteLog(made[game], writing=True) as log:
            write(log, simulate(RULESETS[ruleset], matches=3, seed=2), clock)
            project(log, made[game].with_suffix(".store"))
    return made


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens(logs: dict[str, Path], page: str, game: str) -> None:
    with SqliteLog(logs[game]) as log:
        match = next(info.match for info in log.matches())
    query = {"match": match} if page in ("replay", "audit") else {"game": game}
    for language in LANGUAGES if "match" in query else LANGUAGES[:1]:
        app = opened(logs[game], page, language, **query)
        assert [error.value for error in app.error] == []
