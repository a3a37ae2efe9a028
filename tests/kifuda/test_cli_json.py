"""The shapes of what ``--json`` gives are those that the page about them describes."""

import re
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import kifuda as package
from tests.events.files import vandalise
from tests.support.command import kifuda
from tests.support.record import CLEAN, changed

PAGE = (Path(__file__).parents[2] / "docs/json.md").read_text("utf-8")

TOURNAMENTS = Path(package.__file__).with_name("samples") / "tournaments"
OPEN_DAY = TOURNAMENTS / "open-day.json"

CASE = """
[[case]]
title.ja = "外れる"
title.en = "One that fails"
clause = ["BR-5.2-8"]
game = "blade-rondo"
edition = "1.03"
cards = "base"
given.V.A = 2
given.hand.A = ["斬撃剣", "舞踏剣"]
given.effects = ["A: modify ATK of you add 2 until end of turn"]
when = ["A use 斬撃剣", "! illegal A use 斬撃剣"]
then.life.B = 1
"""


def described(section: str) -> set[str]:
    """The keys that a section of the page lists."""
    found = PAGE.partition(f"## `{section}`\n")[2].partition("\n## ")[0]
    assert found, f"the page has no section {section}"
    return set(re.findall(r"^\| `([^`]+)` \|", found, re.MULTILINE))


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Every key in a value, with those above it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (here := f"{path}.{key}" if path else key)
            yield from paths(inner, here)
    elif isinstance(value, list):
        for inner in value:
            yield from paths(inner, f"{path}[]")


def pattern(key: str) -> str:
    """A key of the page as a pattern of those of the output; a word in capitals stands for any key."""
    return re.sub(r"[A-Z]{2,}", r"[^.\\[]+", re.escape(key))


def beginnings(key: str) -> Iterator[str]:
    """The key, and those above it that need no line of their own."""
    parts = key.split(".")
    for number in range(1, len(parts) + 1):
        yield ".".join(parts[:number])
        yield ".".join(parts[:number]).removesuffix("[]")


def undescribed(found: set[str], keys: set[str]) -> list[str]:
    """Keys of the output that are not on the page."""
    patterns = {pattern(part) for key in keys for part in beginnings(key)}
    return sorted(path for path in found if not any(re.fullmatch(known, path) for known in patterns))


def missing(found: set[str], keys: set[str]) -> list[str]:
    """Keys of the page that are not in the output."""
    return sorted(key for key in keys if not any(re.fullmatch(pattern(key), path) for path in found))


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with all that is asked about."""
    copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with a clean and a disputed match, simulated ones, a failing case and a bad card file."""
    made = tmp_path_factory.mktemp("json")
    with chdir(made):
        _make()
    return made


def _make() -> None:
    Path("clean.kfd").write_text(CLEAN, "utf-8")
    Path("spoilt.kfd").write_text(
        changed("A use 斬撃剣\n", "A use 絶対剣\n").replace("table-nine", "ten"), "utf-8"
    )
    Path("case.toml").write_text(CASE, "utf-8")
    Path("cards.toml").write_text('id = "mine"\n', "utf-8")
    kifuda("simulate", "blade-rondo", "-n", 3)
    kifuda("key", "new", "--name", "alice.example", "-o", "alice.key")
    for log in ("signed.db", "cut.db"):
        kifuda("key", "new", "--name", "example.org/cup", "--log", log)
        kifuda("import", "clean.kfd", "--log", log)
        kifuda("sign", "table-nine", "--log", log)
    kifuda("import", OPEN_DAY, "--log", "cup.db")
    cup = Path("spring-cup.tdf")
    cup.write_text((TOURNAMENTS / cup).read_text("utf-8").replace('outcome="10"', 'outcome="77"'), "utf-8")
    kifuda("import", cup, "--accept-partial", "--log", "cups.db")
    kifuda("import", TOURNAMENTS / "friday.csv", "--log", "cups.db")
    head = '[tournament]\nname = "Friday Night"\nround = 1\n'
    first, rest = CLEAN.split("+++\n", 2)[1:]
    for match, players in (("one", '["Ada", "Ben"]'), ("two", '["Cyd", "Dov"]')):
        named = first.replace("table-nine", match).replace('["Hina", "Goro"]', players)
        Path(f"{match}.kfd").write_text(f"+++\n{named}{head}+++\n{rest}", "utf-8")
        kifuda("import", f"{match}.kfd", "--log", "cups.db")
    kifuda("collect", "signed.db", "kifuda.db", "--log", "collected.db")
    vandalise(Path("cut.db"), "DELETE FROM entry WHERE position >= 7")


SECTIONS: dict[str, tuple[object, ...]] = {
    "kifuda import --json": ("import", "clean.kfd", "spoilt.kfd", "--json"),
    "kifuda import TOURNAMENT --json": ("import", OPEN_DAY, "--log", "cup.db", "--json"),
    "kifuda log --json": ("log", "--json"),
    "kifuda tournament --json": ("tournament", "--log", "cup.db", "--json"),
    "kifuda tournament NAME --json": ("tournament", "Open Day", "--log", "cup.db", "--json"),
    "kifuda tournament NAME --outlook --json": (
        "tournament",
        "Open Day",
        "--outlook",
        "--log",
        "cup.db",
        "--json",
    ),
    "kifuda tournament NAME --strengths --json": (
        "tournament",
        "Open Day",
        "--strengths",
        "--log",
        "cup.db",
        "--json",
    ),
    "kifuda tournament --forecasts --json": ("tournament", "--forecasts", "--log", "cup.db", "--json"),
    "kifuda tournament --size PLAYERS --json": ("tournament", "--size", 64, "--json"),
    "kifuda tournament NAME --round N --json": (
        "tournament",
        "Open Day",
        "--round",
        1,
        "--log",
        "cup.db",
        "--json",
    ),
    "kifuda simulate --report --json": ("simulate", "fertcg", "-n", 3, "--report", "--json"),
    "kifuda show --json": ("show", "clean.kfd", "--json"),
    "kifuda audit --json": ("audit", "clean.kfd", "spoilt.kfd", "--json"),
    "kifuda shuffle check --json": ("shuffle", "check", "clean.kfd", "--json"),
    "kifuda explain --json": ("explain", "spoilt.kfd", 48, "--json"),
    "kifuda legal --json": ("legal", "clean.kfd", 20, "--json"),
    "kifuda games --json": ("games", "--json"),
    "kifuda rules --json": ("rules", "--json"),
    "kifuda rules coverage --json": ("rules", "coverage", "--game", "fertcg", "--json"),
    "kifuda rules settings --json": ("rules", "settings", "--json"),
    "kifuda cards list --json": ("cards", "list", "--json"),
    "kifuda cards show --json": ("cards", "show", "AA-048", "--json"),
    "kifuda cards lint --json": ("cards", "lint", "cards.toml", "--json"),
    "kifuda cards words --json": ("cards", "words", "--game", "fertcg", "--json"),
    "kifuda case run --json": ("case", "run", "case.toml", "--trace", "--json"),
    "kifuda case show --json": ("case", "show", "case.toml", "--json"),
    "kifuda stats --json": ("stats", "seats", "--json"),
    "kifuda key show --json": ("key", "show", "alice.key", "--json"),
    "kifuda checkpoint --json": ("checkpoint", "--log", "signed.db", "--json"),
    "kifuda sign --json": ("sign", "table-nine", "--log", "signed.db", "--key", "alice.key", "--json"),
    "kifuda verify --json": ("verify", "--log", "signed.db", "--head", "signed.db.checkpoint", "--json"),
    "kifuda collect --json": ("collect", "signed.db", "kifuda.db", "--log", "another.db", "--json"),
}

MORE: dict[str, list[tuple[object, ...]]] = {
    "kifuda show --json": [
        ("show", "sim-blade-rondo-1-000000", "--at", at, "--json") for at in range(0, 140, 7)
    ],
    "kifuda tournament NAME --json": [
        ("tournament", name, "--log", "cups.db", "--json") for name in ("Spring Cup", "Friday Night")
    ],
    "kifuda tournament NAME --strengths --json": [
        ("tournament", name, "--strengths", "--log", "cups.db", "--json")
        for name in ("Spring Cup", "Friday Night")
    ],
    "kifuda explain --json": [("explain", "clean.kfd", 40, "--json")],
    "kifuda audit --json": [("audit", "table-nine", "--log", "signed.db", "--json")],
    "kifuda checkpoint --json": [("checkpoint", "--log", "cut.db", "--json")],
    "kifuda verify --json": [("verify", "--log", log, "--json") for log in ("cut.db", "collected.db")],
}
"""Further commands of a section: not every table has an effect on it, not every event a clause."""

SAME = {
    "kifuda show --json": ("zones.SEAT.", "shared.", "kifuda show --json"),
    "kifuda explain --json": ("findings[].", "findings[].", "kifuda audit --json"),
    "kifuda checkpoint --json": ("findings[].", "findings[].", "kifuda verify --json"),
}
"""What a section describes by pointing to another: its keys there and here, and where."""

IN_GROUPS = {"kifuda stats --json": "rows[].win_rate"}
"""What a section describes as a group of columns, one for each metric."""

LINES_GIVEN = {"import", "log", "audit", "lint", "run"}
"""Commands that give one object a line."""


@pytest.mark.parametrize("section", SECTIONS)
def test_the_output_has_the_keys_that_are_described_and_no_others(folder: Path, section: str) -> None:
    found: set[str] = set()
    for arguments in (SECTIONS[section], *MORE.get(section, ())):
        done = kifuda(*arguments)
        for value in done.lines() if LINES_GIVEN.intersection(map(str, arguments[:2])) else [done.json()]:
            found |= set(paths(value))
    if section in IN_GROUPS:
        found = {path for path in found if not path.startswith(IN_GROUPS[section])}
    keys, same = described(section), set()
    if section in SAME:
        theirs, ours, other = SAME[section]
        same = {key.replace(theirs, ours) for key in described(other) if key.startswith(theirs)}
    assert found, "the command gave nothing"
    assert undescribed(found, keys | same) == []
    assert missing(found, {key for key in keys if not key.startswith("shared")}) == []


def test_every_section_of_the_page_is_looked_at() -> None:
    sections = re.findall(r"^## `(.*--json)`$", PAGE, re.MULTILINE)
    assert sections == list(SECTIONS)


def test_the_tables_of_the_statistics_have_a_group_of_columns_for_each_metric(folder: Path) -> None:
    keys = described("kifuda stats --json")
    for view in ("cards", "players", "duels"):
        found = set(paths(kifuda("stats", view, "--json").json()))
        assert missing(found, keys) == []
        more = [path.removeprefix("rows[].") for path in undescribed(found, keys)]
        groups = {name.removesuffix("_n") for name in more if name.endswith("_n")}
        assert {re.sub(r"_(n|low|high|basis)$", "", name) for name in more} - {"game", "opponent"} == groups


def test_a_key_too_many_or_too_few_would_be_noticed() -> None:
    keys = {"match", "tracks.SEAT.TRACK", "findings[].seq"}
    found = set(paths({"match": "m", "tracks": {"A": {"life": 3}}, "findings": [{"seq": 1}]}))
    assert (undescribed(found, keys), missing(found, keys)) == ([], [])
    assert undescribed(found | {"extra", "findings[].extra"}, keys) == ["extra", "findings[].extra"]
    assert missing(found - {"match", "findings[].seq"}, keys) == ["findings[].seq", "match"]
