"""Decks in the head of a record: by their id or card by card, and what is said of wrong ones.

Not here: decks that the rules refuse (``test_cards``), or how the engine uses them.
"""

import pytest

from engine.games.genesis_garden.ruleset import GENESIS_GARDEN
from engine.record.notation.problem import Unreadable
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import Opened
from events.view.view import PUBLIC, view

HEAD = """\
+++
kfd = 1
match = "decks"
ruleset = "genesis-garden@2011-04"
cards = "starter"
players = ["Mio", "Sora"]

[decks]
A = "dragons"
B = { "灰色の狼" = 30, "GG-B02" = 10 }
+++
"""


def opening(text: str) -> Opened:
    event = read(text).events[0][0]
    assert isinstance(event, Opened)
    return event


def test_a_deck_is_named_or_listed() -> None:
    decks = opening(HEAD).decks
    assert decks["A"] == GENESIS_GARDEN.sets["starter"].decks["dragons"].cards
    assert decks["B"] == {"GG-B01": 30, "GG-B02": 10}


def test_it_is_written_the_same_way() -> None:
    text = write(read(HEAD).events, "decks")
    assert 'A = "dragons"\nB = { "灰色の狼" = 30, "岩山の大熊" = 10 }' in text
    assert opening(text).decks == opening(HEAD).decks


@pytest.mark.parametrize(
    ("old", "new", "told", "candidates"),
    [
        ('A = "dragons"', 'A = "dragon"', "no deck “dragon”", "dragons"),
        ('A = "dragons"', 'C = "dragons"', "“C” is no seat", "A"),
        ('"灰色の狼" = 30', '"灰色の狼" = 0', "0", ""),
        ('"灰色の狼" = 30', '"灰色の猫" = 30', "no card is called “灰色の猫”", ""),
        ('"灰色の狼" = 30', '"灰色の狼" = 31', "the deck has 41 cards; it needs 40", ""),
        ('A = "dragons"', "A = 3", "3", ""),
        (
            'ruleset = "genesis-garden@2011-04"\ncards = "starter"',
            'ruleset = "blade-rondo@1.03"\ncards = "base"',
            "dealt from one pool",
            "",
        ),
    ],
)  # fmt: skip
def test_a_wrong_deck_is_told_with_its_line(old: str, new: str, told: str, candidates: str) -> None:
    assert HEAD.count(old) == 1
    text = HEAD.replace(old, new)
    with pytest.raises(Unreadable) as found:
        read(text)
    problem = found.value.problem
    assert told in problem.what.en
    assert not candidates or candidates in problem.candidates
    assert 1 < problem.line <= len(text.splitlines())


def test_a_viewer_knows_no_deck_but_the_own_one() -> None:
    derived = read(HEAD).events[:1]
    for viewer, seen in (("A", {"A"}), ("B", {"B"}), (PUBLIC, set())):
        ((opened, _),) = view(derived, GENESIS_GARDEN, viewer)
        assert isinstance(opened, Opened)
        assert set(opened.decks) == seen
