"""The part of a cost that is no EP: cards that are given up, and states that are changed (CC-COST-6,
CC-COST-7).

The same lines are read before the declaration, to see whether they can be paid, and as they are paid. Not
here: EP (``ep``), or who may declare what and when (``verbs``)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, product

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import candidates, owner, players_or_cards
from engine.games.chronocard.board import on_field
from engine.games.chronocard.damage import hurt_player
from engine.games.chronocard.turning import WAYS
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import AnyChange, CardRef

Chosen = tuple[CardRef, ...]


DONE = {"sideways": "checked", "face down": "face down"}
"""Way of turning → the reason to fail that it is."""


@dataclass(slots=True)
class Payment:
    """What is done for a cost: ``moves`` are cards with the zone that each goes to, ``turns`` cards with the
    way that each is turned, ``named`` the cards given up under a name of the text."""

    moves: list[tuple[CardRef, str]] = field(default_factory=list)
    turns: list[tuple[CardRef, str]] = field(default_factory=list)
    named: dict[str, Chosen] = field(default_factory=dict)
    damage: int = 0

    def done_to(self, card: CardRef) -> frozenset[str]:
        """What is done to a card for this cost, as reasons to fail are called (CC-AS-12)."""
        done = {DONE[way] for turned, way in self.turns if turned == card and way in DONE}
        return frozenset(done | {"holder left" for moved, _ in self.moves if moved == card})


def payment(game: Game, ability: Ability | None, spent: Chosen, context: Context) -> Payment | None:
    """What is done for the price of an ability (CC-COST-6) when ``spent`` are given up; None if it cannot be
    paid so, which must be known before anything is declared (CC-base-5-2). ``context`` knows the targets by
    their names."""
    made, left = Payment(), list(spent)
    for line in ability.price if ability else ():
        if isinstance(line, tree.TurnTo):
            paid = _turn(game, line, context, made)
        elif isinstance(line, tree.MoveTo):
            paid = _move(game, line, context, made, left)
        elif isinstance(line, tree.ReduceCost):
            paid = True  # it is about EP (``cost``)
        elif isinstance(line, tree.Damage) and isinstance(line.amount, tree.Number):
            made.damage, paid = made.damage + line.amount.value, True
        else:
            paid = False
        if not paid:
            return None
    return None if left else made


def _turn(game: Game, line: tree.TurnTo, context: Context, made: Payment) -> bool:
    """Cards that are pointed at must all change their state; of a description, all cards that can."""
    _, can_turn, _ = WAYS[line.way]
    cards = players_or_cards(game, line.cards, context)
    gone = {card for card, _ in made.moves} | {card for card, way in made.turns if way == line.way}
    able = [card for card in cards if card not in gone and on_field(game, card) and can_turn(game, card)]
    made.turns += [(card, line.way) for card in able]
    return bool(able) and (isinstance(line.cards, tree.Cards) or len(able) == len(cards))


def _move(game: Game, line: tree.MoveTo, context: Context, made: Payment, left: list[CardRef]) -> bool:
    number = required_payment(line)
    gone = {card for card, _ in made.moves}
    if is_chosen(line):
        given = tuple(left[:number])
        del left[:number]
        fitting = set(payable_cards(game, line, context)) - gone
    else:
        given = candidates(game, line.cards, context)
        used = context.card if game.table.place[context.card].startswith("hand") else ""
        fitting = {
            card for card in given if card not in (*gone, used) and not _lies_in(game, card, line.zone)
        }
    if len(given) != number or not set(given) <= fitting:
        return False
    made.moves += [(card, line.zone) for card in given]
    if line.name:
        made.named[line.name] = given
    return True


def turned_for(game: Game, made: Payment) -> list[AnyChange]:
    """The changes of state that are paid."""
    return [change for card, way in made.turns for change in WAYS[way][2](game, card)]


def hurt_for(game: Game, made: Payment, seat: str) -> list[AnyChange]:
    """The damage that a player takes as a cost (CC-COST-6, CC-base-9-1)."""
    return [hurt_player(game, seat, made.damage)] if made.damage else []


# --- cards that the player names --------------------------------------------------------------------


def is_chosen(line: tree.Effect) -> bool:
    """Whether the player names the cards of a price line with the act: not those that the text points at."""
    return isinstance(line, tree.MoveTo) and isinstance(line.cards, tree.Cards)


def required_payment(line: tree.MoveTo) -> int:
    """How many cards one price line requires."""
    assert isinstance(line.number, tree.Number), "the vocabulary lets prices be counted only"
    return line.number.value


def payable_cards(game: Game, line: tree.MoveTo, context: Context) -> Chosen:
    """The cards that may be named for one price line; never the card that is used itself."""
    found = candidates(game, line.cards, context)
    return tuple(card for card in found if card != context.card and not _lies_in(game, card, line.zone))


def price_choices(game: Game, ability: Ability | None, context: Context) -> Iterator[Chosen]:
    """Every choice of cards to give up for the price; where it depends on the targets, which are not known
    yet, also such as will not do."""
    lines, with_targets = [], bool(paid_names(ability))
    for line in ability.price if ability else ():
        if isinstance(line, tree.MoveTo) and is_chosen(line):
            lines.append(combinations(payable_cards(game, line, context), required_payment(line)))
    for chosen in product(*lines):
        given = tuple(chain.from_iterable(chosen))
        if len(set(given)) < len(given):  # no card pays twice
            continue
        if with_targets or payment(game, ability, given, context) is not None:
            yield given


def paid_names(ability: Ability | None) -> frozenset[str]:
    """The target lines that name what is paid with, and not what the effect is aimed at."""
    return moved_names(ability) | _names(ability, tree.TurnTo)


def moved_names(ability: Ability | None) -> frozenset[str]:
    """Those of them whose cards the cost moves: they can be no targets (CC-COST-8)."""
    return _names(ability, tree.MoveTo)


def _names(ability: Ability | None, kind: type[tree.MoveTo | tree.TurnTo]) -> frozenset[str]:
    lines = (line for line in (ability.price if ability else ()) if isinstance(line, kind))
    return frozenset(line.cards.name for line in lines if isinstance(line.cards, tree.Named))


def _lies_in(game: Game, card: CardRef, zone: str) -> bool:
    return game.table.place[card] == f"{zone}.{owner(card)}"
