"""Where nothing is chosen yet a page offers what there is to choose from."""

import itertools
from pathlib import Path

import pytest

from analytics.store.projection import project
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate, write
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, opened


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_offers_the_latest_matches(log_of: LogOf, language: str) -> None:
    rows = opened(log_of("mixed"), "replay", language).dataframe[0].value
    assert len(rows) == 15 and all(f"lang={language}" in link for link in rows["to_replay"])


def test_an_audit_offers_disputes(log_of: LogOf) -> None:
    assert set(opened(log_of("mixed"), "audit").dataframe[0].value["grade"]) == {"Diverged"}


def test_where_nobody_disputes_anything_it_offers_all(log_of: LogOf) -> None:
    assert opened(log_of("one"), "audit").dataframe[0].value["match"].tolist() == [CLEAN]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_card_offers_cards_with_kind_and_cost(log_of: LogOf, language: str) -> None:
    rows = opened(log_of("many"), "card", language).dataframe[0].value
    assert len(rows) > 20 and {"◆物理" if language == "ja" else "◆物理 (physical)"} < set(rows["kind"])
    assert all(link.startswith("card?card=BR-") for link in rows["to_card"])


def test_meta_opens_on_a_rate_that_the_game_has(tmp_path: Path) -> None:
    """ChronoCard has no choice of cards to keep."""
    path, clock = tmp_path / "log.db", itertools.count(1_770_000_000_000_000)
    with SqliteLog(path, writing=True) as log:
        write(log, simulate(RULESETS["chronocard@web"], matches=20, seed=5), lambda: next(clock))
        project(log, path.with_suffix(".store"))
    assert len(opened(path, "meta", game="chronocard").get("vega_lite_chart")) == 1
