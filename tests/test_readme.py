"""The code blocks of the README and of the pages in docs do what they say."""

import doctest
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "kifuda" / "samples" / "blade-rondo"
PAGES = [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").rglob("*.md"))]
NEEDS_A_LEAGUE = {"analytics.md", "cubes.md"}
"""Pages whose blocks run on a projected league: ``tests/analytics`` runs them."""
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name not in NEEDS_A_LEAGUE],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_python_blocks_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(shutil.copytree(SAMPLES, tmp_path / "samples"))
    source = "\n".join(BLOCK.findall(page.read_text("utf-8")))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_readme_has_blocks_to_run() -> None:
    assert ">>>" in "".join(BLOCK.findall((ROOT / "README.md").read_text("utf-8")))


def test_both_readmes_show_the_same_commands() -> None:
    """All blocks but the Python one, which prints the language of the page."""
    pages = [(ROOT / name).read_text("utf-8") for name in ("README.md", "README.ja.md")]
    found = [re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) for page in pages]
    english, japanese = ([block for block in blocks if block[0] != "python"] for blocks in found)
    assert english == japanese and len(english) > 2
