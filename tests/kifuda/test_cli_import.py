"""Records into the log: whole or not at all, once, and disputed ones as well."""

from pathlib import Path

import pytest

from events.log.sqlite_log import SqliteLog
from events.log.writer_lock import lock_of
from events.model.kinds import Noted
from tests.support.command import kifuda, refused
from tests.support.record import CLEAN, changed, line_of


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str | bytes, name: str = "a.kfd") -> str:
    """Write a record."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def stored() -> bytes:
    """All bytes in the log, in order."""
    with SqliteLog("kifuda.db") as log:
        return b"\n".join(record.data for record in log.follow())


def test_a_clean_record_goes_in_whole() -> None:
    done = kifuda("import", write(CLEAN), "--json")
    (made,) = done.lines()
    assert (done.status, done.err) == (0, "")
    assert (made["match"], made["status"], made["grade"]) == ("table-nine", "imported", "EXACT")
    with SqliteLog("kifuda.db") as log:
        records = list(log.read("table-nine"))
    assert len(records) == made["events"]
    assert records[-1].entry.event == Noted("record", CLEAN)
    commands = list(dict.fromkeys(record.entry.command for record in records))
    assert commands == [f"{made['sha256']}:{index}" for index in range(len(commands))]
    assert len(commands) > 10, "each act is appended for itself"


def test_the_same_file_again_changes_nothing() -> None:
    kifuda("import", write(CLEAN))
    before = stored()
    done = kifuda("import", "a.kfd", write(CLEAN, "copy.kfd"), "--json")
    assert [made["status"] for made in done.lines()] == ["already there", "already there"]
    assert done.status == 0
    assert stored() == before


def test_a_changed_file_with_the_same_match_id_is_refused_with_both_digests() -> None:
    first = kifuda("import", write(CLEAN), "--json").lines()[0]["sha256"]
    before = stored()
    other = CLEAN.replace("# face down", "# hidden")
    done = kifuda("import", write(other, "b.kfd"))
    assert done.status == 2
    for part in ("b.kfd", "table-nine", first, "Nothing was written"):
        assert part in done.err
    assert done.err.count("SHA-256") == 2
    assert stored() == before


def test_a_match_that_came_from_no_file_is_not_replaced() -> None:
    kifuda("simulate", "blade-rondo", "-n", 1, "--seed", 5, "--out", "records")
    kifuda("simulate", "blade-rondo", "-n", 1, "--seed", 5)
    before = stored()
    done = kifuda("import", "records")
    assert done.status == 2
    assert "was not imported from a file" in done.err
    assert stored() == before


def test_a_folder_means_the_records_in_it(folder: Path) -> None:
    (folder / "cup" / "round 1").mkdir(parents=True)
    write(CLEAN, "cup/round 1/a.kfd")
    write(CLEAN.replace("table-nine", "table-ten"), "cup/b.kfd")
    write("not a record", "cup/notes.txt")
    done = kifuda("import", "cup", "--json")
    assert sorted(made["match"] for made in done.lines()) == ["table-nine", "table-ten"]
    assert done.status == 0
    assert done.err == "kifuda: cup/notes.txt: passed over, it is in no known format\n"


def test_what_a_folder_holds_in_no_known_format_is_told(folder: Path) -> None:
    """An empty file of a program as well; a picture looks like none of them."""
    (folder / "cup").mkdir()
    write("", "cup/empty.json")
    write("", "cup/photo.jpg")
    done = kifuda("import", "cup", "--lang", "ja")
    assert done.status == 2 and "ptcgl" in done.err and "photo" not in done.err
    assert "cup/empty.json：知らない形式なので取り込まない" in done.err


def test_a_folder_without_records_is_reported_and_makes_no_log(folder: Path) -> None:
    Path("empty").mkdir()
    done = kifuda("import", "empty")
    assert done.status == 2
    assert "there is no record in empty" in done.err and "*.kfd" in done.err
    assert not Path("kifuda.db").exists()


def test_a_line_that_cannot_be_read_is_reported_with_what_could_be_written() -> None:
    line = next(line for line in CLEAN.split("\n") if line.startswith("A end"))
    done = kifuda("import", write(CLEAN.replace(line, "A ende", 1)))
    assert done.status == 1
    assert "accepted: end" in done.out and "legal was" not in done.out


def test_a_file_that_cannot_be_read_does_not_stop_the_others() -> None:
    done = kifuda("import", write("nothing", "bad.kfd"), write(CLEAN), "missing.kfd", "--json")
    assert done.status == 2
    assert [made["match"] for made in done.lines()] == ["table-nine"]
    assert "bad.kfd" in done.err and "missing.kfd" in done.err


# --- records with a mistake in the play: imported, and disputed ------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "at", "expected"),
    [
        ("A use 斬撃剣\n", "A use 斬劇剣\n", "斬劇剣", "斬撃剣"),
        ("A use 斬撃剣\n", "A use 絶対剣\n", "A use 絶対剣", "BR-5.2-2a"),
        ("=> ATK A 1", "=> ATK A 2", "=> ATK A 2", "ATK A 1"),
        ("A end\n== 2 B\n", "== 2 B\n", "== 2 B", "the rules give: 1 A"),
        ("== 3 A\n", "== 4 A\n", "== 4 A", "the rules give: 3 A"),
    ],
    ids=["wrong card", "impossible act", "wrong outcome", "missing act", "wrong turn"],
)
def test_a_disputed_record_is_imported_with_its_line(old: str, new: str, at: str, expected: str) -> None:
    text = changed(old, new)
    done = kifuda("import", write(text))
    assert done.status == 1
    assert f"a.kfd:{line_of(text, at)}" in done.out
    assert expected in done.out and "DIVERGED" in done.out
    with SqliteLog("kifuda.db") as log:
        assert log.events("table-nine")[-1] == Noted("record", text), "the whole text is kept"


def test_a_missing_act_names_what_could_have_been_done() -> None:
    text = changed("A end\n== 2 B\n", "== 2 B\n")
    found = kifuda("import", write(text), "--json")
    assert found.lines()[0]["status"] == "disputed"
    audit = kifuda("audit", "table-nine").out
    assert f"line {line_of(text, 'B breath')}" in audit
    assert "recorded: B breath 加熱法" in audit and "A end" in audit.partition("legal was:")[2]


# --- files of which nothing can be taken: nothing is written ---------------------------------------


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (CLEAN.encode("cp932"), ["a.kfd:", "Shift-JIS", "UTF-8"]),
        (CLEAN.encode("utf-16"), ["a.kfd:1:1", "UTF-8"]),
        (CLEAN.replace("+++\n", "", 1), ["a.kfd:1:1", "+++"]),
        (CLEAN.replace('match    = "table-nine"', 'match    = "table-nine'), ["a.kfd:3:"]),
        (CLEAN.replace('match    = "table-nine"\n', ""), ["match"]),
        (
            CLEAN.replace("blade-rondo@1.03", "blade-rondo@9.99"),
            ["a.kfd:4:", "blade-rondo@9.99", "blade-rondo@1.03"],
        ),
        (CLEAN.replace('cards    = "base"', 'cards    = "bass"'), ["a.kfd:5:", "bass", "base"]),
        (CLEAN.replace('"闇黒剣", "絶対剣"', '"闇黒賢", "絶対剣"', 1), ["a.kfd:", "闇黒賢", "闇黒剣"]),
        (b"", ["a.kfd:1:1", "+++"]),
    ],
    ids=[
        "Shift-JIS",
        "UTF-16",
        "no head",
        "open quote",
        "no match id",
        "edition",
        "card set",
        "known card",
        "empty",
    ],
)
def test_a_record_without_a_usable_head_leaves_no_trace(content: str | bytes, expected: list[str]) -> None:
    err = refused("import", write(content))
    for part in expected:
        assert part in err
    assert not Path("kifuda.db").exists(), "a failed import makes no empty log"
    assert "ファイル" in refused("import", "missing.kfd", "--lang", "ja")


# --- tables ----------------------------------------------------------------------------------------


def test_players_whose_names_look_alike_are_told_and_kept_apart() -> None:
    head = "event,game,round,player1,player2,result\nCup,magic,1,"
    Path("cup.csv").write_text(f"{head}Aoi,Ren,1\nCup,magic,2,\u0410oi,Ren,2\n", "utf-8")
    told = "cup.csv: 3: the player \u0410oi looks like Aoi, and is another one by \u0410 (U+0410)"
    line = kifuda("import", "cup.csv", "--dry-run", "--json").json()
    assert line["players"] == 3 and line["alike_players"][0].startswith(told)
    assert told in kifuda("import", "cup.csv").out
    Path("nul.csv").write_text(f"{head}A\0oi,Ren,1\n", "utf-8")
    assert "nul.csv: 2: player1: the name A[U+0000]oi holds U+0000" in refused("import", "nul.csv")


# --- logs that cannot be written -------------------------------------------------------------------


def test_a_folder_that_does_not_exist_or_takes_no_file() -> None:
    write(CLEAN)
    assert "nowhere" in refused("import", "a.kfd", "--log", "nowhere/kifuda.db")
    assert "/proc/kifuda.db" in refused("import", "a.kfd", "--log", "/proc/kifuda.db")
    assert "a.kfd" in refused("import", "a.kfd", "--log", "a.kfd/kifuda.db")
    assert sorted(path.name for path in Path().iterdir()) == ["a.kfd"]


def test_a_file_that_is_no_log_stays_as_it_is() -> None:
    write(CLEAN)
    write("my shopping list", "list.txt")
    assert "list.txt is no kifuda log" in refused("import", "a.kfd", "--log", "list.txt")
    assert Path("list.txt").read_text() == "my shopping list"


def test_the_environment_names_the_log_and_the_option_wins() -> None:
    write(CLEAN)
    kifuda("import", "a.kfd", KIFUDA_LOG="one.db")
    kifuda("import", "a.kfd", "--log", "two.db", KIFUDA_LOG="one.db")
    assert sorted(path.name for path in Path().glob("*.db")) == ["one.db", "two.db"]


def test_a_writer_that_died_is_reported_and_succeeded() -> None:
    kifuda("import", write(CLEAN))
    left = '{"pid": 4711, "program": "kifuda", "host": "desk-2", "since": "2026-05-03T10:00:00Z"}'
    lock_of(Path("kifuda.db")).write_text(left)
    done = kifuda("import", write(CLEAN))
    assert done.status == 0 and "already there" in done.out
    assert "kifuda (process 4711 on desk-2, since 2026-05-03T10:00:00Z) ended without closing it" in done.err
    assert kifuda("import", write(CLEAN)).err == ""
