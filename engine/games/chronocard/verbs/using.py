"""Using a card from hand (使用宣言①).

Not here: the consequences of an allowed act (``declare``, ``process``).
"""

from collections.abc import Iterable, Iterator

from engine.common.demand import demand
from engine.common.requirements import card_facts, face_known, in_hand, place_facts
from engine.effect.context import Context
from engine.games.chronocard.board import EP_MOST, characters, field, kind
from engine.games.chronocard.cost import cost_of_card, reduces_itself
from engine.games.chronocard.declaration import (
    UseContext,
    condition_met,
    named_targets,
    target_lines,
    use_text,
)
from engine.games.chronocard.declare import AS_ANSWER
from engine.games.chronocard.ep import pool
from engine.games.chronocard.payment import payment, price_choices
from engine.games.chronocard.prepare import moved_for_cost, target_choices, targets_fit
from engine.games.chronocard.verbs.shared import ELSEWHERE, answered_declaration, ep_facts, in_own_main
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Declared

MAIN_PHASE = "main"
"""The ask at which permanents may be used: the own main phase."""


def _context(game: Game, ask: Ask, act: AnyAct) -> Context:
    """The context of the card's text before it is declared."""
    card = act.cards[0]
    found = UseContext(act.seat, card, ("CC-USE-3",), act=act, answers=answered_declaration(ask))
    found.bearer = card
    found.named |= named_targets(use_text(game.printed(card)), act.targets)
    return found


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in dict.fromkeys(game.table.at(f"hand.{ask.seat}")):
        printed = game.card(card)
        if printed is None:
            continue
        plain = Declared(ask.seat, "use", (card,))
        if not all(rule.holds(game, ask, plain) for rule in _WITHOUT_X):
            continue  # nor its numbers and targets
        text = use_text(printed)
        for x in _numbers(game, ask, card):
            plain = Declared(ask.seat, "use", (card,), number=x)
            rules = _WITH_X if reduces_itself(text) else (*_WITH_X, _AFFORDABLE)
            if not all(rule.holds(game, ask, plain) for rule in rules):
                continue  # its targets need not be tried
            context = _context(game, ask, plain)
            for spent in price_choices(game, text, context):
                for targets in target_choices(game, text, spent, context):
                    yield Declared(ask.seat, "use", (card, *spent), targets, number=x)


def _numbers(game: Game, ask: Ask, card: CardRef) -> Iterable[int | None]:
    """The numbers that can be named and paid for X; none where the cost is printed."""
    if game.printed(card).cost is not None:
        return (None,)
    has, much = pool(game, ask.seat), EP_MOST
    changed = _cost(game, ask, Declared(ask.seat, "use", (card,), number=much)) - much
    return range(min(has - changed, EP_MOST) + 1)


def _no_heroine(game: Game, ask: Ask, act: AnyAct) -> bool:
    return kind(game, act.cards[0]) != "heroine"


def _character_in_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    return kind(game, act.cards[0]) != "character" or ask.about == MAIN_PHASE


def _permanent_in_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Only events are used at other times (CC-base-2-7), and as interrupts (CC-base-5-1)."""
    return kind(game, act.cards[0]) == "event" or ask.about == MAIN_PHASE


def _kind_named(game: Game, act: AnyAct) -> str:
    return kind(game, act.cards[0]) if act.cards and act.cards[0] in game.table.face else ""


def _no_character_elsewhere(game: Game, ask: Ask, act: AnyAct) -> bool:
    return _kind_named(game, act) != "character" or in_own_main(game, act)


def _no_permanent_elsewhere(game: Game, ask: Ask, act: AnyAct) -> bool:
    return _kind_named(game, act) in ("", "event", "heroine") or in_own_main(game, act)


def _limit_respected(game: Game, ask: Ask, act: AnyAct) -> bool:
    return AS_ANSWER not in game.printed(act.cards[0]).keywords or ask.about == "interrupt"


def _condition_met(game: Game, ask: Ask, act: AnyAct) -> bool:
    return condition_met(game, use_text(game.printed(act.cards[0])), _context(game, ask, act))


def _name_is_free(game: Game, ask: Ask, act: AnyAct) -> bool:
    printed = game.printed(act.cards[0])
    if printed.kind != "character":
        return True
    return all(game.printed(card).name.ja != printed.name.ja for card in characters(game, act.seat))


def _has_room(game: Game, ask: Ask, act: AnyAct) -> bool:
    most, own = int(game.settings["bg_most"]), kind(game, act.cards[0])
    if not most or own not in ("bg", "bgm"):
        return True
    return sum(kind(game, card) == own for card in field(game, act.seat)) < most


def _price_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    text = use_text(game.printed(act.cards[0]))
    return payment(game, text, act.cards[1:], _context(game, ask, act)) is not None


def _x_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    return (game.printed(act.cards[0]).cost is None) is (act.number is not None)


def _cost(game: Game, ask: Ask, act: AnyAct) -> int:
    printed = game.printed(act.cards[0])
    return cost_of_card(game, printed, use_text(printed), _context(game, ask, act)).value


def _affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    return pool(game, act.seat) >= _cost(game, ask, act)


def _ep_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return ep_facts(game, act, _cost(game, ask, act))


def _targets_fit(game: Game, ask: Ask, act: AnyAct) -> bool:
    text = use_text(game.printed(act.cards[0]))
    return targets_fit(game, text, act.targets, _context(game, ask, act))


def _demanded(game: Game, ask: Ask, act: AnyAct) -> Facts:
    lines = target_lines(use_text(game.printed(act.cards[0])))
    return {"card": act.cards[0], "demand": demand(game, lines, _context(game, ask, act))}


def _not_given_up(game: Game, ask: Ask, act: AnyAct) -> bool:
    text = use_text(game.printed(act.cards[0]))
    return not set(act.cards[1:]) & set(act.targets) and not moved_for_cost(text, act.targets)


_COMMON_REQUIREMENTS = (
    Requirement("CC-USE-1", "not-in-hand", in_hand, place_facts),
    Requirement("CC-USE-1", "face-unknown", face_known, card_facts),
    Requirement("CC-base-2-1", "heroine", _no_heroine, card_facts),
    Requirement("CC-base-2-2", "character-only-in-main", _character_in_time, card_facts),
    Requirement("CC-OP-9", "permanent-only-in-main", _permanent_in_time, card_facts),
    Requirement("CC-USE-8", "only-as-answer", _limit_respected, card_facts),
    Requirement("CC-USE-8", "condition-not-met", _condition_met, card_facts),
    Requirement("CC-base-2-4", "same-name", _name_is_free, card_facts),
    Requirement("CC-OP-9", "no-room", _has_room, card_facts),
    Requirement("CC-COST-4", "wrong-x", _x_fits, card_facts),
)
"""Requirements that do not depend on targets and cost."""
_WITH_X = tuple(rule for rule in _COMMON_REQUIREMENTS if rule.why in ("condition-not-met", "wrong-x"))
_WITHOUT_X = tuple(rule for rule in _COMMON_REQUIREMENTS if rule not in _WITH_X)
"""Those of them that may depend on the X that is named, and the others."""
_AFFORDABLE = Requirement("CC-USE-2", "too-dear", _affordable, _ep_facts)

USE = ActType(
    "use",
    Declared,
    ("使う", "使用"),
    "CARD [PAID…] [> TARGET…] [x=N]",
    Bilingual(
        "手札のカードを使用宣言する。コストで移動するカードを続け、> の後に対象を書く。x はコストXの値",
        "use a card from hand; cards given up for its cost follow it, targets follow >; x: its cost X",
    ),
    _options,
    requirements=(
        *_COMMON_REQUIREMENTS,
        Requirement("CC-COST-9", "target-given-up", _not_given_up, card_facts),
        Requirement("CC-USE-3", "unfit-targets", _targets_fit, _demanded),
        _AFFORDABLE,
        Requirement("CC-COST-7", "wrong-price", _price_fits, card_facts),
    ),
    elsewhere=(
        Requirement("CC-base-2-2", "character-only-in-main", _no_character_elsewhere, card_facts),
        Requirement("CC-OP-9", "permanent-only-in-main", _no_permanent_elsewhere, card_facts),
        *ELSEWHERE,
    ),
    cards=(1, 9),
    targets=(0, 9),
    numbered=None,
    unseen=lambda game, ask: any(game.card(card) is None for card in game.table.at(f"hand.{ask.seat}")),
    clause="CC-USE-1",
    target_clause="CC-USE-3",
    repeats=True,
)
