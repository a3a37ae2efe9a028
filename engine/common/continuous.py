"""Continuous effects: what changes a value at this moment, and in which order.

There are two kinds. A *grant* was made once and stays on the table until something ends it; one that reaches
whoever fits a description carries its line, which stands as long. A *standing text*
is a line of a card that acts while its card is in the right place. It is never stored: whom it affects is
computed when a value is asked for, so it ends with its card and comes back when whatever stopped it ends.

A game says where its standing texts are, what stops an effect, and which of two is stronger (``Continuous``).
Not here: the start and the limits of a value (``amount`` and the rulesets), or when grants end.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import players_or_cards
from engine.effect.value import holds, value
from engine.kernel.amount import Amount
from engine.kernel.game import Game
from events.model.changes import CardRef, Grant, Holder

Rank = tuple[int, ...]
"""The strength of an effect against a contradicting one: the greater one prevails."""

ORDER = ("add", "times", "become")
"""The order in which operations count, unless a game has another."""


class Acting(NamedTuple):
    """One continuous effect that acts on a value now: a step of its computation."""

    operation: str
    amount: int
    source: CardRef
    clause: str


class Standing(NamedTuple):
    """A line of card text that acts while its card is in place, its context, and what it needs."""

    line: tree.Effect
    context: Context
    needs: tree.Condition | None = None


class Part(NamedTuple):
    """One change that a standing text makes, and the conditions for it."""

    change: tree.Modify
    conditions: tuple[tuple[tree.Condition, bool], ...]


class Text:
    """A part of a standing text with its context, and whether it is being read just now."""

    __slots__ = ("context", "is_read", "part")

    def __init__(self, part: Part, context: Context) -> None:
        self.part = part
        self.context = context
        self.is_read = False


class Index:
    """The standing texts of one layout by quantity, the effects whose acting is being examined, with their
    sources, the grants (ids) whose number is being read, and the cards whose strength a game is working
    out."""

    __slots__ = ("examined", "ranked", "read", "texts")

    def __init__(self) -> None:
        self.texts: dict[str, list[Text]] = {}
        self.examined: list[tuple[Any, CardRef]] = []
        self.read: set[str] = set()
        self.ranked: set[CardRef] = set()


Claim = Callable[[Game, Holder, str, CardRef, str], bool]


def _always(game: Game, of: Holder, quantity: str, source: CardRef, text: str) -> bool:
    return True


def _equal(game: Game, source: CardRef) -> Rank:
    return ()


def _given(game: Game, grant: Grant) -> int:
    return grant.amount


@dataclass(frozen=True)
class Continuous:
    """How the continuous effects of one game are found and ordered.

    ``sources`` gives every standing text that its place lets act, those that grants carry (``STANDS``) as
    well; it is remembered by the layout (``Game.by_layout``), so it may depend on nothing else. ``acts``
    (game, of, quantity, source, text) says whether an effect acts on ``of``: False where it is nullified or
    not received. ``text`` is that of a grant, or the moment of a standing text (its context's ``moment``).
    ``rank`` gives the strength of a source, ``granted`` the number of a grant, which may vary. Steps of
    grants cite ``granted_clause``; where that is empty, the clause of the grant.
    """

    sources: Callable[[Game], Iterable[Standing]]
    acts: Claim = _always
    rank: Callable[[Game, CardRef], Rank] = _equal
    granted: Callable[[Game, Grant], int] = _given
    granted_clause: str = ""


STANDS, TEXT = "stands", "text"
"""Operation and quantity of a grant that carries a line of text which stands while the grant lasts."""


def acting(game: Game, of: Holder, quantity: str) -> list[Acting]:
    """The continuous effects on ``quantity`` of ``of`` now: grants first, oldest first, then standing texts
    in the order of their sources."""
    rules = game.rules.continuous
    grants = game.table.effects(of, quantity)
    if rules is None:
        return [Acting(grant.operation, grant.amount, grant.source, grant.clause) for grant in grants]
    index, found = game.by_layout(index_of), []
    for grant in grants:
        if grant.id in index.read:
            continue  # nor is an effect that varies worth more by itself
        if _acts(game, rules, index, (grant.id, of, quantity, grant.source, grant.text)):
            index.read.add(grant.id)
            try:
                amount = rules.granted(game, grant)
            finally:
                index.read.discard(grant.id)
            found.append(Acting(grant.operation, amount, grant.source, rules.granted_clause or grant.clause))
    for text in index.texts.get(quantity, ()):
        if text.is_read:
            continue  # a text decides neither whom it reaches itself nor how much it is worth
        part, context = text.part, text.context
        text.is_read = True
        try:
            if (
                of in players_or_cards(game, part.change.who, context)
                and all(holds(game, condition, context) is wanted for condition, wanted in part.conditions)
                and _acts(game, rules, index, (text, of, quantity, context.card, context.moment))
            ):
                amount = value(game, part.change.amount, context)
                found.append(Acting(part.change.operation, amount, context.card, context.clauses[0]))
        finally:
            text.is_read = False
    return found


def _acts(game: Game, rules: Continuous, index: Index, claim: tuple[Any, Holder, str, CardRef, str]) -> bool:
    """Whether an effect acts, as the game says. Where that leads back to the effect itself, because two stop
    each other, the stronger one decides first: it acts on the weaker one, which does not act on it. Of
    equals each stops the other, and nothing stops itself."""
    effect, of, quantity, source, text = claim
    examined = index.examined
    for other, _ in examined:
        if other is effect or other == effect:
            return rules.rank(game, source) > rules.rank(game, examined[-1][1])
    examined.append((effect, source))
    try:
        return rules.acts(game, of, quantity, source, text)
    finally:
        examined.pop()


def anything(game: Game, of: Holder, quantity: str) -> bool:
    """Whether any effect could act on ``quantity`` of ``of``: a cheap test."""
    rules = game.rules.continuous
    table = game.table
    if table.granted.get((of, quantity)):
        return True
    if rules is None:
        return False
    return quantity in game.by_layout(index_of).texts


def texts_only_raise(game: Game, quantity: str) -> bool:
    """Whether every standing text on a quantity adds a plain number to it, in a game that has continuous
    effects. For ``Game.by_layout``."""
    changes = [text.part.change for text in game.by_layout(index_of).texts.get(quantity, ())]
    return all(
        change.operation == "add" and isinstance(change.amount, tree.Number) and change.amount.value >= 0
        for change in changes
    )


def apply(game: Game, amount: Amount, of: Holder, quantity: str, order: tuple[str, ...] = ORDER) -> None:
    """Apply every effect on ``quantity`` of ``of``: by operation in ``order``, weaker before stronger, so
    that of several that set a value the strongest one decides."""
    if not anything(game, of, quantity):
        return
    found = _ranked(game, acting(game, of, quantity))
    for operation in order:
        for one in found:
            if one.operation == operation:
                amount.step(*one)


def prevailing(game: Game, of: Holder, quantity: str) -> Acting | None:
    """The strongest of the effects that decide a permission; None if there is none."""
    if not anything(game, of, quantity):
        return None
    found = _ranked(game, acting(game, of, quantity))
    return found[-1] if found else None


def _ranked(game: Game, found: list[Acting]) -> list[Acting]:
    """Weakest first; equals in the order found."""
    rules = game.rules.continuous
    if rules is None or len(found) < 2:
        return found
    return sorted(found, key=lambda one: rules.rank(game, one.source))


# --- the index ---------------------------------------------------------------------------------------


def index_of(game: Game) -> Index:
    """Standing texts by quantity: for ``Game.by_layout``, in a game that has continuous effects."""
    index = Index()
    for line, context, needs in game.rules.continuous.sources(game):
        for part in parts(line):
            if needs is not None:
                part = Part(part.change, ((needs, True), *part.conditions))
            index.texts.setdefault(part.change.quantity, []).append(Text(part, context))
    return index


@cache
def parts(line: tree.Effect) -> tuple[Part, ...]:
    """The changes that a line makes, each with its conditions; empty for a line that changes no value."""
    return tuple(_parts(line, ()))


def _parts(line: tree.Effect, conditions: tuple[tuple[tree.Condition, bool], ...]) -> Iterator[Part]:
    match line:
        case tree.If(condition, then, otherwise):
            yield from _parts(then, (*conditions, (condition, True)))
            if otherwise is not None:
                yield from _parts(otherwise, (*conditions, (condition, False)))
        case tree.Both(first, second):
            yield from _parts(first, conditions)
            yield from _parts(second, conditions)
        case tree.Modify():
            yield Part(line, conditions)
