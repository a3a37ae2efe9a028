"""An amount of cards below zero means none, one above what there is means all."""

import pytest

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.value import how_many
from engine.kernel.game import Game
from tests.support.play import RULES, opened


@pytest.mark.parametrize(
    ("amount", "number"),
    [
        (tree.Number(2), 2),
        (tree.Number(9), 3),
        (tree.Number(0), 0),
        (tree.Negative(tree.Number(1)), 0),
        (tree.Half(tree.Negative(tree.Number(9)), "down"), 0),
    ],
)
def test_the_number_lies_between_none_and_all(amount: tree.Amount, number: int) -> None:
    assert how_many(Game(RULES, opened()), amount, ("A.1", "A.2", "A.3"), Context("A", "A.1", ())) == number
