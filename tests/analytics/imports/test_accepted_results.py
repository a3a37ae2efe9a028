"""The forms of results that a problem names can all be read."""

import re
from pathlib import Path

import pytest

from analytics.imports.formats.csv_result import CODES, RESULT_PARSERS, accepted_results


@pytest.mark.parametrize("names", [("ann", "bo"), ("ann",)])
@pytest.mark.parametrize("kind", ["code", "sentence"])
def test_what_is_said_to_be_accepted_is(kind: str, names: tuple[str, ...]) -> None:
    for written in accepted_results(kind, names).split(", "):
        assert RESULT_PARSERS[kind]({"result": written}, names) is not None, written


def test_winners_are_the_players() -> None:
    told = accepted_results("winner", ("p7", "p8"))
    assert "p7 / p8" in told
    for scores in ("2-1", "11-7,9-11,11-5"):
        assert scores in told
        assert RESULT_PARSERS["winner"]({"winner": "p7", "scores": scores}, ("p7", "p8")) is not None


def test_every_code_is_told_by_problems_and_in_the_document() -> None:
    codes = {*filter(None, CODES)}
    of_two, alone = (accepted_results("code", names).split(", ") for names in (("ann", "bo"), ("ann",)))
    assert codes <= {*of_two, *alone} and "bye" not in of_two
    page = (Path(__file__).parents[3] / "docs" / "tournaments.md").read_text("utf-8")
    table = page.partition("| `result` | |\n")[2].partition("\n\n")[0]
    rows = [re.findall(r"`([^`]+)`", line.split("|")[1]) for line in table.splitlines()[1:]]
    assert codes == {code for row in rows for code in row}
    assert [{CODES[code] for code in row} for row in rows[:2]] == [{("win", 0)}, {("win", 1)}]
