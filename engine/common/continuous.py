"""Continuous effects: what changes a value at this moment, and in which order.

There are two kinds. A *grant* was made once and stays on the table until something ends it. A *standing text*
is a line of a card that acts while its card is in the right place. It is never stored: whom it affects is
computed when a value is asked for, so it ends with its card and comes back when whatever stopped it ends.

A game says where its standing texts are, what stops an effect, and which of two is stronger (``Continuous``).
Not here: the start and the limits of a value (``amount`` and the rulesets), or when grants end.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

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

    ``sources`` gives every standing text that its place lets act; it is called again only after a card was
    moved, attached, turned face down or up, or learned, so it may depend on nothing else. ``acts`` (game, of,
    quantity, source, text) says whether an effect acts on ``of``: False where it is nullified or not
    received. ``text`` is that of a grant, or the moment of a standing text (its context's ``moment``).
    ``rank`` gives the strength of a source, ``granted`` the number of a grant, which may vary. Steps of
    grants cite ``granted_clause``; where that is empty, the clause of the grant.
    """

    sources: Callable[[Game], Iterable[Standing]]
    acts: Claim = _always
    rank: Callable[[Game, CardRef], Rank] = _equal
    granted: Callable[[Game, Grant], int] = _given
    granted_clause: str = ""


def acting(game: Game, of: Holder, quantity: str) -> list[Acting]:
    """The continuous effects on ``quantity`` of ``of`` now: grants first, oldest first, then standing texts
    in the order of their sources."""
    rules = game.rules.continuous
    grants = game.table.effects(of, quantity)
    if rules is None:
        return [Acting(grant.operation, grant.amount, grant.source, grant.clause) for grant in grants]
    found = [
        Acting(
            grant.operation, rules.granted(game, grant), grant.source, rules.granted_clause or grant.clause
        )
        for grant in grants
        if rules.acts(game, of, quantity, grant.source, grant.text)
    ]
    for part, context in _index(game, rules).get(quantity, ()):
        if of not in players_or_cards(game, part.change.who, context):
            continue
        if all(holds(game, condition, context) is wanted for condition, wanted in part.conditions) and (
            rules.acts(game, of, quantity, context.card, context.moment)
        ):
            amount = value(game, part.change.amount, context)
            found.append(Acting(part.change.operation, amount, context.card, context.clauses[0]))
    return found


def anything(game: Game, of: Holder, quantity: str) -> bool:
    """Whether any effect could act on ``quantity`` of ``of``: a cheap test."""
    rules = game.rules.continuous
    return bool(game.table.effects(of, quantity)) or (rules is not None and quantity in _index(game, rules))


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


Index = Mapping[str, list[tuple[Part, Context]]]


def _index(game: Game, rules: Continuous) -> Index:
    """Standing texts by quantity, rebuilt only if a card was moved since."""
    layout, made = game.table.layout_version, game.continuous_index
    if made is None or made[0] != layout:
        index: dict[str, list[tuple[Part, Context]]] = {}
        for line, context, needs in rules.sources(game):
            for part in parts(line):
                if needs is not None:
                    part = Part(part.change, ((needs, True), *part.conditions))
                index.setdefault(part.change.quantity, []).append((part, context))
        made = game.continuous_index = (layout, index)
    found: Index = made[1]
    return found


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
