"""Recording on a page: what was acknowledged is in the log, what the rules refuse names its clause."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from dashboard.app.escape import escaped
from dashboard.app.language import TEXTS
from dashboard.widgets.grade_names import grade_name
from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.record.live_recording import keeper_of
from engine.record.match import Match
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.log.sqlite_log import SqliteLog
from events.model.kinds import Derived, Fouled, Noted, Retracted, Ruled, Shuffled
from events.seal import keys
from events.seal.note import SignerKey
from events.seal.paths import key_of
from events.seal.slip import slip_of
from tests.dashboard.logs import CLEAN as ANSWERED
from tests.dashboard.logs import SAMPLES
from tests.dashboard.opening import APP, LANGUAGES, SECONDS, opened, table_of, text_of
from tests.support.record import CLEAN

LINES = [line for line in CLEAN.split("+++\n")[2].splitlines() if line and not line.startswith(("==", " "))]


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "recorder.db"
    st.cache_resource.clear()  # The recorder of a log that is gone would hold it for ever.


class RecordPage:
    """A scorekeeper at the page."""

    def __init__(self, log: Path, language: str = "en", keeper: str = "mio", **query: str) -> None:
        self.argv = ["app.py", "--log", str(log), "--record", "--keeper", keeper]
        self.app = AppTest.from_file(APP, default_timeout=SECONDS)
        self.app.query_params["lang"] = language
        for key, value in query.items():
            self.app.query_params[key] = value
        self.app._page_hash = calc_hash("record")
        self.language = language
        self.run()

    def run(self) -> None:
        with patch.object(sys, "argv", self.argv):
            self.app.run()
        assert [error.value for error in self.app.exception] == []

    def say(self, key: str, **facts: object) -> str:
        return TEXTS[key][self.language].format(**facts)

    def field(self, key: str, **facts: object) -> Any:
        label = self.say(key, **facts)
        fields = (*self.app.text_input, *self.app.text_area)
        return next(field for field in fields if field.label == label)

    def press(self, key: str) -> None:
        label = self.say(key)
        next(button for button in self.app.button if button.label == label).click()
        self.run()

    def begin(self, **players: str) -> None:
        for seat, name in players.items():
            self.field("new.player", seat=seat).input(name)
        self.press("new.begin")

    def line(self, text: str) -> None:
        """A line of a record."""
        self.field("record.line").input(text)
        self.press("record.send")


def begun(log: Path, language: str = "en") -> RecordPage:
    recorder = RecordPage(log, language)
    recorder.begin(A="Hina", B="Goro")
    recorder.press("record.dealt")
    return recorder


def dealt(log: Path, language: str = "en", *, record: str = CLEAN) -> RecordPage:
    """A match in which the same cards are dealt as in a record."""
    recorder = RecordPage(log, language)
    recorder.begin(A="Hina", B="Goro")
    known = next(event for event, _ in read(record).events if isinstance(event, Shuffled))
    faces = {"dealt.A": known.order[:15], "dealt.B": known.order[15:30]}
    for area in recorder.app.text_area:
        area.input(" ".join(faces.get(area.key.split("-")[1], ())))
    recorder.press("record.dealt")
    return recorder


def match_of(log: Path) -> str:
    with SqliteLog(log) as source:
        [info] = source.matches()
        return info.match


def history(log: Path) -> list[Derived]:
    with SqliteLog(log) as source:
        return source.history(match_of(log))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_is_recorded_and_audited(log: Path, language: str) -> None:
    recorder = dealt(log, language)
    for line in LINES:
        recorder.line(line)
        assert [error.value for error in recorder.app.error] == []
    assert grade_name(language, "EXACT") in recorder.app.success[0].value
    derived = history(log)
    assert adjudicate(derived).grade == "EXACT"
    assert derived[0][0].head["played"]


def test_the_result_is_signed_by_the_keeper_of_the_log(log: Path) -> None:
    keys.write(key_of(log), SignerKey("example.org/cup", bytes(range(32))))
    recorder = begun(log)
    for line in ("A keep ??x7", "B keep ??x7", "! agreed-end A"):
        recorder.line(line)
    recorder.press("record.sign")
    assert slip_of(log, match_of(log)) is not None
    assert any("example.org/cup" in one.value for one in recorder.app.markdown)


def test_a_reload_finds_everything(log: Path) -> None:
    recorder = begun(log)
    recorder.line("A keep ??x7")
    size = len(history(log))
    again = RecordPage(log, match=match_of(log))
    assert any(f"{size} events stored" in caption.value for caption in again.app.caption)
    again.line("B keep ??x7")
    assert len(history(log)) > size


def test_answers_that_need_nobody_are_recorded_with_what_they_follow(log: Path) -> None:
    """Though the connection may be lost before the page is drawn anew."""
    record = (SAMPLES / f"{ANSWERED}.kfd").read_text("utf-8")
    recorder = dealt(log, record=record)
    lines = (line.partition("#")[0].strip() for line in record.split("+++\n")[2].splitlines())
    for line in (re.split(r"\s{2,}", line)[0] for line in lines if line.startswith(("A ", "B "))):
        with patch.object(st, "rerun", st.stop):
            recorder.line(line)
        size = len(history(log))
        recorder.run()
        assert len(history(log)) == size, line
    assert any(getattr(event, "implied", False) for event, _ in history(log)), "no answer needed nobody"


def test_what_the_rules_refuse_becomes_a_foul_with_a_ruling(log: Path) -> None:
    recorder = begun(log)
    recorder.line("A keep ??x7")
    recorder.line("B keep ??x7")
    size = len(history(log))
    recorder.line("A use 絶対剣")
    assert "BR-5.2-2a" in recorder.app.error[0].value
    assert len(history(log)) == size
    recorder.field("record.remedy").input("life A 14")
    recorder.field("record.judge").input("Kei")
    recorder.press("record.foul")
    fouled, ruled = (event for event, _ in history(log)[-2:])
    assert isinstance(fouled, Fouled) and fouled.clause == "BR-5.2-2a"
    assert isinstance(ruled, Ruled) and ruled.by == "Kei" and ruled.changes
    assert not table_of(recorder.app)["undo"], "a tap would take the ruling back as well"
    recorder.line("A breath 加熱法")
    assert table_of(recorder.app)["undo"]
    # Cards have one name on a page, and a match that was recorded live has no lines.
    audit = opened(log, "audit", match=match_of(log))
    listed = "\n".join(one.value for one in recorder.app.markdown)
    for text in (listed, text_of(audit)):
        assert "“use Absolute Sword”" in text and "絶対剣" not in text
    assert TEXTS["column.line"].en not in audit.dataframe[0].value.columns


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", ["warning, the card goes back", "warning to player A"])
def test_a_ruling_in_plain_words_is_kept_as_it_is(log: Path, words: str) -> None:
    recorder = begun(log)
    recorder.line("A keep ??x7")
    recorder.line("B keep ??x7")
    recorder.line("A use 絶対剣")
    recorder.field("record.remedy").input(words)
    recorder.field("record.judge").input("Kei")
    recorder.press("record.foul")
    ruled = history(log)[-1][0]
    assert isinstance(ruled, Ruled) and ruled.remedy == f'"{words}"' and not ruled.changes


def test_a_comment_behind_what_was_refused_leaves_the_foul_its_clause(log: Path) -> None:
    recorder = begun(log)
    recorder.line("A keep ??x7")
    recorder.line("B keep ??x7")
    recorder.line("A use 絶対剣 # the third time")
    recorder.press("record.foul")
    foul = history(log)[-1][0]
    assert isinstance(foul, Fouled) and (foul.act, foul.clause) == ("use 絶対剣", "BR-5.2-2a")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("remedy", "judge"),
    [
        ("life A 14", " "),
        ("life A many", "Kei"),
        ("life", "Kei"),
        ("斬撃剣 to nowhere", "Kei"),
        ("no", 'K"ei'),
    ],
)
def test_a_ruling_that_cannot_be_read_leaves_no_foul_behind(log: Path, remedy: str, judge: str) -> None:
    """However often it is sent: the foul is recorded once, with the ruling that can be read."""
    recorder = begun(log)
    recorder.line("A keep ??x7")
    recorder.line("B keep ??x7")
    recorder.line("A use 絶対剣")
    size = len(history(log))
    recorder.field("record.remedy").input(remedy)
    recorder.field("record.judge").input(judge)
    for _ in range(2):
        recorder.press("record.foul")
        assert len(recorder.app.error) == 2 and len(history(log)) == size
    recorder.field("record.remedy").input("life A 14")
    recorder.field("record.judge").input("Kei")
    recorder.press("record.foul")
    assert [type(event) for event, _ in history(log)[size:]] == [Fouled, Ruled]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_card_is_said_to_be_none(log: Path, language: str) -> None:
    recorder = RecordPage(log, language)
    recorder.begin(A="Hina", B="Goro")
    for typed, told in (("Zzz", "??"), ("[x](y)", r"\[x\]"), ("Aqua", "Aqua")):
        recorder.app.text_area[0].input(typed)
        recorder.press("record.dealt")
        [error] = recorder.app.error
        assert told in error.value and "[]" not in error.value
    assert len(history(log)) == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_say_what_their_clauses_say(log: Path, language: str) -> None:
    app, rules = RecordPage(log, language).app, RULESETS["blade-rondo@1.03"]
    told = "\n".join(one.proto.help for one in (*app.selectbox, *app.number_input))
    for setting in rules.settings.values():
        assert f"**{setting.clause}** {escaped(rules.clauses[setting.clause].says[language])}" in told


def test_a_slip_of_the_keyboard_leaves_no_trace(log: Path) -> None:
    recorder = begun(log)
    size = len(history(log))
    recorder.line("A kep")
    assert recorder.app.error
    recorder.press("record.dismiss")
    assert not recorder.app.error
    assert len(history(log)) == size


def test_taking_back_asks_why_and_is_recorded(log: Path) -> None:
    recorder = begun(log)
    recorder.line("A keep ??x7")
    recorder.press("record.take-back")
    assert recorder.say("record.why-needed") in [error.value for error in recorder.app.error]
    recorder.field("record.why").input("the wrong player")
    recorder.press("record.take-back")
    retracted = history(log)[-1][0]
    assert isinstance(retracted, Retracted) and (retracted.why, retracted.by) == ("the wrong player", "mio")
    assert recorder.field("record.why").value == "", "a second click takes back nothing else"


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_export_says_that_it_leaves_out_what_was_taken_back(log: Path, language: str) -> None:
    """The notation has no line for it; the log has all of it."""
    recorder = begun(log, language)
    recorder.line("A keep ??x7")
    recorder.press("record.take-back")
    recorder.field("record.why").input("the wrong player")
    recorder.press("record.take-back")
    for line in ("A keep ??x7", "B keep ??x7", "! agreed-end A"):
        recorder.line(line)
    told = [caption.value for caption in recorder.app.caption]
    (said,) = [text for text in told if "--format json" in text]
    assert ("1 time)" in said) if language == "en" else ("1回" in said)
    match = Match(history(log), id=match_of(log))
    again = read(write(match.derived, match.id)).events
    assert not any(isinstance(event, Retracted) for event, _ in again)


def test_of_what_was_not_taken_back_an_export_says_nothing(log: Path) -> None:
    recorder = begun(log)
    for line in ("A keep ??x7", "B keep ??x7", "! agreed-end A"):
        recorder.line(line)
    assert not any("--format json" in caption.value for caption in recorder.app.caption)


def test_a_remark_is_recorded_with_its_writer(log: Path) -> None:
    recorder = begun(log)
    recorder.field("record.note-text").input("B was late")
    recorder.press("record.note")
    noted = history(log)[-1][0]
    assert isinstance(noted, Noted) and (noted.text, noted.by) == ("B was late", "mio")
    assert recorder.field("record.note-text").value == ""


def test_what_a_keyboard_writes_as_two_characters_is_one(log: Path) -> None:
    recorder = begun(log)
    recorder.line("A keep ??x7")
    recorder.field("record.note-text").input("か\u3099")
    recorder.press("record.note")
    assert history(log)[-1][0].text == "が"
    recorder.field("record.why").input("か\u3099")
    recorder.press("record.take-back")
    assert history(log)[-1][0].why == "が"


def test_of_two_scorekeepers_at_one_table_nobody_loses_anything(log: Path) -> None:
    one = begun(log)
    other = RecordPage(log, keeper="ken", match=match_of(log))
    one.line("A keep ??x7")
    size = len(history(log))
    other.line("A keep ??x7")  # on a page that does not show it yet
    assert len(history(log)) == size
    assert other.say("record.others") in [warning.value for warning in other.app.warning]
    other.line("B keep ??x7")
    with SqliteLog(log) as source:
        keepers = [keeper_of(record.entry.command) for record in source.read(match_of(log))]
    assert keepers[0] == "mio" and keepers[-1] == "ken"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("sent", "typed"), [("take-back", "why"), ("note", "note-text"), ("foul", "remedy")])
def test_what_was_sent_from_a_page_that_is_overtaken_is_not_taken(log: Path, sent: str, typed: str) -> None:
    """It was about what stood there: the last act is another one now, which somebody else stated."""
    one = begun(log)
    one.line("A keep ??x7")
    one.line("B keep ??x7")
    other = RecordPage(log, keeper="ken", match=match_of(log))
    other.line("A use 絶対剣")
    other.field(f"record.{typed}").input("the other card")
    one.line("A breath 加熱法")
    before = history(log)
    other.press(f"record.{sent}")
    assert history(log) == before
    assert other.say("record.others") in [warning.value for warning in other.app.warning]
    assert other.field(f"record.{typed}").value == "the other card", "what was typed is still there"
    other.run()
    assert history(log) == before and not other.app.warning, "it is sent no second time"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_head_that_cannot_be_taken_says_why(log: Path, language: str) -> None:
    recorder = RecordPage(log, language)
    recorder.begin(A="Hina", B="Hina")
    assert "Hina" in recorder.app.error[0].value
    assert not log.exists() or not SqliteLog(log).matches()


def test_without_record_there_is_no_such_page(log: Path) -> None:
    SqliteLog(log, writing=True).close()
    app = AppTest.from_file(APP, default_timeout=SECONDS)
    app._page_hash = calc_hash("record")
    with patch.object(sys, "argv", ["app.py", "--log", str(log)]):
        app.run()
    assert TEXTS["new.begin"].en not in [button.label for button in app.button]
