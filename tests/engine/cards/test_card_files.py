"""Card files together, and card files from anywhere: sets that extend sets, and bytes that are no card file.

Not here: what is wrong inside one file (``test_card_lint``).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.effect.lint import lint
from engine.effect.problem import CODES, CardErrors
from engine.kernel.card import load_set
from tests.engine.cards.small_set import GOOD, VOCABULARY, place
from tests.support import effort

# --- several files -------------------------------------------------------------------------------------

MORE = """\
id = "more"
name = { ja = "続", en = "More" }
extends = ["small"]
pool = { "S-1" = 1, "M-1" = 3 }

[[card]]
id = "M-1"
name = { ja = "毒打", en = "Venom Blow" }
kind = "blow"
cost = 0
text = { ja = "毒。", en = "Venom." }
ability = [{ on = "use", do = ["attach self to opponent as venom"] }]
"""


def test_a_set_has_the_cards_and_roles_of_those_it_extends_but_its_own_pool(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(GOOD, "utf-8")
    (tmp_path / "more.toml").write_text(MORE, "utf-8")
    more = load_set(tmp_path / "more.toml", VOCABULARY)
    assert list(more.cards) == ["S-1", "S-2", "M-1"]
    assert list(more.roles) == ["venom", "bull"]
    assert more.pool == {"S-1": 1, "M-1": 3}


def test_a_card_may_not_come_again_in_a_set_that_extends_its_own(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(GOOD, "utf-8")
    text = MORE.replace('id = "M-1"', 'id = "S-1"').replace('"M-1" = 3', '"S-2" = 3')
    (tmp_path / "more.toml").write_text(text, "utf-8")
    problems = lint([tmp_path], VOCABULARY)
    assert [(problem.code, Path(problem.file).name) for problem in problems] == [("DUPLICATE", "more.toml")]


def test_a_problem_is_told_of_the_file_that_has_it_alone(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(GOOD.replace('id = "S-2"', 'id = "S-1"'), "utf-8")
    (tmp_path / "more.toml").write_text(MORE, "utf-8")
    assert lint([tmp_path / "more.toml"], VOCABULARY) == []
    assert [problem.code for problem in lint([tmp_path], VOCABULARY)] == ["DUPLICATE"]


def test_a_set_does_not_load_on_top_of_a_broken_one(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(GOOD.replace("cost = 2", "csot = 2"), "utf-8")
    (tmp_path / "more.toml").write_text(MORE, "utf-8")
    with pytest.raises(CardErrors, match=r"small\.toml:12:1: UNKNOWN-FIELD"):
        load_set(tmp_path / "more.toml", VOCABULARY)


def test_sets_that_extend_each_other_are_read_once_each(tmp_path: Path) -> None:
    (tmp_path / "more.toml").write_text(MORE, "utf-8")
    circle = GOOD.replace('id = "small"', 'id = "small"\nextends = ["more"]', 1)
    (tmp_path / "small.toml").write_text(circle, "utf-8")
    assert list(load_set(tmp_path / "more.toml", VOCABULARY).cards) == ["S-1", "S-2", "M-1"]


# --- bytes from anywhere -------------------------------------------------------------------------------


def test_shift_jis_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_bytes(GOOD.encode("shift_jis"))
    (problem,) = lint([tmp_path / "small.toml"], VOCABULARY)
    where = place(GOOD, '{ ja = "§小')
    assert (problem.code, (problem.line, problem.column)) == ("SYNTAX", where)
    assert problem.message == "not UTF-8: save the file as UTF-8"


@pytest.mark.parametrize(
    "deep",
    ["[" * 100_000 + "]" * 100_000, "{ x = " * 100_000 + "1" + " }" * 100_000],
    ids=["lists", "tables"],
)
def test_endless_nesting_is_refused(tmp_path: Path, deep: str) -> None:
    """The reader is compiled: it has to count its levels, for its stack ends without an error."""
    (tmp_path / "small.toml").write_text(f"pool = {deep}", "utf-8")
    assert [problem.message for problem in lint([tmp_path], VOCABULARY)] == ["not TOML: nested too deeply"]


ODD = st.sampled_from(
    ['"', "[", "]", "{", "}", "=", ",", "\n", "#", "'", "\\", "7", "x", " ", "剣", "card", '"""']
)


@settings(
    max_examples=effort.examples(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(st.integers(0, len(GOOD)), st.integers(0, 12), ODD), min_size=1, max_size=3))
def test_a_damaged_file_is_judged_and_never_breaks_the_linter(
    tmp_path: Path, damage: list[tuple[int, int, str]]
) -> None:
    text = GOOD
    for start, length, put in damage:
        text = text[:start] + put + text[start + length :]
    lines = text.split("\n")
    file = tmp_path / "small.toml"
    file.write_text(text, "utf-8")
    for problem in lint([file], VOCABULARY):
        assert problem.code in CODES
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
