"""The declarations of charm and of defence.

Not here: the consequences of an allowed act (``charm``).
"""

from collections.abc import Iterator
from itertools import combinations

from engine.common.marks import marked
from engine.common.requirements import card_facts
from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.chronocard.board import (
    ATTACKS,
    CHARMED,
    blocker_of,
    characters,
    is_character,
    is_checked,
    is_down,
    is_fresh,
    kind,
    on_field,
    takes_part,
)
from engine.games.chronocard.charm import SUPPORTABLE
from engine.games.chronocard.prohibition import NOT_FORBIDDEN
from engine.games.chronocard.verbs.shared import in_own_main
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Declared


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """Every set of attackers, and for one with a heroine every possible support."""
    if marked(game, ask.seat, CHARMED):
        return
    ready = [
        card for card in characters(game, ask.seat) if not is_checked(game, card) and not is_down(game, card)
    ]
    attackers = [card for card in ready if not is_fresh(game, card)]
    for size in range(1, len(attackers) + 1):
        for chosen in combinations(attackers, size):
            yield Declared(ask.seat, "charm", chosen)
            if any(kind(game, card) == "heroine" for card in chosen):
                for card in ready:
                    if card not in chosen:
                        for stat in SUPPORTABLE:
                            yield Declared(ask.seat, "charm", chosen, (card,), words=(stat.lower(),))


def _own_characters(game: Game, ask: Ask, act: AnyAct) -> bool:
    named = (*act.cards, *act.targets)
    return all(
        card in game.table.place
        and owner(card) == act.seat
        and on_field(game, card)
        and is_character(game, card)
        for card in named
    )


def _first_failing(game: Game, act: AnyAct, fails: str) -> CardRef:
    """The first named card whose state forbids the act."""
    tests = {"checked": is_checked, "down": is_down, "fresh": is_fresh}
    named = (*act.cards, *act.targets)
    return next(
        (card for card in named if card in game.table.place and tests[fails](game, card)), act.cards[0]
    )


def _checked(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": _first_failing(game, act, "checked")}


def _down(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": _first_failing(game, act, "down")}


def _fresh(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": _first_failing(game, act, "fresh")}


def _none_checked(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not any(is_checked(game, card) for card in (*act.cards, *act.targets))


def _none_down(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not any(is_down(game, card) for card in (*act.cards, *act.targets))


def _attackers_free(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not any(is_fresh(game, card) for card in act.cards)


def _supporter_free(game: Game, ask: Ask, act: AnyAct) -> bool:
    barred = game.settings["first_turn_blocks_support"]
    return not barred or not any(is_fresh(game, card) for card in act.targets)


def _once(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not marked(game, act.seat, CHARMED)


def _turn_allows(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.turn > 1 or bool(game.settings["first_turn_charm"])


def _support_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    """One supporter with one value, for a heroine that attacks, and not an attacker itself."""
    if not act.targets and not act.words:
        return True
    heroine = any(kind(game, card) == "heroine" for card in act.cards)
    return heroine and len(act.targets) == len(act.words) == 1 and act.targets[0] not in act.cards


CHARM = ActType(
    "charm",
    Declared,
    ("チャーム",),
    "ATTACKER… [> SUPPORTER ap|dp]",
    Bilingual(
        "チャーム宣言。> の後に、ヒロインを支援するキャラクターとその値を書く",
        "declare a charm; after > the character that supports the heroine, and with what",
    ),
    _options,
    requirements=(
        Requirement("CC-base-8-1", "not-own-characters", _own_characters, card_facts),
        NOT_FORBIDDEN,
        Requirement("CC-base-8-1", "charmed-already", _once),
        Requirement("CC-OP-22", "no-charm-in-first-turn", _turn_allows),
        Requirement("CC-base-7-1", "checked", _none_checked, _checked),
        Requirement("CC-OP-16", "face-down", _none_down, _down),
        Requirement("CC-base-7-2", "first-turn", _attackers_free, _fresh),
        Requirement("CC-base-8-2", "wrong-support", _support_fits),
        Requirement("CC-OP-13", "first-turn", _supporter_free, _fresh),
    ),
    elsewhere=(
        Requirement("CC-base-8-1", "charm-in-own-main", lambda game, ask, act: in_own_main(game, act)),
    ),
    cards=(1, 99),
    targets=(0, 1),
    words=("ap", "dp"),
    clause="CC-base-8-1",
    target_clause="CC-base-8-2",
)


# --- defence -----------------------------------------------------------------------------------------


def _defences(game: Game, ask: Ask) -> Iterator[AnyAct]:
    attackers = [card for card in characters(game, opponent(game, ask.seat)) if marked(game, card, ATTACKS)]
    for blocker in characters(game, ask.seat):
        for attacker in attackers:
            yield Declared(ask.seat, "defend", (blocker,), (attacker,))


def _own_character(game: Game, ask: Ask, act: AnyAct) -> bool:
    (card,) = act.cards
    return owner(card) == act.seat and on_field(game, card) and is_character(game, card)


def _fit_to_block(game: Game, ask: Ask, act: AnyAct) -> bool:
    (card,) = act.cards
    return not is_checked(game, card) and not is_down(game, card)


def _not_blocking(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not takes_part(game, act.cards[0])


def _an_attacker(game: Game, ask: Ask, act: AnyAct) -> bool:
    (card,) = act.targets
    place = game.table.place.get(card, "")
    return (
        place == f"field.{opponent(game, act.seat)}"
        and marked(game, card, ATTACKS)
        and not is_down(game, card)
    )


def _unblocked(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not blocker_of(game, act.targets[0])


def _attacker(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.targets[0]}


DEFEND = ActType(
    "defend",
    Declared,
    ("防御", "守る"),
    "BLOCKER > ATTACKER",
    Bilingual("防御宣言。攻撃者1枚を防御する", "declare that a character blocks an attacker"),
    _defences,
    requirements=(
        NOT_FORBIDDEN,
        Requirement("CC-base-8-6", "not-own-characters", _own_character, card_facts),
        Requirement("CC-OP-10", "cannot-block", _fit_to_block, card_facts),
        Requirement("CC-base-8-6", "blocks-already", _not_blocking, card_facts),
        Requirement("CC-base-8-6", "no-attacker", _an_attacker, _attacker),
        Requirement("CC-base-8-6", "blocked-already", _unblocked, _attacker),
    ),
    elsewhere=(Requirement("CC-base-8-6", "no-defence-now", lambda game, ask, act: False),),
    cards=(1, 1),
    targets=(1, 1),
    clause="CC-base-8-6",
)
