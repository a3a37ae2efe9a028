"""Aquarian Age's part in the general laws: its cards, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Iterator

from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.changes import CardRef
from events.model.kinds import ACTS, AnyAct, AnyEvent, Derived
from kifuda.bots.dice import Dice
from tests.laws.altered_matches import REDRAWN, REFACED, Match, Twin, redrawn, refaced, seen_or_named
from tests.laws.owners import cards_in_own_zones

SEATS = ("A", "B")
HAND = 7
WAYS = (REFACED, REDRAWN)


# --- what is true after every event --------------------------------------------------------------------


def balanced(table: Table, event: AnyEvent) -> None:
    """Every card lies in a zone of its owner. What is attached lies where its character lies: power cards
    face down (AA-20-1a), break cards and permanents face up; nothing else lies face down."""
    cards_in_own_zones(table)
    assert table.down.keys() == {card for card, (_, role) in table.host.items() if role == "power"}
    for card, (host, _) in table.host.items():
        assert not table.place[card].startswith("pending")
        if host not in SEATS:
            assert table.place[host] == table.place[card]
            assert host not in table.host or table.host[host][1] == "familiar"


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """Nothing may be left out of an act."""
    return act


# --- matches that look the same ------------------------------------------------------------------------


def twins(rules: Ruleset, derived: Match, viewer: str, dice: Dice) -> Iterator[Twin]:
    """The match with what ``viewer`` did not see altered: what lies where unseen, and which copy was
    which."""
    seen = _seen(derived) | seen_or_named(rules, derived, viewer)
    yield REFACED, refaced(rules, derived, seen, dice)
    for seat in SEATS:
        if seat != viewer and not _redealt(derived, seat):
            yield REDRAWN, redrawn(rules, derived, f"deck.{seat}", HAND, dice)


def _redealt(derived: tuple[Derived, ...], seat: str) -> bool:
    """Whether a seat put its opening hand back: the deck was then shuffled by the faces of its cards."""
    return any(
        isinstance(event, ACTS) and (event.seat, event.verb) == (seat, "mulligan") for event, _ in derived
    )


def _seen(derived: Match) -> set[CardRef]:
    """Cards that the rules have looked at: all that left a deck."""
    table, seen = Table(), set()
    for event, _ in derived:
        table.apply(event)
        seen |= {card for card, place in table.place.items() if not place.startswith("deck")}
    return seen
