"""``docs/a-sixth-game.md``: the files on the page are a game, and the laws for every game hold for it.

It is a package of its own that is installed while these tests run. Not
here: what the suites ask of a game beside the laws (cases, texts, samples).
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import AnyEvent, Noted
from kifuda.bots.simulate import SimulatedMatch, simulate
from tests.laws import test_legality, test_play
from tests.laws.hooks import HOOKS, Hooks
from tests.support.game_package import installed_package

PAGE = Path(__file__).parents[2] / "docs" / "a-sixth-game.md"
FILE = re.compile(r"^```(?:toml|python)\n# (lanterns/\S+|pyproject\.toml)\n(.*?)^```", re.M | re.DOTALL)
LINES_MOST = 205
GAME, CARDS = "lanterns@1", "base"


def files() -> dict[str, str]:
    """The files that the page writes, by their paths."""
    return dict(FILE.findall(PAGE.read_text("utf-8")))


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ruleset]:
    """The game of the page, installed."""
    folder = tmp_path_factory.mktemp("sixth")
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    project = tomllib.loads(files()["pyproject.toml"])["project"]
    HOOKS["lanterns"] = Hooks(balanced, lambda game, act: act, lambda *_: iter(()), ())
    with installed_package(
        folder,
        project["name"],
        games=project["entry-points"]["kifuda.games"],
        needs=project["dependencies"][0],
    ):
        yield RULESETS[GAME]
    del HOOKS["lanterns"]


def balanced(table: Table, event: AnyEvent) -> None:
    """Seven cards a player, in hand or spent (LA-1)."""
    for seat in ("A", "B"):
        held = len(table.at(f"hand.{seat}")) + len(table.at(f"spent.{seat}"))
        assert held in (0, 7)


@pytest.fixture(scope="module")
def matches(rules: Ruleset) -> list[SimulatedMatch]:
    return list(simulate(rules, matches=60, seed=1, players=("random", "random")))


def test_the_page_keeps_its_word() -> None:
    of_game = {name: text.splitlines() for name, text in files().items() if name != "pyproject.toml"}
    assert set(of_game) == {
        "lanterns/clauses.toml", "lanterns/cards/base.toml", "lanterns/texts.toml", "lanterns/ruleset.py",
    }  # fmt: skip
    assert sum(1 + len(lines) for lines in of_game.values()) < LINES_MOST


def test_whole_matches_are_played_and_judged(matches: list[SimulatedMatch]) -> None:
    """From the shuffle to the win, by light and by what is left; every event is what the rules give."""
    assert all(match.finished for match in matches)
    for match in matches:
        verdict = adjudicate(match.derived)
        assert (verdict.grade, verdict.findings, verdict.reason) == ("EXACT", (), "light")
    assert {adjudicate(match.derived).winner for match in matches} >= {"A", "B"}


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


def test_a_record_names_the_package_of_its_game(matches: list[SimulatedMatch]) -> None:
    assert {match.derived[0][0].package for match in matches} == {"kifuda-lanterns==1.0"}
    reading = read(write(matches[0].derived, matches[0].id))
    assert reading.events[0][0].package == "kifuda-lanterns==1.0"


def test_what_was_written_down_reads_back(matches: list[SimulatedMatch]) -> None:
    for match in matches[:20]:
        text = write(match.derived, match.id)
        reading = read(text)
        assert reading.refusal is None and reading.findings == []
        assert [event for event, _ in reading.events if not isinstance(event, Noted)] == [
            event for event, _ in match.derived
        ]


def test_every_clause_is_enforced_by_its_code(rules: Ruleset) -> None:
    source = files()["lanterns/ruleset.py"]
    assert [clause for clause in rules.clauses if clause not in source] == []
