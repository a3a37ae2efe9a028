"""Cards that leave the field, and units that withdraw (撤退).

Not here: why they lost their chips.
"""

from engine.common.leaving import ended, moved
from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.effect.select import owner
from engine.games.fertcg.board import SEATS, attached, units
from engine.games.fertcg.chips import chips
from engine.games.fertcg.ending import judge_by_setting
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Set
from events.model.kinds import Happened, Triggered


def card_leaves(game: Game, card: CardRef, place: str) -> list[AnyChange]:
    """The changes that move one card elsewhere: its marks end, and chips on it become used ones."""
    changes = moved(game, card, place, turn_first=True)
    if left := chips(game, card):
        changes.append(Set("used", owner(card), game.table.track("used", owner(card)) + left))
    return [*changes, *ended(game, card)]


def unit_leaves(game: Game, unit: CardRef, zone: str) -> tuple[AnyChange, ...]:
    """A unit leaves with the cards attached to it, which go out of battle (FE-base-6-3)."""
    changes = card_leaves(game, unit, f"{zone}.{owner(unit)}")
    for card in attached(game, unit):
        changes += card_leaves(game, card, f"out.{owner(card)}")
    return tuple(changes)


def withdraw(game: Game, *clauses: str) -> Procedure:
    """Units without chips withdraw at once, the turn player's first (FE-base-6-3). Raises ``MatchOver`` where
    a setting ends the match then."""
    seats = sorted(SEATS, key=lambda seat: seat != game.table.seat)
    gone = [unit for seat in seats for unit in units(game, seat) if not chips(game, unit)]
    for unit in gone:
        cited = (*clauses, "FE-base-6-3")
        yield Happened("withdrawn", owner(unit), cited, card=unit, changes=unit_leaves(game, unit, "out"))
        yield from run_trigger(game, unit, "leaves", "FE-base-9-2")
    if gone:
        judge_by_setting(game)


def run_trigger(game: Game, unit: CardRef, moment: str, clause: str) -> Procedure:
    """What the text of a unit does as it enters or leaves: 召集 (FE-base-9-1, FE-base-9-2)."""
    printed = game.card(unit)
    for ability in printed.all(moment) if printed is not None else ():
        yield Triggered(unit, ability.symbol or moment, owner(unit), (clause,))
        yield from carry_out(game, ability.do, Context(owner(unit), unit, (clause,)))
