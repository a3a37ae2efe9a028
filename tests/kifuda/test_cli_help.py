"""The help pages, the languages, and what happens to arguments that fit no command."""

import os
import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from kifuda.cli.base.book import book, commands, page
from kifuda.cli.base.manual import PAGES
from kifuda.cli.root import ROOT
from kifuda.cli.rules import case_words
from tests.support.command import kifuda, refused

DOCS = Path(__file__).parents[2] / "docs"
SAMPLES = DOCS.with_name("kifuda") / "samples/blade-rondo"
COMMANDS = list(commands())


@pytest.mark.parametrize(("language", "name"), [("en", "cli.md"), ("ja", "cli.ja.md")])
def test_the_page_of_the_manual_is_up_to_date(language: str, name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == book(language), (
        f"run: python -m kifuda.cli.base.book {language} > docs/{name}"
    )


@pytest.mark.parametrize(("language", "name"), [("en", "case-words.md"), ("ja", "case-words.ja.md")])
def test_the_page_of_the_words_of_cases_is_up_to_date(language: str, name: str) -> None:
    assert (DOCS / name).read_text("utf-8") == case_words.book(language), (
        f"run: python -m kifuda.cli.rules.case_words {language} > docs/{name}"
    )


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_says_what_it_does_and_shows_an_example(words: tuple[str, ...]) -> None:
    topic = " ".join(words) or "kifuda"
    assert f"command.{topic}" in PAGES and f"example.{topic}" in PAGES
    for language in ("en", "ja"):
        assert PAGES[f"command.{topic}"][language].splitlines()[0] in page(words, language).replace("\n", "")


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_option_has_a_meaning(words: tuple[str, ...]) -> None:
    command = ROOT
    for word in words:
        command = command.get_command(None, word)
    for taken in command.params:
        keys = {f"option.{' '.join(words)} {taken.name}", f"option.{taken.name}"}
        assert keys & PAGES.keys(), f"no meaning of {taken.name} of {words}"


def test_examples_name_commands_that_exist() -> None:
    for key, text in PAGES.items():
        if key.startswith("example."):
            for line in text.en.splitlines():
                assert line.split()[:1] == ["kifuda"], line
                assert line.split()[1] in ROOT.modules, line


def test_help_and_version_and_nothing_at_all() -> None:
    assert kifuda("--help").out == kifuda().out
    assert "simulate" in kifuda("--help").out
    assert kifuda("--version").out.startswith("kifuda ")
    assert kifuda("--help").status == kifuda().status == kifuda("--version").status == 0


PAGE_LIBRARIES = ("streamlit", "textual", "pydantic", "reportlab")
NUMBERS = ("polars", "numpy", "scipy", "pyarrow", "duckdb")
OTHER_GAME = "engine.games.fertcg.ruleset"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a log of two matches of one game, and a store that is up to date."""
    folder = tmp_path_factory.mktemp("loads")
    records = ("frozen-lake-2026-4", "kitchen-table-glow")
    log = folder / "kifuda.db"
    assert kifuda("import", *(SAMPLES / f"{name}.kfd" for name in records), "--log", log).status == 0
    assert kifuda("stats", "cards", "--log", log).status == 0
    return folder


@pytest.mark.parametrize(
    "commands",
    [
        {
            "--help": (
                *PAGE_LIBRARIES,
                *NUMBERS,
                "rich",
                "lark",
                "importlib.metadata",
                "engine.games.registry",
            ),
            "cards list --game blade-rondo": (*PAGE_LIBRARIES, *NUMBERS, OTHER_GAME),
            "show frozen-lake-2026-4": (*PAGE_LIBRARIES, *NUMBERS, OTHER_GAME),
            "audit frozen-lake-2026-4": (*PAGE_LIBRARIES, *NUMBERS, OTHER_GAME),
        },
        {
            "stats cards": (
                *(*PAGE_LIBRARIES, "pyarrow", "duckdb", "scipy.stats", "scipy.special", "lark", "openskill"),
            ),
            "tournament": (*PAGE_LIBRARIES, "pyarrow", "duckdb", "lark"),
        },
    ],
    ids=["of matches", "of numbers"],
)
def test_commands_load_only_what_they_need(commands: dict[str, tuple[str, ...]], folder: Path) -> None:
    """Modules take longer to load than most commands to do their work. One process for several commands: what
    one of them loads in vain, a later one does not need either, unless it is allowed to have it."""
    assert loaded(commands, folder) == dict.fromkeys(commands, (0, []))


def test_a_slip_of_the_finger_is_told_without_the_library(folder: Path) -> None:
    assert loaded({"shwo": (*PAGE_LIBRARIES, *NUMBERS, "lark")}, folder) == {"shwo": (2, [])}


def loaded(commands: dict[str, tuple[str, ...]], folder: Path) -> dict[str, tuple[int, list[str]]]:
    """Command → its status, and which of these modules are loaded after it, in a process of its own."""
    code = f"""
import sys
from kifuda.cli import main
found = {{}}
for command, modules in {commands}.items():
    status = main(command.split())
    found[command] = status, [module for module in modules if module in sys.modules]
print(found)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, tuple[int, list[str]]] = literal_eval(done.stdout.splitlines()[-1])
    return found


def test_a_reader_who_has_had_enough_is_no_error() -> None:
    command = f"{sys.executable} -m kifuda rules | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert done.stderr == ""


def test_it_runs_as_a_module_on_a_terminal_that_knows_no_japanese() -> None:
    command = [sys.executable, "-m", "kifuda", "rules", "BR-0-1", "--lang", "ja"]
    done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"BR-0-1" in done.stdout and b"??" in done.stdout


# --- languages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "japanese"),
    [
        ({}, False),
        ({"LANG": "ja_JP.UTF-8"}, True),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"KIFUDA_LANG": "ja"}, True),
        ({"LANG": "ja_JP.UTF-8", "KIFUDA_LANG": "en"}, False),
    ],
)
def test_the_language_comes_from_the_environment(environment: dict[str, str], japanese: bool) -> None:
    assert ("from the rules document" in kifuda("rules", "BR-5.2-1", **environment).out) is not japanese
    assert ("使い方" in kifuda("--help", **environment).out) is japanese


def test_the_option_wins_and_may_stand_anywhere() -> None:
    first = kifuda("--lang", "ja", "rules", "BR-5.2-1", KIFUDA_LANG="en")
    last = kifuda("rules", "BR-5.2-1", "--lang=ja", KIFUDA_LANG="en")
    assert first.out == last.out
    assert "ルール文書より" in first.out


def test_a_language_that_is_not_spoken() -> None:
    assert "accepted: en, ja" in refused("--lang", "fr", "rules")
    assert "accepted: en, ja" in refused("rules", "--lang")
    assert "accepted: en, ja" in refused("rules", KIFUDA_LANG="fr")


# --- arguments that fit nothing --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["imprt"], "there is no command 'imprt' (did you mean import?)"),
        (["frobnicate"], "there is no command 'frobnicate'; accepted: import, log"),
        (["cards", "lnt"], "there is no command 'lnt' (did you mean lint?)"),
        (["show"], "MATCH is missing\nSee: kifuda show --help"),
        (["explain", "m"], "N is missing"),
        (["show", "m", "--at", "x"], "'x' cannot be taken as a number here"),
        (["show", "m", "--at"], "--at needs a value behind it"),
        (["show", "m", "--form"], "there is no option --form"),
        (["simulate", "blade-rondo", "-n", "0"], "'0' cannot be taken as a number here; accepted: 1…"),
        (["dashboard", "--port", "99999"], "accepted: 1…65535"),
        (["stats", "card"], "'card' is not known here (did you mean cards?)"),
        (["stats", "cards", "--since", "May"], "'May' is no date; it is written 2026-05-03"),
        (["stats", "cards", "--grade", "exakt"], "did you mean EXACT?"),
        (["show", "m", "n"], "nothing can be done here with: n"),
    ],
)
def test_a_misuse_is_told_with_what_would_be_accepted(arguments: list[str], told: str) -> None:
    assert told in refused(*arguments)
    assert refused(*arguments, "--lang", "ja") != refused(*arguments)
