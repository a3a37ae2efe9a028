"""What a case can expect of the table at its end, and what is said where it is otherwise.

Not here: events, acts and refusals (``test_case``).
"""

from pathlib import Path

import pytest

from engine.case import CaseErrors, run_cases

HEAD = """
title = { ja = "問い", en = "A question" }
"""

GENESIS = """
game = "genesis-garden"
given.at = "battle"
given.front.A = ["A.9=若き飛龍 (turned) (damage 1)"]
given.rear.A = ["鱗の守り手"]
given.underworld.A = ["疾風の虎", "灰色の狼", "疾風の虎 (down)"]
given.hq = { A = ["灰色の狼", "灰色の狼"], B = ["灰色の狼", "灰色の狼"] }
"""

BLADE = """
game = "blade-rondo"
given.life.B = 9
given.V = { A = 5, B = 4 }
given.ATK.A = 4
given.hand.A = ["斬撃剣", "絶対剣"]
given.play.B = ["月光のルチル (down)"]
given.effects = ["on A: ATK add 2 until end of turn", "on B: forbid use 斬撃剣 until end of match"]
"""


def failures(tmp_path: Path, body: str) -> list[str]:
    file = tmp_path / "question.toml"
    file.write_text(HEAD + body, "utf-8")
    (found,) = run_cases([file])
    assert all(failure.ja for failure in found.failures)
    return [failure.en.partition(": ")[2] for failure in found.failures]


HOLDS = [
    (GENESIS, 'then.order.underworld.A = ["疾風の虎", "灰色の狼", "疾風の虎 (down)"]'),
    (GENESIS, 'then.front.A = ["若き飛龍 (turned) (damage 1)"]'),
    (GENESIS, 'then.front.A = ["若き飛龍 (turned)"]'),
    (GENESIS, 'then.numbers = { "若き飛龍 in front A" = { attack = 2, defence = 2, speed = 3 } }'),
    (GENESIS, 'then.numbers = { "A.9" = { defence = 2 } }'),
    (BLADE, "then.numbers = { A = { ATK = 6, V = 5, budget = 5 }, B = { life = 9 } }"),
    (BLADE, 'then.numbers = { "絶対剣 in hand A" = { cost = 5 } }'),
    (BLADE, 'then.time = "day"'),
    (BLADE, "then.spent = { A = 0, B = 0 }"),
    (BLADE, 'then.seen = { "月光のルチル (down) in play B" = ["B"], "life B" = ["public", "A", "B"] }'),
    (BLADE, 'then.effects.A = ["ATK add 2 until end of turn"]\nthen.effects.B = ["forbid use 斬撃剣"]'),
    (
        'game = "chronocard"\ngiven.field.A = ["赤羽ミカ (damage 1)"]\n',
        'then.numbers = { "赤羽ミカ in field A" = { AP = 2, DP = 0 } }',
    ),
    (
        'game = "fertcg"\ngiven.at = "invasion"\ngiven.b2.A = ["斧の戦士 (chips 5)"]\n',
        'then.numbers = { "斧の戦士 in b2 A" = { chips = 5, stamina = 6 } }',
    ),
    (
        'game = "aquarian-age"\n'
        'given.control.A = ["山門の僧兵", "迷子の観光客 as power on 山門の僧兵 (down)"]\n',
        'then.numbers = { "山門の僧兵 in control A" = { power = 1 } }',
    ),
]


@pytest.mark.parametrize(("given", "then"), HOLDS)
def test_what_is_so_passes(tmp_path: Path, given: str, then: str) -> None:
    assert failures(tmp_path, given + then) == []


GIVEN = "(as it was given; nothing changed it)"
DIFFERS = [
    (
        GENESIS,
        'then.order.underworld.A = ["灰色の狼", "疾風の虎", "疾風の虎 (down)"]',
        f"order.underworld.A.0: expected 灰色の狼 as card 1, found 疾風の虎 of A {GIVEN}",
    ),
    (GENESIS, 'then.order.underworld.A = ["疾風の虎"]', f"order.underworld.A: expected 1, found 3 {GIVEN}"),
    (
        GENESIS,
        'then.front.A = ["若き飛龍 (turned) (damage 2)"]',
        f"front.A.0: 若き飛龍: expected (damage 2), found (damage 1) {GIVEN}",
    ),
    (
        GENESIS,
        'then.front.A = ["若き飛龍 (reversed)"]',
        f"front.A.0: 若き飛龍: expected (reversed), found (turned) {GIVEN}",
    ),
    (
        GENESIS,
        'then.front.A = ["疾風の虎"]',
        f"front.A: expected 疾風の虎, found 若き飛龍 of A (turned) (damage 1) {GIVEN}",
    ),
    (
        GENESIS,
        'then.numbers = { "若き飛龍 in front A" = { attack = 3 } }',
        f"numbers.若き飛龍 in front A.attack: expected 3, found 2 {GIVEN}",
    ),
    (
        GENESIS,
        'then.numbers = { "若き飛龍 in rear A" = { attack = 3 } }',
        "numbers.若き飛龍 in rear A: 若き飛龍 is not in rear A",
    ),
    (
        BLADE,
        "then.numbers = { A = { ATK = 4 } }",
        f"numbers.A.ATK: expected 4, found 6 {GIVEN}",
    ),
    (BLADE, 'then.time = "night"', "time: it is not night now"),
    (
        BLADE,
        'then.effects.A = ["ATK add 3"]',
        f"effects.A: expected ATK add 3, found ATK add 2 until end of turn {GIVEN}",
    ),
    (
        BLADE,
        "then.effects.B = []",
        f"effects.B: expected –, found forbid use 斬撃剣 until end of match {GIVEN}",
    ),
    (BLADE, 'then.seen = { "life B" = ["B"] }', "seen.life B: expected B, found public, A, B"),
    (
        BLADE,
        'when = ["A use 斬撃剣", "B reveal 月光のルチル"]\nthen.spent.A = 0',
        "spent.A: expected 0, found 1 (since event 5: A pays 1 for 斬撃剣. [BR-5.2-2a])",
    ),
    (
        BLADE,
        'when = ["A use 斬撃剣", "B reveal 月光のルチル"]\nthen.play.B = ["月光のルチル (down)"]',
        "play.B.0: 月光のルチル: expected (down), found face up (since event ",
    ),
]


@pytest.mark.parametrize(("given", "then", "said"), DIFFERS)
def test_what_differs_is_said_with_what_brought_it(tmp_path: Path, given: str, then: str, said: str) -> None:
    assert failures(tmp_path, given + then)[-1].startswith(said)


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (
            'numbers = { "若き飛龍 in front A" = { atack = 3 } }',
            "unknown number 'atack'; did you mean 'attack'?",
        ),
        ('numbers = { "若き飛龍 in frnt A" = { attack = 3 } }', "unknown zone 'frnt'; did you mean 'front'?"),
        ('numbers = { "若き飛龍" = { attack = 3 } }', 'accepted: "CARD in ZONE SEAT", or "A.3"'),
        ("numbers.A = { attack = 3 }", "unknown number 'attack'"),
        ('numbers = { "A.9" = { attack = "x" } }', "'attack' is not written like this; accepted: 0, 1, 2"),
        ('order.underword.A = ["疾風の虎"]', "unknown zone 'underword'; did you mean 'underworld'?"),
        ('numbers = { "疾風の虎 in underworld A" = { attack = 3 } }', "has no numbers there"),
        ('time = "nigth"', "unknown state of the game 'nigth'"),
    ],
)
def test_what_means_nothing_is_told(tmp_path: Path, then: str, said: str) -> None:
    with pytest.raises(CaseErrors) as caught:
        failures(tmp_path, f"{GENESIS}then.{then}\n")
    assert said in caught.value.problems[0].say()
