"""The union phase: rearranging, forming unions (ユニオン) and releasing them.

Not here: whether a declared change is allowed (``verbs``), nor the numbers of a pair (``unit``).
"""

from engine.games.genesis_garden.board import in_order, row_of, units
from engine.games.genesis_garden.effects import consequences
from engine.games.genesis_garden.unit import TIRED, partner
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef, Expire, Grant, Move, Turn
from events.model.kinds import Act, Happened, Passed

VERBS = ("move", "swap", "union", "release", "pass")
ROLE = "union"


def union_phase(game: Game) -> Procedure:
    """First one player makes all changes, then the other (GG-UPHASE-1, GG-OP-8)."""
    order = in_order(game)
    if game.settings["union_order"] == "second_player_first":
        order = (order[1], order[0])
    for seat in order:
        while any(True for _ in units(game, seat)):
            act = yield Ask(seat, VERBS, about="union", clause="GG-UPHASE-1", omissible="silent")
            if type(act) is Passed:
                break
            with game.because(game.last):
                yield CHANGES[act.verb](game, act)
                yield from consequences(game)


def _move(game: Game, act: Act) -> Happened:
    """To the other row (GG-UPHASE-2); tired stays tired (GG-OP-19)."""
    (card,) = act.cards
    origin = game.table.place[card]
    goal = f"{'rear' if row_of(game, card) == 'front' else 'front'}.{act.seat}"
    changes = (Move(card, origin, goal),)
    return Happened("moved unit", act.seat, ("GG-UPHASE-1", "GG-UPHASE-2"), card=card, changes=changes)


def _swap(game: Game, act: Act) -> Happened:
    """Two units exchange positions, in one row or between the rows."""
    one, other = act.cards
    places = game.table.place
    changes: tuple[AnyChange, ...]
    if places[one] == places[other]:
        row = places[one]
        order = [other if card == one else one if card == other else card for card in game.table.at(row)]
        changes = tuple(Move(card, row, row) for card in order)
    else:
        changes = (Move(one, places[one], places[other]), Move(other, places[other], places[one]))
    return Happened("swapped", act.seat, ("GG-UPHASE-1", "GG-UPHASE-2"), card=one, changes=changes)


def _unite(game: Game, act: Act) -> Happened:
    """The rear card is put sideways on the front one (GG-UNION-4); damage of both is that of the pair
    (GG-OP-6)."""
    (rear,), (front,) = act.cards, act.targets
    seat = act.seat
    changes: list[AnyChange] = [
        Move(rear, f"rear.{seat}", f"union.{seat}"),
        Attach(rear, front, ROLE),
        Turn(rear, TIRED),
    ]
    for grant in game.table.effects(rear, "damage"):
        moved = Grant(
            game.number(), front, "damage", "add", grant.amount, "", grant.until, grant.source, grant.clause
        )
        changes += [Expire(grant.id), moved]
    clauses = ("GG-UNION-4", "GG-UNION-1", "GG-UNION-5")
    return Happened("union", seat, clauses, card=rear, changes=tuple(changes))


def _release(game: Game, act: Act) -> Happened:
    """The rear card returns to the rear row, active if the pair was (GG-UNION-10, GG-OP-6)."""
    (front,) = act.cards
    rear, seat = partner(game, front), act.seat
    quarter = game.table.quarter.get(front, 0)
    changes = (Move(rear, f"union.{seat}", f"rear.{seat}"), Attach(rear, ""), Turn(rear, quarter))
    return Happened("released", seat, ("GG-UNION-10", "GG-OP-6"), card=rear, changes=changes)


CHANGES = {"move": _move, "swap": _swap, "union": _unite, "release": _release}


def pairs(game: Game, seat: str) -> list[CardRef]:
    """Front cards in union."""
    return [card for card in game.table.at(f"front.{seat}") if partner(game, card)]
