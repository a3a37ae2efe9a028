"""The page on Genesis Garden lists the settings as they are; ``python …/test_page.py --write`` writes it."""

import sys
from pathlib import Path

from engine.clause import Setting
from engine.games.genesis_garden.ruleset import GENESIS_GARDEN

PAGE = Path(__file__).parents[3] / "docs" / "genesis-garden.md"
BEGIN = "<!-- settings: written by tests/games/genesis_garden/test_page.py --write -->\n"
END = "<!-- end of settings -->\n"


def test_the_page_lists_the_settings_as_they_are():
    assert written() == PAGE.read_text("utf-8")


def written() -> str:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


def table() -> str:
    lines = ["| setting | clause | default | choices | what it decides |", "| --- | --- | --- | --- | --- |"]
    for setting in GENESIS_GARDEN.settings.values():
        cells = (code(setting.name), setting.clause, code(setting.default), choices(setting), setting.en)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def choices(setting: Setting) -> str:
    return " · ".join(map(code, setting.choices)) or f"{setting.least} to {setting.most}"


def code(value: object) -> str:
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    PAGE.write_text(written(), "utf-8")
