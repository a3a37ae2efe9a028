"""Card texts that Genesis Garden does not carry out are refused, with the reason.

Not here: those that it carries out (the cases ``texts.toml`` and ``answers.toml``).
"""

from pathlib import Path

import pytest

from engine.effect.problem import CardErrors
from engine.games.genesis_garden.vocabulary import VOCABULARY
from engine.kernel.card import load_set

CARD = """\
id = "odd"
name = {{ ja = "奇", en = "Odd" }}
[pool]
"X-1" = 1
[[card]]
id = "X-1"
name = {{ ja = "奇妙な龍", en = "Odd Dragon" }}
kind = "{kind}"
cost = 1
tags = ["dragon"]
stats = {{ {stats} }}
text = {{ ja = "奇。", en = "Odd." }}
"""
ABILITY = """\
[[card.ability]]
on = "{on}"
{header}
do = {do}
"""
NUMBERS = "attack = 1, defence = 1, speed = 1"
CHOSEN = "choose 1 unit cards in front of opponent as target"


def message(*abilities: str, kind: str = "unit", stats: str = NUMBERS, path: Path) -> str:
    file = path / "odd.toml"
    file.write_text("\n".join((CARD.format(kind=kind, stats=stats), *abilities)), "utf-8")
    with pytest.raises(CardErrors) as raised:
        load_set(file, VOCABULARY)
    return str(raised.value)


def ability(*lines: str, on: str = "activated", header: str = "") -> str:
    return ABILITY.format(on=on, header=header, do=str(list(lines)).replace("'", '"'))


@pytest.mark.parametrize(
    ("on", "lines", "why"),
    [
        # no rule of this game has the word
        ("activated", [CHOSEN, "heal target by 1"], "heal"),
        ("activated", [CHOSEN, "push target back"], "push"),
        ("activated", [CHOSEN, "attach target to you as union"], "attach"),
        ("activated", ["reduce cost by 1"], "reduce"),
        ("activated", ["use self again for 1"], "use"),
        ("activated", ["reveal 1 cards in hand of opponent chosen by opponent as shown"], "reveal"),
        ("attacked", ["correct damage add 1"], "correct"),
        ("attacked", ["damage opponent by damage dealt"], "damage dealt"),
        ("activated", ["unless opponent pays 1: draw 1 for you"], "unless"),
        ("activated", ["may pay 1: draw 1 for you"], "pay"),
        ("attacked", ["nullify action"], "nullify"),
        ("attacked", ["raise cost of action by 1"], "raise"),
        ("activated", ["set cycles of opponent to 2"], "set"),
        # units are turned sideways and upright, and lie face up (GG-ACT-14)
        ("activated", [CHOSEN, "turn target face down"], "GG-ACT-14"),
        ("activated", [CHOSEN, "turn target face up"], "GG-ACT-14"),
        ("activated", ["turn cards in underworld of you sideways"], "GG-ACT-7"),
        # rounding is written nowhere
        ("activated", [CHOSEN, "modify attack of target divide 2 until end of turn"], "divide"),
        # nothing comes onto the field but by a summon, and nothing goes where nobody finds it
        ("activated", ["move 1 cards in underworld of you to front chosen by you"], "summon"),
        ("activated", ["move 1 cards in hand of you to rear chosen by you"], "summon"),
        ("activated", [CHOSEN, "move 1 target to field chosen by you"], "field"),
        ("activated", [CHOSEN, "move 1 target to union chosen by you"], "union"),
        # nobody picks among the face-down cards of a headquarters
        ("activated", ["move 1 cards in hq of you to hand chosen by you"], "hq"),
        ("activated", ["choose 1 cards in hq of you as called", "summon called"], "hq"),
        # a continuous effect changes values while it holds, and does nothing else (GG-SPELL-3)
        ("continuous", ["draw 1 for you"], "draw"),
        ("continuous", ["damage opponent by 1"], "damage"),
        ("continuous", ["modify attack of self add 1 until end of turn"], "end of turn"),
        ("continuous", ["modify attack of self add current defence of self until while here"], "current"),
        # "end of action" is the end of an attack; who draws or cycles is no unit
        ("activated", ["modify attack of self add 1 until end of action"], "end of action"),
        ("own-draw", ["damage action by 1"], "action"),
        ("activated", ["forbid opponent to attack-with until end of turn"], "attack-with"),
    ],
)
def test_a_text_that_is_not_carried_out_is_refused(
    on: str, lines: list[str], why: str, tmp_path: Path
) -> None:
    assert why in message(ability(*lines, on=on), path=tmp_path)


@pytest.mark.parametrize(
    ("header", "why"), [('zone = "hand"', "hand"), ('zone = "underworld"', "underworld")]
)
def test_an_effect_stands_in_the_war_zone(header: str, why: str, tmp_path: Path) -> None:
    """GG-ACT-4."""
    assert why in message(ability("draw 1 for you", header=header), path=tmp_path)


def test_a_summon_is_paid_for_with_a_number(tmp_path: Path) -> None:
    """GG-SUM-10: an X was free."""
    file = tmp_path / "odd.toml"
    file.write_text(CARD.format(kind="unit", stats=NUMBERS).replace("cost = 1", 'cost = "X"'), "utf-8")
    with pytest.raises(CardErrors, match='no cost "X"'):
        load_set(file, VOCABULARY)


@pytest.mark.parametrize(
    ("kind", "stats", "why"),
    [
        ("unit", "attack = 1, defence = 1", "speed"),
        ("hero", NUMBERS, "rank"),
        ("unit", f"{NUMBERS}, rank = 1", "rank"),
        ("spell", f"{NUMBERS}, rank = 1", "rank"),
    ],
)
def test_the_numbers_of_its_kind_are_printed(kind: str, stats: str, why: str, tmp_path: Path) -> None:
    """GG-base-1, GG-SUM-10."""
    assert why in message(kind=kind, stats=stats, path=tmp_path)


@pytest.mark.parametrize("rows", [("", ""), ('zone = "front"', ""), ('zone = "front"', 'zone = "front"')])
def test_two_effects_of_one_moment_need_two_rows(rows: tuple[str, str], tmp_path: Path) -> None:
    """GG-ACT-4: an act names the card, and not which of its effects is meant."""
    both = [ability("draw 1 for you", header=row) for row in rows]
    assert "GG-ACT-4" in message(*both, path=tmp_path)
