"""The forms of results that a problem names can all be read."""

import pytest

from analytics.imports.formats.csv_result import RESULT_PARSERS, accepted_results


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
