"""The pages of numbers and of matches: what they are about, what is withheld, and where rows lead."""

import re
from pathlib import Path

import pytest

from analytics.store.projection import project
from dashboard.app.language import TEXTS
from dashboard.numbers import rate_chart
from events.log.sqlite_log import SqliteLog
from kifuda import deposit, prepare
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import MANY, OVERSPENT, POISON, RULING, SAMPLES
from tests.dashboard.opening import LANGUAGES, opened, text_of


@pytest.mark.parametrize("language", LANGUAGES)
def test_meta_says_what_it_is_about(log_of: LogOf, language: str) -> None:
    app = opened(log_of("many"), "meta", language)
    assert f"{MANY}" in app.metric[0].value
    assert "100 %" in text_of(app)
    for seat in app.metric[2:4]:
        assert "95 %" in seat.delta
        assert "n " in seat.delta


def test_rows_below_the_least_n_are_named(log_of: LogOf) -> None:
    log = log_of("many")
    app = opened(log, "meta", min="1000000")
    withheld = [caption.value for caption in app.caption if "1000000" in caption.value]
    assert withheld, "nothing is withheld"
    assert "Dancing Sword" in withheld[0]
    app = opened(log, "meta", "ja", min="1000000")
    assert any("1000000" in caption.value and "舞踏剣" in caption.value for caption in app.caption)


def test_of_many_rows_below_the_least_n_the_largest_are_named(
    log_of: LogOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_chart, "MAX_NAMES", 5)
    app = opened(log_of("many"), "meta", min="1000000")
    (told,) = (caption.value for caption in app.caption if "1000000" in caption.value)
    numbers = [int(n) for n in re.findall(r"\((\d+)\)", told)]
    assert len(numbers) == 5 and numbers == sorted(numbers, reverse=True)
    assert re.search(r"and \d+ more$", told)


def test_filters_narrow_the_list(log_of: LogOf) -> None:
    log = log_of("disputed")
    everything = opened(log, "matches").dataframe[0].value
    assert set(everything["match"]) == {POISON, OVERSPENT, RULING}
    narrowed = opened(log, "matches", grade="AMENDED").dataframe[0].value
    assert set(narrowed["match"]) == {RULING}
    player = everything.loc[everything["match"] == OVERSPENT, "players"].item().split(" – ")[0]
    assert set(opened(log, "matches", player=player).dataframe[0].value["match"]) == {OVERSPENT}
    assert "**0**" in opened(log, "matches", simulated="only").markdown[0].value


def test_a_match_ended_as_its_own_game_calls_it(tmp_path: Path) -> None:
    """Two games have an end called damage, and mean different things by it."""
    path = tmp_path / "two.db"
    with SqliteLog(path, writing=True) as log:
        for record in ("chronocard/spring-meeting-r1.kfd", "aquarian-age/club-evening-r1.kfd"):
            deposit(log, prepare(SAMPLES.parent / record))
        project(log, path.with_suffix(".store"))
    rows = opened(path, "matches").dataframe[0].value
    assert dict(zip(rows["match"], rows["reason"], strict=True)) == {
        "spring-meeting-r1": "damage at the limit",
        "club-evening-r1": "ten cards in the damage pile",
    }


def test_each_row_leads_to_replay_and_audit(log_of: LogOf) -> None:
    rows = opened(log_of("disputed"), "matches", "ja").dataframe[0].value
    for row in rows.to_dict("records"):
        assert row["to_replay"] == f"replay?match={row['match']}&lang=ja"
        assert row["to_audit"] == f"audit?match={row['match']}&lang=ja"


def test_an_unknown_filter_value_is_said_and_not_applied(log_of: LogOf) -> None:
    app = opened(log_of("disputed"), "matches", player="Nobody")
    assert "Nobody" in app.warning[0].value
    assert len(app.dataframe[0].value) == 3


def test_of_several_games_one_can_be_chosen(log_of: LogOf) -> None:
    log = log_of("cups")
    everything = opened(log, "matches").dataframe[0].value
    magic = opened(log, "matches", game="magic").dataframe[0].value
    assert 0 < len(magic) < len(everything)
    assert "game" not in magic.columns
    assert (everything["game"] == "magic").sum() == len(magic)
    assert "nowhere" in opened(log, "matches", game="nowhere").warning[0].value


def test_a_column_that_is_the_same_for_all_matches_is_not_there(log_of: LogOf) -> None:
    (several,) = opened(log_of("mixed"), "matches").dataframe
    (played,) = opened(log_of("mixed"), "matches", simulated="none").dataframe
    assert set(several.value.columns) - set(played.value.columns) == {"simulated"}


def test_rows_in_the_order_of_their_intervals_say_so(log_of: LogOf) -> None:
    ranked = TEXTS["rates.ranked"].en
    with_intervals = opened(log_of("many"), "meta")
    without = opened(log_of("many"), "meta", **{"cards-metric": "play_rate"})
    assert any(ranked in caption.value for caption in with_intervals.caption)
    assert not any(ranked in caption.value for caption in without.caption)
