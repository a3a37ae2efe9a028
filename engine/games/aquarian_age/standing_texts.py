"""Standing texts of cards: which act at this moment, what they read, which of two is stronger.

Not here: the resulting values (``values``), and texts that are carried out once (``resolve``).
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from engine.common.continuous import TEXT, Continuous, Rank, Standing, acting, anything, apply, index_of
from engine.common.marks import marked_amount
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.grammar import parse
from engine.effect.select import candidates, owner
from engine.effect.value import value
from engine.games.aquarian_age.board import (
    AIM,
    FACTIONS,
    SEATS,
    X,
    attached,
    character_of,
    characters,
    is_character,
    is_made,
    kind,
    printed_factions,
    top,
)  # fmt: skip
from engine.games.aquarian_age.own_costs import ANYWHERE, own_cost, required_factors
from engine.games.aquarian_age.values import (
    NO_EFFECTS,
    NO_TEXT,
    is_nullified,
)  # fmt: skip
from engine.kernel.amount import Amount
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from events.model.changes import CardRef, Grant, Holder

ALWAYS, IN_FORCE = "always", "in-force"
"""Moments of texts that act while their card is in place: abilities, and lasting project and fast cards."""
EFFECT = "effect"
"""First word in the text of a grant that an effect (エフェクト) made."""
UNAFFECTED = "unaffected-by-"
KINDS = ("break", "permanent", "project", "fast", "character")
"""The order in which kinds of cards prevail (AA-22-2)."""


def _sources(game: Game) -> Iterator[Standing]:
    """Abilities of the top cards of characters and of their permanents, which are the character's own
    (AA-base-4-3), only while they are on the field (AA-8-1); lasting project and fast cards."""
    face, guests = game.table.face, game.table.guests
    always = game.card_set.faces_by_moment.get(ALWAYS, ())
    for seat in SEATS:
        for character in characters(game, seat):
            on = guests.get(character)
            if face[upper := top(game, character) if on else character] in always:
                yield from _standing(game, seat, upper, character, ALWAYS)
            for card in attached(game, character, "permanent") if on else ():
                if face[card] in always:
                    yield from _standing(game, seat, card, character, ALWAYS)
        for card in game.table.at(f"lasting.{seat}"):
            yield from _standing(game, seat, card, "", IN_FORCE)
    yield from _granted_texts(game)


def _standing(game: Game, seat: str, card: CardRef, bearer: CardRef, moment: str) -> Iterator[Standing]:
    printed = None if is_made(game, card) else game.card(card)
    for ability in printed.all(moment) if printed else ():
        context = Aiming(game, seat, card, ability)
        context.bearer = bearer
        context.named["bearer"] = (bearer,) if bearer else ()
        context.moment = moment
        for line in ability.do:
            yield Standing(line, context)


def _granted_texts(game: Game) -> Iterator[Standing]:
    """Texts of effects and cards that are in force for a time and reach whoever fits them (AA-13-3a)."""
    for seat in SEATS:
        for grant in game.table.effects(seat, TEXT):
            label, _, line = grant.text.partition(": ")
            character = character_of(game, grant.source)
            context = Context(seat, grant.source, (grant.clause,), bearer=character)
            context.named["bearer"] = (character,) if character else ()
            context.moment = label
            yield Standing(parse(line), context)


class Aiming(Context):
    """The context of a standing text. Of its targets it names those that fit what the text asks for now: one
    that no longer does is not reached, and is reached again when it does (AA-13-3a, AA-13-3b)."""

    __slots__ = ("aims", "game")

    def __init__(self, game: Game, seat: str, card: CardRef, ability: Ability) -> None:
        super().__init__(seat, card, (CLAUSES[ability.on],), action=Reading(game, card))
        self.game = game
        self.aims = {}
        for choice in ability.targets:
            if isinstance(choice, tree.Choose):
                self.aims[choice.name] = (choice.cards, aimed(game, card, choice.name))

    def thing(self, thing: Literal["bearer"] | tree.Thing) -> tuple[CardRef, ...]:
        aim = self.aims.get(thing.name) if isinstance(thing, tree.Named) else None
        if aim is None:
            return super().thing(thing)
        fitting = candidates(self.game, aim[0], self)
        return tuple(card for card in aim[1] if card in fitting)


FIRST = "target"
"""The name of a text's first target, which marks of older records have no room for."""


def aimed(game: Game, card: CardRef, name: str = FIRST) -> tuple[CardRef, ...]:
    """The cards at which a lasting card aims under a name of its text."""
    operation = aim_operation(name)
    return tuple(grant.source for grant in game.table.effects(card, AIM) if grant.operation == operation)


def aim_operation(name: str) -> str:
    """The operation of a mark that notes a target under this name."""
    return "add" if name == FIRST else name


CLAUSES = {ALWAYS: "AA-8-1", IN_FORCE: "AA-13-3a", ANYWHERE: "AA-8-1-c"}


class Reading:
    """What a standing text reads from its own card: its X, which changes with what it stands for
    (AA-15-3)."""

    __slots__ = ("card", "game", "seat")

    def __init__(self, game: Game, card: CardRef) -> None:
        self.game = game
        self.card = card
        self.seat = card.partition(".")[0]

    @property
    def number(self) -> int:
        return x_of(self.game, self.card)


def x_of(game: Game, card: CardRef) -> int:
    """The X of a card in use. Kinds a and d keep what was paid (AA-20-5-a1, AA-20-5-d1); kind b may have been
    changed since (AA-20-5-b1); for kind c the text defines it at every moment (AA-20-5-c1)."""
    printed = game.printed(card)
    if "x-set" in printed.keywords:
        return named_x(game, card, aimed(game, card))
    amount = marked_amount(game, card, X)
    if "x-vary" in printed.keywords:
        changed = Amount(amount, X, "AA-20-5-b1")
        apply(game, changed, card, "changed-x")
        changed.floor(0, "AA-20-5-b1")
        return changed.value
    return amount


def named_x(game: Game, card: CardRef, targets: tuple[CardRef, ...], *, seat: str = "") -> int:
    """The number that the text of a card defines for its X: its cost for kind c, its limit for kind d.
    ``seat``: whose text it is, if not its owner's."""
    ability = next(iter(game.printed(card).all("x")), None)
    if ability is None:
        return 0
    context = Context(seat or owner(card), card, ("AA-20-5",))
    context.named["target"] = targets
    (line,) = ability.do
    assert isinstance(line, tree.RaiseCost), "the vocabulary lets it be no other"
    return max(0, value(game, line.amount, context))  # nobody pays less than nothing (AA-base-5-2)


def _acts(game: Game, of: Holder, quantity: str, source: CardRef, text: str) -> bool:
    """Whether an effect acts on something now. What is nullified continues to exist and acts again when it no
    longer is (AA-13-1b), what nullifies as well (AA-13-1a); a character that is not affected receives nothing
    that acts on itself (AA-13-2a), but its power cards, permanents and break cards do (AA-13-2b). An effect
    on characters that meet a condition acts while they do (AA-13-3a)."""
    sort = _effect_kind(game, source, text)
    if sort == EFFECT and is_nullified(game, character_of(game, source), NO_EFFECTS):
        return False
    if text == IN_FORCE and is_nullified(game, source, NO_TEXT):
        return False
    if sort and is_unaffected(game, of, sort, source):
        return False
    condition = text.partition(CONDITION)[2]
    return not condition or _meets(game, of, source, condition)


CONDITION = " | "
"""Before the target line, in the text of a grant, that its holder has to fit."""


def _meets(game: Game, of: Holder, source: CardRef, condition: str) -> bool:
    choice = parse(condition)
    assert isinstance(choice, tree.Choose), "a grant keeps the target line of its text"
    return of in candidates(game, choice.cards, Context(owner(source), source, ("AA-13-3a",)))


def _effect_kind(game: Game, source: CardRef, text: str) -> str:
    """What kind of source an effect has: an effect (エフェクト), a project or a fast card; ``""`` for
    abilities."""
    if text.startswith(EFFECT):
        return EFFECT
    found = kind(game, source) if source in game.table.face else ""
    return found if found in ("project", "fast") else ""


def unaffected_by(faction: str, sort: str) -> str:
    """The quantity of those who do not receive effects of one kind from cards of one faction."""
    return f"{UNAFFECTED}{faction}-{sort}"


def _factions_of(game: Game, card: CardRef) -> tuple[str, ...]:
    printed = game.card(card) if card in game.table.face else None
    return printed_factions(printed) if printed else ()


def is_unaffected(game: Game, of: Holder, sort: str, by: CardRef) -> bool:
    """Whether a character does not receive effects of one kind (効果を受けない) from a card; a project or a
    fast card that makes it so keeps off other cards, not its own text (AA-OP-41)."""
    quantities = [UNAFFECTED + sort, *(unaffected_by(one, sort) for one in _factions_of(game, by))]
    quantities = [one for one in quantities if anything(game, of, one)]
    if not quantities or not is_character(game, of):
        return False
    found = [one for quantity in quantities for one in acting(game, of, quantity)]
    if sort == EFFECT or game.settings["card_keeps_off_itself"]:
        return bool(found)
    return any(one.source != by for one in found)


def rank(game: Game, source: CardRef) -> Rank:
    """The strength of a card's text against another (AA-22-2 to AA-22-5b). A rule has no card and is weaker
    than any text (AA-22-1a), and skills are rules (AA-22-1b). What the card says about its own factors and
    cost counts (AA-8-1-c), unless that leads back to this strength."""
    printed = game.card(source) if source in game.table.face else None
    if printed is None:
        return ()
    needed = sum(printed.stats.get(f"needs-{faction}", 0) for faction in FACTIONS)
    cost = x_of(game, source) if printed.cost is None else printed.cost
    if printed.on(ANYWHERE) and source not in (ranked := game.by_layout(index_of).ranked):
        ranked.add(source)
        try:
            aims = {FIRST: aimed(game, source)}
            needed = sum(required_factors(game, source, aims).values())
            cost = max(own_cost(game, source, cost, aims=aims).value, 0)
        finally:
            ranked.discard(source)
    return _rank(printed, needed, cost)


@cache
def _rank(printed: Card, needed: int, cost: int) -> Rank:
    own = printed_factions(printed)
    return (
        -KINDS.index(printed.kind),  # AA-22-2
        needed,  # AA-22-3a
        cost,  # AA-22-3b: of an X the one that counts now (AA-20-5-a2, AA-20-5-b2)
        -(FACTIONS.index(own[0]) if own else len(FACTIONS)),  # AA-22-4
        printed.number or 0,  # AA-22-5a; only the digits: a card's number has no letters (AA-22-5b)
    )


def _granted(game: Game, grant: Grant) -> int:
    """The number of a grant, which changes with what its X stands for (AA-15-3)."""
    line = grant.text.partition(CONDITION)[0].partition(": ")[2]
    if not line:
        return grant.amount
    source = character_of(game, grant.source) or grant.source
    context = Context(source.partition(".")[0], source, (grant.clause,), bearer=source)
    found = parse(line)
    assert isinstance(found, tree.Modify), "a grant that varies carries its own line"
    if isinstance(found.who, tree.Named):
        context.named[found.who.name] = (grant.on,)
    return value(game, found.amount, context)


CONTINUOUS = Continuous(_sources, acts=_acts, rank=rank, granted=_granted)
