"""Moving: the one move of a unit, and 再移動.

Not here: the consequences of an allowed act (``invasion``).
"""

from collections.abc import Iterator

from engine.common.marks import marked
from engine.common.requirements import asked_about, never
from engine.games.fertcg.ability import MOVE_AGAIN, ability_named
from engine.games.fertcg.board import MOVED, SQUARES, units
from engine.games.fertcg.price import Price, has_stamina, price_of
from engine.games.fertcg.reach import move_squares
from engine.games.fertcg.verbs.shared import (
    MAY_ACT,
    card_facts,
    one_word,
    own_turn,
    square_is_free,
    stamina_facts,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared


def _moves(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for unit in units(game, ask.seat):
        for square in move_squares(game, unit):
            yield Declared(ask.seat, "move", (unit,), words=(square,))


def _leads_there(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.words[0] in move_squares(game, act.cards[0])


def _not_moved(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not marked(game, act.cards[0], MOVED)


def _goal(game: Game, ask: Ask, act: AnyAct) -> Facts:
    squares = " ".join(move_squares(game, act.cards[0])) or "–"
    return {"card": act.cards[0], "place": act.words[0], "squares": squares}


TO_A_SQUARE = (
    Requirement("FE-base-5-8", "one-square", one_word),
    Requirement("FE-base-1-2", "square-taken", square_is_free, _goal),
    Requirement("FE-base-3-4", "out-of-its-way", _leads_there, _goal),
)

MOVE = ActType(
    "move",
    Declared,
    ("移動",),
    "UNIT SQUARE",
    Bilingual(
        "自軍のユニットを矢印に沿って動かし、行動させる",
        "move a unit of one's own along its pattern; it acts next",
    ),
    _moves,
    requirements=(*MAY_ACT, Requirement("FE-OP-33", "moved-before", _not_moved, card_facts), *TO_A_SQUARE),
    elsewhere=(
        Requirement("FE-base-5-1", "not-your-turn", own_turn),
        Requirement("FE-base-5-8", "one-move", lambda game, ask, act: ask.about not in ("action", "again")),
        Requirement("FE-base-5-8", "only-in-invasion", asked_about("move")),
    ),
    cards=(1, 1),
    words=SQUARES,
    clause="FE-base-5-8",
)


def _again(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for square in move_squares(game, ask.subject):
        yield Chose(ask.seat, "again", (ask.subject,), words=(square,))


def _price(game: Game, act: AnyAct) -> Price:
    ability = ability_named(game, act.cards[0], MOVE_AGAIN)
    assert ability is not None  # only a unit that has it is asked
    return price_of(game, act.cards[0], ability)


def _has_chips(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_stamina(game, _price(game, act))


def _chips_told(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return stamina_facts(game, _price(game, act))


def _is_the_one(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(act.cards[0] == ask.subject)


AGAIN = ActType(
    "again",
    Chose,
    ("再移動",),
    "UNIT SQUARE",
    Bilingual("戦闘後の処理ステップに再移動する", "move once more in the processing step after a fight"),
    _again,
    requirements=(
        Requirement("FE-C-9", "another-unit-acts", _is_the_one, card_facts),
        Requirement("FE-K-2", "too-few-chips", _has_chips, _chips_told),
        *TO_A_SQUARE,
    ),
    elsewhere=(Requirement("FE-C-9", "only-after-a-fight", never),),
    cards=(1, 1),
    words=SQUARES,
    clause="FE-C-9",
)
