"""Cards that leave the field, and units that withdraw (撤退).

Not here: why they lost their chips.
"""

from collections.abc import Iterable

from engine.common.leaving import ended, moved
from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.effect.select import owner
from engine.effect.value import holds
from engine.games.fertcg.board import SEATS, attached, on_field, units
from engine.games.fertcg.chips import chips
from engine.games.fertcg.ending import judge_by_setting
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Place, Set
from events.model.kinds import Happened, Triggered

GOES_ABROAD = "goes-abroad"
"""A card that goes out of the country after its use (FE-base-2-4)."""


def zone_after_use(game: Game, card: CardRef) -> str:
    """Where a card goes once it was used: out of battle, unless it says otherwise (FE-base-2-4)."""
    return "abroad" if GOES_ABROAD in game.printed(card).keywords else "out"


def leaves(game: Game, cards: Iterable[CardRef], zone: str) -> tuple[AnyChange, ...]:
    """The changes by which cards go together to a zone of their owners: their marks end, their chips become
    used ones, or unused ones by setting (FE-OP-40), and what is attached to a unit goes out of battle
    (FE-base-6-3)."""
    places = {}
    for card in cards:
        places[card] = f"{zone}.{owner(card)}"
        for other in attached(game, card):
            places.setdefault(other, f"out.{owner(other)}")
    changes: list[AnyChange] = []
    pool = str(game.settings["leaving_chips_go"])
    freed: dict[str, int] = {}
    for card, place in places.items():
        changes += [*moved(game, card, place, turn_first=True), *ended(game, card)]
        if number := chips(game, card):
            freed[owner(card)] = freed.get(owner(card), 0) + number
    changes += [Set(pool, seat, game.table.track(pool, seat) + number) for seat, number in freed.items()]
    return tuple(changes)


def removed(game: Game, card: CardRef, place: Place) -> tuple[AnyChange, ...]:
    """The changes by which a ruling takes a unit from the field: its chips go where they go otherwise, and
    what is attached to it goes out of battle (FE-OP-40, FE-base-6-3)."""
    zone, _, seat = place.partition(".")
    return leaves(game, (card,), zone) if on_field(game, card) and seat == owner(card) else ()


def have_left(game: Game, gone: Iterable[CardRef], zone: str) -> Procedure:
    """What follows on units that have left the field by a card text: 召集B if they went out of battle
    (FE-base-9-2), and the settings that end a match without waiting for a step. Raises ``MatchOver``."""
    units_gone = tuple(gone)
    for unit in units_gone if zone == "out" else ():
        yield from run_trigger(game, unit, "leaves", "FE-base-9-2")
    if units_gone:
        judge_by_setting(game)


def withdraw(game: Game, *clauses: str) -> Procedure:
    """Units without chips withdraw at once, the turn player's first (FE-base-6-3). Raises ``MatchOver`` where
    a setting ends the match then."""
    seats = sorted(SEATS, key=lambda seat: seat != game.table.seat)
    gone = [unit for seat in seats for unit in units(game, seat) if not chips(game, unit)]
    for unit in gone:
        if not on_field(game, unit) or chips(game, unit):
            continue  # the text of another one that withdrew has moved or strengthened it
        cited = (*clauses, "FE-base-6-3")
        yield Happened("withdrawn", owner(unit), cited, card=unit, changes=leaves(game, (unit,), "out"))
        yield from run_trigger(game, unit, "leaves", "FE-base-9-2")
    if gone:
        judge_by_setting(game)


def run_trigger(game: Game, unit: CardRef, moment: str, clause: str) -> Procedure:
    """What the text of a unit does as it enters or leaves: 召集 (FE-base-9-1, FE-base-9-2)."""
    printed = game.card(unit)
    for ability in printed.all(moment) if printed is not None else ():
        context = Context(owner(unit), unit, (clause,))
        if ability.needs is None or holds(game, ability.needs, context):
            yield Triggered(unit, ability.symbol or moment, owner(unit), (clause,))
            yield from carry_out(game, ability.do, context)
