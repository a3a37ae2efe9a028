"""The checks of the audit page: its clocks, its deals, another edition; and who gets none of them."""

import shutil
from pathlib import Path
from unittest.mock import patch

import pytest

from analytics.store.projection import project
from dashboard.app.access import Login
from dashboard.app.language import TEXTS, say
from dashboard.match.audit import deals
from engine.games.registry import RULESETS
from engine.record.match import Match
from engine.record.notation.read import read
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from kifuda import deposit, prepare
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, opened, run, text_of
from tests.support.record import CLEAN as RECORD
from tests.support.record import changed

ERASERS = "eraser-mirror-r3"
SAMPLE = Path(__file__).parents[3] / "kifuda" / "samples" / "aquarian-age" / "edition-sealed-awakening.kfd"
FROM, CLAUSE = 871, "AA-10-1"
BEGAN = 1_777_784_400_000_000  # when the record says that the match began
MINUTE = 60_000_000


@pytest.fixture(scope="module")
def erasers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of a game of two editions, by which it does not go the same way."""
    path = tmp_path_factory.mktemp("erasers") / "log.db"
    with SqliteLog(path, writing=True) as log:
        deposit(log, prepare(SAMPLE))
        project(log, path.with_suffix(".store"))
    return path


# --- another edition -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_edition_tells_from_where_on_and_what_it_changes(erasers: Path, language: str) -> None:
    app = opened(erasers, "audit", language, match=ERASERS, check="edition", edition="qa-282")
    told = say(language, "what-if.from", edition="qa-282", seq=FROM)
    assert told in [warning.value for warning in app.warning]
    page = text_of(app)
    for edition in ("2005-11-22", "qa-282"):
        assert RULESETS[f"aquarian-age@{edition}"].clauses[CLAUSE].says[language] in page
    assert say(language, "link.event", seq=FROM) in page
    assert app.query_params["edition"] == "qa-282"


def test_without_a_choice_no_other_edition_judges(erasers: Path) -> None:
    app = opened(erasers, "audit", match=ERASERS, check="edition")
    assert not app.warning
    app = opened(erasers, "audit", match=ERASERS, check="edition", edition="1999")
    assert not app.warning and app.selectbox(key="edition").value is None


def test_a_match_that_goes_the_same_way_is_said_to(tmp_path: Path) -> None:
    """Break cards come up late: before that, the editions have nothing to part over."""
    path = tmp_path / "log.db"
    short = Match.read(SAMPLE).derived[:200]
    with SqliteLog(path, writing=True) as log:
        log.append("short", [Pending(*one) for one in short], expected=0, command="short", at=BEGAN)
    app = opened(path, "audit", match="short", check="edition", edition="qa-282")
    assert any("the same way" in one.value for one in app.success)


def test_a_game_of_one_edition_offers_none(log_of: LogOf) -> None:
    app = opened(log_of("one"), "audit", match=CLEAN, check="edition")
    assert app.segmented_control(key="check").options == [TEXTS["check.clock"].en, TEXTS["check.deals"].en]


# --- deals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("over", ["match", "players"])
def test_deals_stand_beside_what_chance_gives(erasers: Path, over: str, language: str) -> None:
    app = opened(erasers, "audit", language, match=ERASERS, check="deals", over=over)
    rows = app.dataframe[0].value
    assert set(rows[TEXTS["deals.who"][language]]) == ({"A", "B"} if over == "match" else {"Haru", "Nagi"})
    assert len(rows) > 20 and rows["p"].is_monotonic_increasing
    assert TEXTS["deals.meaning"][language] in [caption.value for caption in app.caption]
    for name in (ERASERS,) if over == "match" else ("Haru", "Nagi"):
        app.session_state[f"deals-{name}"] = True  # as if the ways to take the table along were opened
    cited = [code.value for code in run(app, erasers).code if code.value.startswith("kifuda")]
    if over == "match":
        [about] = cited
        assert f"deals-{ERASERS}" in about and ("1 match ·" in about or "1試合" in about)
    else:
        assert len(cited) == 2 and all(any(name in about for about in cited) for name in ("Haru", "Nagi"))


@pytest.mark.parametrize("over", ["match", "players"])
def test_what_is_taken_along_is_counted_once_it_is_opened(erasers: Path, over: str) -> None:
    with patch.object(deals, "_population", side_effect=AssertionError("nobody has asked for it")):
        app = opened(erasers, "audit", match=ERASERS, check="deals", over=over)
    assert f"deals-{ERASERS if over == 'match' else 'Nagi'}" in app.session_state


def test_of_bots_only_the_match_is_looked_at(log_of: LogOf) -> None:
    """However many they have played: their deals are those of a generator."""
    with SqliteLog(log_of("many")) as log:
        id = log.matches()[0].match
    app = opened(log_of("many"), "audit", match=id, check="deals", over="players")
    assert "over" not in [one.key for one in app.segmented_control]
    assert set(app.dataframe[0].value[TEXTS["deals.who"].en]) == {"A", "B"}


def test_a_match_that_was_not_projected_has_nothing_to_test(log_of: LogOf, tmp_path: Path) -> None:
    path = Path(shutil.copy(log_of("one"), tmp_path / "log.db"))
    with SqliteLog(path, writing=True) as log:
        project(log, path.with_suffix(".store"))
        log.append("late", [Pending(*one) for one in read(RECORD).events], expected=0, command="x", at=BEGAN)
    app = opened(path, "audit", match="late", check="deals")
    assert TEXTS["deals.nothing"].en in [caption.value for caption in app.caption]


@pytest.mark.parametrize("check", ["clock", "deals"])
def test_a_projection_that_is_broken_keeps_nobody_from_the_rest(
    log_of: LogOf, tmp_path: Path, check: str
) -> None:
    path = Path(shutil.copy(log_of("one"), tmp_path / "log.db"))
    folder = Path(shutil.copytree(log_of("one").with_suffix(".store"), path.with_suffix(".store")))
    (folder / "manifest.json").write_text("{}", "utf-8")
    app = opened(path, "audit", match=CLEAN, check=check)
    assert any(str(folder) in one.value for one in app.warning)
    assert TEXTS["audit.record"].en in text_of(app)


# --- clocks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_that_was_entered_afterwards_is_said_to_be(log_of: LogOf, language: str) -> None:
    page = text_of(opened(log_of("one"), "audit", language, match=CLEAN))
    assert TEXTS["clock.afterwards"][language] in page
    assert TEXTS["clock.no-round"][language] in page


@pytest.mark.parametrize("check", ["clock", "deals"])
def test_a_match_of_which_only_the_result_is_known_has_nothing_to_check(log_of: LogOf, check: str) -> None:
    log = log_of("cups")
    with SqliteLog(log) as source:
        first = ((info.match, source.entry(info.match, 0).entry.event) for info in source.matches())
        id = next(match for match, event in first if getattr(event, "granularity", "") == "result")
    page = text_of(opened(log, "audit", match=id, check=check))
    assert TEXTS["clock.afterwards"].en not in page and ":material/timer:" not in page
    assert (TEXTS["deals.nothing"].en in page) is (check == "deals")


def test_odd_times_lead_to_their_events(tmp_path: Path) -> None:
    """Written down while it was played, with a clock that was set back in between."""
    path, timed = tmp_path / "log.db", changed("\n\n[known]", "\n\n[tournament]\nminutes = 5\n\n[known]")
    with SqliteLog(path, writing=True) as log:
        for seq, (event, cause) in enumerate(read(timed).events):
            at = BEGAN + seq * MINUTE - (120 * MINUTE if seq == 20 else 0)
            log.append("live & late", [Pending(event, cause)], expected=seq, command=f"{seq}", at=at)
    app = opened(path, "audit", match="live & late")
    rows = app.dataframe[-1].value
    assert list(rows["Event"]) == ["replay?match=live+%26+late&at=20&lang=en"]
    assert "1:59:00 before" in rows[TEXTS["clock.what"].en].item()
    assert ":material/warning: The round has 5 minutes" in text_of(app)


# --- who gets them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", ["clock", "deals", "edition"])
def test_who_may_not_see_a_match_gets_no_checks_of_it(
    erasers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: str
) -> None:
    """Cards by how often they came, and clauses of findings, name what lay hidden."""
    monkeypatch.setattr("streamlit.user_info.UserInfoProxy.is_logged_in", False, raising=False)
    access = tmp_path / "access.toml"
    login = "\n".join(f'{key} = "x"' for key in Login.__struct_fields__)
    access.write_text(f"[auth]\n{login}\n", "utf-8")
    app = opened(
        erasers, "audit", "en", "--access", str(access), match=ERASERS, check=check, edition="qa-282"
    )
    page = text_of(app)
    assert TEXTS["audit.basis"].en in page and TEXTS["checks.title"].en not in page
    assert CLAUSE not in page and not app.dataframe
