"""FERTCG's part in the general laws: its chips, its squares, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.games.fertcg.board import CHIP, CHIPS, SEATS, SQUARES
from engine.games.fertcg.setup import OPENING
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.kinds import ACTS, AnyAct, AnyEvent
from kifuda.bots.dice import Dice
from tests.laws.altered_matches import REDRAWN, REFACED, Match, Twin, redrawn, refaced, seen_or_named
from tests.laws.owners import cards_in_own_zones

WAYS = (REFACED, REDRAWN)
NAMING = ("use", "perform", "play", "apply")
"""Acts of which the first card is the one that is used, and the others are given up for it."""


def balanced(table: Table, event: AnyEvent) -> None:
    """Twenty chips a player (FE-base-1-3), sixty cards (FE-base-2-1), one unit a square (FE-base-1-2), none
    without chips but for the one that is about to withdraw; what is attached has its unit on the field."""
    chips: dict[str, int] = {}
    for (card, what), grants in table.granted.items():
        if what == CHIP and card not in SEATS:
            chips[card] = sum(grant.amount for grant in grants)
    owned = cards_in_own_zones(table)
    for seat in SEATS:
        assert owned[seat] in (0, 60)
        if not owned[seat]:
            continue
        here = {card for square in SQUARES for card in table.at(f"{square}.{seat}")}
        on_units = sum(number for card, number in chips.items() if card[0] == seat)
        assert all(card in here for card, number in chips.items() if number and card[0] == seat)
        assert table.track("unused", seat) + table.track("used", seat) + on_units == CHIPS
        assert all(table.host[card][0] in here for card in table.at(f"attached.{seat}"))
    for square in SQUARES:
        assert sum(len(table.at(f"{square}.{seat}")) for seat in SEATS) <= 1


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """The card that is used said by a word: the order of those that are given up does not count."""
    if act.verb not in NAMING or not act.cards:
        return act
    return replace(act, words=(*act.words, f"of {act.cards[0]}"))


# --- matches that look the same ------------------------------------------------------------------------


def twins(rules: Ruleset, derived: Match, viewer: str, dice: Dice) -> Iterator[Twin]:
    """The match with what ``viewer`` did not see altered: what lies where unseen, and which copy was
    which."""
    seen = seen_or_named(rules, derived, viewer)
    yield REFACED, refaced(rules, derived, seen, dice)
    sent = {event.seat for event, _ in derived if isinstance(event, ACTS) and event.verb == "mulligan"}
    for seat in SEATS:
        if seat != viewer and seat not in sent:  # a hand that was sent away was seen in its order
            yield REDRAWN, redrawn(rules, derived, f"deck.{seat}", OPENING, dice)
