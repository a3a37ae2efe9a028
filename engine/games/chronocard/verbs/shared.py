"""Requirements that several acts share, and the facts of their refusals.

Not here: the acts.
"""

from engine.games.chronocard.declaration import Declaration
from engine.games.chronocard.ep import pool
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement
from events.model.kinds import AnyAct, Declared


def ep_facts(game: Game, act: AnyAct, cost: int) -> Facts:
    has = pool(game, act.seat)
    return {"pool": has, "cost": cost, "missing": cost - has}


def answered_declaration(ask: Ask) -> Declaration | None:
    """The declaration that an open window responds to."""
    return ask.subject if ask.about == "interrupt" else None


def _not_own(game: Game, ask: Ask, act: AnyAct) -> bool:
    made = answered_declaration(ask)
    return made is None or made.seat != act.seat


def _not_after_ep(game: Game, ask: Ask, act: AnyAct) -> bool:
    """The last act was not the opponent's EP generation: that cannot be interrupted."""
    last = next((event for event in reversed(game.history) if isinstance(event, Declared)), None)
    return last is None or last.verb != "ep" or last.seat == act.seat


def _not_in_start_phase(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.phase != "start"


def in_own_main(game: Game, act: AnyAct) -> bool:
    """Whether it is the main phase of the act's seat, whoever is asked something."""
    return game.table.phase == "main" and act.seat == game.table.seat


def _own_draw(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about != "draw" or act.seat == ask.seat


def _own_main(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about != "main" or act.seat == ask.seat


ELSEWHERE = (
    Requirement("CC-base-4-3", "nobody-in-start-phase", _not_in_start_phase),
    Requirement("CC-base-6-1", "own-declaration", _not_own),
    Requirement("CC-EP-8", "ep-cannot-be-answered", _not_after_ep),
    Requirement("CC-OP-30", "before-the-draw", _own_draw),
    Requirement("CC-base-4-11", "not-your-turn", _own_main),
)
"""Why an event or a skill is refused when nobody asks for it."""
