"""What others complain of in English, told in Japanese: card files, the operating system, TOML, stores."""

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from analytics.store.manifest import DamagedStore, NoStore, OtherLog, StoreBusy, StoreError
from engine.effect.problem import CODES, Problem
from kifuda.cli.base.failure import message
from kifuda.cli.base.foreign_messages import KNOWN, in_words, reason
from kifuda.cli.base.language import use
from tests.support.command import kifuda, refused
from tests.support.record import CLEAN

JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def japanese() -> Iterator[None]:
    use("ja")
    yield
    use("en")


def test_the_check_of_card_files_says_what_each_code_means() -> None:
    Path("mine.toml").write_text('id = "mine"\nodd = 1\n', "utf-8")
    english = kifuda("cards", "lint", "mine.toml")
    found = kifuda("cards", "lint", "mine.toml", "--lang", "ja")
    assert english.status == found.status == 1
    assert "UNKNOWN-FIELD（知られていない項目）：" in found.out
    assert re.search(r"^mine.toml:\d+:\d+: UNKNOWN-FIELD: ", english.out, re.MULTILINE)
    assert not JAPANESE.search(english.out)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_told_in_japanese(code: str, japanese: None) -> None:
    told = in_words(Problem(code, "mine.toml", 3, 1, "detail"))
    assert re.fullmatch(rf"mine\.toml:3:1：{code}（.+）：detail", told) and JAPANESE.search(told)


@pytest.mark.parametrize("name", KNOWN)
def test_the_operating_system_speaks_japanese(name: str, japanese: None) -> None:
    error = OSError(getattr(errno, name), os.strerror(getattr(errno, name)), "x.kfd")
    assert JAPANESE.search(reason(error))
    assert "x.kfd" in str(message(error))


def test_a_rare_error_keeps_its_own_words(japanese: None) -> None:
    assert reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"


def test_a_file_that_is_not_there() -> None:
    assert "ファイルもフォルダもない" in refused("import", "gone.kfd", "--lang", "ja")
    assert "No such file or directory" in refused("import", "gone.kfd")


@pytest.mark.parametrize("kind", [NoStore, DamagedStore, OtherLog, StoreBusy, StoreError])
def test_stores_have_a_sentence_for_each_trouble(kind: type[StoreError], japanese: None) -> None:
    told = message(kind("detail"))
    assert told is not None and told.endswith("：detail") and JAPANESE.search(told)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('cards    = "base', "使えない文字がある"),
        ('cards    = """base', "文字列が閉じていない"),
        ("cards    = base", "値として読めない"),
        ("cards", "キーの後に「=」がない"),
        ('cards    = "base" "more"', "文の後で改行されていない"),
        ('cards    = "base"\ncards = "base"', "同じキーに二度値がある"),
        ('cards    = ["base"', "配列が閉じていない"),
    ],
)
def test_a_head_that_is_no_toml(line: str, said: str) -> None:
    Path("odd.kfd").write_text(CLEAN.replace('cards    = "base"', line), "utf-8")
    told = refused("import", "odd.kfd", "--lang", "ja")
    assert "odd.kfd:" in told and said in told
    assert not JAPANESE.search(refused("import", "odd.kfd").replace("斬撃剣", ""))
