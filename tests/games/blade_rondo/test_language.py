"""What the card language of Blade Rondo refuses: words, operations and spans that the game cannot carry out.

Each of these was once accepted, and then crashed, did nothing, or never ended. What is accepted is carried
out, as the cases show, and as matches with texts by chance show (``tests.card_texts``). Not here: the
language itself.
"""

from pathlib import Path

import pytest

from engine.effect.lint import lint
from engine.games.blade_rondo.vocabulary import VOCABULARY

CARD = """
id = "t"
name = { ja = "試", en = "Test" }
pool = { T-1 = 40 }
[[card]]
id = "T-1"
number = 1
name = { ja = "札", en = "Card" }
kind = "support"
cost = 1
invented = true
text = { ja = "文。", en = "Text." }
[[card.ability]]
on = "use"
do = ["{line}"]
"""


def problems(folder: Path, line: str) -> list[str]:
    (folder / "t.toml").write_text(CARD.replace("{line}", line), "utf-8")
    return [problem.message for problem in lint([folder], VOCABULARY)]


@pytest.mark.parametrize(
    "line",
    [
        "add 2 to life of you",
        "modify ATK of you add 2 until end of turn",
        "modify DEF of opponent times 2 until end of turn",
        "modify cost-of-physical of you add minus 1 until end of turn",
        "forbid opponent to gain-life until end of match",
    ],
)
def test_what_is_carried_out_is_accepted(tmp_path: Path, line: str) -> None:
    assert problems(tmp_path, line) == []


@pytest.mark.parametrize(
    "line",
    [
        "draw 1 for you",
        "heal you by 2",
        "choose 1 cards in hand of you as one",
        "turn self sideways",
        "destroy self",
        "may pay 1: add 1 to life of you",
        "modify ATK of you become 5 until end of turn",
        "modify ATK of you divide 2 until end of turn",
        "modify DEF of opponent become 0 until end of turn",
        "modify cost-of-physical of you become 0 until end of turn",
        "modify ATK of you add 2 until end of phase",
        "modify ATK of you add 2 until end of next turn",
        "forbid opponent to gain-life until end of next turn",
    ],
)
def test_what_cannot_be_carried_out_is_refused(tmp_path: Path, line: str) -> None:
    assert problems(tmp_path, line)
