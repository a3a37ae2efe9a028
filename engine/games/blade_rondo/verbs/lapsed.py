"""Why an answer to an effect is not accepted that did not happen: what became of the latest action.

Not here: the acts themselves.
"""

from engine.effect import tree
from engine.effect.nodes import nodes
from engine.games.blade_rondo.board import budget
from engine.games.blade_rondo.history import latest_course
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement
from events.model.kinds import AnyAct


def _says(game: Game, card: str, moment: str, word: type[tree.Node]) -> bool:
    """Whether the text of a card has a word at a moment."""
    printed = game.card(card)
    return printed is not None and any(
        isinstance(node, word) for effect in printed.on(moment) for node in nodes(effect)
    )


def _not_nullified(game: Game, ask: Ask, act: AnyAct) -> bool:
    course = latest_course(game)
    return course is None or not course.nullified


def _dealt_damage(game: Game, ask: Ask, act: AnyAct) -> bool:
    course = latest_course(game)
    if course is None or course.damage != 0:
        return True
    printed = game.card(course.card)
    return printed is None or not printed.on("add-on")


def _latest(game: Game, ask: Ask, act: AnyAct) -> Facts:
    course = latest_course(game)
    return {"card": course.card} if course else {}


NOT_NULLIFIED = Requirement("BR-3.1-2", "was-nullified", _not_nullified, _latest)
DEALT_DAMAGE = Requirement("BR-base-11-1", "dealt-nothing", _dealt_damage, _latest)
CHOICES = (NOT_NULLIFIED, DEALT_DAMAGE)
"""Why nothing is chosen: the action was nullified, or its attack dealt nothing and the add-on did not
happen."""


def _is_demanded(game: Game, ask: Ask, act: AnyAct) -> bool:
    """False where a response was turned up whose demand its own text did not make of this action."""
    course = latest_course(game)
    if course is None or not course.response or act.seat != game.table.seat or ask.about == "demand":
        return True
    return not _says(game, course.response, "respond", tree.If) or not _says(
        game, course.response, "respond", tree.UnlessPaid
    )


def _response(game: Game, ask: Ask, act: AnyAct) -> Facts:
    course = latest_course(game)
    return {"card": course.response} if course else {}


DEMANDED = Requirement("BR-base-8-7", "demands-nothing", _is_demanded, _response)


def _can_repeat(game: Game, act: AnyAct) -> bool:
    """Whether the act names the card of the latest action, in the play area, with a repeat in its text."""
    card = act.cards[0] if act.cards else ""
    if game.table.place.get(card) != f"play.{act.seat}":
        return False
    course = latest_course(game)
    return course is not None and course.card == card and _says(game, card, "right-after", tree.UseAgain)


def _repeat_not_nullified(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about == "again" or not _can_repeat(game, act) or _not_nullified(game, ask, act)


def _repeat_payable(game: Game, ask: Ask, act: AnyAct) -> bool:
    if ask.about == "again" or not _can_repeat(game, act):
        return True
    return _repeat_cost(game, act) <= budget(game, act.seat)


def _repeat_cost(game: Game, act: AnyAct) -> int:
    """The cost of the repeat, as its text states it."""
    for effect in game.printed(act.cards[0]).on("right-after"):
        for node in nodes(effect):
            if isinstance(node, tree.UseAgain) and isinstance(node.cost, tree.Number):
                return node.cost.value
    return 0


def _repeat_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    cost, left = _repeat_cost(game, act), budget(game, act.seat)
    return {"card": act.cards[0], "cost": cost, "budget": left, "missing": cost - left}


REPEATS = (
    Requirement("BR-3.1-2", "repeat-nullified", _repeat_not_nullified, _latest),
    Requirement("BR-base-4-4", "repeat-too-dear", _repeat_payable, _repeat_facts),
)
"""Why a repeat that a card grants was not offered."""
