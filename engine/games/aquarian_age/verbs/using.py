"""Using cards from hand.

Not here: the consequences of an allowed act (``declare``, ``resolve``).
"""

from collections.abc import Iterator

from engine.common.continuous import prevailing
from engine.common.demand import demand
from engine.common.requirements import card_facts, never, place_facts
from engine.games.aquarian_age.board import (
    SEATS,
    attached,
    characters,
    controller,
    is_controlled,
    kind,
    shown,
    top,
    zone_of,
)  # fmt: skip
from engine.games.aquarian_age.breaking import FLAWS, Flaw, break_flaw, icons
from engine.games.aquarian_age.costs import (
    cost_above_x,
    cost_of,
    depends_on_aim,
    factors_possible,
    least_payment,
    missing_factors,
    payable_power_cards,
)
from engine.games.aquarian_age.declaration import (
    counts_as_break,
    named_targets,
    target_lines,
    targets_fit,
    use_text,
    x_kind,
)
from engine.games.aquarian_age.declare import x_declared
from engine.games.aquarian_age.own_costs import Aims
from engine.games.aquarian_age.standing_texts import named_x
from engine.games.aquarian_age.values import may_be_set_on, permanent_limit
from engine.games.aquarian_age.verbs.shared import (
    MAIN,
    TEXT_FITS,
    context_of,
    known,
    named,
    target_choices,
)
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement, Test
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Declared

PILES = ("discard", "damage")


# --- candidates ----------------------------------------------------------------------------------------


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    hand = game.table.at(f"hand.{ask.seat}")
    allowed = [card for zone in PILES for card in game.table.at(f"{zone}.{ask.seat}") if _usable(game, card)]
    for card in (*hand, *allowed):
        printed = game.card(card)
        if printed is None:
            continue
        for x in _numbers(game, ask.seat, card):
            plain = Declared(ask.seat, "use", (card,), number=x)
            rules = _COMMON_REQUIREMENTS[:-1] if depends_on_aim(printed) else _COMMON_REQUIREMENTS
            if not all(rule.holds(game, ask, plain) for rule in rules):
                continue  # its targets need not be tried
            for targets in _target_choices(game, plain):
                yield Declared(ask.seat, "use", (card,), targets, x)


def _numbers(game: Game, seat: str, card: CardRef) -> Iterator[int | None]:
    """The numbers that a player may choose for X; none where there is no choice."""
    if x_kind(game.printed(card).keywords) in ("", "x-set"):
        yield None
        return
    most = (
        0 if zone_of(game, card) in PILES else len(payable_power_cards(game, seat)) - cost_above_x(game, card)
    )
    yield from range(max(most, 0) + 1)


def _target_choices(game: Game, act: AnyAct) -> Iterator[tuple[str, ...]]:
    """Every choice of the required targets."""
    printed, context = game.printed(act.cards[0]), context_of(game, act)
    if counts_as_break(game, act.cards[0]) or printed.kind == "permanent":
        for seat in SEATS:
            for character in characters(game, seat):
                yield (top(game, character),)
        return
    yield from target_choices(game, target_lines(use_text(printed)), context)


# --- requirements --------------------------------------------------------------------------------------


def _usable(game: Game, card: CardRef) -> bool:
    """Whether an effect lets a card be used from the pile it lies in."""
    return prevailing(game, card, "usable") is not None


def _at_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = act.cards[0]
    place = game.table.place[card]
    if place == f"hand.{act.seat}":
        return True
    return place in (f"{zone}.{act.seat}" for zone in PILES) and _usable(game, card)


def _is_used(game: Game, ask: Ask, act: AnyAct) -> bool:
    return kind(game, act.cards[0]) != "character" or counts_as_break(game, act.cards[0])


def _in_time(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A fast card may be declared whenever somebody may respond (AA-base-9-3)."""
    return kind(game, act.cards[0]) == "fast" or ask.about == MAIN


def _x_fits(game: Game, ask: Ask, act: AnyAct) -> bool:
    """An X is chosen where the card requires it, and nowhere else (AA-20-5)."""
    chosen = x_kind(game.printed(act.cards[0]).keywords)
    return (act.number is not None) is (chosen in ("x-free", "x-vary", "x-limit")) and (act.number or 0) >= 0


def _within_limit(game: Game, ask: Ask, act: AnyAct) -> bool:
    printed = game.printed(act.cards[0])
    if x_kind(printed.keywords) != "x-limit":
        return True
    return (act.number or 0) <= named_x(game, act.cards[0], act.targets)


X_FROM_PILES = {"x-free": "AA-20-5-a3", "x-vary": "AA-20-5-b3", "x-limit": "AA-20-5-d3"}
"""The clause for each kind of X by which it is 0 in a card used from a pile."""


def _x_zero_from_pile(sort: str) -> Test:
    """Whether it is not an X of this kind that keeps the card from being used from a pile."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        card = act.cards[0]
        if zone_of(game, card) not in PILES or not act.number:
            return True
        return x_kind(game.printed(card).keywords) != sort

    return holds


def _aims(game: Game, act: AnyAct) -> Aims:
    """What the act aims at, where its factors or its cost depend on that."""
    printed = game.printed(act.cards[0])
    if not depends_on_aim(printed) or _is_set_on(game, act):
        return {}
    ability = use_text(printed)
    if not targets_fit(game, ability, act.targets, context_of(game, act)):
        return {}
    return named_targets(game, ability, act.targets, context_of(game, act))


def _factors_possible(game: Game, ask: Ask, act: AnyAct) -> bool:
    return factors_possible(game, act.seat, act.cards[0], _aims(game, act))


def _lacking(game: Game, ask: Ask, act: AnyAct) -> Facts:
    missing = missing_factors(game, act.seat, act.cards[0], _aims(game, act))
    return {"card": act.cards[0], "missing": sum(missing.values())}


def _cost(game: Game, act: AnyAct) -> int:
    return cost_of(game, act.cards[0], x_declared(game, act), _aims(game, act)).value


def _affordable(game: Game, ask: Ask, act: AnyAct) -> bool:
    has, cost = len(payable_power_cards(game, act.seat)), _cost(game, act)
    return has >= cost or has >= least_payment(game, act.seat, act.cards[0], cost)


def _money(game: Game, ask: Ask, act: AnyAct) -> Facts:
    has, cost = len(payable_power_cards(game, act.seat)), _cost(game, act)
    return {"card": act.cards[0], "power": has, "cost": cost, "missing": cost - has}


# what cards are set on -----------------------------------------------------------------------------------


def _one_character(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Break cards and permanents name one character, by its top card."""
    if not _is_set_on(game, act):
        return True
    return len(act.targets) == 1 and named(game, act.targets[0]) != ""


def _is_set_on(game: Game, act: AnyAct) -> bool:
    return counts_as_break(game, act.cards[0]) or kind(game, act.cards[0]) == "permanent"


def _not_kept_by(flaw: Flaw) -> Test:
    """Whether this is not what keeps a break card from its character."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        card = act.cards[0]
        if not counts_as_break(game, card):
            return True
        return break_flaw(game, act.seat, card, named(game, act.targets[0])) != flaw

    return holds


def _own_character(game: Game, ask: Ask, act: AnyAct) -> bool:
    if kind(game, act.cards[0]) != "permanent":
        return True
    return controller(game, named(game, act.targets[0])) == act.seat


def _controlled(game: Game, ask: Ask, act: AnyAct) -> bool:
    return kind(game, act.cards[0]) != "permanent" or is_controlled(game, named(game, act.targets[0]))


def _may_wear(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A permanent is not set on a character that cannot be an object (AA-OP-34)."""
    if kind(game, act.cards[0]) != "permanent":
        return True
    return may_be_set_on(game, act.seat, named(game, act.targets[0]))


def _has_room(game: Game, ask: Ask, act: AnyAct) -> bool:
    if kind(game, act.cards[0]) != "permanent":
        return True
    target = named(game, act.targets[0])
    return len(attached(game, target, "permanent")) < permanent_limit(game, target)


def _icons_fit(game: Game, ask: Ask, act: AnyAct) -> bool:
    if kind(game, act.cards[0]) != "permanent" or not game.settings["permanent_needs_icons"]:
        return True
    own, worn_by = icons(game.printed(act.cards[0])), shown(game, named(game, act.targets[0]))
    return not own or (worn_by is not None and bool(own & icons(worn_by)))


def _targets_fit(game: Game, ask: Ask, act: AnyAct) -> bool:
    if _is_set_on(game, act):
        return True
    return targets_fit(game, use_text(game.printed(act.cards[0])), act.targets, context_of(game, act))


def _demanded(game: Game, ask: Ask, act: AnyAct) -> Facts:
    lines = target_lines(use_text(game.printed(act.cards[0])))
    return {"card": act.cards[0], "demand": demand(game, lines, context_of(game, act))}


_COMMON_REQUIREMENTS = (
    Requirement("AA-base-7-2", "not-in-hand", _at_hand, place_facts),
    Requirement("AA-base-7-2", "face-unknown", known, card_facts),
    Requirement("AA-8-1-b-a", "no-break-card", _is_used, card_facts),
    Requirement("AA-base-9-2", "only-in-main", _in_time, card_facts),
    Requirement("AA-20-5", "wrong-x", _x_fits, card_facts),
    *(
        Requirement(clause, "x-from-a-pile", _x_zero_from_pile(sort), card_facts)
        for sort, clause in X_FROM_PILES.items()
    ),
    Requirement("AA-19-1c", "factors-missing", _factors_possible, _lacking),
)
"""Requirements that do not depend on targets, but for the factors of some cards, which come last."""

USE = ActType(
    "use",
    Declared,
    ("使う", "使用", "ブレイク"),
    "CARD [> TARGET…] [x=N]",
    Bilingual(
        "ブレイク・パーマネント・プロジェクト・ファストカードを使用宣言する。> の後に目標、x= の後にXの値",
        "declare a break card, permanent, project or fast card; targets follow >, the value of X follows x=",
    ),
    _options,
    requirements=(
        *_COMMON_REQUIREMENTS,
        Requirement("AA-base-8-1", "wrong-character", _one_character, card_facts),
        *(Requirement(flaw.clause, flaw.reason, _not_kept_by(flaw), card_facts) for flaw in FLAWS[1:]),
        Requirement("AA-11-2a", "opponents-character", _own_character, card_facts),
        Requirement("AA-base-9-1", "not-your-controlled", _controlled, card_facts),
        Requirement("AA-OP-34", "cannot-be-named", _may_wear, card_facts),
        Requirement("AA-base-9-1", "no-room", _has_room, card_facts),
        Requirement("AA-OP-18", "wrong-icons", _icons_fit, card_facts),
        Requirement("AA-14-1", "wrong-targets", _targets_fit, _demanded),
        *TEXT_FITS,
        Requirement("AA-20-5-d1", "x-above-limit", _within_limit, card_facts),
        Requirement("AA-20-3", "too-dear", _affordable, _money),
    ),
    elsewhere=(Requirement("AA-base-7-6", "not-now", never),),
    cards=(1, 1),
    targets=(0, 9),
    numbered=None,
    unseen=lambda game, ask: any(game.card(card) is None for card in game.table.at(f"hand.{ask.seat}")),
)
