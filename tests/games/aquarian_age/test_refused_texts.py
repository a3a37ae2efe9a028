"""Card texts that Aquarian Age does not carry out are refused, with the reason.

Each was once accepted, and crashed, did nothing, never ended or meant the opposite. Not here: those that it
carries out (the cases).
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.card_texts.world import Text, World

OWN = "character cards in control of you"
TARGET = ["choose 1 character cards in field of anyone as target"]


@cache
def world() -> World:
    return World("aquarian-age")


def said(kind: str, on: str, line: str, **more: object) -> list[str]:
    """What the linter says of a card of this kind with this one line."""
    sort, template = next((sort, one) for sort, one in world().templates if one["kind"] == kind)
    header = {key: value for key, value in more.items() if key in ("targets", "keywords")}
    ability = {"on": on, **header, "do": [line]}
    card = {**template, "keywords": more.get("card_keywords", []), "ability": [ability]}
    return [problem.message for problem in world().problems(Text(sort, card))]


REFUSED = [
    ("heal you by 1", "no word 'heal'"),
    ("push target back", "no word 'push'"),
    (f"modify attack of {OWN} divide 2 until end of turn", "'divide' is not carried out"),
    # nothing ends it
    (f"modify attack of {OWN} add 1 until end of next turn", "nothing in aquarian-age ends"),
    (f"modify attack of {OWN} add 1 until end of match", "nothing in aquarian-age ends"),
    (f"modify attack of {OWN} add 1 until end of action", "'end of action'"),
    # what can only be given was given by whatever a text said
    (f"modify shield of {OWN} add minus 1 until end of turn", "given by 'add 1'"),
    (f"modify shield of {OWN} become 1 until end of turn", "taken away by 'become 0'"),
    (f"modify ego of {OWN} become 0 until end of turn", "'become' is not carried out"),
    (f"modify no-attack of {OWN} become 0 until end of turn", "'become' is not carried out"),
    (f"modify unguardable of {OWN} add minus 1 until end of turn", "given by 'add 1'"),
    (f"modify unaffected-by-fast of {OWN} add 0 until end of turn", "given by 'add 1'"),
    # areas in which a character is nowhere in play
    ("move 1 target to lasting chosen by you", "'lasting' cannot stand here"),
    ("move 1 target to pending chosen by you", "'pending' cannot stand here"),
    ("move 1 target to territory chosen by you", "'territory' cannot stand here"),
    ("move 1 target to field chosen by you", "'field' cannot stand here"),
    # what is attached is a card that was set aside, in a role that fits
    ("attach self to target as power", "'self' cannot stand here"),
    ("attach self to target as permanent", "'self' cannot stand here"),
    ("attach target to you as familiar", "only an effect makes a character of a card (AA-7-3a)"),
    ("attach target to target as break", "a card is not attached to itself"),
]


@pytest.mark.parametrize(("line", "message"), REFUSED)
def test_a_text_that_is_not_carried_out_is_refused(line: str, message: str) -> None:
    found = said("fast", "use", line, targets=TARGET)
    assert any(message in one for one in found), found


def test_a_lasting_card_aims_at_its_first_target_alone() -> None:
    """AA-base-7-4: the second one would be forgotten."""
    two = [*TARGET, "choose 1 character cards in field of anyone as second"]
    line = "modify endurance of second add 1 until while here"
    found = said("fast", "in-force", line, targets=two, card_keywords=["lasting"])
    assert any("keeps its 'target' alone" in one for one in found), found


@pytest.mark.parametrize(
    "line",
    [
        "modify attack of self add 1 until while here",
        "modify cost of cards in hand of you add minus 1 until while here",
        "modify factors of you add minus 1 until while here",
    ],
)
def test_what_is_said_anywhere_is_about_the_own_price(line: str) -> None:
    """AA-8-1-c: nothing else is read where the card is not on the field."""
    found = said("project", "anywhere", line)
    assert any("is about 'cost' and 'factors' of 'self'" in one for one in found), found


@pytest.mark.parametrize("keyword", ["x-set", "x-limit"])
def test_an_effect_has_no_x_that_the_text_sets_or_limits(keyword: str) -> None:
    """AA-20-5-c1, AA-20-5-d1: the line of that X stands on "x", which effects do not have."""
    found = said("character", "effect", "damage opponent by x", keywords=[keyword])
    assert any(keyword in one for one in found), found


def test_no_more_effects_than_can_be_told_apart() -> None:
    sort, template = next((sort, one) for sort, one in world().templates if one["kind"] == "character")
    effects = [{"on": "effect", "cost": 1, "do": ["draw 1 for you"]}] * 5
    problems = world().problems(Text(sort, {**template, "ability": effects}))
    assert any("no more than four effects" in one.message for one in problems)
    assert not world().problems(Text(sort, {**template, "ability": effects[:4]}))
