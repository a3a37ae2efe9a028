"""What the audit page says of signatures."""

import shutil
from pathlib import Path

import pytest

from dashboard.app.language import TEXTS
from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from events.seal.note import SignerKey
from events.seal.paths import checkpoint_of
from events.seal.slip_signing import sign
from events.seal.verifiers import add_key
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.opening import LANGUAGES, opened, text_of
from tests.events.files import spoil

KEEPER = SignerKey("example.org/cup", bytes(range(32)))
ALICE = SignerKey("alice.example", bytes(range(1, 33)))
AT = 1_767_225_600


@pytest.fixture
def log(log_of: LogOf, tmp_path: Path) -> Path:
    """A log of its own, with one clean match."""
    source = log_of("one")
    path = tmp_path / "log.db"
    shutil.copy(source, path)
    shutil.copytree(source.with_suffix(".store"), path.with_suffix(".store"))
    return path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_that_nobody_signed(log: Path, language: str) -> None:
    page = text_of(opened(log, "audit", language, match=CLEAN))
    assert TEXTS["seal.no-checkpoint"][language] in page
    assert TEXTS["seal.no-slip"][language] in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_signed_when_and_whether_it_holds(log: Path, language: str) -> None:
    seal(log, KEEPER)
    add_key(log, KEEPER.verifier)
    with SqliteLog(log) as source:
        sign(source, log, CLEAN, ALICE, keeper=KEEPER, at=AT)
        entries = source.count(CLEAN)
    page = text_of(opened(log, "audit", language, match=CLEAN))
    told = {
        "en": [
            f"Covered by the checkpoint of `example.org/cup` over {entries} entries",
            f"Signed like a result slip, {entries} entries",
            "`example.org/cup`: holds",
            "`alice.example`, 2026-01-01 00:00 UTC: unknown",
        ],
        "ja": [
            f"`example.org/cup` のチェックポイント（記録{entries}件）に含まれる",
            f"署名票あり：記録{entries}件",
            "`example.org/cup`：正しい",
            "`alice.example`、2026-01-01 00:00 UTC：不明",
        ],
    }[language]
    assert [line for line in told if line not in page] == []
    add_key(log, ALICE.verifier)
    again = text_of(opened(log, "audit", language, match=CLEAN))
    assert ("UTC: holds" if language == "en" else "UTC：正しい") in again


def test_a_checkpoint_that_cannot_be_read_is_told(log: Path) -> None:
    checkpoint_of(log).write_text("nothing")
    app = opened(log, "audit", match=CLEAN)
    assert any("log.db.checkpoint" in warning.value for warning in app.warning)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_a_match_that_does_not_fit_its_hashes_no_verdict_is_shown(log: Path, language: str) -> None:
    """Nor that the slip holds, though the match was read while it was sound."""
    with SqliteLog(log) as source:
        sign(source, log, CLEAN, KEEPER, keeper=KEEPER, at=AT)
    before = text_of(opened(log, "audit", language, match=CLEAN))
    assert "EXACT" in before
    spoil(log, "UPDATE place SET act = 0 WHERE position = (SELECT max(position) FROM place)")
    app = opened(log, "audit", language, match=CLEAN)
    (error,) = app.error
    assert f"match {CLEAN}" in error.value and f"kifuda verify --log {log}" in error.value
    page = text_of(app).replace(error.value, "")
    assert "EXACT" not in page and "example.org/cup" not in page
