"""Which files are imported together, and what is said of files that nobody can read."""

import re

import pytest
from msgspec.structs import replace

from analytics.imports.alike_names import alike_names
from analytics.imports.formats.format import Options
from analytics.imports.formats.registry import by_name, recognise
from analytics.imports.prepared import Record, Results
from analytics.imports.problem import BadFile
from analytics.imports.reading.grouping import group
from analytics.imports.reading.read import read
from analytics.imports.source import Source, digest_of
from tests.analytics.imports.samples import LEAGUE, altered, source
from tests.support.record import CLEAN


def grouped(*sources: Source) -> list[list[str]]:
    found = group((one, None, recognise(one)) for one in sources)
    return [[one.name for one in files] for files, _ in found]


def test_only_files_of_a_joining_format_go_in_group() -> None:
    friday, cup = source("friday.csv"), source("spring-cup.tdf")
    record = Source("a.kfd", CLEAN.encode())
    assert grouped(friday, *map(source, LEAGUE), cup, record) == [
        ["friday.csv"], LEAGUE, ["spring-cup.tdf"], ["a.kfd"],
    ]  # fmt: skip


def test_files_from_two_places_make_two_tournaments() -> None:
    files = [(name, place, recognise(source(name))) for place in (1, 2) for name in LEAGUE]
    assert [grouped for grouped, _ in group(files)] == [tuple(LEAGUE)] * 2


def test_a_record_is_a_format_like_any_other() -> None:
    """It is recognised by its name alone, so that one without a head is refused as a record."""
    assert recognise(Source("a.kfd", b"")) is by_name("kfd") is not None
    assert recognise(Source("a.txt", CLEAN.encode())) is None


def test_a_record_is_known_by_its_name_or_its_beginning() -> None:
    for name in ("a.kfd", "a.txt"):
        found = read([Source(name, CLEAN.encode())], None, Options())
        assert isinstance(found, Record)
        assert (found.match.id, found.name) == ("table-nine", name)


def test_the_digest_of_several_files_does_not_depend_on_their_order() -> None:
    files = [source(name) for name in LEAGUE]
    found = [read(some, recognise(files[0]), Options()) for some in (files, files[::-1])]
    one, other = (results for results in found if isinstance(results, Results))
    assert one.imported.sha256 == other.imported.sha256 == digest_of(files)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"PK\x03\x04and so on", "packed"),
        (b"\x1f\x8b\x08", "packed"),
        (b"[" * 100_000, "json"),
        (b'{"a": ', "json-cut"),
        (b'{"a": "\xe9"}', "encoding"),
        (b'{"a": 1}', "unknown-format"),
        (b"\x00\xff\xfe", "binary"),
        (b"SQLite format 3\x00\x10\x00" + bytes(2000), "binary"),
        (b"%PDF-1.7\n%\xe2\xe3", "binary"),
        (b"PK\x03\x04\x14\x00[Content_Types].xml", "binary"),
        (bytes(range(256)) * 20, "binary"),
        (b"dear diary", "unknown-format"),
        ("liebes Tagebuch, schön".encode("latin-1"), "encoding"),
        ("日記、きょうは".encode("cp932"), "encoding"),
        ('{"a": 1}'.encode("utf-16"), "encoding"),
        ("round,player1,player2,result\n1,Ada,Ben,1\n".encode("utf-16-le"), "encoding"),
    ],
)
def test_what_nobody_can_read_is_reported_with_the_reason(data: bytes, key: str) -> None:
    one = Source("bad.json", data)
    with pytest.raises(BadFile) as raised:
        read([one], recognise(one), Options())
    assert [problem.key for problem in raised.value.problems] == [key]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{\n "あ": [1, 2', "the JSON breaks off in line 2, column 12"),
        ('{\r\n "あ": [1, x]}', "this is no JSON from line 2, column 11 on: JSON is malformed"),
        ("[" * 100_000, "this is no JSON: "),
    ],
)
def test_where_json_is_wrong(text: str, told: str) -> None:
    with pytest.raises(BadFile, match=told) as refused:
        read([Source("bad.json", text.encode())], None, Options())
    assert refused.value.say("ja") != refused.value.say("en")


def test_what_kind_of_binary_file_it_is() -> None:
    for start, kind in ((b"SQLite format 3\x00", "SQLite"), (b"PAR1\x15", "Parquet"), (b"\x01\x02", "")):
        with pytest.raises(BadFile) as refused:
            read([Source("log.db", start + bytes(800))], None, Options())
        assert str(refused.value).startswith(
            f"log.db: this is a binary file{f' ({kind})' if kind else ''} and"
        )


@pytest.mark.parametrize(
    "number", ["9007199254740992", "9223372036854775808", "-9007199254740992", "9" * 400]
)
@pytest.mark.parametrize(
    ("file", "written"),
    [("pod-night.json", '"losses": '), ("harbour-league/standings.json", '"ties": ')],
)
def test_a_number_that_no_statistics_hold_is_refused_at_the_door(
    file: str, written: str, number: str
) -> None:
    names = LEAGUE if file in LEAGUE else [file]
    files = []
    for name in names:
        found = source(name)
        if name == file:
            text = found.data.decode()
            at = text.index(written) + len(written)
            found = Source(name, f"{text[:at]}{number}{text[at + 1 :]}".encode())
        files.append(found)
    below_0 = number.startswith("-")
    with pytest.raises(BadFile, match=r"too large|out of range|less than 0") as refused:
        read(files, recognise(files[0]), Options(accept_partial=not below_0))
    told = refused.value.say("ja")
    assert ("0 未満" if below_0 else "大きすぎる") in told or "out of range" in told


def test_thousands_of_digits_in_a_count_of_games_break_no_reader() -> None:
    plain = source("friday.csv").data
    found = Source("made.csv", plain.replace(b"Ember,2,1,0,1", b"Ember,2,1," + b"9" * 5000 + b","))
    assert found.data != plain
    results = read([found], recognise(found), Options(name="cup", game="magic", accept_partial=True))
    assert isinstance(results, Results)


@pytest.mark.parametrize(
    ("name", "sign"),
    [("Friday Night", ""), ("Fr\u0456day Night", "\u0456"), ("金曜 Night", ""), ("Пятница", "")],
)
def test_an_id_with_a_sign_that_could_be_taken_for_another_is_told(name: str, sign: str) -> None:
    found = Source("friday.csv", source("friday.csv").data.replace(b"Friday Night", name.encode()))
    results = read([found], recognise(found), Options())
    assert isinstance(results, Results)
    assert results.look_alike()[1] == sign


def test_the_pod_of_a_match_is_a_part_of_its_id() -> None:
    found = source("friday.csv")
    results = read([found], recognise(found), Options())
    assert isinstance(results, Results)
    first, *others = results.tournament.rounds
    rounds = (replace(first, pod="\u0410"), *others)
    pods = replace(results, tournament=replace(results.tournament, rounds=rounds))
    assert pods.look_alike()[1] == "\u0410"


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\n"])
def test_an_id_with_a_sign_that_nobody_sees_is_refused(sign: str) -> None:
    found = source("friday.csv")
    with pytest.raises(BadFile, match=f"{ord(sign):04X}"):
        read([found], recognise(found), Options(name=f"cup{sign}"))


TABLE = "event,game,round,player1,player2,result\nCup,magic,1,Aoi,Ren,1\nCup,magic,1,Mio,Sora,2\n"


def imported(text: str) -> Results:
    found = Source("cup.csv", text.encode())
    results = read([found], recognise(found), Options())
    assert isinstance(results, Results)
    return results


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_lines_of_a_table_end_as_any_program_ends_them(end: str) -> None:
    plain, other = imported(TABLE), imported(TABLE.replace("\n", end))
    assert other.tournament == plain.tournament
    assert [one.place for _, one in other.tournament.pairings()] == ["2", "3"]


@pytest.mark.parametrize(
    ("text", "en", "ja"),
    [
        (f"sep=,\n{TABLE}", "cup.csv: 1: 'sep=,' is a line of Excel's", "Excel"),
        (f'"sep=;"\n{TABLE}', "is a line of Excel's", "Excel"),
        (f"Spring results,,,,,\n\n{TABLE}", "cup.csv: 1: the names of the columns stand in line 3", "3 行目"),
        (
            "大会,回戦,選手1,選手2,結果\nCup,1,Aoi,Ren,1\n",
            "cup.csv: 1: the first line names no columns .*: 大会, 回戦, 選手1, 選手2, 結果;"
            " accepted: .*round, player1, player2, result",
            "round, player1, player2, result",
        ),
        (TABLE.replace("result", "score"), "without the column result", "result"),
        (TABLE.replace("Aoi", '"Aoi'), "cup.csv: 2: a quotation mark is opened here", "引用符"),
        (TABLE.replace("Aoi", '"A,oi"').replace("Mio", '"Mio'), "cup.csv: 3: a quotation mark", "引用符"),
        (
            TABLE.replace("Ren", "R\0en"),
            r"cup.csv: 2: player2: the name R\[U\+0000\]en holds U\+0000",
            "R[U+0000]en",
        ),
        (TABLE.replace("Sora", "So\u202era"), "cup.csv: 3: player2: the name .* holds U\\+202E", "U+202E"),
        (TABLE.replace("Cup", "C\u200bup"), "U\\+200B", "U+200B"),
    ],
)
def test_what_is_wrong_with_a_table(text: str, en: str, ja: str) -> None:
    with pytest.raises(BadFile) as refused:
        imported(text)
    assert re.search(en, refused.value.say("en")), refused.value.say("en")
    assert ja in refused.value.say("ja")


def test_results_are_of_a_game_and_not_of_an_edition() -> None:
    with pytest.raises(BadFile, match="not of one edition of it: 'go@1'; accepted: go"):
        read([source("friday.csv")], by_name("csv"), Options(game="go@1"))


@pytest.mark.parametrize(
    ("name", "sign"),
    [("\u0410oi", "U+0410"), ("Ａoi", "U+FF21"), ("Aoí", ""), ("aoi", ""), ("Ao\u200di", "")],
)
def test_players_whose_names_look_alike_are_told_and_kept_apart(name: str, sign: str) -> None:
    results = imported(TABLE.replace("Mio", name))
    assert len(results.tournament.players) == 4
    found = results.alike_players()
    assert [sign in one.say("en") and name in one.say("ja") and "Aoi" in one.say() for one in found] == (
        [True] if sign else []
    )
    assert all(one.place == "3" for one in found)


def test_kana_that_look_like_kanji() -> None:
    assert [*alike_names(("二口", "ニロ", "へい", "ヘい", "Sora", "Сора"))] == [
        ("二口", "ニロ"),
        ("へい", "ヘい"),
    ]
    assert [*alike_names(("Zoë", "Zoe\u0308"))] == [("Zoë", "Zoe\u0308")]


@pytest.mark.parametrize("name", ["konami.csv", "melee.csv", "challonge.csv", "friday.csv"])
def test_a_file_that_names_nobody_is_refused(name: str) -> None:
    """It would be a tournament that no list shows."""
    head = source(name).data.splitlines(keepends=True)[0]
    one = Source(name, head)
    with pytest.raises(BadFile, match="nothing to import"):
        read([one], recognise(one), Options(name="cup", game="magic", accept_partial=True))


# --- names and days that cannot be -------------------------------------------------------------------

CARD = '{"Count": 56, "CardName": "Shore"}'


def of_day(*changes: tuple[str, str]) -> Results:
    one = altered("open-day.json", *changes)
    found = read([one], recognise(one), Options())
    assert isinstance(found, Results)
    return found


def test_blanks_around_a_name_are_no_part_of_it() -> None:
    whole = of_day()
    two = CARD.replace("56", "50"), CARD.replace("56", "6").replace("Shore", " Shore\u3000")
    apart = of_day((CARD, ", ".join(two)), ('"Ada"', '" Ada "'))
    assert apart.tournament == whole.tournament


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"CardName": "Shore"',
            '"CardName": "Sho\u200bre"',
            r"decks\[Ada\]: .* Sho\[U\+200B\]re holds U",
        ),
        ('"CardName": "Shore"', '"CardName": " "', r"decks\[Ada\]: a name is empty; accepted"),
        ('"CardName": "Shore"', f'"CardName": "{"x" * 201}"', "has 201 characters; accepted: up to 200"),
        ('"Open Day"', f'"{"x" * 3000}"', "event: the name x{60}… has 3000 characters"),
        ("2026-05-10", "0001-01-01", "date: nothing was played on 0001-01-01.*; accepted: .* 1900 to 2999"),
    ],
)
def test_names_and_days_that_cannot_be_are_refused(old: str, new: str, told: str) -> None:
    with pytest.raises(BadFile, match=told) as refused:
        of_day((old, new))
    assert refused.value.say("ja") != refused.value.say("en")


@pytest.mark.parametrize(
    ("cell", "old", "place", "most"),
    [
        (",p5,Eva,", "Eva", "4: player1", 200),
        (",1,1,p1,Ada,Tide,", "Tide", "2: deck1", 200),
        (",swiss,1,1,p1", "1,p1", "2: table", 40),
    ],
)
def test_the_cell_of_a_long_name_is_told(cell: str, old: str, place: str, most: int) -> None:
    one = altered("friday.csv", (cell, cell.replace(old, "9" * 400 + old[1:])))
    with pytest.raises(BadFile, match=f"{place}: .*accepted: up to {most}"):
        read([one], recognise(one), Options())
