"""FERTCG's part in the general laws: its chips, its squares, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.game import Game
from engine.games.fertcg.board import CHIP, CHIPS, SEATS, SQUARES
from engine.games.fertcg.setup import DECK, OPENING
from engine.ruleset import Ruleset
from engine.table import Table
from events.changes import CardRef
from events.kinds import ACTS, AnyAct, AnyEvent, Derived, Opened, Revealed, Shuffled
from kifuda.bots.dice import Dice

REFACED, REDRAWN = WAYS = ("faces that were never seen", "an opening hand drawn in another order")
"""How twins are made."""
NAMING = ("use", "perform", "play", "apply")
"""Acts of which the first card is the one that is used, and the others are given up for it."""


def balanced(table: Table, event: AnyEvent) -> None:
    """Twenty chips a player (FE-base-1-3), sixty cards (FE-base-2-1), one unit a square (FE-base-1-2), none
    without chips but for the one that is about to withdraw; what is attached has its unit on the field."""
    for seat in SEATS:
        own = [card for card in table.place if card.startswith(f"{seat}.")]
        assert len(own) in (0, DECK)
        assert all(table.place[card].endswith(f".{seat}") for card in own)
        if not own:
            continue
        here = [card for square in SQUARES for card in table.at(f"{square}.{seat}")]
        on_units = sum(grant.amount for card in own for grant in table.effects(card, CHIP))
        assert on_units == sum(grant.amount for card in here for grant in table.effects(card, CHIP))
        assert table.track("unused", seat) + table.track("used", seat) + on_units == CHIPS
        for card in table.at(f"attached.{seat}"):
            assert table.host[card][0] in here
    for square in SQUARES:
        assert sum(len(table.at(f"{square}.{seat}")) for seat in SEATS) <= 1


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """The card that is used said by a word: the order of those that are given up does not count."""
    if act.verb not in NAMING or not act.cards:
        return act
    return replace(act, words=(*act.words, f"of {act.cards[0]}"))


# --- matches that look the same ------------------------------------------------------------------------


def twins(
    rules: Ruleset, derived: tuple[Derived, ...], viewer: str, dice: Dice
) -> Iterator[tuple[str, tuple[Derived, ...]]]:
    """The match with what ``viewer`` did not see altered: what lies where unseen, and which copy was
    which."""
    yield REFACED, _refaced(rules, derived, viewer, dice)
    redrawn = {event.seat for event, _ in derived if isinstance(event, ACTS) and event.verb == "mulligan"}
    for seat in SEATS:
        if seat != viewer and seat not in redrawn:  # a hand that was sent away was seen in its order
            yield REDRAWN, _redrawn(rules, derived, seat, dice)


def _replayed(
    rules: Ruleset, derived: tuple[Derived, ...], alter: Callable[[Any], Any]
) -> tuple[Derived, ...]:
    """The match of the altered acts. Raises ``Refused`` where the rules do not allow them."""
    opened = derived[0][0]
    assert isinstance(opened, Opened)
    game = Game(rules, opened)
    found: list[Derived] = [(opened, None), *game.begin()]
    for event, _ in derived:
        if isinstance(event, (*ACTS, Shuffled)):
            found += game.act(alter(event))
    assert game.ask is None
    return tuple(found)


def _refaced(rules: Ruleset, derived: tuple[Derived, ...], viewer: str, dice: Dice) -> tuple[Derived, ...]:
    """Cards that the viewer never saw change faces, each seat's among themselves: those left in the decks,
    and those that somebody held to the end."""
    seen = _seen(rules, derived, viewer)
    altered: dict[str, tuple[str, ...]] = {}
    for event, _ in derived:
        if isinstance(event, Shuffled):
            seat, order = event.place.partition(".")[2], list(event.order)
            free = [spot for spot in range(len(order)) if f"{seat}.{spot + 1}" not in seen]
            for spot, face in zip(free, dice.mixed([order[spot] for spot in free]), strict=True):
                order[spot] = face
            altered[event.place] = tuple(order)

    def alter(act: Any) -> Any:
        return replace(act, order=altered[act.place]) if isinstance(act, Shuffled) else act

    return _replayed(rules, derived, alter)


def _seen(rules: Ruleset, derived: tuple[Derived, ...], viewer: str) -> set[CardRef]:
    """Cards whose face the viewer saw at some time, or that an act named."""
    table, seen = Table(), set()
    for event, _ in derived:
        table.apply(event)
        if isinstance(event, Revealed):
            seen |= set(event.cards)
        if isinstance(event, ACTS):
            seen |= {*event.cards, *event.targets}
        seen |= {card for card, place in table.place.items() if rules.sees(place, viewer, down=False)}
    return seen


def _redrawn(rules: Ruleset, derived: tuple[Derived, ...], seat: str, dice: Dice) -> tuple[Derived, ...]:
    """The same seven cards in the opening hand, drawn in another order: all acts follow them."""
    mixed = dice.mixed(range(OPENING))
    names = {f"{seat}.{old + 1}": f"{seat}.{new + 1}" for old, new in enumerate(mixed)}

    def alter(act: Any) -> Any:
        if isinstance(act, Shuffled):
            if act.place != f"deck.{seat}":
                return act
            order = list(act.order)
            for old, new in enumerate(mixed):
                order[new] = act.order[old]
            return replace(act, order=tuple(order))
        cards, targets = (tuple(names.get(card, card) for card in some) for some in (act.cards, act.targets))
        return replace(act, cards=cards, targets=targets)

    return _replayed(rules, derived, alter)
