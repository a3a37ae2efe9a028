"""EP generation, and paying a cost that is asked for.

Not here: the consequences of an allowed act (``ep``, ``process``, ``effect_handlers``).
"""

from collections.abc import Iterator

from engine.common.answers import only_option
from engine.common.requirements import card_facts, place_facts
from engine.effect.select import owner
from engine.games.chronocard.board import field, is_checked, is_down, is_fresh, kind, on_field
from engine.games.chronocard.ep import SOURCES, pool
from engine.games.chronocard.prohibition import NOT_FORBIDDEN
from engine.games.chronocard.strength import strength
from engine.games.chronocard.verbs.shared import ep_facts
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in field(game, ask.seat):
        yield Declared(ask.seat, "ep", (card,))


def _on_own_field(game: Game, ask: Ask, act: AnyAct) -> bool:
    (card,) = act.cards
    return on_field(game, card) and owner(card) == act.seat


def _is_source(game: Game, ask: Ask, act: AnyAct) -> bool:
    return kind(game, act.cards[0]) in SOURCES


def _has_ep(game: Game, ask: Ask, act: AnyAct) -> bool:
    return strength(game, act.cards[0], "EP").value > 0


def _face_allows(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(game.settings["facedown_produces"]) or not is_down(game, act.cards[0])


EP = ActType(
    "ep",
    Declared,
    ("発生", "EP"),
    "CARD",
    Bilingual("キャラクターかBGをCheckしてEPを発生させる", "check a character or a BG for its EP"),
    _options,
    requirements=(
        Requirement("CC-EP-2", "not-on-own-field", _on_own_field, place_facts),
        NOT_FORBIDDEN,
        Requirement("CC-EP-3", "no-source-of-ep", _is_source, card_facts),
        Requirement("CC-EP-4", "no-ep", _has_ep, card_facts),
        Requirement(
            "CC-EP-9", "checked", lambda game, ask, act: not is_checked(game, act.cards[0]), card_facts
        ),
        Requirement(
            "CC-base-7-2", "first-turn", lambda game, ask, act: not is_fresh(game, act.cards[0]), card_facts
        ),
        Requirement("CC-OP-27", "face-down", _face_allows, card_facts),
    ),
    elsewhere=(Requirement("CC-OP-8", "no-ep-now", lambda game, ask, act: False),),
    cards=(1, 1),
    clause="CC-EP-2",
)


# --- costs that are asked for ------------------------------------------------------------------------


def _owed(ask: Ask) -> int:
    return int(ask.subject.owed)


def _pay_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Chose(ask.seat, "pay", number=_owed(ask))


def _exact(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.number == _owed(ask)


def _affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return pool(game, act.seat) >= _owed(ask)


def _facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return ep_facts(game, act, _owed(ask))


def _nothing_owed(game: Game, ask: Ask, act: AnyAct) -> bool:
    return False


PAY = ActType(
    "pay",
    Chose,
    ("支払う",),
    "N",
    Bilingual(
        "追加されたコスト、または任意のコストを支払う", "pay a cost that was added, or an optional one"
    ),
    _pay_options,
    requirements=(
        Requirement("CC-COST-3", "not-the-amount", _exact, _facts),
        Requirement("CC-COST-2", "too-dear", _affordable, _facts),
    ),
    elsewhere=(Requirement("CC-FAIL-3", "nothing-owed", _nothing_owed),),
    numbered=True,
    clause="CC-COST-3",
)


REFUSE = ActType(
    "refuse",
    Chose,
    ("拒む",),
    "",
    Bilingual("そのコストを支払わない", "do not pay that cost"),
    only_option(Chose, "refuse"),
)
