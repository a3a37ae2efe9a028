"""A match whose rules are not installed, from its log to every command and page that shows matches."""

import asyncio
from contextlib import chdir
from pathlib import Path
from shutil import copytree

import pytest

from analytics.facts import FACTS
from analytics.facts.extract.walk import extract_facts
from engine.record.match import Match
from events.log.sqlite_log import SqliteLog
from kifuda.cli.match.replay import Replay
from tests.dashboard.opening import LANGUAGES, opened, text_of
from tests.ptcgl.reading import BEGIN, HARBOUR, match_of
from tests.support.command import kifuda, refused

DOUBTFUL = f"{BEGIN}Turn # 1 - Rui's Turn\nRui juggled 3 cards.\nOpponent conceded. Mika wins.\n"


@pytest.fixture(scope="session")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two logs in it that were imported and projected, made once."""
    made = tmp_path_factory.mktemp("imported")
    (made / "harbour.txt").write_text(HARBOUR, "utf-8")
    (made / "doubtful.txt").write_text(DOUBTFUL, "utf-8")
    with chdir(made):
        done = kifuda("import", ".", "--json")
        assert (done.status, [made["grade"] for made in done.lines()]) == (0, ["OUTCOME_ONLY"] * 2)
        assert kifuda("project").status == 0
    return made


@pytest.fixture(autouse=True)
def folder(imported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, the current folder."""
    copytree(imported, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def stored() -> tuple[Match, Match]:
    """The two matches as the log has them: the doubtful one, and the one that fits."""
    with SqliteLog("kifuda.db") as log:
        doubtful, harbour = (Match.load(log, info.match) for info in log.matches())
    return doubtful, harbour


# --- commands --------------------------------------------------------------------------------------


def test_the_log_holds_what_was_read() -> None:
    doubtful, harbour = stored()
    assert harbour.derived == match_of(HARBOUR).derived
    assert doubtful.derived == match_of(DOUBTFUL).derived
    assert kifuda("export", harbour.id, "--format", "original").out == HARBOUR


def test_a_line_that_is_not_understood_is_reported_when_it_is_imported() -> None:
    Path("again.txt").write_text(DOUBTFUL.replace("juggled", "danced"), "utf-8")
    done = kifuda("import", "again.txt", "harbour.txt")
    assert (done.status, done.err) == (0, "")
    assert "again.txt:13" in done.out and "Rui danced 3 cards." in done.out
    assert "harbour.txt:" not in done.out


def test_a_copy_with_other_line_ends_is_there_already() -> None:
    Path("copy.txt").write_bytes(b"\xef\xbb\xbf" + HARBOUR.replace("\n", "\r\n").encode())
    (made,) = kifuda("import", "copy.txt", "--json").lines()
    assert made["status"] == "already there"


def test_the_audit_says_how_it_ended_and_which_lines_are_doubtful() -> None:
    doubtful, harbour = stored()
    clean = kifuda("audit", harbour.id)
    assert clean.status == 0
    assert "the last prize was taken" in clean.out
    done = kifuda("audit", doubtful.id)
    assert done.status == 1
    assert "line 13" in done.out and "Rui juggled 3 cards." in done.out
    (finding,) = kifuda("audit", doubtful.id, "--json").json()["findings"]
    assert (finding["kind"], finding["line"], finding["recorded"]) == ("skipped", 13, "Rui juggled 3 cards.")
    assert kifuda("audit", "--all", KIFUDA_LANG="ja").status == 1


def test_the_board_is_laid_out_by_the_places_of_the_log() -> None:
    _, harbour = stored()
    done = kifuda("show", harbour.id, "--at", 206)
    assert done.status == 0
    for text in (
        "active spot",
        "bench",
        "prizes",
        "stadium",
        "Blaze Marshal ex",
        "tool (Spark Charm)",
        "damage 40",
    ):
        assert text in done.out
    zones = kifuda("show", harbour.id, "--json").json()["zones"]
    assert len(zones["A"]["hand"]) == 8
    assert zones["A"]["active"][0]["name"] == "Emberfox"


def test_an_event_is_explained_with_the_line_of_the_log() -> None:
    _, harbour = stored()
    seq = next(n for n, e in enumerate(harbour.events) if getattr(e, "verb", "") == "attack")
    out = kifuda("explain", harbour.id, seq).out
    assert "attacks with Pebblet → Emberkit: Roll" in out
    assert "used Roll on Mika’s Emberkit for 20 damage" in out


def test_nobody_can_say_who_may_see_what_or_what_is_legal() -> None:
    _, harbour = stored()
    assert "not installed" in refused("show", harbour.id, "--as", "A")
    assert "not installed" in refused("legal", harbour.id, 60)
    assert "not installed" in refused("export", harbour.id)


def test_the_replay_steps_through_it() -> None:
    _, harbour = stored()
    screens: list[str] = []

    async def steps() -> None:
        app = Replay(harbour)
        async with app.run_test(size=(160, 60)) as pilot:
            for key in ("t", "a", "right", "v", "l", "end"):
                await pilot.press(key)
                await pilot.pause()
                screens.append(str(app.query_one("#head").render()))

    asyncio.run(steps())
    assert f"{len(harbour) - 1}" in screens[-1]
    assert len(set(screens)) > 3


def test_it_feeds_the_metrics() -> None:
    _, harbour = stored()
    facts = {
        name: [row._asdict() for row in rows(extract_facts(harbour.id, harbour.derived))]  # type: ignore[attr-defined]
        for name, rows in FACTS.items()
    }
    (match,) = facts["match"]
    assert (match["winner"], match["reason"], match["turns"]) == ("A", "prizes", 7)
    mika, tor = facts["seat_game"]
    assert (mika["player"], mika["won"], mika["went_first"], mika["mulligans"]) == ("Mika", 1, True, 0)
    assert (tor["player"], tor["lost"], tor["mulligans"]) == ("Tor's Crew", 1, 2)
    assert (mika["deal_known"], tor["deal_known"]) == (True, False)
    own = {row["card"]: row for row in facts["card_seat_game"] if row["seat"] == "A"}
    assert (own["Blaze Marshal ex"]["tutored"], own["Blaze Marshal ex"]["drawn"]) == (1, 1)
    assert own["Blaze Marshal ex"]["deck"] == 1, "the copy that went back is the one that came again"
    assert own["Rope Bridge"]["open"] == own["Rope Bridge"]["kept"] == 1
    assert len(facts["payment"]) == 5


def test_cards_are_found_by_the_names_that_the_log_has() -> None:
    with_it = kifuda("stats", "players", "--card", "Blaze Marshal ex").out
    assert "Mika" in with_it
    assert "Tor's Crew" not in with_it
    assert "the nearest: Blaze Marshal ex" in refused("stats", "cards", "--card", "Blaze Marshall ex")


# --- pages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["meta", "matches", "replay", "audit"])
def test_every_page_shows_it(page: str, language: str) -> None:
    for match in stored():
        opened(Path("kifuda.db"), page, language, match=match.id)


def test_the_replay_page_draws_its_board_and_says_what_is_not_known() -> None:
    _, harbour = stored()
    page = text_of(opened(Path("kifuda.db"), "replay", match=harbour.id, at="206"))
    assert "Blaze Marshal ex" in page
    assert "active spot" in page
    assert "are not installed here" in page


def test_the_audit_page_lists_what_was_not_understood() -> None:
    doubtful, _ = stored()
    page = text_of(opened(Path("kifuda.db"), "audit", match=doubtful.id))
    assert "a line that was not understood" in page
