"""The settings on each game's page; ``python tests/games/test_pages.py --write`` writes them."""

import sys
from pathlib import Path

import pytest

from engine.games.registry import GAMES
from engine.kernel.clause import Setting
from engine.kernel.ruleset import Ruleset

DOCS = Path(__file__).parents[2] / "docs"
BEGIN = "<!-- settings: written by tests/games/test_pages.py --write -->\n"
END = "<!-- end of settings -->\n"


@pytest.mark.parametrize("rules", GAMES.values(), ids=lambda rules: rules.game)
def test_the_page_lists_the_settings_as_they_are(rules: Ruleset) -> None:
    assert written(rules) == page(rules).read_text("utf-8")


def page(rules: Ruleset) -> Path:
    return DOCS / f"{rules.game}.md"


def written(rules: Ruleset) -> str:
    before, _, rest = page(rules).read_text("utf-8").partition(BEGIN)
    return before + BEGIN + table(rules) + END + rest.partition(END)[2]


def table(rules: Ruleset) -> str:
    lines = ["| setting | clause | default | choices | what it decides |", "| --- | --- | --- | --- | --- |"]
    for setting in rules.settings.values():
        cells = (code(setting.name), setting.clause, code(setting.default), choices(setting), setting.en)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def choices(setting: Setting) -> str:
    return " · ".join(map(code, setting.choices)) or f"{setting.least} to {setting.most}"


def code(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    for rules in GAMES.values():
        page(rules).write_text(written(rules), "utf-8")
