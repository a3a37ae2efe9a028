"""Heads: what they become, and what is said of a broken one."""

import re

import pytest

from engine.audit.pin import pin
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read, read_bytes, read_file
from engine.record.notation.write import write
from events.model.kinds import Opened, Shuffled
from tests.notation.records import A_HAND, HEAD, KEPT, body
from tests.support.play import RULES

FULL = """
+++
kfd      = 1
match    = "cup-r3"
ruleset  = "blade-rondo@1.03"
cards    = "base"
players  = ["Aoi", "Ren"]
played   = 2026-05-03T14:00:00+09:00
written  = "from \\"video\\""
_mood    = ["calm", { wind = 2 }]
day      = 2026-05-03

[tournament]
name = "Spring Cup"
round = 3
"ひと言" = "楽しい"
seats.odd = [1, 2]

[settings]
both_at_zero = "turn_player_wins"

[known]
dealt.A = ["斬撃剣", "??", "BR-003", ""]
undealt = ["絶対剣"]
+++
"""


def opening(text: str) -> Opened:
    event = read(text).events[0][0]
    assert isinstance(event, Opened)
    return event


def test_a_head_becomes_the_opening() -> None:
    opened = opening(FULL)
    assert (opened.game, opened.edition, opened.cards) == ("blade-rondo", "1.03", "base")
    assert opened.players == {"A": "Aoi", "B": "Ren"}
    assert opened.settings == {**RULES.default_settings(), "both_at_zero": "turn_player_wins"}
    assert opened.digests == pin(RULES, "base")
    assert opened.simulated is False
    assert opened.head == {
        "played": "2026-05-03T14:00:00+09:00",
        "written": '"from \\"video\\""',
        "_mood": '["calm", { wind = 2 }]',
        "day": "2026-05-03",
        "tournament.name": '"Spring Cup"',
        "tournament.round": "3",
        'tournament."\\u3072\\u3068\\u8a00"': '"楽しい"',
        "tournament.seats.odd": "[1, 2]",
    }


def test_a_head_is_written_back_without_loss() -> None:
    reading = read(FULL)
    text = write(reading.events, reading.match)
    assert '"ひと言" = "楽しい"' in text
    again = read(text)
    assert again.match == "cup-r3"
    assert again.events[:-1] == reading.events[:-1]


def test_other_digests_are_kept() -> None:
    text = FULL.replace("[known]", '[digests]\nengine = "0123"\n\n[known]')
    reading = read(text)
    assert opening(text).digests == {"engine": "0123"}
    assert read(write(reading.events, "m")).events[0] == reading.events[0]


def test_the_known_part_of_the_deal() -> None:
    shuffled = next(event for event, _ in read(FULL).events if isinstance(event, Shuffled))
    assert shuffled.order[:4] == ("BR-001", "", "BR-003", "")
    assert [face for face in shuffled.order if face] == ["BR-001", "BR-003", "BR-006"]
    assert shuffled.order[30] == "BR-006" and len(shuffled.order) == 40
    assert shuffled.how == "declared"


LINES = HEAD.split("\n")


def broken(old: str, new: str) -> str:
    assert old in HEAD
    return HEAD.replace(old, new) + KEPT


def house(setting: str) -> str:
    return broken("\n\n[known]", f"\n[settings]\n{setting}\n[known]")


@pytest.mark.parametrize(
    ("text", "line", "column", "said", "accepted"),
    [
        ("", 1, 1, "nothing in this file", "+++"),
        ("\n  \n", 1, 1, "nothing in this file", "+++"),
        ("A end\n", 1, 1, "head", "+++"),
        ("+++\nkfd = 1\n", 1, 1, "not closed", "+++"),
        (broken("kfd = 1", "kfd = "), 2, 7, "TOML", ""),
        (broken('match = "m-1"', 'match = "m-1'), 3, 13, "TOML", ""),
        (broken("kfd = 1", "kfd = " + "9" * 5000), 2, 7, "thousands of digits", ""),
        (broken("kfd = 1", "kfd = 0x" + "f" * 5000), 2, 7, "thousands of digits", ""),
        (broken("kfd = 1", "kfd = 0o" + "7" * 5000), 2, 7, "thousands of digits", ""),
        (broken("kfd = 1", "kfd = 0b" + "1" * 4000), 2, 1, "kfd: 131820409343094310010388…", ""),
        (broken("kfd = 1", "kfd = " + "[" * 5000), 2, 1, "nested", ""),
        (broken("kfd = 1", "kfd = 1\na" + ".a" * 30_000 + " = 1"), 3, 1, "100 parts", ""),
        (broken("kfd = 1", "kfd = 2"), 2, 1, "version 2", "1"),
        (broken("kfd = 1", "kfd = true"), 2, 1, "kfd", "1"),
        (broken('match = "m-1"\n', ""), 1, 1, "match", "match ="),
        (broken('match = "m-1"', 'match = " "'), 3, 1, "match", "spring-cup"),
        (broken('match = "m-1"', "match = 7"), 3, 1, "7", "…"),
        (broken("ruleset", "rulset"), 4, 1, "rulset", "ruleset"),
        (broken("@1.03", "@1.04"), 4, 1, "1.04", "blade-rondo@1.03"),
        (broken('cards = "base"', 'cards = "bse"'), 5, 1, "bse", "night-theater"),
        (broken('["Aoi", "Ren"]', '"Aoi"'), 6, 1, "players", "Ren"),
        (broken('["Aoi", "Ren"]', '["Aoi"]'), 6, 1, "1 player", ""),
        (broken("\n\n[known]", "\n[setings]\nx = 1\n[known]"), 7, 1, "setings", "settings"),
        (broken("\n\n[known]", "\nsettings = 1\n[known]"), 7, 1, "settings", "[settings]"),
        (house("both_at_zer = 1"), 8, 1, "both_at_zer", "both_at_zero"),
        (house('both_at_zero = "x"'), 8, 1, '"x"', '"draw"'),
        (house("ward_least = 2"), 8, 1, "ward_least", "0–1"),
        (broken('月光のルチル", "霧紡ぎのパール"]\nd', '月光のチルチ"]\nd'), 9, 52, "月光のチルチ", "ルチル"),
        (broken("dealt.A", "delt.A"), 9, 1, "delt.A", "dealt.A"),
        (broken('["斬撃剣", "斬', '["斬撃剣", "斬撃剣", "斬'), 9, 1, "斬撃剣", ""),
        (broken("dealt.A = [", "dealt.A = [" + '"??", ' * 9), 9, 1, "16 cards", ""),
        (broken("dealt.A = [", "dealt.A = [1, "), 9, 1, "[1,", ""),
    ],
)  # fmt: skip
def test_a_broken_head_says_where_and_what(
    text: str, line: int, column: int, said: str, accepted: str
) -> None:
    with pytest.raises(Unreadable) as raised:
        read(text, name="m.kfd")
    problem = raised.value.problem
    assert (problem.line, problem.column) == (line, column), problem
    assert said in problem.what.en
    assert accepted in raised.value.say("en")
    assert str(raised.value).startswith(f"m.kfd:{line}:{column}: ")
    assert raised.value.say("ja") != raised.value.say("en")


def test_a_key_of_ones_own_is_kept_even_if_it_looks_like_another() -> None:
    assert opening(broken("\n\n[known]", '\n_settings = "mine"\n[known]')).head == {"_settings": '"mine"'}
    assert opening(broken("\n\n[known]", '\nvideo = "tape 4"\n[known]')).head == {"video": '"tape 4"'}


@pytest.mark.parametrize(
    ("encoding", "guess"), [("cp932", "Shift-JIS"), ("euc_jp", "EUC-JP"), ("utf_16", "UTF-16")]
)
def test_other_encodings_are_named_and_refused(encoding: str, guess: str) -> None:
    with pytest.raises(Unreadable) as raised:
        read_bytes(body("A end").encode(encoding, "replace"), name="m.kfd")
    assert guess in raised.value.problem.what.en
    assert raised.value.problem.candidates == ("UTF-8",)
    assert raised.value.problem.line >= 1 and raised.value.problem.column >= 1


def test_a_byte_that_is_no_text() -> None:
    with pytest.raises(Unreadable) as raised:
        read_bytes(b"+++\nkfd = 1\n# \xff\n")
    assert (raised.value.problem.line, raised.value.problem.column) == (3, 3)


def test_a_file_with_a_mark_and_other_line_ends(tmp_path) -> None:  # type: ignore[no-untyped-def]  # a fixture
    path = tmp_path / "m.kfd"
    path.write_bytes(b"\xef\xbb\xbf" + body("A end").replace("\n", "\r\n").encode())
    assert read_file(path) == read(body("A end"))


def test_one_spelling_of_every_character() -> None:
    """ダ as one character or as two is the same name, and the same bytes in a log."""
    text = body(
        head=HEAD.replace(A_HAND[4], "絶命棄却のダイヤモンド")
        + KEPT.replace(A_HAND[4], "絶命棄却のダイヤモンド")
    )
    assert read(text.replace("ダ", "タ\u3099")) == read(text)
    escaped = text.replace('["Aoi", "Ren"]', '["か\\u3099", "Ren"]')
    assert opening(escaped).players["A"] == "が"


def with_head(line: str, by: str) -> str:
    """The full head with one of its lines changed."""
    assert line in FULL
    return FULL.replace(line, by)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('players  = ["Aoi", "R\\u0000en"]', "players holds U+0000"),
        ('players  = ["Aoi\\nRen", "Ren"]', "players holds U+000A"),
        (f'players  = ["Aoi", "{"R" * 201}"]', "players: a name of 201 characters; 200"),
        ('players  = ["Aoi", "\u202enimda"]', "players holds U+202E"),
        ('players  = ["Aoi", "R\u200ben"]', "players holds U+200B"),
    ],
)
def test_names_can_be_read_on_a_line(line: str, told: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read(with_head('players  = ["Aoi", "Ren"]', line))
    assert told in refused.value.problem.what.en
    named = read(with_head('players  = ["Aoi", "Ren"]', f'players  = ["山田\u3000葵", "{"R" * 200}"]'))
    assert named.match
    joined = read(with_head('players  = ["Aoi", "Ren"]', 'players  = ["Aoi", "👩\u200d🚀"]'))
    assert joined.match
    with pytest.raises(Unreadable, match="match holds U\\+200D"):
        read(with_head('match    = "cup-r3"', 'match    = "cup\u200d-r3"'))


@pytest.mark.parametrize("line", ["round = 3", "odd = [1, 2]", "wind = 2 }", "kfd      = 1"])
def test_numbers_are_those_that_every_reader_holds(line: str) -> None:
    large = re.sub(r"\d(?=\D*$)", str(2**53), line)
    with pytest.raises(Unreadable) as refused:
        read(with_head(line, large))
    assert f"{2**53} is too large" in refused.value.problem.what.en
    with pytest.raises(Unreadable) as refused:
        read(with_head(line, re.sub(r"\d(?=\D*$)", str(-(2**53)), line)))
    assert f"{2**53} is too large" in refused.value.problem.what.en


def test_players_need_names_of_their_own() -> None:
    text = with_head('players  = ["Aoi", "Ren"]', 'players  = ["Aoi", "Aoi"]')
    with pytest.raises(Unreadable) as caught:
        read(text)
    problem = caught.value.problem
    assert text.split("\n")[problem.line - 1] == 'players  = ["Aoi", "Aoi"]'
    assert "two players are called “Aoi”" in problem.what.en
    assert "「Aoi」という名前のプレイヤーが二人いる" in problem.what.ja


@pytest.mark.parametrize(
    ("line", "by"),
    [
        ('players  = ["Aoi", "Ren"]', 'players  = ["", ""]'),
        ('players  = ["Aoi", "Ren"]', 'players  = ["random", "random"]\nsimulated = true'),
    ],
)
def test_players_without_names_and_bots_may_be_called_the_same(line: str, by: str) -> None:
    assert read(with_head(line, by)).refusal is None


PLAYED = "played   = 2026-05-03T14:00:00+09:00"


@pytest.mark.parametrize(
    "value",
    ['"May"', "3", "true", '"2026-13-01"', '"2026-06-31"', "14:00:00", '"03.05.2026"', "0026-05-03", '""'],
)
def test_an_odd_day_of_play_is_told_with_its_line(value: str) -> None:
    text = with_head(PLAYED, f"played   = {value}")
    with pytest.raises(Unreadable) as caught:
        read(text)
    problem = caught.value.problem
    assert text.split("\n")[problem.line - 1] == f"played   = {value}"
    assert "which is no day" in problem.what.en and "日付として読めない" in problem.what.ja
    assert problem.candidates == ("played = 2026-05-03",)


@pytest.mark.parametrize(
    "value",
    [
        "2026-05-03",
        '"2026-05-03"',
        "2026-05-03T14:00:00Z",
        "2026-05-03 14:00:00",
        '"2026-05-03T14:00:00+09:00"',
    ],
)
def test_a_day_of_play_may_have_a_time_and_stand_in_quotation_marks(value: str) -> None:
    assert read(with_head(PLAYED, f"played   = {value}")).refusal is None


def test_an_id_cannot_be_taken_for_another() -> None:
    with pytest.raises(Unreadable) as refused:
        read(with_head('match    = "cup-r3"', 'match    = "cup-r3-с"'))
    said = refused.value.problem.what
    assert "match holds с (U+0441 CYRILLIC SMALL LETTER ES), which could be taken for another" in said.en
    assert "U+0441" in said.ja
