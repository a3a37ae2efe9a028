"""The ruling sheet: everything that a judge needs stands on it, in both languages, always the same bytes."""

from io import BytesIO
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from dashboard.app.language import TEXTS
from dashboard.match.audit.ruling_sheet import sheet
from engine.record.match import Match

SAMPLES = sorted((Path(__file__).parents[3] / "kifuda" / "samples").rglob("*.kfd"))
LEAF = "5c" * 32


def text_of(data: bytes) -> str:
    return "".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages).replace("\n", "")


@pytest.mark.sampled(11)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_finding_of_every_sample_is_a_sheet(path: Path, language: str) -> None:
    match = Match.read(path)
    for finding in match.verdict.findings or (None,):
        data = sheet(match, match.verdict, finding, leaf=LEAF, language=language)
        text = text_of(data)
        assert TEXTS["sheet.decision"][language] in text and LEAF in text.replace(" ", "")
        assert match.id in text
        if finding is not None and finding.clause:
            assert f"[{finding.clause}]" in text
        assert data == sheet(match, match.verdict, finding, leaf=LEAF, language=language)


def test_a_loose_page_says_what_it_belongs_to() -> None:
    """Also that with the boxes to sign; and a finding that an earlier one explains says so."""
    match = Match.read(next(path for path in SAMPLES if path.stem == "disputed-damage-pile"))
    for finding in match.verdict.findings:
        data = sheet(match, match.verdict, finding, leaf=LEAF, language="ja")
        for number, page in enumerate(PdfReader(BytesIO(data)).pages, start=1):
            foot = f"{TEXTS['sheet.title']['ja']} · {match.id} · #{finding.seq} · {LEAF[:16]}"
            assert page.extract_text().replace("\n", "").startswith(f"{foot}{number}")
        assert (TEXTS["finding.follows"]["ja"] in text_of(data)) == finding.follows


def test_what_people_wrote_is_no_markup() -> None:
    match = Match.read(next(path for path in SAMPLES if path.stem == "disputed-overspent"))
    named = match.opened.players | {"A": "<b>Aoi & </i>"}

    opened = msgspec.structs.replace(match.opened, players=named)
    altered = Match([(opened, None), *match.derived[1:]], id="<u>")
    data = sheet(altered, match.verdict, match.verdict.findings[0], leaf="", language="en")
    assert "<b>Aoi & </i>" in text_of(data)
