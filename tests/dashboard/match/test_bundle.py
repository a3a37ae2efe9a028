"""Evidence bundles from the audit page: made where the log is signed, and otherwise said why not."""

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.app.language import TEXTS
from dashboard.app.options import parse
from events.seal.head_signing import seal
from kifuda.evidence.bundle import MatchBundle, decode
from kifuda.evidence_download import EVIDENCE, evidence
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN
from tests.dashboard.match.test_seal import KEEPER
from tests.dashboard.opening import LANGUAGES, opened, run

LENT = ("--evidence", EVIDENCE)


@pytest.fixture
def log(log_of: LogOf, tmp_path: Path) -> Path:
    return Path(shutil.copy(log_of("one"), tmp_path / "log.db"))


def pressed(app: AppTest, log: Path, language: str) -> AppTest:
    """The page after somebody has asked for the bundle."""
    label = TEXTS["audit.bundle"][language]
    [button] = [button for button in app.button if button.label == label]
    button.click()
    return run(app, log, *LENT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_log_that_nobody_signed_says_how_to_sign_it(log: Path, language: str) -> None:
    app = opened(log, "audit", language, *LENT, match=CLEAN)
    [said] = [warning.value for warning in pressed(app, log, language).warning]
    assert "kifuda checkpoint" in said
    assert ("署名" in said) is (language == "ja")


def test_a_signed_log_gives_the_bundle(log: Path) -> None:
    seal(log, KEEPER)
    app = opened(log, "audit", "en", *LENT, match=CLEAN)
    assert len(pressed(app, log, "en").get("download_button")) >= 1
    bundle = decode(evidence(log, CLEAN, "en"))
    assert isinstance(bundle, MatchBundle) and bundle.match == CLEAN


def test_without_a_maker_there_is_no_button(log: Path) -> None:
    labels = [button.label for button in opened(log, "audit", match=CLEAN).button]
    assert TEXTS["audit.bundle"].en not in labels


def test_a_maker_that_there_is_none_of_is_a_wrong_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["--evidence", "nowhere:nothing"])
    assert "--evidence" in capsys.readouterr().err
