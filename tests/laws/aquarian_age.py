"""Aquarian Age's part in the general laws: its cards, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.game import Game
from engine.ruleset import Ruleset
from engine.table import Table
from events.kinds import ACTS, AnyAct, AnyEvent, Derived, Opened, Revealed, Shuffled
from kifuda.bots.dice import Dice

SEATS = ("A", "B")
HAND = 7
REFACED, REDRAWN = WAYS = ("faces that were never seen", "an opening hand drawn in another order")
"""How twins are made."""


# --- what is true after every event --------------------------------------------------------------------


def balanced(table: Table, event: AnyEvent) -> None:
    """Every card lies in a zone of its owner. What is attached lies where its character lies: power cards
    face down (AA-20-1a), break cards and permanents face up; nothing else lies face down."""
    for card, place in table.place.items():
        assert place.endswith(f".{card.partition('.')[0]}")
        host, role = table.host.get(card, ("", ""))
        assert (card in table.down) is (role == "power")
        if host and host not in SEATS:
            assert table.place[host] == place
            assert host not in table.host or table.host[host][1] == "familiar"
        if place.startswith("pending"):
            assert not host


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """Nothing may be left out of an act."""
    return act


# --- matches that look the same ------------------------------------------------------------------------


def twins(
    rules: Ruleset, derived: tuple[Derived, ...], viewer: str, dice: Dice
) -> Iterator[tuple[str, tuple[Derived, ...]]]:
    """The match with what ``viewer`` did not see altered: what lies where unseen, and which copy was
    which."""
    yield REFACED, _refaced(rules, derived, viewer, dice)
    for seat in SEATS:
        if seat != viewer and not _redealt(derived, seat):
            yield REDRAWN, _redrawn(rules, derived, seat, dice)


def _redealt(derived: tuple[Derived, ...], seat: str) -> bool:
    """Whether a seat put its opening hand back: the deck was then shuffled by the faces of its cards."""
    return any(
        isinstance(event, ACTS) and (event.seat, event.verb) == (seat, "mulligan") for event, _ in derived
    )


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
    """Cards that the viewer never saw change faces, each seat's among themselves: those left in the decks. A
    deck that was shuffled anew stays as it is, because it names its cards once more."""
    seen = _seen(rules, derived, viewer)
    altered: dict[str, tuple[str, ...]] = {}
    for seat in SEATS:
        orders = [
            event.order
            for event, _ in derived
            if isinstance(event, Shuffled) and event.place == f"deck.{seat}"
        ]
        if len(orders) != 1:
            continue
        order = list(orders[0])
        free = [spot for spot in range(len(order)) if f"{seat}.{spot + 1}" not in seen]
        for spot, face in zip(free, dice.mixed([order[spot] for spot in free]), strict=True):
            order[spot] = face
        altered[seat] = tuple(order)

    def alter(act: Any) -> Any:
        for seat, order in altered.items():
            if isinstance(act, Shuffled) and act.place == f"deck.{seat}":
                return replace(act, order=order)
        return act

    return _replayed(rules, derived, alter)


def _seen(rules: Ruleset, derived: tuple[Derived, ...], viewer: str) -> set[str]:
    """Cards whose face the viewer saw at some time, or that the rules have looked at: all that left a
    deck."""
    table, seen = Table(), set()
    for event, _ in derived:
        table.apply(event)
        if isinstance(event, Revealed):
            seen |= set(event.cards)
        if isinstance(event, ACTS):
            seen |= {*event.cards, *event.targets}
        seen |= {card for card, place in table.place.items() if not place.startswith("deck")}
    return seen


def _redrawn(rules: Ruleset, derived: tuple[Derived, ...], seat: str, dice: Dice) -> tuple[Derived, ...]:
    """The same seven cards in the opening hand, drawn in another order: all acts follow them."""
    mixed = dice.mixed(range(HAND))
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
