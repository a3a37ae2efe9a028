"""Blade Rondo's part in the laws can fail: a budget overspent, a sword lost.

Not here: the laws themselves (``test_play``).
"""

import pytest
from msgspec.structs import replace

from engine.kernel.table import Table
from events.model.changes import Move, Set
from events.model.kinds import Derived, Happened, Paid
from tests.laws.blade_rondo import balanced
from tests.laws.matches import keep_books, matches

ONE: tuple[Derived, ...] = matches("blade-rondo@1.03", "base", 1)[0]


def test_the_books_of_a_match_are_right() -> None:
    keep_books(balanced, ONE)


def test_a_payment_beyond_the_budget_is_noticed() -> None:
    seq, paid = next((seq, event) for seq, (event, _) in enumerate(ONE) if isinstance(event, Paid))
    changes = tuple(
        replace(change, value=change.value + 9) if isinstance(change, Set) else change
        for change in paid.changes
    )
    with pytest.raises(AssertionError):
        keep_books(balanced, (*ONE[:seq], (replace(paid, changes=changes), None), *ONE[seq + 1 :]))


def test_a_sword_set_aside_is_noticed() -> None:
    table = Table()
    for event, _ in ONE:
        table.apply(event)
    place = next(f"{zone}.A" for zone in ("hand", "discard", "play") if table.at(f"{zone}.A"))
    sword = next(card for card in table.at(place) if int(card.partition(".")[2]) <= 15)
    lost = Happened("lost", "A", ("BR-base-1-1",), changes=(Move(sword, place, "aside.A"),))
    with pytest.raises(AssertionError):
        keep_books(balanced, (*ONE, (lost, None)))
