"""``kifuda games new``: a folder that is a working game of its own, and nothing where it cannot be."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from kifuda.conformance.new_game import prefix_of, template, write_game
from tests.support.command import kifuda, refused
from tests.support.game_package import installed_package

NAME = "tower-duel"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / NAME
    write_game(NAME, folder)
    return folder


@pytest.fixture
def installed(made: Path, tmp_path: Path) -> Iterator[str]:
    """The new game, registered as its ``pyproject.toml`` says."""
    project = tomllib.loads((made / "pyproject.toml").read_text())["project"]
    shutil.copytree(made / "kifuda_tower_duel", tmp_path / "kifuda_tower_duel")
    points = project["entry-points"]["kifuda.games"]
    with installed_package(tmp_path, project["name"], games=points, needs=project["dependencies"][0]):
        yield NAME


def test_a_new_game_passes_the_check(installed: str) -> None:
    done = kifuda("games", "check", installed, "-n", 20)
    assert (done.status, done.err) == (0, "")
    assert "missing or wrong: 0" in done.out
    listed = {one["game"]: one for one in kifuda("games", "list", "--json").json()["games"]}
    assert listed[installed]["en"] == "Tower Duel"
    assert listed[installed]["package"] == "kifuda-tower-duel"
    assert set(listed[installed]["bots"]) == {"heuristic", "random"}


def test_its_matches_are_simulated_and_audited(
    installed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert kifuda("simulate", installed, "-n", 3, "--seed", 1).status == 0
    verdicts = kifuda("audit", "--all", "--json").lines()
    assert [one["grade"] for one in verdicts] == ["EXACT"] * 3
    assert all(id.startswith("TD-") for id in RULESETS[f"{installed}@1"].clauses)


def test_nothing_of_the_template_is_left(made: Path) -> None:
    for path in made.rglob("*"):
        assert "lanterns" not in path.name
        if path.suffix in (".py", ".toml", ".md"):
            assert not re.search(r"\blanterns\b|\bLanterns\b|\bLA-", path.read_text("utf-8")), path


def test_the_name_of_the_game_stands_in_no_sentence_of_the_template(made: Path) -> None:
    """A new game is not called what the cards of the template are: no text may speak of *tower-duel*."""
    for path in made.rglob("*.toml"):
        for line in path.read_text("utf-8").splitlines():
            if re.search(r"\b(en|ja) = ", line):
                assert NAME not in line, (path, line)
    told = [line for line in (made / "README.md").read_text("utf-8").splitlines() if line.startswith(">")]
    assert told and NAME not in "".join(told)


def test_the_template_is_shipped() -> None:
    """In the wheel it lies beside the module that writes it."""
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert shipped == {"examples/lanterns": "kifuda/conformance/template"}
    assert (template() / "pyproject.toml").is_file()


def test_the_files_are_listed_with_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = kifuda("games", "new", "snow", "-o", "games/snow")
    assert done.status == 0
    assert "games/snow/kifuda_snow/clauses.toml" in done.out and "pip install" in done.out
    assert 'id = "SN-1"' in Path("games/snow/kifuda_snow/clauses.toml").read_text("utf-8")


def test_what_cannot_be_written_is_refused_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "small letters" in refused("games", "new", "Tower Duel")
    assert "small letters" in refused("games", "new", "../up")
    assert "already" in refused("games", "new", "chronocard")
    (tmp_path / "there").mkdir()
    assert "already" in refused("games", "new", "there")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_prefixes() -> None:
    assert [prefix_of(name) for name in ("snow", "tower-duel", "a-b-c")] == ["SN", "TD", "ABC"]
