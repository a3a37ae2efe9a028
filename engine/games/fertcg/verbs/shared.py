"""Requirements that several acts share, and the facts of their refusals.

Not here: the acts.
"""

from collections.abc import Callable

from engine.common.marks import marked
from engine.common.requirements import place_facts
from engine.effect.select import owner
from engine.games.fertcg.ability import ability_named
from engine.games.fertcg.board import ASLEEP, NEW, has_acted, is_free, on_field
from engine.games.fertcg.chips import chips
from engine.games.fertcg.chips import unused as unused_chips
from engine.games.fertcg.price import Price, hand_fits, has_pile, has_stamina, has_unused
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement, Tell, Test
from events.model.kinds import AnyAct


def card_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0]} if act.cards else {"card": ""}


def own_turn(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.seat == act.seat


def square_is_free(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_free(game, act.words[0])


def has_ability(game: Game, ask: Ask, act: AnyAct) -> bool:
    """The first card has an ability by the symbol that is named."""
    return ability_named(game, act.cards[0], act.words[0]) is not None


def declared_ability(game: Game, act: AnyAct) -> Ability:
    """The ability that an act declares, which ``has_ability`` has checked."""
    ability = ability_named(game, act.cards[0], act.words[0])
    assert ability is not None
    return ability


def is_own_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = act.cards[0]
    return on_field(game, card) and owner(card) == act.seat


def _is_moved_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    """In the action step only the moved unit acts."""
    return ask.about != "action" or act.cards[0] == ask.subject


def _not_acted(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not has_acted(game, act.cards[0])


def _awake(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not marked(game, act.cards[0], ASLEEP)


def _not_new(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not marked(game, act.cards[0], NEW)


OWN_UNIT = Requirement("FE-base-5-8", "not-your-unit", is_own_unit, place_facts)
MAY_ACT = (
    OWN_UNIT,
    Requirement("FE-base-5-9", "another-unit-acts", _is_moved_unit, card_facts),
    Requirement("FE-base-5-8", "has-acted", _not_acted, card_facts),
    Requirement("FE-base-9-4", "asleep", _awake, card_facts),
    Requirement("FE-OP-15", "just-deployed", _not_new, card_facts),
)
"""Requirements on every unit that moves or acts."""


def one_word(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.words) == 1


# --- costs -----------------------------------------------------------------------------------------------

PriceOf = Callable[[Game, AnyAct], Price]


def paid_in_full(price: PriceOf) -> tuple[Requirement, ...]:
    """Every kind of cost can be paid, each from its own pool, and the act names what it gives up
    (FE-base-6-2)."""

    def stamina(game: Game, ask: Ask, act: AnyAct) -> bool:
        return has_stamina(game, price(game, act))

    def unused(game: Game, ask: Ask, act: AnyAct) -> bool:
        return has_unused(game, act.seat, price(game, act))

    def hand(game: Game, ask: Ask, act: AnyAct) -> bool:
        return hand_fits(game, act.seat, price(game, act), act.cards[1:], but=act.cards[0])

    def pile(name: str) -> Test:
        return lambda game, ask, act: has_pile(game, act.seat, name, price(game, act))

    def stamina_told(game: Game, ask: Ask, act: AnyAct) -> Facts:
        return stamina_facts(game, price(game, act))

    def unused_told(game: Game, ask: Ask, act: AnyAct) -> Facts:
        return unused_facts(game, act.seat, price(game, act).unused)

    def hand_told(game: Game, ask: Ask, act: AnyAct) -> Facts:
        return {"number": price(game, act).hand, "given": len(act.cards) - 1}

    def pile_told(name: str) -> Tell:
        return lambda game, ask, act: pile_facts(game, act.seat, name, price(game, act).of_pile(name))

    return (
        Requirement("FE-K-2", "too-few-chips", stamina, stamina_told),
        Requirement("FE-base-6-1", "too-few-unused", unused, unused_told),
        Requirement("FE-K-3", "wrong-hand-cost", hand, hand_told),
        Requirement("FE-K-4", "pile-too-short", pile("deck"), pile_told("deck")),
        Requirement("FE-K-5", "pile-too-short", pile("out"), pile_told("out")),
    )


def stamina_facts(game: Game, price: Price) -> Facts:
    has = chips(game, price.unit)
    return {"card": price.unit, "cost": price.stamina, "left": has, "missing": price.stamina - has}


def unused_facts(game: Game, seat: str, cost: int) -> Facts:
    has = unused_chips(game, seat)
    return {"cost": cost, "left": has, "missing": cost - has}


def pile_facts(game: Game, seat: str, pile: str, cost: int) -> Facts:
    place = f"{pile}.{seat}"
    return {"place": place, "cost": cost, "left": len(game.table.at(place))}
