"""Events as a case looks for them: what is printed of an event finds it again.

Not here: what is said where an event is missing (``test_case``).
"""

import tomllib
from itertools import islice

import pytest

from engine.audit.coverage import game_folder
from engine.case import run
from engine.case.batch import case_files
from engine.case.file import read_cases
from engine.case.pattern import MAIN, as_pattern, read_pattern
from engine.case.problem import CaseErrors
from engine.games.registry import GAMES, RULESETS


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", GAMES)
def test_an_event_is_found_again_by_its_printed_pattern(game: str) -> None:
    kinds = set()
    for file in case_files([game_folder(GAMES[game]) / "cases"]):
        for case in islice(read_cases(file), 3):
            played = run(case)
            assert played.game is not None and played.course is not None
            for event in played.course.events:
                pattern = as_pattern(event, played.game.table.face, played.game.faces)
                if pattern:
                    table = tomllib.loads(f"x = {pattern}")["x"]
                    assert read_pattern(played.game, table, case.at).fits(played.game, event), pattern
                    kinds.add(type(event).__name__)
    assert len(kinds) > len(MAIN) / 2


GENESIS = next(rules for rules in RULESETS.values() if rules.game == "genesis-garden")


@pytest.mark.parametrize(("kind", "act"), [("Declared", "use"), ("Chose", "attack"), ("Passed", "end")])
def test_an_act_of_another_kind_is_told(kind: str, act: str) -> None:
    """``never`` of it would hold whatever happens."""
    case = read_cases(game_folder(GENESIS) / "cases" / "turn.toml")[0]
    played = run(case)
    assert played.game is not None
    with pytest.raises(CaseErrors, match=f"act for {kind}.*'{act}'"):
        read_pattern(played.game, {kind: act}, case.at)
