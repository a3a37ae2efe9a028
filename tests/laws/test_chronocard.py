"""ChronoCard TCG's part in the laws can fail: EP kept over a phase, a card lost.

Not here: the laws themselves (``test_play``).
"""

import pytest
from msgspec.structs import replace

from engine.kernel.table import Table
from events.model.changes import Move, Set
from events.model.kinds import Derived, Happened
from tests.laws.chronocard import balanced
from tests.laws.matches import keep_books, matches


@pytest.fixture
def one() -> tuple[Derived, ...]:
    """A match."""
    return matches("chronocard@web", "base", 1)[0]


def test_the_books_of_a_match_are_right(one: tuple[Derived, ...]) -> None:
    keep_books(balanced, one)


def test_ep_that_outlives_its_phase_is_noticed(one: tuple[Derived, ...]) -> None:
    seq, lost = next(
        (seq, event)
        for seq, (event, _) in enumerate(one)
        if isinstance(event, Happened) and event.what == "EP lost"
    )
    kept = replace(lost, changes=(Set("EP", lost.of, 1),))
    with pytest.raises(AssertionError):
        keep_books(balanced, (*one[:seq], (kept, None), *one[seq + 1 :]))


def test_a_card_in_the_hands_of_the_other_player_is_noticed(one: tuple[Derived, ...]) -> None:
    table = Table()
    for event, _ in one:
        table.apply(event)
    card = table.at("field.A")[0]
    stolen = Happened("stolen", "A", ("CC-base-1-1",), changes=(Move(card, "field.A", "field.B"),))
    with pytest.raises(AssertionError):
        keep_books(balanced, (*one, (stolen, None)))
