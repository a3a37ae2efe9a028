"""Requirements that several acts share, and the facts of their refusals.

Not here: the acts.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from engine.common.requirements import card_facts, never
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import owner
from engine.games.aquarian_age.board import (
    BREAK,
    card_named_by_acts,
    character_of,
    controller,
    is_controlled,
    top,
)
from engine.games.aquarian_age.breaking import FLAWS, Flaw, break_flaw
from engine.games.aquarian_age.declaration import (
    ATTACK,
    USE,
    Declaration,
    effect_of,
    legal_targets,
    named_targets,
    required_targets,
    use_text,
    words_of,
)
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement, Test
from engine.kernel.table import UNKNOWN
from events.model.changes import CardRef
from events.model.kinds import AnyAct

MAIN = "main"
RESPONSE = "response"


def target_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.targets[0]}


def known(game: Game, ask: Ask, act: AnyAct) -> bool:
    """The face of the first card is known: an unknown card cannot be judged."""
    return game.table.face[act.cards[0]] != UNKNOWN


def own_character(game: Game, ask: Ask, act: AnyAct) -> bool:
    """The first card belongs to a character of the acting player, named by its top card."""
    card = act.cards[0]
    character = character_of(game, card)
    return owner(card) == act.seat and character != "" and card_named_by_acts(game, character) == card


def actor_is_controlled(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_controlled(game, character_of(game, act.cards[0]))


def named(game: Game, card: CardRef) -> CardRef:
    """The character that an act names by its top card; ``""`` where it names none."""
    character = character_of(game, card) if card in game.table.place else ""
    return character if character and top(game, character) == card else ""


def answered_declaration(ask: Ask) -> Declaration | None:
    """The declaration that an open window responds to; None if nothing is pending."""
    return ask.subject if ask.about == RESPONSE else None


# --- targets ---------------------------------------------------------------------------------------------


def context_of(game: Game, act: AnyAct) -> Context:
    """The context of the card's text before it is declared."""
    return Context(
        act.seat,
        act.cards[0],
        ("AA-7-1",),
        action=Declaration(USE, act, seq=0),
        bearer=character_of(game, act.cards[0]),
    )


def target_choices(game: Game, lines: tuple[tree.Choose, ...], context: Context) -> Iterator[tuple[str, ...]]:
    """Every choice of targets for the lines of a text."""
    if not lines:
        yield ()
        return
    may = tuple(legal_targets(game, lines[0], context))
    for some in combinations(may, required_targets(game, lines[0], context, len(may))):
        for rest in target_choices(game, lines[1:], context):
            yield (*some, *rest)


def text_of(game: Game, act: AnyAct) -> Ability | None:
    """The text that an act declares: an effect, or what its card does in use."""
    return effect_of(game, act) if act.verb == "effect" else use_text(game.printed(act.cards[0]))


def _aims(game: Game, act: AnyAct, ability: Ability | None) -> dict[str, tuple[CardRef, ...]]:
    return named_targets(game, ability, act.targets, context_of(game, act))


def set_break_not_kept_by(flaw: Flaw) -> Test:
    """Whether this is not what keeps a break card, that the text of the act sets, from its character."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        ability = text_of(game, act)
        return all(
            break_flaw(game, act.seat, card, target) != flaw
            for what, to in _breaks_set(ability)
            for aims in (_aims(game, act, ability),)
            for card in aims.get(what, ())
            for target in aims.get(to, ())
        )

    return holds


@cache
def _breaks_set(ability: Ability | None) -> tuple[tuple[str, str], ...]:
    """The targets that a text sets as break cards, and those on which it does, by their names in the text."""
    return tuple(
        (word.thing.name, word.to.name)
        for word in words_of(ability)
        if isinstance(word, tree.AttachTo)
        and word.role == BREAK
        and isinstance(word.thing, tree.Named)
        and isinstance(word.to, tree.Named)
    )


@cache
def _orders(ability: Ability | None) -> frozenset[str]:
    """How a text makes characters fight: ``order`` to attack, ``guard``."""
    return frozenset(word.style for word in words_of(ability) if isinstance(word, tree.Attack))


def _no_attack_ordered_amid_one(game: Game, ask: Ask, act: AnyAct) -> bool:
    made = answered_declaration(ask)
    while made is not None and made.kind != ATTACK:
        made = made.answers
    return made is None or "order" not in _orders(text_of(game, act))


def _attack_ordered_in_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    """What makes a character attack is declared when an attack could be (AA-base-10-1)."""
    return ask.about == MAIN or "order" not in _orders(text_of(game, act))


def _own_controlled_if(style: str) -> Test:
    """Whether a text that makes a character attack or guard names one's own controlled one."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        if style not in _orders(text_of(game, act)):
            return True
        who = _aims(game, act, text_of(game, act)).get("target", (character_of(game, act.cards[0]),))
        return all(is_controlled(game, one) and controller(game, one) == act.seat for one in who)

    return holds


TEXT_FITS = (
    *(Requirement(flaw.clause, flaw.reason, set_break_not_kept_by(flaw), card_facts) for flaw in FLAWS),
    Requirement("AA-3-7", "attack-pending", _no_attack_ordered_amid_one),
    Requirement("AA-3-1a", "orders-attack", _attack_ordered_in_time, card_facts),
    Requirement("AA-3-2b", "not-your-controlled-to-fight", _own_controlled_if("order"), card_facts),
    Requirement("AA-4-2b", "not-your-controlled-to-fight", _own_controlled_if("guard"), card_facts),
)
"""Break cards that a text sets need what declared ones do (AA-base-8-1); attacks and guards that a text
brings about are declared when others could be, and with one's own controlled characters."""


# acts out of place ---------------------------------------------------------------------------------------


def _own_turn(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.seat == game.table.seat


def _nothing_pending(game: Game, ask: Ask, act: AnyAct) -> bool:
    return ask.about != RESPONSE


ELSEWHERE = (
    Requirement("AA-base-6-4", "something-pending", _nothing_pending),
    Requirement("AA-base-6-4", "not-your-turn", _own_turn),
    Requirement("AA-base-6-4", "not-your-main-phase", never),
)
"""Why an act of the own main phase is refused elsewhere."""
