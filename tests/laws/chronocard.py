"""ChronoCard TCG's part in the general laws: its cards, its EP, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.game import Game
from engine.ruleset import Ruleset
from engine.table import Table
from events.changes import CardRef
from events.kinds import ACTS, AnyAct, AnyEvent, Began, Derived, Opened, Paid, Revealed, Shuffled
from kifuda.bots.dice import Dice

SEATS = ("A", "B")
DECK, HAND = 30, 5
REFACED, REDRAWN = WAYS = ("faces that were never seen", "an opening hand drawn in another order")
"""How twins are made."""


# --- what is true after every event --------------------------------------------------------------------


def balanced(table: Table, event: AnyEvent) -> None:
    """Thirty cards and a heroine a seat, each with its owner (CC-base-3-1); no EP below 0 (CC-EP-1), and
    none at all as a phase begins (CC-EP-7)."""
    for seat in SEATS:
        own = [card for card in table.place if card.startswith(f"{seat}.")]
        assert all(table.place[card].endswith(f".{seat}") for card in own)
        assert not table.turn or len(own) == DECK + 1
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


def twins(
    rules: Ruleset, derived: tuple[Derived, ...], viewer: str, dice: Dice
) -> Iterator[tuple[str, tuple[Derived, ...]]]:
    """The match with what ``viewer`` did not see altered: what lies where unseen, and which copy was
    which."""
    yield REFACED, _refaced(rules, derived, viewer, dice)
    for seat in SEATS:
        if seat != viewer:
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


def _spot(card: CardRef) -> int:
    """Where a card of the deck lay in the order of the first shuffle; the heroine is its owner's first
    card."""
    return int(card.partition(".")[2]) - 2


def _first_shuffle(act: Any, seat: str) -> bool:
    return isinstance(act, Shuffled) and act.place == f"deck.{seat}" and len(act.order) == DECK


def _refaced(rules: Ruleset, derived: tuple[Derived, ...], viewer: str, dice: Dice) -> tuple[Derived, ...]:
    """Cards that the viewer never saw change faces, each seat's among themselves: those left in the decks,
    and those that somebody held to the end."""
    seen = _seen(rules, derived, viewer)
    orders = {event.place: event.order for event, _ in derived if isinstance(event, Shuffled)}
    altered = {}
    for seat in SEATS:
        order = list(orders[f"deck.{seat}"]) if len(orders[f"deck.{seat}"]) == DECK else []
        free = [spot for spot in range(len(order)) if f"{seat}.{spot + 2}" not in seen]
        for spot, face in zip(free, dice.mixed([order[spot] for spot in free]), strict=True):
            order[spot] = face
        altered[seat] = tuple(order)

    def alter(act: Any) -> Any:
        for seat in SEATS:
            if altered[seat] and _first_shuffle(act, seat):
                return replace(act, order=altered[seat])
        return act

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
    """The same five cards in the opening hand, drawn in another order: all acts follow them."""
    mixed = dice.mixed(range(HAND))
    names = {f"{seat}.{old + 2}": f"{seat}.{new + 2}" for old, new in enumerate(mixed)}

    def alter(act: Any) -> Any:
        if isinstance(act, Shuffled):
            if not _first_shuffle(act, seat):
                return act
            order = list(act.order)
            for old, new in enumerate(mixed):
                order[new] = act.order[old]
            return replace(act, order=tuple(order))
        cards, targets = (tuple(names.get(card, card) for card in some) for some in (act.cards, act.targets))
        return replace(act, cards=cards, targets=targets)

    return _replayed(rules, derived, alter)
