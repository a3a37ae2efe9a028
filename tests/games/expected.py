"""What a game's documents and samples hold, written down beside the game: what the general suites compare.

A folder here with a module ``expected`` that holds an ``EXPECTED`` takes part in every suite of this folder
as soon as its game is registered.

Not here: the comparing (``test_*.py``), and laws about play (``tests/laws``).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from engine.audit.coverage import game_folder
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset

GAMES = Path(__file__).parent
SAMPLES = GAMES.parents[1] / "kifuda/samples"


@dataclass(frozen=True)
class Sample:
    """The verdict on a sample record, and of a disputed one where it parts from the rules.

    ``line`` is how the line begins, ``ruled`` what the rules give instead.
    """

    grade: str
    winner: str
    turns: int
    kind: str = ""
    clause: str = ""
    line: str = ""
    ruled: str = ""


@dataclass(frozen=True)
class Expected:
    """Of one ruleset: of the edition that a game's cases are written for, or of another one.

    ``document``: the ids of all clauses that its rules document was cut into · ``points``: how many open
    points there are · ``definitions``: the clauses that have nothing to enforce · ``samples``: by the name of
    their file · ``unlisted``: verbs of asks with too many options to list · ``elsewhere``: verbs that no
    case does, because other tests do · ``unshown``: the clauses of which no
    case fails whatever line of code is changed (``docs/mutants.md`` says why); None as long as that was not
    gone through · ``bots``: pairs that play the matches that are written down.
    """

    rules: Ruleset
    document: tuple[str, ...]
    points: int
    samples: Mapping[str, Sample]
    definitions: tuple[str, ...] = ()
    unlisted: frozenset[str] = frozenset({"shuffle"})
    elsewhere: frozenset[str] = frozenset()
    unshown: tuple[str, ...] | None = None
    bots: tuple[tuple[str, str], ...] = (("heuristic", "heuristic"), ("random", "random"))
    prefix: str = field(init=False)
    """What the ids of the clauses begin with."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "prefix", self.rules.frame_clause.partition("-")[0])

    @property
    def folder(self) -> Path:
        """Where the samples are."""
        return SAMPLES / self.rules.game

    @property
    def cited(self) -> Path:
        """The file that says under which clauses each thing happens."""
        return GAMES / game_folder(self.rules).name / "cited.toml"

    def data(self, name: str) -> Any:
        """What stands in a data file of the game."""
        return tomllib.loads((game_folder(self.rules) / name).read_text("utf-8"))


def numbered(prefix: str, **sections: int) -> tuple[str, ...]:
    """Ids of clauses that count from 1 in each section."""
    return tuple(
        f"{prefix}-{section}-{number}" for section, most in sections.items() for number in range(1, most + 1)
    )


def of_games() -> list[Expected]:
    """Of every registered game that wrote it down, by name."""
    folders = sorted(path.parent.name for path in GAMES.glob("*/expected.py"))
    found: list[Expected] = [import_module(f"tests.games.{folder}.expected").EXPECTED for folder in folders]
    return [one for one in found if one.rules.id in RULESETS]


def of_editions(one: Expected) -> Iterator[Expected]:
    """Of the game's other editions: the same but for the samples, which keep to the edition they name."""
    for rules in RULESETS.values():
        if rules.game == one.rules.game and rules.edition != one.rules.edition:
            yield replace(one, rules=rules, samples={})


BY_GAME = of_games()
ALL = [*BY_GAME, *(edition for one in BY_GAME for edition in of_editions(one))]
each_game: dict[str, Any] = {"argvalues": BY_GAME, "ids": [one.rules.game for one in BY_GAME]}
each_ruleset: dict[str, Any] = {"argvalues": ALL, "ids": [one.rules.id for one in ALL]}
"""For ``pytest.mark.parametrize("expected", **each_ruleset)``; by game what its files hold."""
