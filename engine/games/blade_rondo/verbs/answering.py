"""Answers: turning up a response, passing, meeting a demand of cost.

Not here: the consequences of an allowed act (``turn``, ``use``, ``attack``).
"""

from collections.abc import Iterator

from engine.common.answers import only_option
from engine.common.requirements import card_facts, place_facts, printed
from engine.games.blade_rondo import act_queries
from engine.games.blade_rondo.board import budget, face_down
from engine.games.blade_rondo.history import latest_action
from engine.games.blade_rondo.verbs.lapsed import DEMANDED
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose


def _reveal_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in face_down(game, ask.seat):
        yield Chose(ask.seat, "reveal", (card,))


def _could_answer_unseen(game: Game, ask: Ask) -> bool:
    return any(game.card(card) is None for card in face_down(game, ask.seat))


def _one_at_a_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.cards) == 1


def _has_z(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is not None and bool(card.answers)


def _is_set(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.cards[0] in face_down(game, act.seat)


def _symbol_in_z(game: Game, ask: Ask, act: AnyAct) -> bool:
    card, action = printed(game, act), act_queries.open_action(ask)
    return card is not None and action is not None and action.symbol in card.answers


def _symbols(game: Game, ask: Ask, act: AnyAct) -> Facts:
    card, action = printed(game, act), act_queries.open_action(ask)
    return {
        "card": act.cards[0],
        "symbol": action.symbol if action else "",
        "answers": " ".join(card.answers) if card else "",
    }


def _no_demand(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about != "demand"


def _demanded_of(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"asked": ask.seat}


def _answerable(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = latest_action(game)
    printed = game.card(card) if card else None
    return printed is None or "unanswerable" not in printed.keywords


def _latest(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": latest_action(game)}


REVEAL = ActType(
    "reveal",
    Chose,
    ("開く",),
    "CARD",
    Bilingual("裏向きの布石を表にしてレスポンスする", "answer with a face-down card"),
    _reveal_options,
    requirements=(
        Requirement("BR-4.1-1", "one-at-a-time", _one_at_a_time),
        Requirement("BR-base-8-1", "not-set", _is_set, place_facts),
        Requirement("BR-4.3", "no-response", _has_z, card_facts),
        Requirement("BR-base-8-3", "wrong-symbol", _symbol_in_z, _symbols),
    ),
    elsewhere=(
        Requirement("BR-4.2", "own-turn", lambda game, ask, act: act.seat != game.table.seat),
        Requirement("BR-base-8-7", "demand-comes-first", _no_demand, _demanded_of),
        Requirement("BR-base-8-5", "unanswerable", _answerable, _latest),
        Requirement("BR-base-8-6", "no-window", lambda game, ask, act: False),
    ),
    cards=(1, 99),
    unseen=_could_answer_unseen,
)


def _pay_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "pay", number=ask.subject.amount)


def _exact(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.number == int(ask.subject.amount)


def _left_for_demand(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (act.number or 0) <= budget(game, act.seat)


def _demanded(game: Game, ask: Ask, act: AnyAct) -> Facts:
    left = budget(game, act.seat)
    return {"cost": ask.subject.amount, "budget": left, "missing": ask.subject.amount - left}


PAY = ActType(
    "pay",
    Chose,
    ("支払う",),
    "N",
    Bilingual("コストの要求に応じる", "meet a demand of cost"),
    _pay_options,
    requirements=(
        Requirement("BR-base-8-7", "not-the-amount", _exact, _demanded),
        Requirement("BR-base-8-8", "too-dear", _left_for_demand, _demanded),
    ),
    elsewhere=(
        DEMANDED,
        Requirement("BR-8-1", "demand-is-to-the-player", lambda game, ask, act: ask.about != "demand"),
    ),
    numbered=True,
)


REFUSE = ActType(
    "refuse",
    Chose,
    ("拒む",),
    "",
    Bilingual("コストの要求に応じない", "do not meet a demand of cost"),
    only_option(Chose, "refuse"),
    elsewhere=(
        DEMANDED,
        Requirement("BR-8-1", "demand-is-to-the-player", lambda game, ask, act: ask.about != "demand"),
    ),
)
