"""When two units are stronger united: against a blocker or an attack that neither alone overcomes.

A union costs the effects of both and one of two attacks; upkeep still counts both cards. Not here: other acts
of the union phase (``heuristic``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from engine.effect.context import opponent
from engine.games.genesis_garden.battle import can_block, is_fresh
from engine.games.genesis_garden.board import has_room, row_of, units
from engine.games.genesis_garden.unit import is_active, is_destroyed, number, partner, race
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Began, Declared, Happened
from kifuda.bots.heuristic import is_allowed


def blockers(game: Game, seat: str) -> Iterator[CardRef]:
    """The units of a seat that could block now."""
    return (
        card
        for card in units(game, seat)
        if is_active(game, card) and can_block(game, card) and is_fresh(game, card)
    )


def next_step(game: Game, seat: str) -> AnyAct | None:
    """The next act towards a union that gains, or away from one that no longer does; None without either."""
    for front in units(game, seat):
        rear = partner(game, front)
        if rear and rear not in changed(game, "union") and _both_get_through(game, seat, front, rear):
            return _allowed(game, Declared(seat, "release", (front,)))
    for front, rear in permutations(units(game, seat), 2):
        if _pays(game, seat, front, rear):
            return _towards(game, seat, front, rear)
    return None


def changed(game: Game, how: str) -> set[CardRef]:
    """The cards changed like this in the present phase; no card is moved back and forth."""
    found: set[CardRef] = set()
    for event in reversed(game.history):
        if type(event) is Began:
            break
        if type(event) is Happened and event.what == how:
            found.add(event.card)
    return found


def _towards(game: Game, seat: str, front: CardRef, rear: CardRef) -> AnyAct | None:
    """Move each unit to its row, then unite them."""
    for card, row in ((front, "front"), (rear, "rear")):
        if row_of(game, card) != row:
            if card in changed(game, "moved unit"):
                return None
            return _allowed(game, Declared(seat, "move", (card,))) if has_room(game, seat, row) else None
    return _allowed(game, Declared(seat, "union", (rear,), (front,)))


def _allowed(game: Game, act: AnyAct) -> AnyAct | None:
    return act if is_allowed(game, act) else None


def _pays(game: Game, seat: str, front: CardRef, rear: CardRef) -> bool:
    """Whether two units may be united and together get through or stop an attack that neither does alone."""
    if not _may(game, front, rear) or any(_gets_through(game, seat, card) for card in (front, rear)):
        return False
    power = number(game, front, "attack") + number(game, rear, "attack")
    wall = number(game, front, "defence") + number(game, rear, "defence")
    threat = _threat(game, seat)
    holds = wall > threat and not any(number(game, card, "defence") > threat for card in (front, rear))
    return power > _wall(game, seat) or holds


def _may(game: Game, front: CardRef, rear: CardRef) -> bool:
    """Whether both are of one race, active, single and without effects, and the front one is slower."""
    return (
        all(is_active(game, card) and not partner(game, card) for card in (front, rear))
        and race(game.printed(front)) == race(game.printed(rear))
        and number(game, front, "speed") < number(game, rear, "speed")
        and not any(game.printed(card).all("activated") for card in (front, rear))
    )


def _both_get_through(game: Game, seat: str, front: CardRef, rear: CardRef) -> bool:
    return all(_gets_through(game, seat, card) for card in (front, rear))


def _gets_through(game: Game, seat: str, card: CardRef) -> bool:
    """Whether a card by itself is stronger than whatever could block it."""
    paired = partner(game, card) or card in game.table.host
    alone = game.printed(card).stats["attack"] if paired else number(game, card, "attack")
    return alone > _wall(game, seat)


def _wall(game: Game, seat: str) -> int:
    """The highest defence with which the other player could block."""
    other = opponent(game, seat)
    return max((number(game, card, "defence") for card in blockers(game, other)), default=0)


def _threat(game: Game, seat: str) -> int:
    """The strongest attack that the other player could make."""
    foes = units(game, opponent(game, seat))
    return max((number(game, card, "attack") for card in foes if not is_destroyed(game, card)), default=0)
