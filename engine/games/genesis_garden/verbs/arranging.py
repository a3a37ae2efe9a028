"""The union phase: moving, swapping, forming a union, releasing one.

Not here: the consequences of an allowed act (``union``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.requirements import card_facts, place_facts
from engine.games.genesis_garden.board import has_room, row_of, units
from engine.games.genesis_garden.union import pairs
from engine.games.genesis_garden.unit import is_active, is_tired, number, partner, race
from engine.games.genesis_garden.verbs.shared import NOT_A_REAR_CARD, OWN_UNIT, in_phase, own_units
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared

ONLY_NOW = Requirement("GG-UPHASE-1", "only-in-union-phase", in_phase("union"))
OTHERS_TURN = Requirement("GG-OP-8", "one-after-the-other", lambda game, ask, act: False)


def _moves(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in units(game, ask.seat):
        yield Declared(ask.seat, "move", (card,))


def _goal(game: Game, act: AnyAct) -> str:
    return "rear" if row_of(game, act.cards[0]) == "front" else "front"


def _goal_has_room(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_room(game, act.seat, _goal(game, act))


def _goal_row(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"place": _goal(game, act)}


def _tired_may_move(game: Game, ask: Ask, act: AnyAct) -> bool:
    """By setting, tired units do not move (GG-OP-19)."""
    return bool(game.settings["tired_may_move"]) or not any(is_tired(game, card) for card in act.cards)


def _not_a_pair(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A pair stays in the front row (GG-OP-19)."""
    return len({row_of(game, card) for card in act.cards}) == 1 < len(act.cards) or not any(
        partner(game, card) for card in act.cards
    )


MOVE = ActType(
    "move",
    Declared,
    ("移動",),
    "UNIT",
    Bilingual("自軍のユニットを前衛から後衛へ、後衛から前衛へ移す", "move a unit to the other row"),
    _moves,
    requirements=(
        NOT_A_REAR_CARD,
        OWN_UNIT,
        Requirement("GG-OP-19", "pair-stays-in-front", _not_a_pair, card_facts),
        Requirement("GG-OP-19", "tired-stays", _tired_may_move, card_facts),
        Requirement("GG-SUM-5", "row-is-full", _goal_has_room, _goal_row),
    ),
    elsewhere=(ONLY_NOW, OTHERS_TURN),
    cards=(1, 1),
)


def _swaps(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for cards in combinations(units(game, ask.seat), 2):
        yield Declared(ask.seat, "swap", cards)


SWAP = ActType(
    "swap",
    Declared,
    ("交換",),
    "UNIT UNIT",
    Bilingual("自軍のユニット二体の位置を入れ替える", "let two units change places"),
    _swaps,
    requirements=(
        NOT_A_REAR_CARD,
        Requirement("GG-SUM-3", "not-your-unit", own_units, place_facts),
        Requirement("GG-OP-19", "pair-stays-in-front", _not_a_pair, card_facts),
        Requirement("GG-OP-19", "tired-stays", _tired_may_move, card_facts),
    ),
    elsewhere=(ONLY_NOW, OTHERS_TURN),
    cards=(2, 2),
)


def _unions(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for rear in game.table.at(f"rear.{ask.seat}"):
        for front in game.table.at(f"front.{ask.seat}"):
            yield Declared(ask.seat, "union", (rear,), (front,))


def _from_rear(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.place[act.cards[0]] == f"rear.{act.seat}"


def _onto_front(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.place.get(act.targets[0]) == f"front.{act.seat}"


def _both(game: Game, ask: Ask, act: AnyAct) -> Facts:
    rear, front = act.cards[0], act.targets[0]
    facts: dict[str, object] = {"card": rear, "place": game.table.place.get(rear, "")}
    for name, card in (("fast", rear), ("slow", front)):
        facts[name] = number(game, card, "speed") if row_of(game, card) else ""
    return facts


def _free(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not partner(game, act.targets[0])


def _one_race(game: Game, ask: Ask, act: AnyAct) -> bool:
    return race(game.printed(act.cards[0])) == race(game.printed(act.targets[0]))


def _faster(game: Game, ask: Ask, act: AnyAct) -> bool:
    return number(game, act.targets[0], "speed") < number(game, act.cards[0], "speed")


def _both_active(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Neither tired nor destroyed (GG-OP-6)."""
    return is_active(game, act.cards[0]) and is_active(game, act.targets[0])


UNION = ActType(
    "union",
    Declared,
    ("ユニオン",),
    "UNIT > UNIT",
    Bilingual("後衛のカードを前衛のカードに重ねる", "lay a rear card on a front card"),
    _unions,
    requirements=(
        Requirement("GG-UNION-2", "not-in-rear", _from_rear, place_facts),
        Requirement("GG-UNION-3", "not-in-front", _onto_front, _both),
        Requirement("GG-UNION-9", "in-union-already", _free, _both),
        Requirement("GG-UNION-3", "other-race", _one_race, _both),
        Requirement("GG-UNION-3", "not-slower", _faster, _both),
        Requirement("GG-OP-6", "not-both-active", _both_active, _both),
    ),
    elsewhere=(Requirement("GG-UPHASE-3", "only-in-union-phase", in_phase("union")), OTHERS_TURN),
    cards=(1, 1),
    targets=(1, 1),
)


def _releases(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in pairs(game, ask.seat):
        yield Declared(ask.seat, "release", (card,))


def _is_pair(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in pairs(game, act.seat)


RELEASE = ActType(
    "release",
    Declared,
    ("解除",),
    "UNIT",
    Bilingual(
        "ユニオンを解除し、重ねたカードを後衛に戻す", "end a union; its rear card goes back to the rear row"
    ),
    _releases,
    requirements=(
        Requirement("GG-UNION-10", "not-a-pair", _is_pair, card_facts),
        Requirement("GG-UNION-11", "rear-is-full", lambda game, ask, act: has_room(game, act.seat, "rear")),
    ),
    elsewhere=(Requirement("GG-UNION-10", "only-in-union-phase", in_phase("union")), OTHERS_TURN),
    cards=(1, 1),
)
