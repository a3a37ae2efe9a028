"""Files that come in on a page: shown first, written after a button, under a name, and counted at once."""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Button
from streamlit.util import calc_hash

import analytics.imports
from analytics.derived_data import refresh
from analytics.imports.formats.format import Options
from analytics.imports.reading.preview import Preview
from analytics.imports.reading.preview_steps import Step, preview_steps
from analytics.imports.reading.sandbox import _gathered
from analytics.imports.source import Source
from analytics.imports.writing.in_log import InLog
from analytics.store.reader import Store
from dashboard.app.escape import escaped
from dashboard.app.language import TEXTS
from dashboard.imports import import_job, uploads
from dashboard.imports.uploads import display_name, distinct
from dashboard.widgets.grade_names import grade_name
from engine.games.registry import RULESETS
from engine.kernel.bilingual import load_texts
from engine.record.live_recording import keeper_of
from events.log.sqlite_log import SqliteLog
from events.seal.paths import files_of
from tests.analytics.imports.samples import LEAGUE, altered, sample, source
from tests.dashboard.opening import APP, LANGUAGES, SECONDS, opened, text_of
from tests.support.record import CLEAN, changed

PROBLEMS = load_texts(Path(analytics.imports.__file__).with_name("texts.toml"))
HARBOUR = Path(__file__).parents[2] / "ptcgl" / "logs" / "harbour.txt"
RECORD, BATTLE = Source("nine.kfd", CLEAN.encode()), Source("battle.txt", HARBOUR.read_bytes())
FRIDAY, DAY, CUP = map(source, ("friday.csv", "open-day.json", "spring-cup.tdf"))
BROKEN = altered("open-day.json", ('"Dov", "Result": "2-1-0"', '"Dov", "Result": "two"'))
"""Open Day with a row that cannot be taken."""
CORRECTED = altered("friday.csv", (",2,1,0,1,2,1 2 1", ",1,2,0,2,2,2 1 2"))
"""Friday Night in which Ben beats Ada."""


@pytest.fixture(autouse=True, scope="module")
def previews() -> Iterator[None]:
    """Files are read in the tests' process, and what is found comes back as lines of JSON: to start another
    process for each page takes longer than all else here. That it finds the same is told by ``test_sandbox``
    of the imports; in a browser (``test_organiser``) it is started."""

    def preview(sources: Sequence[Source], options: Mapping[str, Options]) -> list[Preview]:
        lines = [msgspec.json.encode(step) for step in preview_steps(sources, options)]
        return _gathered(sources, (msgspec.json.decode(line, type=Step) for line in lines), SECONDS)

    with patch.object(uploads, "preview_in_sandbox", preview):
        yield


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "desk.db"
    st.cache_resource.clear()  # The desk of a log that is gone would hold it for ever.


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages sum up the facts themselves: to keep sums takes longer than the import of these small files."""
    monkeypatch.setattr(import_job, "refresh", lambda folder: None)


class Page:
    """An organiser at the page."""

    def __init__(self, log: Path, language: str = "en", keeper: str = "mio") -> None:
        self.argv = ["app.py", "--log", str(log), "--record", "--keeper", keeper]
        self.app = AppTest.from_file(APP, default_timeout=SECONDS)
        self.app.query_params["lang"] = language
        self.app._page_hash = calc_hash("import")
        self.language = language
        self.run()

    def run(self) -> None:
        with patch.object(sys, "argv", self.argv):
            self.app.run()
        assert [error.value for error in self.app.exception] == []

    def say(self, key: str, **facts: object) -> str:
        return TEXTS[key][self.language].format(**facts)

    def send(self, *sources: Source) -> None:
        """Files as a browser sends them: by their names, without folders."""
        files = [(one.name.rpartition("/")[2], one.data, "application/octet-stream") for one in sources]
        self.app.file_uploader[0].set_value(files)
        self.run()

    def tick(self, key: str) -> None:
        next(box for box in self.app.checkbox if box.label == self.say(key)).check()
        self.run()

    def fill(self, key: str, text: str) -> None:
        next(field for field in self.app.text_input if field.label == self.say(key)).input(text)
        self.run()

    @property
    def button(self) -> Button:
        return self.app.button(key="import-do")

    def take(self) -> None:
        """Press the button."""
        self.button.click()
        self.run()

    @property
    def states(self) -> list[str]:
        """The badges of the files."""
        known = {self.say(key): key.rpartition("-")[2] for key in TEXTS if key.startswith("import.state-")}
        texts = [text.value.partition("[")[2].removesuffix("]") for text in self.app.markdown]
        return [known[text] for text in texts if text in known]

    @property
    def text(self) -> str:
        return text_of(self.app)


def entries(log: Path) -> int:
    if not log.exists():
        return 0
    with SqliteLog(log) as source:
        return source.size


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_anything_is_sent_it_says_what_can_be(log: Path, language: str) -> None:
    page = Page(log, language)
    assert page.app.title[0].value == TEXTS["nav.import"][language]
    assert "16 MiB" in page.text and "TopDeck" in page.text
    assert not log.exists()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_is_shown_and_nothing_is_written(log: Path, language: str) -> None:
    page = Page(log, language)
    page.send(FRIDAY, DAY, CUP, RECORD, BATTLE, *map(source, LEAGUE))
    assert page.states == ["new"] * 6
    for format in ("csv", "decklist-cache", "tom", "kfd", "ptcgl", "limitless"):
        assert page.say(f"import.format-{format}") in page.text
    for text in ("Friday Night", "Open Day", "table-nine", grade_name(language, "EXACT"), "2026-05-10"):
        assert text in page.text
    assert page.say("difference.floor-third") in page.text
    assert not log.exists()


def test_what_was_imported_is_there_at_once_on_every_page(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_job, "refresh", refresh)
    page = Page(log)
    page.send(DAY, RECORD, *map(source, LEAGUE))
    page.take()
    imported = [text.value for text in page.app.markdown if "check_circle" in text.value]
    assert len(imported) == 3 and "matches: 9" in imported[0] and "Exact" in imported[1]
    tournaments = opened(log, "tournaments", cup="open-day-2026-05-10")
    assert "Eva" in tournaments.dataframe[0].value["player"].to_list()
    assert "Hina" in text_of(opened(log, "replay", match="table-nine"))
    meta = opened(log, "meta", tournament="Harbour League")
    assert TEXTS["meta.results"].en in [caption.value for caption in meta.caption]
    decks = sample(*LEAGUE).players
    named = {player.deck.archetype for player in decks if player.deck and player.deck.archetype}
    assert named and named == set(meta.dataframe[0].value["archetype"])
    projected = Store(log.with_suffix(".store"))
    assert projected.manifest.position == entries(log)
    projected.close()


def test_every_entry_says_who_imported_it(log: Path) -> None:
    page = Page(log, keeper="mio")
    page.send(FRIDAY, RECORD, BATTLE)
    page.take()
    with SqliteLog(log) as source:
        assert {keeper_of(record.entry.command) for record in source.follow()} == {"mio"}
    assert [path.read_bytes() for path in files_of(log).iterdir()] == [FRIDAY.data]


def test_after_an_import_the_page_is_ready_for_the_next_one(log: Path) -> None:
    page = Page(log)
    page.send(FRIDAY)
    page.take()
    assert page.app.file_uploader[0].value in (None, [])
    page.send(FRIDAY)
    assert page.states == ["same"] and page.button.disabled
    assert page.say("import.same") in page.app.info[0].value


# --- what cannot be taken, each with its place ----------------------------------------------------------


BAD = {
    "empty.csv": (b"", "empty"),
    "bomb.zip": (b"PK\x03\x04" + b"\0" * 100, "packed"),
    "deep.json": (b"[" * 200_000, "json"),
    "half.json": (DAY.data[:-20], "json-cut"),
    "other.json": (b'{"a": 1}', "unknown-format"),
    "diary.txt": (b"Dear diary", "unknown-format"),
    "battle.txt": (BATTLE.data.decode().encode("utf-16"), "encoding"),
    "laugh.tdf": (b'<!DOCTYPE x [<!ENTITY a "ha">]><tournament type="2" stage="5">&a;</tournament>', "xml"),
    "half.tdf": (CUP.data[:-40], "xml"),
    "bad.csv": (FRIDAY.data.replace(b"Ada,Tide,p2", b"Ada,Tide"), "cells"),
}
"""Files that cannot be taken, and the problem of each."""


@pytest.mark.sampled(1)
@pytest.mark.parametrize("language", LANGUAGES)
def test_bad_files_are_shown_with_their_reasons_and_stop_no_other(log: Path, language: str) -> None:
    page = Page(log, language)
    page.send(*(Source(name, data) for name, (data, _) in BAD.items()), RECORD)
    assert page.states == ["refused"] * len(BAD) + ["new"]
    for error, (name, (_, problem)) in zip(page.app.error, BAD.items(), strict=True):
        words, *_ = re.split("[{<]", PROBLEMS[f"problem.{problem}"][language])  # before any fact
        said = escaped(f"{words}_").removesuffix(
            "\\_"
        )  # a colon that ends a text may be read with what follows
        assert error.value.startswith(escaped(name)) and said in error.value
    assert page.say("import.not-these", n=len(BAD)) in page.text
    page.take()
    assert page.app.warning[0].value == page.say("import.left", names=escaped(" · ".join(BAD)))
    with SqliteLog(log) as source:
        assert [info.match for info in source.matches()] == ["table-nine"]


def test_a_broken_record_is_shown_with_its_line(log: Path) -> None:
    page = Page(log)
    page.send(Source("bad.kfd", CLEAN.replace("ruleset", "rulesed").encode()))
    assert page.states == ["refused"] and page.button.disabled
    assert escaped("bad.kfd:") in page.app.error[0].value


def test_a_disputed_record_comes_in_and_says_so(log: Path) -> None:
    page = Page(log)
    page.send(Source("a.kfd", changed("=> ATK A 1", "=> ATK A 2").encode()))
    assert page.states == ["new"] and "is not what the rules give" in page.app.warning[0].value
    (id,) = re.findall(r"\((BR-[^)]+)\)", page.app.warning[0].value)
    assert f"{id}] {RULESETS['blade-rondo@1.03'].clauses[id].says['en']}" in page.text, "the clause in full"
    page.take()
    assert "Diverged" in page.text


def test_a_record_that_ends_amid_a_line_says_so_and_blames_nobody(log: Path) -> None:
    page = Page(log)
    page.send(Source("a.kfd", (CLEAN[: CLEAN.index("=> ATK A 1")] + "=> ATK A (").encode()))
    (warning,) = page.app.warning
    assert "The reading ends at this line" in warning.value and escaped("a.kfd:") in warning.value
    assert "is not what the rules give" not in warning.value


def test_without_its_bad_rows_a_file_comes_in_and_the_log_says_which(log: Path) -> None:
    page = Page(log)
    page.send(BROKEN)
    assert page.states == ["refused"] and page.button.disabled
    page.tick("import.partial")
    assert page.states == ["new"]
    assert not page.button.disabled
    assert any("Rounds" in warning.value for warning in page.app.warning)
    page.take()
    assert "rows left out: 1" in page.text
    assert "two" in text_of(opened(log, "tournaments", cup="open-day-2026-05-10"))


def test_the_choice_can_be_taken_back(log: Path) -> None:
    page = Page(log)
    page.send(BROKEN)
    page.tick("import.partial")
    page.app.checkbox[0].uncheck()
    page.run()
    assert page.states == ["refused"]


def test_a_table_without_a_name_gets_one(log: Path) -> None:
    lines = FRIDAY.data.decode().splitlines()
    nameless = "\n".join(line.partition(",")[2] for line in lines)
    page = Page(log)
    page.send(Source("table.csv", nameless.encode()))
    assert page.states == ["refused"]
    page.fill("import.name", "Monday")
    assert page.states == ["new"]
    page.take()
    assert "Monday" in text_of(opened(log, "tournaments", cup="Monday"))


# --- what the log has already -----------------------------------------------------------------------------


def test_a_correction_is_previewed_and_needs_consent(log: Path) -> None:
    page = Page(log)
    page.send(FRIDAY)
    page.take()
    size = entries(log)
    page.send(CORRECTED)
    assert page.states == ["other"] and page.button.disabled
    assert "changes 1" in page.app.warning[0].value and "leaves 6" in page.app.warning[0].value
    assert entries(log) == size
    page.tick("import.replace")
    page.take()
    assert "1 changed" in page.text
    assert entries(log) > size


def test_another_tournament_of_the_same_name_gets_an_id_of_its_own(log: Path) -> None:
    page = Page(log)
    page.send(FRIDAY)
    page.take()
    page.send(CORRECTED)
    page.fill("import.name", "friday-two")
    assert page.states == ["new"]
    page.take()
    assert len(opened(log, "tournaments").dataframe[0].value) == 2


def test_another_record_of_the_same_match_is_a_conflict(log: Path) -> None:
    page = Page(log)
    page.send(RECORD)
    page.take()
    size = entries(log)
    page.send(Source("b.kfd", CLEAN.replace("# face down", "# hidden").encode()))
    assert page.states == ["taken"] and page.button.disabled
    assert page.say("import.taken-match") == page.app.error[0].value
    assert entries(log) == size


@pytest.mark.parametrize("seen", [True, False])
def test_what_somebody_else_imported_meanwhile_is_not_overwritten(
    log: Path, monkeypatch: pytest.MonkeyPatch, seen: bool
) -> None:
    """Whether it came before the button was pressed, or between that and the writing."""
    first, second = Page(log, keeper="mio"), Page(log, keeper="ken")
    first.send(FRIDAY)
    second.send(CORRECTED)
    assert second.states == ["new"]
    first.take()
    size = entries(log)
    if not seen:
        monkeypatch.setattr(import_job, "in_log", lambda *_: InLog("new"))
    second.take()
    assert entries(log) == size
    if seen:
        assert second.states == ["other"] and second.button.disabled
    else:
        assert second.say("import.arrived-taken") in second.app.error[0].value


def test_the_same_file_twice_is_one_file(log: Path) -> None:
    page = Page(log)
    page.send(FRIDAY, Source("again.csv", FRIDAY.data))
    assert page.states == ["new"]


# --- bounds, and names that are shown and nothing else -----------------------------------------------------


@pytest.mark.parametrize("bound", ["FILE_MIB", "ALL_MIB", "MAX_FILES"])
def test_more_than_the_bounds_is_refused_before_it_is_read(
    log: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(uploads, bound, 1)
    monkeypatch.setattr(uploads, "MIB", 2**10)
    page = Page(log)
    monkeypatch.setattr(uploads, "preview_in_sandbox", lambda *_: pytest.fail("it was read"))
    page.send(RECORD, Source("more.txt", b"x" * 2000))
    assert len(page.app.error) == 1 and not page.states


def test_the_bound_of_the_server_is_that_of_the_page() -> None:
    config = (APP.parents[1] / ".streamlit" / "config.toml").read_text("utf-8")
    assert f"maxUploadSize = {uploads.FILE_MIB}\n" in config


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("../../etc/passwd.kfd", "passwd.kfd"),
        ("C:\\cups\\may.tdf", "may.tdf"),
        ("/", "?"),
        ("", "?"),
        ("a\u202efdk.exe\n.csv", "afdk.exe.csv"),
        ("x" * 500 + ".json", "x" * 80 + ".json"),
    ],
)
def test_a_name_is_a_name_and_no_path(written: str, shown: str) -> None:
    assert display_name(written) == shown


def test_no_two_files_have_the_same_name() -> None:
    files = [("a/cup.csv", b"1"), ("b/cup.csv", b"2"), ("c/cup.csv", b"1"), ("cup.csv", b"3")]
    assert [source.name for source in distinct(files)] == ["cup.csv", "cup (2).csv", "cup (3).csv"]


def test_what_a_file_says_is_no_markup(log: Path) -> None:
    evil = "![](https://evil.example/seen.png)"
    page = Page(log)
    page.send(Source(f"{evil}.csv".replace("/", ""), FRIDAY.data.replace(b"Friday Night", evil.encode())))
    assert page.states == ["new"]
    shown = [text.value for text in (*page.app.markdown, *page.app.caption)]
    assert any("evil" in text for text in shown)
    assert not any("![" in text or "](" in text for text in shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_whose_names_look_alike_are_told_before_anything_is_written(log: Path, language: str) -> None:
    page = Page(log, language)
    page.send(Source("friday.csv", FRIDAY.data.replace(b"p4,Dov", "p4,\u0410da".encode())))
    assert page.states == ["new"]
    assert any("0410" in warning.value and "Ada" in warning.value for warning in page.app.warning)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hole_in_a_file_is_told_before_and_after_it_is_written(log: Path, language: str) -> None:
    page = Page(log, language)
    page.send(altered("spring-cup.tdf", ('round number="2"', 'round number="5"')))
    assert page.states == ["new"]
    (told,) = (warning.value for warning in page.app.warning if "senior" in warning.value)
    page.take()
    after = opened(log, "tournaments", language, cup="tom-26-05-000001")
    assert told in [warning.value for warning in after.warning]


# --- who may -------------------------------------------------------------------------------------


def test_without_record_there_is_no_such_page(log: Path) -> None:
    Page(log).send(RECORD)
    app = AppTest.from_file(APP, default_timeout=SECONDS)
    app._page_hash = calc_hash("import")
    with patch.object(sys, "argv", ["app.py", "--log", str(log)]):
        app.run()
    assert list(app.file_uploader) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_rules_refuse_and_what_they_accept_are_two_sentences(log: Path, language: str) -> None:
    page = Page(log, language)
    lines = RECORD.data.decode().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("A use"))
    page.send(Source("late.kfd", "".join((*lines[:at], "A use 絶対剣\n", *lines[at:])).encode()))
    [warning] = page.app.warning
    assert {"en": "]. Accepted: A ", "ja": "]。 受け付けるもの：A "}[language] in warning.value.replace(
        "\\", ""
    )
