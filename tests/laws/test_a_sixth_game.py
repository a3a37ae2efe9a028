"""``docs/a-sixth-game.md`` quotes the game that ``kifuda games new`` writes, and the laws for every game hold
for it.

It is a package of its own that is installed while these tests run. Not here: the command
(``tests.kifuda.games.test_cli_games_new``).
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import AnyEvent, Noted
from kifuda.bots.simulate import SimulatedMatch, simulate
from kifuda.conformance.new_game import write_game
from tests.laws import test_legality, test_play
from tests.laws.hooks import HOOKS, Hooks
from tests.support.game_package import installed_package

PAGE = Path(__file__).parents[2] / "docs" / "a-sixth-game.md"
QUOTED = re.compile(r"^```(?:toml|python)\n# (\S+)\n(.*?)^```", re.M | re.DOTALL)
NAME, GAME, CARDS = "lamplight", "lamplight@1", "base"


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    """The new game, installed."""
    folder = tmp_path_factory.mktemp("sixth") / NAME
    write_game(NAME, folder)
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    HOOKS[NAME] = Hooks(balanced, lambda game, act: act, lambda *_: iter(()), ())
    with installed_package(
        folder,
        project["name"],
        games=project["entry-points"]["kifuda.games"],
        needs=project["dependencies"][0],
    ):
        yield RULESETS[GAME]
    del HOOKS[NAME]


def balanced(table: Table, event: AnyEvent) -> None:
    """Seven cards a player, in hand or spent."""
    for seat in ("A", "B"):
        held = len(table.at(f"hand.{seat}")) + len(table.at(f"spent.{seat}"))
        assert held in (0, 7)


def test_the_page_quotes_what_is_written(tmp_path: Path) -> None:
    write_game("lanterns", tmp_path / "lanterns")
    quotes = QUOTED.findall(PAGE.read_text("utf-8"))
    assert len(quotes) > 8
    for name, text in quotes:
        assert text in (tmp_path / "lanterns" / name).read_text("utf-8"), name


@pytest.mark.parametrize(
    "law",
    [
        test_play.test_the_state_of_a_game_is_the_fold_of_what_it_derived,
        test_play.test_stored_bytes_fold_into_the_same_table,
        test_play.test_any_moment_is_reached_from_any_other,
        test_play.test_every_outcome_cites_clauses_of_its_game,
        test_play.test_every_event_follows_from_an_earlier_one,
        test_play.test_cards_are_conserved_and_numbers_stay_in_their_limits,
        test_legality.test_an_act_is_an_option_exactly_if_it_passes_the_check,
        test_legality.test_a_refused_act_leaves_the_game_as_it_was,
        test_legality.test_a_forced_answer_is_the_only_one,
    ],
    ids=lambda law: law.__name__,
)
def test_the_laws_of_every_game_hold(rules: Ruleset, law: object) -> None:
    assert callable(law)
    law(rules.id, CARDS)


@pytest.fixture(scope="module")
def matches(rules: Ruleset) -> list[SimulatedMatch]:
    return list(simulate(rules, matches=10, seed=1, players=("random", "random")))


def test_a_record_names_the_package_of_its_game(matches: list[SimulatedMatch]) -> None:
    package = f"kifuda-{NAME}==1.0"
    assert {match.derived[0][0].package for match in matches} == {package}
    reading = read(write(matches[0].derived, matches[0].id))
    assert reading.events[0][0].package == package
    assert reading.refusal is None and reading.findings == []
    assert [event for event, _ in reading.events if not isinstance(event, Noted)] == [
        event for event, _ in matches[0].derived
    ]
