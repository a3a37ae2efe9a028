"""Coverage of clauses: ids match whole, places are real, and what is not cited is not covered."""

import re
from pathlib import Path

import pytest

from engine.audit.coverage import ROOT, Covered, Shown, _Citations, coverage, shown_cases
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset


@pytest.fixture(scope="module", params=sorted(RULESETS))
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return RULESETS[request.param]


@pytest.fixture(scope="module")
def covered(rules: Ruleset) -> list[Covered]:
    return coverage(rules)


@pytest.fixture(scope="module")
def shown(rules: Ruleset) -> list[Shown]:
    return shown_cases(rules)


@pytest.mark.sampled(2)
def test_places_are_real_and_hold_the_citation(covered: list[Covered]) -> None:
    for one in covered:
        for place in one.code:
            file, line, name = re.fullmatch(r"(.+):(\d+) (\S+)", place).groups()
            text = (ROOT / file).read_text("utf-8")
            assert one.clause in text.splitlines()[int(line) - 1]
            assert name in text


@pytest.mark.sampled(2)
def test_cases_are_named_by_file_and_title(covered: list[Covered], shown: list[Shown]) -> None:
    titles = {f"{one.file}#{one.case.title.en}" for one in shown}
    named = {case for one in covered for case in one.cases}
    assert named == titles


@pytest.mark.sampled(2)
def test_titles_are_unique_in_each_file(shown: list[Shown]) -> None:
    for language in ("en", "ja"):
        seen = {(one.file, one.number): (one.file, one.case.title[language]) for one in shown}
        assert len(set(seen.values())) == len(seen)


@pytest.mark.sampled(2)
def test_tests_can_be_handed_to_pytest(covered: list[Covered], shown: list[Shown]) -> None:
    ids = {one.test for one in shown}
    for one in covered:
        for test in one.tests:
            file, name = test.split("::", 1)
            assert (ROOT / file).is_file()
            assert name.isascii()
            if name.startswith("test_cases["):
                assert name.removeprefix("test_cases[").removesuffix("]") in ids


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("(BR-5.2-1)", ["BR-5.2-1"]),
        ("(BR-5.2-14a)", ["BR-5.2-14a"]),
        ("BR-5.2-9.3b, then BR-5.2-9.", ["BR-5.2-9.3b", "BR-5.2-9"]),
        ("the section BR-5.2", []),
        ("BR-5.2-1x", []),
        ("XBR-5.2-1", []),
        ("BR-base-9-1 and BR-base-9-10", ["BR-base-9-1", "BR-base-9-10"]),
    ],
)
def test_ids_match_whole(text: str, cited: list[str]) -> None:
    citations = _Citations(RULESETS["blade-rondo@1.03"])
    found = citations.by_clause(iter([("here", text)]))
    assert sorted(id for id, places in found.items() if places) == sorted(cited)


@pytest.mark.sampled(2)
def test_what_nothing_cites_is_not_covered(
    rules: Ruleset, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("engine.audit.coverage.game_folder", lambda rules: tmp_path)
    assert all(not (one.code or one.cases) for one in coverage(rules))
