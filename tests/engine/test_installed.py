"""Games that come as packages: what is wrong with one is said of it, and harms no other."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.audit.adjudicate import adjudicate
from engine.games.installed import Broken, broken, folder, installed, package, plugin, reference
from engine.games.registry import GAMES, RULESETS
from events.model.kinds import Opened
from kifuda.bots.simulate import simulate
from tests.support.command import kifuda, refused
from tests.support.game_package import installed_package

OWN = ("blade-rondo", "chronocard", "genesis-garden", "fertcg", "aquarian-age")
SOURCE = """
from dataclasses import replace
from engine.games.chronocard.ruleset import CHRONOCARD
from engine.kernel.plugin import Plugin

PLUGIN = Plugin(editions=(replace(CHRONOCARD, game="{game}"),){more})
"""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """A folder for modules; what was imported from it is forgotten."""
    yield tmp_path
    for name, found in list(sys.modules.items()):
        if str(tmp_path) in str(getattr(found, "__file__", "")):
            del sys.modules[name]


def module(site: Path, name: str, source: str) -> str:
    (site / name).mkdir()
    (site / name / "__init__.py").write_text("")
    (site / name / "rules.py").write_text(source)
    return f"{name}.rules:PLUGIN"


def test_the_own_games_are_registered_like_any_other() -> None:
    assert installed() == OWN == tuple(GAMES)
    assert broken() == []
    assert [package(game) for game in OWN] == [""] * len(OWN)


def test_an_installed_game_is_played_and_judged(site: Path) -> None:
    named = module(site, "clocks_a", SOURCE.format(game="clocks", more=""))
    with installed_package(site, "kifuda-clocks", games={"clocks": named}):
        assert installed() == (*OWN, "clocks")
        assert folder("clocks") == site / "clocks_a"
        match = next(simulate(RULESETS["clocks@web"], matches=1, seed=1, players=("random", "random")))
        opened = match.derived[0][0]
        assert isinstance(opened, Opened) and opened.package == "kifuda-clocks==1.0"
        assert adjudicate(match.derived).grade == "EXACT"
        (line,) = [one for one in kifuda("games", "--json").json()["games"] if one["game"] == "clocks"]
        assert (line["package"], line["version"], line["bots"]) == ("kifuda-clocks", "1.0", ["random"])
        (site / "clocks_a" / "rules.py").write_text("# another rule")
        assert line["engine"] == opened.digests["engine"]
    assert installed() == OWN
    verdict = adjudicate(match.derived)
    assert (verdict.grade, verdict.missing) == ("OUTCOME_ONLY", "kifuda-clocks==1.0")
    unnamed = [(replace(opened, package=""), None), *match.derived[1:]]
    assert adjudicate(unnamed).missing == "clocks@web"


def test_results_and_logs_of_other_programs_miss_nothing() -> None:
    result = Opened("clocks", "1", "x", {"A": "", "B": ""}, {}, {}, granularity="result")
    assert adjudicate([(result, None)]).missing == ""


@pytest.mark.parametrize(
    ("source", "needs", "found"),
    [
        ("raise RuntimeError('no clock')", "", ("raises", "RuntimeError: no clock")),
        ("import sys; sys.exit(3)", "", ("raises", "SystemExit: 3")),
        ("def (", "", ("raises", "SyntaxError")),
        ("PLUGIN = 3", "", ("no-plugin", "clocks_b.rules:PLUGIN")),
        ("", "", ("raises", "AttributeError")),
        (SOURCE.format(game="hourglass", more=""), "", ("other-name", "hourglass")),
        (SOURCE.format(game="clocks", more=""), "kifuda>=99", ("needs", "kifuda>=99")),
    ],
)
def test_a_broken_one_is_reported_and_harms_nobody(
    site: Path, source: str, needs: str, found: tuple[str, str]
) -> None:
    named = module(site, "clocks_b", source)
    with installed_package(site, "kifuda-clocks", games={"clocks": named}, needs=needs):
        assert installed() == OWN
        assert plugin("clocks") is None and RULESETS.get("clocks@web") is None
        (one,) = broken()
        assert (one.name, one.package, one.cause) == ("clocks", "kifuda-clocks", found[0])
        assert found[1] in one.detail
        shown = kifuda("games")
        assert shown.status == 1
        assert "kifuda-clocks" in shown.out and found[1].partition(":")[0] in shown.out
        assert kifuda("games", "--lang", "ja").out.count("kifuda-clocks") == 1
        assert kifuda("games", "--json").json()["broken"][0]["cause"] == found[0]
        refusal = refused("games", "check", "clocks")
        assert "kifuda-clocks" in refusal and found[1].partition(":")[0] in refusal


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import json\n\njson.loads('{')", 3),  # the error comes through a module that is not the package's
        ("from dataclasses import replace\ndef (", 2),
        ("import clocks_d.rules.nothing", 1),
    ],
)
def test_the_line_that_raises_is_told(site: Path, source: str, line: int) -> None:
    named = module(site, "clocks_d", source)
    with installed_package(site, "kifuda-clocks", games={"clocks": named}):
        at = f"{site / 'clocks_d' / 'rules.py'}:{line}"
        assert [one.at for one in broken()] == [at]
        assert f"(at {at})" in refused("simulate", "clocks@web")


def test_two_packages_of_one_name(site: Path) -> None:
    """Neither is taken: nobody can say which one is meant."""
    first, second = (module(site, name, SOURCE.format(game="clocks", more="")) for name in ("c_one", "c_two"))
    with (
        installed_package(site, "clocks-one", games={"clocks": first}),
        installed_package(site / "other", "clocks-two", games={"clocks": second}),
    ):
        assert installed() == OWN
        assert broken() == [Broken("clocks", "clocks-one", "two-packages", "clocks-one, clocks-two")]
        assert "uninstall all but one" in refused("games", "check", "clocks")


def test_nobody_takes_the_place_of_an_own_game(site: Path) -> None:
    named = module(site, "rondo", SOURCE.format(game="blade-rondo", more=""))
    with installed_package(site, "better-rondo", games={"blade-rondo": named}):
        assert GAMES["blade-rondo"].edition == "1.03"
        assert broken() == [Broken("blade-rondo", "better-rondo", "two-packages", "kifuda")]


def test_a_game_whose_bots_cannot_be_imported_is_played_by_chance(site: Path) -> None:
    named = module(site, "clocks_c", SOURCE.format(game="clocks", more=', bots="nowhere.at:ALL"'))
    with installed_package(site, "kifuda-clocks", games={"clocks": named}):
        assert installed() == (*OWN, "clocks")
        assert reference("clocks", "bots") is None
        (one,) = broken()
        assert (one.part, one.cause) == ("bots", "raises") and "nowhere" in one.detail
        assert "bots" in kifuda("games").out
