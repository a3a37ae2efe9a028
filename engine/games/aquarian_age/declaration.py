"""A declaration: what was declared, and its state so far.

Not here: the stages of its processing (``declare``, ``resolve``, ``attack``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates
from engine.effect.value import value
from engine.games.aquarian_age.board import (
    PERMANENT,
    TERRITORY,
    attached,
    card_named_by_acts,
    character_of,
    is_made,
    top,
    zone_of,
)
from engine.games.aquarian_age.values import may_be_named
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import Act

SET, USE, EFFECT, ATTACK, GUARD = "set", "use", "effect", "attack", "guard"
USE_MOMENTS = ("use", "in-force")
"""Moments of texts of a card in use: carried out at once, or in force as long as the card lasts."""
X_KINDS = ("x-free", "x-vary", "x-set", "x-limit")
"""The four kinds of X, a to d (AA-20-5): chosen and fixed, chosen and variable, set by the text, chosen up to
a limit."""


class Declaration:
    """One declaration that can be responded to.

    ``card`` is the card or the text that was declared, ``character`` the one that has an effect, attacks or
    guards. ``targets`` are the cards and players meant: a character whichever card of it the act named; and
    ``aims`` the same by their names in the text. ``cost`` is what it cost then, ``paid`` the power cards that
    were paid. ``guards`` are those who carry out a guard against an attack, ``orders`` attacks that have to
    be declared when the chain is over.
    """

    __slots__ = (
        "ability",
        "aims",
        "answers",
        "as_break",
        "cancelled",
        "card",
        "character",
        "controlled",
        "cost",
        "forced",
        "free",
        "guarded",
        "guarded_by",
        "guards",
        "kind",
        "number",
        "orders",
        "paid",
        "seat",
        "seq",
        "targets",
    )

    def __init__(self, kind: str, act: Act, *, seq: int, answers: Declaration | None = None) -> None:
        self.kind = kind
        self.seat = act.seat
        self.seq = seq
        self.answers = answers
        self.card: CardRef = act.cards[0] if act.cards else ""
        self.character: CardRef = ""
        self.number = act.number or 0
        self.ability: Ability | None = None
        self.targets: tuple[str, ...] = act.targets
        self.aims: dict[str, tuple[CardRef, ...]] = {}
        self.cost = 0
        self.paid: tuple[CardRef, ...] = ()
        self.as_break = False
        self.controlled = False
        self.free = False
        self.cancelled = ""
        self.guarded = False
        self.guarded_by = ""
        self.guards: list[CardRef] = []
        self.forced: dict[CardRef, CardRef] = {}
        self.orders: list[tuple[CardRef, str]] = []

    @property
    def first(self) -> Declaration:
        """The declaration that opened the chain."""
        return self.answers.first if self.answers is not None else self

    def context(self, game: Game, *clauses: str) -> Context:
        """The context of its text; targets are named as in the text, the paid cards ``cost``."""
        found = Context(self.seat, self.card, clauses, action=self, bearer=self.character)
        found.named |= self.aims
        found.named["cost"] = self.paid
        return found

    def aim(self, game: Game) -> None:
        """Note what the named targets are now, at the declaration: a character that is broken or loses a
        break card later is the same character (AA-10-2, AA-11-2d)."""
        if self.ability is None:
            return
        context = self.context(game, "AA-base-7-2")
        self.aims = named_targets(game, self.ability, self.targets, context)
        self.targets = tuple(card for cards in self.aims.values() for card in cards)

    def drop_improper_aims(self, game: Game) -> bool:
        """Leave out the targets that the declaration could not name now (AA-base-7-3). Returns whether there
        is anything left to do it to."""
        if not self.targets:
            return True
        context = self.context(game, "AA-base-7-3")
        for choice in target_lines(self.ability):
            proper = set(legal_targets(game, choice, context).values())
            self.aims[choice.name] = tuple(one for one in self.aims[choice.name] if one in proper)
        self.targets = tuple(card for cards in self.aims.values() for card in cards)
        return bool(self.targets)


def effects_of(game: Game, card: CardRef) -> tuple[Ability, ...]:
    """The effects (エフェクト) printed on a card, in their order."""
    printed = None if is_made(game, card) else game.card(card)
    return printed.all(EFFECT) if printed else ()


def cards_with_effects(game: Game, character: CardRef) -> tuple[CardRef, ...]:
    """The cards whose effects a character has: its top card and its permanents (AA-base-4-3)."""
    return (top(game, character), *attached(game, character, PERMANENT))


ORDINALS = ("second", "third", "fourth")
"""Which effect of a card is meant; the first without a word."""


def effect_of(game: Game, act: Act) -> Ability | None:
    """The effect that an act declares; None if its card has no such effect."""
    found = effects_of(game, act.cards[0])
    index = next((ORDINALS.index(word) + 1 for word in act.words if word in ORDINALS), 0)
    return found[index] if index < len(found) else None


def use_text(printed: Card) -> Ability | None:
    """What a card does in use, with its targets; None where there is no text."""
    for moment in USE_MOMENTS:
        for ability in printed.all(moment):
            return ability
    return None


@cache
def words_of(ability: Ability | None) -> tuple[tree.Effect, ...]:
    """The words of a text, those within *and*, *after that* and *if* as well."""
    return tuple(word for line in (ability.do if ability else ()) for word in _words(line))


def _words(line: tree.Effect) -> Iterator[tree.Effect]:
    match line:
        case tree.Both(first, second) | tree.Then(first, second):
            yield from _words(first)
            yield from _words(second)
        case tree.If():
            yield from _words(line.then)
            if line.otherwise is not None:
                yield from _words(line.otherwise)
        case _:
            yield line


def break_text(printed: Card) -> Ability | None:
    """The printed condition of a break card (【…のみブレイク可能】), which is no ability."""
    return next(iter(printed.all("break")), None)


def counts_as_break(game: Game, card: CardRef) -> bool:
    """Whether a use of the card declares a break: a character card can be used only so (AA-8-1-b-a)."""
    printed = game.card(card)
    return printed is not None and (
        printed.kind == "break" or (printed.kind == "character" and "as-break" in printed.keywords)
    )


def x_kind(keywords: tuple[str, ...]) -> str:
    """The kind of X that these words give; ``""`` for none."""
    return next((word for word in keywords if word in X_KINDS), "")


# --- targets -----------------------------------------------------------------------------------------


def target_lines(ability: Ability | None) -> tuple[tree.Choose, ...]:
    """What has to be named as a target at the declaration."""
    return tuple(line for line in ability.targets if isinstance(line, tree.Choose)) if ability else ()


def legal_targets(game: Game, choice: tree.Choose, context: Context) -> dict[CardRef, CardRef]:
    """What a target line may name: the card that an act names → the card meant. Only cards on the field or
    being declared, unless the text names another zone (AA-7-1, AA-14-1); a declared card is neither on the
    field nor in a hand, and can be named all the same (AA-1-3b), though not by itself. An effect may name its
    own character. Whether there is room for power cards does not matter yet (AA-12-2a)."""
    found = [
        card
        for card in candidates(game, choice.cards, context)
        if may_be_named(game, card) and (card != context.card or zone_of(game, card) in TERRITORY)
    ]
    legal = {card_named_by_acts(game, card): card for card in found}
    legal.update((card, card) for card in found if card in legal)  # the card itself before its character
    return legal


def required_targets(game: Game, choice: tree.Choose, context: Context, there: int) -> int:
    """How many targets a line requires. Where X is the number and there are fewer, all of them (AA-20-6)."""
    number = value(game, choice.number, context)
    return min(number, there) if isinstance(choice.number, tree.X) else number


def named_targets(
    game: Game, ability: Ability | None, targets: tuple[str, ...], context: Context
) -> dict[str, tuple[CardRef, ...]]:
    """The targets of an act by their names in the text, as the cards meant."""
    found: dict[str, tuple[CardRef, ...]] = {}
    left = list(targets)
    lines = target_lines(ability)
    for choice in lines:
        number = value(game, choice.number, context) if len(lines) > 1 else len(left)
        named, left = left[:number], left[number:]
        meant = candidates(game, choice.cards, context)
        found[choice.name] = tuple(_card_meant(game, card, meant) for card in named)
    return found


def _card_meant(game: Game, card: CardRef, among: tuple[CardRef, ...]) -> CardRef:
    """The card meant by a card that an act names: the card itself, or the character that it is on top of."""
    return card if card in among else character_of(game, card) or card


def targets_fit(game: Game, ability: Ability | None, targets: tuple[str, ...], context: Context) -> bool:
    """Whether an act may name these targets."""
    left = list(targets)
    for choice in target_lines(ability):
        may = legal_targets(game, choice, context)
        number = required_targets(game, choice, context, len(may))
        named, left = left[:number], left[number:]
        if len(set(named)) < number or not set(named) <= set(may):
            return False
    return not left
