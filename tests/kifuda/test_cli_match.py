"""Looking at a match: show, explain, legal, audit, export, and what can be asked wrongly."""

import asyncio
import json
import sqlite3
from pathlib import Path

import msgspec
import polars as pl
import pytest

from engine.record.match import Match
from events.log.contract import Pending
from events.log.sqlite_log import SqliteLog
from events.model.codec import encode_event
from events.model.kinds import Fouled
from kifuda.cli.match.replay import Replay
from tests.support.command import kifuda, refused
from tests.support.record import CLEAN, FACE_DOWN, changed, line_of

MATCH = "table-nine"
SPOILT = changed("A use 斬撃剣\n", "A use 絶対剣\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with a log that holds the clean record and a spoilt one."""
    monkeypatch.chdir(tmp_path)
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    Path("spoilt.kfd").write_text(SPOILT.replace(MATCH, "table-ten"), "utf-8")
    assert kifuda("import", "clean.kfd", "spoilt.kfd").status == 1
    return tmp_path


def seq_of(what: str) -> int:
    """Number of the first event whose bytes hold ``what``."""
    with SqliteLog("kifuda.db") as log:
        return next(
            seq for seq, event in enumerate(log.events(MATCH)) if what in encode_event(event).decode()
        )


# --- log, show -------------------------------------------------------------------------------------


def test_the_log_is_listed_in_the_order_of_recording() -> None:
    lines = kifuda("log", "--json").lines()
    assert [line["match"] for line in lines] == [MATCH, "table-ten"]
    assert lines[0]["players"] == {"A": "Hina", "B": "Goro"}
    assert lines[0]["played"] == "2026-05-03T14:00:00+09:00" and lines[0]["simulated"] is False
    assert "Hina – Goro" in kifuda("log").out


def test_show_gives_the_board_after_any_event() -> None:
    begun, over = kifuda("show", MATCH, "--at", 0, "--json").json(), kifuda("show", MATCH, "--json").json()
    assert begun["tracks"] == {"A": {}, "B": {}} and begun["result"] is None
    assert over["tracks"]["B"]["life"] == 13 and over["result"] == {
        "winner": "A",
        "reason": "agreed",
        "scores": {},
    }
    board = kifuda("show", MATCH).out
    begun = kifuda("show", MATCH, "--at", 0).out
    assert begun.count("life –") == 2 and "life 0" not in begun and "ATK 0" in begun  # life begins at 15
    assert "B (Goro)" in board and "life 13" in board
    assert "ライフ 13" in kifuda("show", MATCH, "--lang", "ja").out


def test_the_board_is_seen_from_the_seat_of_the_viewer_and_tells_what_lasts() -> None:
    at = seq_of('"what":"modified"')
    mine, theirs = (kifuda("show", MATCH, "--at", at, "--as", name).out for name in ("Hina", "Goro"))
    assert mine.index("B (Goro)") < mine.index("A (Hina)")
    assert theirs.index("A (Hina)") < theirs.index("B (Goro)")
    assert "until the end of the turn" in mine
    for text in (mine, theirs, kifuda("show", MATCH, "--at", at, "--lang", "ja").out):
        assert "label." not in text and "lasting." not in text and "effect." not in text


def test_a_record_is_shown_without_a_log(folder: Path) -> None:
    whole = kifuda("show", MATCH, "--json").json()
    Path("kifuda.db").unlink()
    assert kifuda("show", "clean.kfd", "--json").json() == whole
    assert kifuda("audit", "clean.kfd").status == 0


@pytest.mark.parametrize("viewer", ["B", "Goro", "public"])
def test_what_a_viewer_may_not_know_is_not_in_the_output(viewer: str) -> None:
    at = seq_of('"verb":"set"') + 2
    mine = kifuda("show", MATCH, "--at", at, "--as", "A", "--json").out
    theirs = kifuda("show", MATCH, "--at", at, "--as", viewer, "--json")
    assert FACE_DOWN in mine and FACE_DOWN not in theirs.out
    assert FACE_DOWN not in kifuda("show", MATCH, "--at", at, "--as", viewer).out
    zones = theirs.json()["zones"]
    assert [(card["down"], card["face"]) for card in zones["A"]["play"]][-1] == (True, None)
    assert {card["face"] for card in zones["A"]["hand"]} == {None}
    assert len(zones["A"]["hand"]) == len(
        kifuda("show", MATCH, "--at", at, "--json").json()["zones"]["A"]["hand"]
    )


# --- explain, legal --------------------------------------------------------------------------------


def test_a_computation_is_explained_step_by_step_with_its_clauses() -> None:
    at = seq_of('"quantity":"damage"')
    told = kifuda("explain", MATCH, at, "--json").json()
    assert told["kind"] == "Determined" and told["trail"] and told["cause"] is not None
    assert "BR-5.2-9" in [clause["clause"] for clause in told["clauses"]]
    text = kifuda("explain", MATCH, at).out
    assert f"#{at}" in text and f"follows from #{told['cause']}" in text and "BR-5.2-9: Step 9" in text
    assert (
        kifuda("rules", "BR-5.2-9", "--lang", "ja").out.splitlines()[1]
        in kifuda("explain", MATCH, at, "--lang", "ja").out
    )


def test_a_refused_line_is_explained_with_what_was_legal() -> None:
    at = next(finding["seq"] for finding in kifuda("audit", "table-ten", "--json").json()["findings"])
    told = kifuda("explain", "table-ten", at)
    assert "A may not use 絶対剣" in told.out and "[BR-5.2-2a]" in told.out
    assert "A use 斬撃剣" in told.out.partition("legal was:")[2]
    assert "合法な行為" in kifuda("explain", "table-ten", at, "--lang", "ja").out


def test_a_hidden_card_is_not_explained_to_others() -> None:
    at = seq_of('"verb":"set"')
    assert FACE_DOWN in kifuda("explain", MATCH, at).out
    assert FACE_DOWN not in kifuda("explain", MATCH, at, "--as", "B").out
    refusal = kifuda("audit", "table-ten", "--json").json()["findings"][0]["seq"]
    assert kifuda("explain", "table-ten", refusal, "--json").json()["findings"]
    # The match goes on: B counts without the notes that are not public.
    own = kifuda("show", "table-ten", "--as", "B", "--json").json()["at"]
    assert own < refusal
    assert kifuda("explain", "table-ten", own, "--as", "B", "--json").json()["findings"] == []


def test_legal_lists_the_acts_as_they_are_written() -> None:
    before = seq_of('"verb":"set"') - 1
    found = kifuda("legal", MATCH, before, "--json").json()
    assert found["asked"] == "A" and not found["more"]
    assert f"A set {FACE_DOWN}" in [act["line"] for act in found["acts"]]
    assert f"  A set {FACE_DOWN}" in kifuda("legal", MATCH, before).out.splitlines()
    assert kifuda("legal", MATCH, before, "--as", "B", "--json").json()["acts"] == []
    assert "A is to act" in kifuda("legal", MATCH, before, "--as", "Goro").out


def test_legal_lists_some_of_many_and_nothing_after_the_end() -> None:
    keep = seq_of('"verb":"keep"') - 1
    assert kifuda("legal", MATCH, keep, "--json").json()["more"] is True
    out = kifuda("legal", MATCH, keep).out
    assert "only the first 40" in out
    kept = [line.split()[2:] for line in out.splitlines() if line.startswith("  A keep ")]
    assert len(kept) == len({tuple(sorted(names)) for names in kept}) == 40  # copies are one choice
    end = seq_of('"span":"match"')
    assert kifuda("legal", MATCH, end, "--json").json()["asked"] == ""
    assert "the match is over" in kifuda("legal", MATCH, end).out


def test_before_the_deal_nobody_acts_and_the_public_never_does(folder: Path) -> None:
    kifuda("simulate", "blade-rondo", "-n", "1", "--seed", "6")
    match = "sim-blade-rondo-6-000000"
    done = kifuda("legal", match, 0)
    assert (done.status, done.err) == (0, "") and "nobody can do anything" in done.out
    for seat in ((), ("--as", "A")):
        found = kifuda("legal", match, 0, *seat, "--json").json()
        assert (found["asked"], found["acts"], found["more"]) == ("table", [], False)
    assert "accepted: A, B" in refused("legal", match, 0, "--as", "public")
    assert "public" not in kifuda("legal", "--help").out


# --- audit -----------------------------------------------------------------------------------------


def test_audit_names_line_event_and_clause_and_says_it_by_its_status() -> None:
    clean, spoilt = kifuda("audit", "--all", "--json").lines()
    assert (clean["match"], clean["grade"], clean["winner"]) == (MATCH, "EXACT", "A")
    assert (spoilt["grade"], spoilt["edition"]) == ("DIVERGED", "1.03")
    found, line = spoilt["findings"][0], line_of(SPOILT, "A use 絶対剣")
    assert (found["kind"], found["clause"], found["line"]) == ("refused", "BR-5.2-2a", line)
    assert kifuda("audit", MATCH).status == 0
    assert kifuda("audit", "--all").status == kifuda("audit", "--all", "--json").status == 1


def test_of_several_records_each_is_judged_whatever_is_wrong_with_another() -> None:
    Path("bad.kfd").write_text(CLEAN.replace("players", "settings = { mode = 3 }\nplayers", 1), "utf-8")
    names = ("bad.kfd", "clean.kfd", "nosuch", "spoilt.kfd")
    done = kifuda("audit", *names)
    assert done.status == 2
    assert "EXACT 1" in done.out and "DIVERGED 1" in done.out and done.out.count("cannot be read") == 2
    assert done.err.count("kifuda: ") == 2 and "mode cannot be 3" in done.err and "nosuch" in done.err
    told = kifuda("audit", *names, "--json")
    assert told.status == 2
    assert [one.get("grade") for one in told.lines()] == [None, "EXACT", None, "DIVERGED"]
    assert told.lines()[0]["match"] == "bad.kfd" and "mode cannot be 3" in told.lines()[0]["error"]
    assert "mode cannot be 3" in refused("audit", "bad.kfd")


def test_a_draw_is_called_one() -> None:
    lines = CLEAN.split("\n")
    end = next(at for at, line in enumerate(lines) if line.startswith("== 2 "))
    Path("draw.kfd").write_text("\n".join([*lines[:end], "! agreed-end"]), "utf-8")
    assert "draw (as both agreed)" in kifuda("audit", "draw.kfd").out
    assert "引き分け（合意による終了）" in kifuda("audit", "draw.kfd", "--lang", "ja").out


def test_a_finding_without_a_line_names_its_event_once() -> None:
    match = Match.read("clean.kfd")
    with SqliteLog("live.db", writing=True) as log:
        foul = Fouled("A", "end")
        live = [*match.derived[:-1], (foul, None)]
        log.append("live", [Pending(*one) for one in live], expected=0, command="live:0", at=1)
    out = kifuda("audit", "live", "--log", "live.db").out
    event = f"event {len(live) - 1}"
    assert f"{event} · a foul" in out and out.count(event) == 1


def test_audit_by_a_named_edition() -> None:
    own = kifuda("audit", MATCH, "--json").json() | {"otherwise": None}
    assert kifuda("audit", MATCH, "--edition", "1.03", "--json").json() == own
    assert kifuda("audit", MATCH, "--edition", "blade-rondo@1.03", "--json").json() == own
    assert "accepted: blade-rondo@1.03" in refused("audit", MATCH, "--edition", "1.30")


def test_another_edition_names_the_matches_that_it_changes() -> None:
    """A record that diverges by its own edition too is not changed by the other one."""
    samples = Path(__file__).parents[2] / "kifuda" / "samples" / "aquarian-age"
    names = [samples / f"{name}.kfd" for name in ("edition-sealed-awakening", "disputed-spent-attacker")]
    done = kifuda("audit", *names, "--edition", "qa-282")
    assert done.status == 1
    assert "under qa-282: 1 of 2 matches go otherwise" in done.out
    assert "eraser-mirror-r3: from event 871 on [AA-base-7-4]" in done.out
    changed, same = (
        json.loads(line) for line in kifuda("audit", *names, "--edition", "qa-282", "--json").out.splitlines()
    )
    assert changed["otherwise"] == {"event": 871, "clause": "AA-base-7-4", "kind": "outcome"}
    assert same["otherwise"] is None and same["grade"] == "DIVERGED"
    assert "otherwise" not in kifuda("audit", names[0], "--json").json()


def test_what_lies_behind_an_illegal_act_of_the_log_is_told_apart() -> None:
    """Such an act comes from elsewhere: a record is not read beyond it."""
    derived = Match.read("clean.kfd").derived
    first_turn = [seq_of('"verb":"breath"'), seq_of('"verb":"end"')]
    lines = [
        Pending(event) for event, _ in (*derived[: first_turn[0]], derived[first_turn[0]], *derived[-40:])
    ]
    with SqliteLog("odd.db", writing=True) as log:
        log.append("odd", lines, expected=0, command="odd:0", at=1)
    last = len(lines) - 1
    assert kifuda("audit", "odd", "--log", "odd.db").status == 1
    assert "which the rules refuse" in refused("legal", "odd", last, "--log", "odd.db")
    assert "accepted: --format original, json or parquet" in refused("export", "odd", "--log", "odd.db")
    assert kifuda("show", "odd", "--at", 3, "--log", "odd.db").status == 0


def test_an_edition_that_is_not_installed_can_be_told_of_but_not_judged() -> None:
    match = Match.read("clean.kfd")
    with SqliteLog("future.db", writing=True) as log:
        later = msgspec.structs.replace(match.opened, edition="9.99")
        log.append("later", [Pending(later), *(Pending(*line) for line in match.derived[1:])],
                   expected=0, command="later:0", at=1)  # fmt: skip
    assert kifuda("audit", "later", "--log", "future.db", "--json").json()["grade"] == "OUTCOME_ONLY"
    assert kifuda("show", "later", "--log", "future.db", "--json").json()["tracks"]["B"]["life"] == 13
    shown = kifuda("show", "later", "--log", "future.db").out
    assert "blade-rondo 9.99" in shown
    assert "discard pile" in shown, "the board is laid out by the places of the record"
    assert "blade-rondo@9.99 are not installed" in refused("show", "later", "--as", "A", "--log", "future.db")
    assert "not installed" in refused("legal", "later", 3, "--log", "future.db")


# --- export ----------------------------------------------------------------------------------------


def test_a_record_goes_out_and_in_again() -> None:
    text = kifuda("export", MATCH).out
    Path("again.kfd").write_text(text, "utf-8")
    again = kifuda("audit", "again.kfd", "--json").json()
    stored = kifuda("audit", MATCH, "--json").json()
    assert {**again, "events": 0} == {**stored, "events": 0, "seal": None}
    assert kifuda("export", "again.kfd").out == text, "the canonical form is canonical"


def test_the_original_text_comes_back_as_it_was() -> None:
    assert kifuda("export", MATCH, "--format", "original").out == CLEAN
    kifuda("simulate", "blade-rondo", "-n", 1)
    assert "was not imported from a record" in refused(
        "export", "sim-blade-rondo-1-000000", "--format", "original"
    )


def test_the_stored_bytes_and_the_table_of_events() -> None:
    with SqliteLog("kifuda.db") as log:
        stored = [record.data.decode() for record in log.read(MATCH)]
    assert kifuda("export", MATCH, "--format", "json").out == "".join(f"{entry}\n" for entry in stored)
    assert kifuda("export", "--all", "--format", "parquet", "-o", "e.parquet").status == 0
    frame = pl.read_parquet("e.parquet").filter(pl.col("match") == MATCH)
    assert frame["seq"].to_list() == list(range(len(stored)))
    assert frame["kind"][0] == "Opened"


def test_several_records_need_a_folder() -> None:
    assert "name a folder" in refused("export", "--all")
    assert kifuda("export", "--all", "-o", "out").status == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["table-nine.kfd", "table-ten.kfd"]
    assert "with -o FILE.parquet" in refused("export", MATCH, "--format", "parquet")
    assert "did you mean json?" in refused("export", MATCH, "--format", "jsn")
    assert "nowhere" in refused("export", MATCH, "-o", "nowhere/a.kfd")


def test_a_match_that_cannot_be_written_is_named_and_stops_none() -> None:
    Path("table.csv").write_text("event,game,round,player1,player2,result\nCup,chess,1,Ada,Ben,1\n", "utf-8")
    assert kifuda("import", "table.csv").status == 0
    done = kifuda("export", "--all", "-o", "out")
    assert done.status == 1 and "the rules chess are not installed" in done.err
    assert sorted(path.name for path in Path("out").iterdir()) == ["table-nine.kfd", "table-ten.kfd"]
    again = kifuda("export", "--all", "--format", "original", "-o", "out")
    assert again.status == 1 and "was not imported from a record" in again.err
    bound = kifuda("evidence", "views", "--all")
    assert bound.status == 0 and "cup-r1-m1: its rules are not installed" in bound.out


def test_matches_of_any_id_get_a_file_of_their_own() -> None:
    ids = ("a/b", "a_b", "月" * 100, "月" * 99 + "見")
    for number, id in enumerate(ids):
        Path(f"{number}.kfd").write_text(CLEAN.replace(MATCH, id), "utf-8")
        assert kifuda("import", f"{number}.kfd", "--log", "ids.db").status == 0
    assert kifuda("export", "--all", "-o", "ids", "--log", "ids.db").status == 0
    assert {Match.read(path).id for path in Path("ids").iterdir()} == set(ids)


# --- asked wrongly ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command", [["show"], ["explain", "3"], ["legal", "3"], ["audit"], ["export"], ["replay"]]
)
def test_an_unknown_match_is_told_with_the_nearest(command: list[str]) -> None:
    name, *rest = command
    err = refused(name, "table-nein", *rest)
    assert "no match 'table-nein' (did you mean table-nine" in err and "'kifuda log' lists" in err


@pytest.mark.parametrize("number", ["-1", "65", "4711"])
def test_an_event_out_of_range_is_told_with_the_range(number: str) -> None:
    for command in (
        ["show", MATCH, "--at", number],
        ["explain", MATCH, "--", number],
        ["legal", MATCH, "--", number],
    ):
        assert f"no event {number.replace('-', '−')}; accepted: 0 to 64" in refused(*command)


def test_other_questions_that_make_no_sense() -> None:
    assert "name the matches, or say --all" in refused("audit")
    assert "not both" in refused("audit", MATCH, "--all")
    assert "no seat 'C' in this match; accepted: A, B" in refused("show", MATCH, "--as", "C")
    assert "missing.kfd" in refused("show", "missing.kfd")
    assert "replay needs a terminal" in refused("replay", MATCH)


def test_a_log_that_is_not_there_or_not_ours_or_cut_short() -> None:
    assert "'kifuda import FILE…' makes one" in refused("log", "--log", "none.db")
    assert not Path("none.db").exists()
    Path("text.db").write_text("a shopping list")
    assert "no kifuda log: not an SQLite database" in refused("show", MATCH, "--log", "text.db")
    with sqlite3.connect("foreign.db") as foreign:
        foreign.execute("CREATE TABLE song (title TEXT)")
    assert "SQLite database of another program" in refused("audit", "--all", "--log", "foreign.db")
    with sqlite3.connect("kifuda.db") as whole:
        whole.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = Path("kifuda.db").read_bytes()
    Path("cut.db").write_bytes(data[: len(data) // 2])
    assert "cut" in refused("audit", "--all", "--log", "cut.db")
    Path("empty.db").write_bytes(b"")
    assert "is empty" in refused("log", "--log", "empty.db")
    assert "記録ログとして読めない" in refused("log", "--log", "text.db", "--lang", "ja")


# --- replay ----------------------------------------------------------------------------------------


def test_the_keys_of_the_replay_step_by_event_act_and_turn() -> None:
    match = Match.read("clean.kfd")
    acts, turns = list(match.acts()), [seq_of(f'"number":{turn}') for turn in (1, 2)]

    async def step() -> list[int]:
        app, places = Replay(match), []
        async with app.run_test(size=(100, 40)) as pilot:
            for key in ("right", "right", "left", "a", "t", "t", "T", "A", "end", "right", "home", "left"):
                await pilot.press(key)
                places.append(app.at)
        return places

    last = len(match) - 1
    assert asyncio.run(step()) == [
        1, 2, 1, acts[0], turns[0], turns[1], turns[0], max(act for act in acts if act < turns[0]),
        last, last, 0, 0,
    ]  # fmt: skip


def test_the_replay_shows_what_the_viewer_may_know_in_the_language_asked_for() -> None:
    match = Match.read("clean.kfd")
    at = seq_of('"verb":"set"')

    async def look() -> list[str]:
        app, seen = Replay(match, at=at, viewer="A"), []
        async with app.run_test(size=(160, 50)) as pilot:
            for key in ("", "v", "v", "v", "l"):
                await pilot.press(*([key] if key else []))
                await pilot.pause()
                seen.append("\n".join(strip.text for strip in app.screen._compositor.render_strips()))
        return seen

    mine, theirs, public, whole, japanese = asyncio.run(look())
    assert FACE_DOWN in mine and FACE_DOWN in whole
    assert FACE_DOWN not in theirs and FACE_DOWN not in public
    assert "hand" in whole and "手札" in japanese


def test_outcomes_that_only_follow_are_listed_up_to_a_bound(tmp_path: Path) -> None:
    wrong = "  => life A 99\n"
    path = tmp_path / "long.kfd"
    path.write_text(changed("A use 斬撃剣\n", "A use 斬撃剣\n" + wrong * 200), "utf-8")
    out = kifuda("audit", path).out
    assert "… (199)" in out and out.count("line ") < 100


def test_a_grade_by_other_rules_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.audit import pin

    assert kifuda("audit", MATCH, "--json").json()["unpinned"] == []
    monkeypatch.setattr(pin, "engine_digest", lambda game: "00" * 32)
    assert kifuda("audit", MATCH, "--json").json()["unpinned"] == ["engine"]
    out = kifuda("audit", "--all").out
    assert "2 of these matches pin other clauses, cards or code" in out and "EXACT *" in out
    assert out.index("pin other clauses") < out.index("EXACT *")
    assert "条文・カード・判定プログラム" in kifuda("audit", "--all", "--lang", "ja").out


@pytest.mark.parametrize("line", ["{", "{x", '{"t":"declared"}', "{}"])
def test_a_line_that_could_not_be_read_is_shown_as_it_was_written(line: str) -> None:
    spoilt = changed("A use 斬撃剣\n", f"{line}\n").replace(MATCH, "table-brace")
    Path("brace.kfd").write_text(spoilt, "utf-8")
    assert kifuda("import", "brace.kfd").status == 1
    done = kifuda("audit", "table-brace")
    assert done.status == 1 and line in done.out.replace(" ", "")
    assert kifuda("audit", "--all").status == 1


def test_a_ruling_sheet_lies_in_the_current_folder_whatever_its_match_is_called() -> None:
    for match, name in (("../table-nine", ".._table-nine"), ("a/b", "a_b"), ("試合" * 60, "試合" * 33)):
        Path("odd.kfd").write_text(CLEAN.replace(MATCH, match), "utf-8")
        assert kifuda("import", "odd.kfd").status == 0
        done = kifuda("sheet", match)
        assert done.status == 0 and not Path("../table-nine.pdf").exists()
        assert [path.name for path in Path().glob("*.pdf") if path.name.startswith(name)], done.out
