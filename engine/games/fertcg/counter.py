"""Who may counter: what keeps a unit that was attacked from it, and the last attack of a match.

Not here: how a counter runs (``attack``), or the act itself (``verbs``).
"""

from engine.common.marks import marked
from engine.effect.select import owner
from engine.games.fertcg.board import ASLEEP, on_field
from engine.games.fertcg.chips import chips
from engine.games.fertcg.fight import Fight
from engine.games.fertcg.reach import is_in_range
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import Chose, Declared, Failed, Resolved

BARS = {
    "victim-gone": "FE-A-R-1",
    "attacker-gone": "FE-OP-12",
    "asleep-now": "FE-base-9-4",
    "cannot-counter": "FE-base-7-4",
    "counter-out-of-reach": "FE-OP-11",
}
"""What keeps a unit from countering an attack that was carried out, each with its clause."""


def bar(game: Game, fight: Fight) -> str:
    """What keeps the unit that was attacked from countering; ``""`` if it may."""
    unit, gear = fight.victim, fight.gear[fight.victim]
    if not on_field(game, unit) or not chips(game, unit):
        return "victim-gone"
    if not on_field(game, fight.striker):
        return "attacker-gone"
    if marked(game, unit, ASLEEP):
        return "asleep-now"
    if ("counter" if gear == unit else "attack") not in game.printed(gear).stats:
        return "cannot-counter"  # a staff unit has a counter value like any other
    needs_reach = game.settings["counter_needs_reach"]
    if needs_reach and not is_in_range(game, unit, gear, fight.striker, countering=True):
        return "counter-out-of-reach"
    return ""


def last_attack(game: Game) -> tuple[Fight, str] | None:
    """The last attack that was declared in the match, and what came of it: ``running``, ``called off`` or
    ``countered``; ``""`` for one that was carried out and not countered."""
    came = "running"
    wielded: dict[str, tuple[CardRef, ...]] = {}
    for event in reversed(game.history):
        match event:
            case Declared(verb="counter"):
                came = "countered"
            case Resolved(what="attack") if came == "running":
                came = ""
            case Failed(what="attack") if came == "running":
                came = "called off"
            case Chose(verb="wield"):
                wielded.setdefault(event.seat, event.cards)
            case Declared(verb="attack"):
                striker, victim = event.cards[0], event.targets[0]
                gear = {unit: (*wielded.get(owner(unit), ()), unit)[0] for unit in (striker, victim)}
                return Fight(striker, victim, gear), came
    return None
