"""ChronoCard TCG's part in the general laws: its cards, its EP, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.kinds import AnyAct, AnyEvent, Began, Paid
from kifuda.bots.dice import Dice
from tests.laws.altered_matches import REDRAWN, REFACED, Match, Twin, redrawn, refaced, seen_or_named
from tests.laws.owners import cards_in_own_zones

SEATS = ("A", "B")
DECK, HAND = 30, 5
TOP = 2
"""The number of the first card of a deck; the heroine is its owner's first card."""
WAYS = (REFACED, REDRAWN)


# --- what is true after every event --------------------------------------------------------------------


def balanced(table: Table, event: AnyEvent) -> None:
    """Thirty cards and a heroine a seat, each with its owner (CC-base-3-1); no EP below 0 (CC-EP-1), and
    none at all as a phase begins (CC-EP-7)."""
    owned = cards_in_own_zones(table)
    for seat in SEATS:
        assert not table.turn or owned[seat] == DECK + 1
        assert table.track("EP", seat) >= 0
        if isinstance(event, Began) and event.span == "phase":
            assert table.track("EP", seat) == 0
    if isinstance(event, Paid):
        assert event.amount >= 0


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """Of the cards of a use the first is the one that is used: said by a word, since order does not count."""
    if act.verb not in ("use", "skill") or not act.cards:
        return act
    return replace(act, words=(*act.words, f"of {act.cards[0]}"))


# --- matches that look the same ------------------------------------------------------------------------


def twins(rules: Ruleset, derived: Match, viewer: str, dice: Dice) -> Iterator[Twin]:
    """The match with what ``viewer`` did not see altered: what lies where unseen, and which copy was
    which."""
    seen = seen_or_named(rules, derived, viewer)
    yield REFACED, refaced(rules, derived, seen, dice, first=TOP)
    for seat in SEATS:
        if seat != viewer:
            yield REDRAWN, redrawn(rules, derived, f"deck.{seat}", HAND, dice, first=TOP)
