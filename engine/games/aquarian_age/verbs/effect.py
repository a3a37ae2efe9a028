"""Effects (エフェクト) of characters.

Not here: the consequences of an allowed act (``declare``, ``resolve``).
"""

from collections.abc import Iterator

from engine.common.demand import demand
from engine.common.requirements import card_facts, never, place_facts
from engine.effect import tree
from engine.games.aquarian_age.board import (
    attached,
    card_named_by_acts,
    character_of,
    characters,
    controller,
    is_controlled,
    kind,
    power,
    top,
)  # fmt: skip
from engine.games.aquarian_age.costs import effect_cost
from engine.games.aquarian_age.declaration import (
    ORDINALS,
    effect_of,
    effects_of,
    target_lines,
    targets_fit,
    x_kind,
)
from engine.games.aquarian_age.declare import x_declared
from engine.games.aquarian_age.values import NO_EFFECTS, is_nullified
from engine.games.aquarian_age.verbs.shared import TEXT_FITS, context_of, target_choices
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Declared


def _effects(game: Game, ask: Ask) -> Iterator[AnyAct]:
    area = "" if game.settings["effects_in_faction_area"] else "control"
    for character in characters(game, ask.seat, area):
        for card in (top(game, character), *attached(game, character, "permanent")):
            for index, ability in enumerate(effects_of(game, card)):
                words = ORDINALS[index - 1 : index]
                numbers = range(power(game, character) + 1) if _x_is_chosen(ability) else (None,)
                for number in numbers:
                    plain = Declared(ask.seat, "effect", (card,), (), number, words)
                    if x_kind(ability.keywords) != "x-set" and not _effect_paid(game, ask, plain):
                        continue  # its targets need not be tried
                    for targets in target_choices(game, target_lines(ability), context_of(game, plain)):
                        yield Declared(ask.seat, "effect", (card,), targets, number, words)


def _on_character(game: Game, ask: Ask, act: AnyAct) -> bool:
    """The top card of one's own character, or a permanent of it; its effects are declared from the control
    area (AA-OP-24)."""
    card = act.cards[0]
    character = character_of(game, card)
    if not character or controller(game, character) != act.seat:
        return False
    if not (is_controlled(game, character) or game.settings["effects_in_faction_area"]):
        return False
    return card_named_by_acts(game, character) == card or kind(game, card) == "permanent"


def _has_effect(game: Game, ask: Ask, act: AnyAct) -> bool:
    return effect_of(game, act) is not None


def _may_act(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether effects of the character are nullified is looked at when they are processed, or now as well
    (AA-OP-42)."""
    if game.settings["nullified_effect"] == "declared":
        return True
    return not is_nullified(game, character_of(game, act.cards[0]), NO_EFFECTS)


def _character(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"character": character_of(game, act.cards[0])}


def _effect_number(game: Game, ask: Ask, act: AnyAct) -> bool:
    ability = effect_of(game, act)
    assert ability is not None
    return (act.number is not None) is _x_is_chosen(ability) and (act.number or 0) >= 0


def _x_is_chosen(ability: Ability) -> bool:
    """An X of the kinds a and b is named with the act; kind c follows from the targets (AA-20-5-c1)."""
    return x_kind(ability.keywords) in ("x-free", "x-vary")


def _sets_something(game: Game, ask: Ask, act: AnyAct) -> bool:
    """An X of 0 would set nothing (AA-7-4)."""
    ability = effect_of(game, act)
    assert ability is not None
    if act.number != 0:
        return True
    return not any(
        isinstance(line, tree.AttachTo) and line.thing == tree.Named("cost") for line in ability.do
    )


def _effect_paid(game: Game, ask: Ask, act: AnyAct) -> bool:
    return power(game, character_of(game, act.cards[0])) >= _effect_price(game, act)


def _effect_price(game: Game, act: AnyAct) -> int:
    ability = effect_of(game, act)
    assert ability is not None
    return effect_cost(ability, x_declared(game, act))


def _effect_money(game: Game, ask: Ask, act: AnyAct) -> Facts:
    has, cost = power(game, character_of(game, act.cards[0])), _effect_price(game, act)
    return {"card": act.cards[0], "power": has, "cost": cost, "missing": cost - has}


def _effect_targets(game: Game, ask: Ask, act: AnyAct) -> bool:
    return targets_fit(game, effect_of(game, act), act.targets, context_of(game, act))


def _demanded(game: Game, ask: Ask, act: AnyAct) -> Facts:
    lines = target_lines(effect_of(game, act))
    return {"card": act.cards[0], "demand": demand(game, lines, context_of(game, act))}


EFFECT = ActType(
    "effect",
    Declared,
    ("エフェクト", "効果"),
    "CARD [second|third|fourth] [> TARGET…] [x=N]",
    Bilingual(
        "支配キャラクターのエフェクトを使用宣言する。second・third・fourth は2つ目以降のエフェクト",
        "declare an effect of a controlled character; second, third or fourth means a later one",
    ),
    _effects,
    requirements=(
        Requirement("AA-OP-24", "no-source-of-effects", _on_character, place_facts),
        Requirement("AA-base-7-2", "no-effect", _has_effect, card_facts),
        Requirement("AA-OP-42", "effects-nullified", _may_act, _character),
        Requirement("AA-20-5", "wrong-x", _effect_number, card_facts),
        Requirement("AA-7-4", "sets-nothing", _sets_something, card_facts),
        Requirement("AA-base-5-2", "too-little-power", _effect_paid, _effect_money),
        Requirement("AA-7-1", "wrong-targets", _effect_targets, _demanded),
        *TEXT_FITS,
    ),
    elsewhere=(Requirement("AA-base-7-6", "not-now", never),),
    cards=(1, 1),
    targets=(0, 9),
    words=ORDINALS,
    numbered=None,
)
