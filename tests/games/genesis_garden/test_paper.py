"""Matches written down on paper: the order of a headquarters is unknown until its cards come to light.

Not here: the notation as such (``tests/notation``).
"""

from engine.audit.adjudicate import adjudicate
from engine.record.notation.read import read
from engine.record.notation.write import write

HEAD = """\
+++
kfd = 1
match = "paper"
ruleset = "genesis-garden@2011-04"
cards = "starter"
players = ["Mio", "Sora"]

[decks]
A = "dragons"
B = "beasts"
+++

A keep
B keep
A reveal 天翔ける龍将
B reveal 灰色の狼
== 1 A
A summon 水龍の衛士 front
  A reveal 若き飛龍 龍の息吹
A end
== 2 B
B summon 灰色の狼 rear
  B reveal 疾風の虎
B end
== 3 battle
A attack 水龍の衛士
  B reveal 猛る雄牛 獣の逆襲
    B invoke 獣の逆襲
A leave
! concede B
"""


def test_what_comes_off_an_unknown_headquarters_is_written_as_it_comes() -> None:
    """GG-OP-2: the record names the cards that were turned up, and is judged as one that may be so."""
    reading = read(HEAD)
    assert reading.refusal is None
    verdict = adjudicate(reading.events)
    assert (verdict.grade, verdict.findings, verdict.winner) == ("CONSISTENT", (), "A")


def test_it_is_written_back_the_same() -> None:
    text = write(read(HEAD).events, "paper")
    again = read(text)
    assert again.refusal is None
    assert write(again.events, "paper") == text
    assert 'A = "dragons"' in text
    assert "A reveal 天翔ける龍将" in text


def test_a_card_that_the_deck_does_not_hold_cannot_come_off_it() -> None:
    """GG-SETUP-1: the sixth 天翔ける龍将 of a deck with three, or a card of the other deck."""
    reading = read(HEAD.replace("A reveal 天翔ける龍将", "A reveal 灰色の狼"))
    assert reading.refusal is not None
    assert reading.refusal.line == HEAD.splitlines().index("A reveal 天翔ける龍将") + 1


def test_as_many_are_named_as_were_sent() -> None:
    """GG-SUM-8: a summon cost of two is two cards."""
    reading = read(HEAD.replace("A reveal 若き飛龍 龍の息吹", "A reveal 若き飛龍"))
    assert reading.refusal is not None and reading.refusal.clause == "GG-OP-2"


def test_a_deck_of_another_size_is_refused_with_its_line() -> None:
    """GG-SETUP-1."""
    from engine.record.notation.problem import Unreadable

    try:
        read(HEAD.replace('A = "dragons"', 'A = { "若き飛龍" = 39 }'))
    except Unreadable as unreadable:
        assert unreadable.problem.clause == "GG-SETUP-1"
        assert "39 cards" in unreadable.problem.what.en
        assert unreadable.problem.text.startswith("A = {")
    else:
        raise AssertionError("a deck of 39 was taken")
