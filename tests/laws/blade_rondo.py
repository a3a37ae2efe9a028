"""Blade Rondo's part in the general laws: its cards, its budget, and matches that look the same to a viewer.

Not here: single rules (``tests/games``).
"""

from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from engine.effect.value import effective
from engine.games.blade_rondo.setup import DEAL, KEEP
from engine.games.blade_rondo.use import frozen_option, options_of
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.changes import CardRef
from events.model.kinds import ACTS, AnyAct, AnyEvent, Began, Declared, Opened, Paid, Revealed, Shuffled
from kifuda.bots.dice import Dice
from tests.laws.altered_matches import REFACED, Match, Twin, mix, renamed, reordered, replayed

SEATS = ("A", "B")
SWORDS = {seat: {f"{seat}.{number}" for number in range(1, DEAL + 1)} for seat in SEATS}
IN_PLAY = ("hand", "play", "set", "under", "discard")
RELABELLED, SET_ANOTHER = "cards dealt in another order", "another response face down"
WAYS = (RELABELLED, REFACED, SET_ANOTHER)


# --- what is true after every event --------------------------------------------------------------------


def balanced(table: Table, event: AnyEvent) -> None:
    """Seven swords a seat, always in one place (BR-base-1-1); no payment beyond the budget (BR-base-4-4)."""
    for seat in SEATS:
        if table.at(f"hand.{seat}") or table.turn:
            held = [card for card in SWORDS[seat] if table.place[card].partition(".")[0] in IN_PLAY]
            assert len(held) == KEEP
            assert len(table.at(f"aside.{seat}")) == DEAL - KEEP
            assert all(card.startswith(seat) for card in table.at(f"hand.{seat}"))
    if isinstance(event, Paid) and event.resource == "cost":
        pulse = sum(grant.amount for grant in table.effects(event.seat, "budget"))
        voltage = effective(SimpleNamespace(table=table), "V", event.seat)  # type: ignore[arg-type]  # reads no more
        assert table.track("spent", event.seat) <= voltage + pulse
    if isinstance(event, Began) and event.span == "turn":
        assert table.track("spent", event.seat) == 0


def canonical(game: Game, act: AnyAct) -> AnyAct:
    """With all words that name the chosen action of a ◆特殊 card: one is enough (BR-base-11-18)."""
    named = act.verb in ("use", "trigger") and act.cards and act.cards[0] in game.table.place
    card = game.card(act.cards[0]) if named else None
    if card is None or not card.all("option"):
        return act
    if act.verb == "trigger" and frozen_option(game, act.cards[0]):  # picked at its use (BR-OP-23)
        said = tuple(word for word in act.words if not word.startswith(("as=", "option=")))
        return replace(act, words=said)
    left = options_of(card, act.words)
    if len(left) != 1:
        return act
    number = card.all("option").index(left[0]) + 1
    unsaid = {f"as={left[0].symbol}", f"option={number}"} - set(act.words)
    return replace(act, words=(*act.words, *sorted(unsaid)))


# --- matches that look the same ------------------------------------------------------------------------


def twins(rules: Ruleset, derived: Match, viewer: str, dice: Dice) -> Iterator[Twin]:
    """The match with what ``viewer`` did not see altered: who was which, what was where, what was set."""
    hidden = [seat for seat in SEATS if seat != viewer]
    yield RELABELLED, _relabelled(rules, derived, hidden, dice)
    yield REFACED, _refaced(rules, derived, hidden, viewer, dice)
    for seat in hidden:
        yield from islice(_set_another(rules, derived, seat), 2)


def _spots(seat: str) -> range:
    """Where the cards of a seat lie in the shuffled order."""
    begin = SEATS.index(seat) * DEAL
    return range(begin, begin + DEAL)


def _relabelled(rules: Ruleset, derived: Match, hidden: list[str], dice: Dice) -> Match:
    """The same faces dealt in another order, and kept in another order: all else follows them."""
    names: dict[CardRef, CardRef] = {}
    to: dict[int, int] = {}
    for seat in hidden:
        mixed = dice.mixed(_spots(seat))
        to |= dict(zip(_spots(seat), mixed, strict=True))
        begin = _spots(seat).start
        names |= {f"{seat}.{old - begin + 1}": f"{seat}.{to[old] - begin + 1}" for old in _spots(seat)}

    def alter(seq: int, act: Any) -> Any:
        if isinstance(act, Shuffled):
            order = reordered(act, to).order
            return replace(act, order=(*order[: 2 * DEAL], *dice.mixed(order[2 * DEAL :])))
        act = renamed(act, names)
        if act.verb == "keep" and act.seat in hidden:
            act = replace(act, cards=tuple(dice.mixed(act.cards)))
        return act

    return replayed(rules, derived, alter)


def _refaced(rules: Ruleset, derived: Match, hidden: list[str], viewer: str, dice: Dice) -> Match:
    """Other faces for cards that were never seen: those never played, kept or not, dealt or not; and, among
    responses of one price, those that lay face down and went back unopened."""
    (shuffled,) = (event for event, _ in derived if isinstance(event, Shuffled))
    faces = rules.sets[_opened(derived).cards].cards
    seen, played = _seen_and_played(rules, derived, viewer)
    spots = {f"{seat}.{n}": spot for seat in hidden for n, spot in enumerate(_spots(seat), start=1)}
    free = [spot for card, spot in spots.items() if card not in seen | played]
    free += range(2 * DEAL, len(shuffled.order))
    order = list(shuffled.order)
    for price in {faces[face].cost for face in order if faces[face].answers}:
        like = [spot for spot, face in enumerate(order) if faces[face].answers and faces[face].cost == price]
        down = [spot for card, spot in spots.items() if card in played - seen]
        mix(order, [spot for spot in like if spot in free or spot in down], dice)
    mix(order, free, dice)
    altered = replace(shuffled, order=tuple(order))
    return replayed(rules, derived, lambda seq, act: altered if isinstance(act, Shuffled) else act)


def _opened(derived: Match) -> Opened:
    opened = derived[0][0]
    assert isinstance(opened, Opened)
    return opened


def _seen_and_played(rules: Ruleset, derived: Match, viewer: str) -> tuple[set[CardRef], set[CardRef]]:
    """Cards whose face the viewer saw at some time, and cards that an act named after the deal."""
    table, seen, played = Table(), set(), set()
    for event, _ in derived:
        table.apply(event)
        if isinstance(event, Revealed):
            seen |= set(event.cards)
        if isinstance(event, ACTS) and event.verb != "keep":
            played |= {*event.cards, *event.targets}
        seen |= {
            card for card, place in table.place.items() if rules.sees(place, viewer, down=card in table.down)
        }
    return seen, played


def _set_another(rules: Ruleset, derived: Match, seat: str) -> Iterator[tuple[str, Match]]:
    """Where a response went back unopened: another one from hand, of the same price, lay there instead."""
    table = Table()
    faces = rules.sets[_opened(derived).cards].cards
    for seq, (event, _) in enumerate(derived):
        if isinstance(event, Declared) and event.verb == "set" and event.seat == seat:
            (card,) = event.cards
            stay = _stay(derived, seq, card)
            cost = faces[table.face[card]].cost
            others = [
                other
                for other in table.at(f"hand.{seat}")
                if other != card
                and faces[table.face[other]].answers
                and faces[table.face[other]].cost == cost
                and not any(other in named for named in map(_cards, stay))
            ]
            if stay and others:
                yield SET_ANOTHER, _with_card(rules, derived, seq, others[0])
        table.apply(event)


def _with_card(rules: Ruleset, derived: Match, seq: int, card: CardRef) -> Match:
    """The match in which the act ``seq`` names another card."""
    return replayed(rules, derived, lambda n, act: replace(act, cards=(card,)) if n == seq else act)


def _stay(derived: Match, since: int, card: CardRef) -> list[AnyEvent]:
    """The events while ``card`` lies face down from ``since`` on; none if it is turned up or never leaves."""
    table, stay = Table(), []
    for seq, (event, _) in enumerate(derived):
        table.apply(event)
        if seq < since:
            continue
        stay.append(event)
        if isinstance(event, Revealed) and card in event.cards:
            return []
        if seq > since + 1 and card not in table.down:
            return stay
    return []


def _cards(event: AnyEvent) -> tuple[CardRef, ...]:
    """The cards that an act names."""
    return (*event.cards, *event.targets) if isinstance(event, ACTS) else ()
