"""Requirements that several acts share, and the facts of their refusals.

Not here: the acts.
"""

from collections.abc import Callable, Iterator

from engine.common.requirements import card_facts, place_facts
from engine.games.genesis_garden.board import first_player, row_of, seat_of
from engine.games.genesis_garden.unit import is_active, is_destroyed, number, partner, unit_of
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Requirement, Test
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose


def in_phase(name: str) -> Test:
    return lambda game, ask, act: game.table.phase == name


def named(game: Game, act: AnyAct) -> bool:
    """Whether the act names an existing card: requirements for other moments are checked before the shape of
    an act is."""
    return len(act.cards) >= 1 and act.cards[0] in game.table.place


def own_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A unit on the actor's own field."""
    return named(game, act) and bool(row_of(game, act.cards[0])) and seat_of(game, act.cards[0]) == act.seat


def own_card_on_field(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A card on the actor's own field, the rear card of a pair included."""
    return named(game, act) and bool(unit_of(game, act.cards[0])) and seat_of(game, act.cards[0]) == act.seat


def own_units(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(bool(row_of(game, card)) and seat_of(game, card) == act.seat for card in act.cards)


def standing(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_destroyed(game, act.cards[0])


def not_in_union(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not partner(game, act.cards[0]) and act.cards[0] not in game.table.host


def active(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_active(game, act.cards[0])


def comes_later(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the card comes after those that are asked for, by speed, or at equal speed by who goes first;
    if not, its own chance has come before."""
    asked, card = ask.subject[0], act.cards[0]
    return turn_by_speed(game, card) > turn_by_speed(game, asked)


def differs_in_speed(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether speed decides between the card and those that are asked for, and not who goes first."""
    return number(game, ask.subject[0], "speed") != number(game, act.cards[0], "speed")


def turn_by_speed(game: Game, card: CardRef) -> tuple[int, bool]:
    """When a card comes: faster cards first, then those of the first player."""
    return -number(game, card, "speed"), seat_of(game, card) != first_player(game)


def named_card_options(verb: str) -> Callable[[Game, Ask], Iterator[AnyAct]]:
    """Options of an answer that names one of the cards of the ask."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        subject = ask.subject if isinstance(ask.subject, tuple) else ask.subject.cards
        for card in subject:
            yield Chose(ask.seat, verb, (card,))

    return options


def not_a_rear_card(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A pair in union acts as one unit, which is named by its front card."""
    return not any(card in game.table.host for card in act.cards)


NOT_A_REAR_CARD = Requirement("GG-UNION-12", "rear-card-of-a-pair", not_a_rear_card, card_facts)
OWN_UNIT = Requirement("GG-SUM-3", "not-your-unit", own_unit, place_facts)
STANDING = Requirement("GG-OP-7", "destroyed", standing, card_facts)
