"""Requirements that several acts share, and the facts of their refusals.

Not here: the acts.
"""

from collections.abc import Callable, Iterator

from engine.games.genesis_garden.board import row_of, seat_of
from engine.games.genesis_garden.unit import is_active, is_destroyed, partner
from engine.kernel.ask import Ask
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Requirement, Test
from events.model.kinds import AnyAct, Chose


def card_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0]} if act.cards else {}


def place_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"card": act.cards[0], "place": game.table.place.get(act.cards[0], "")} if act.cards else {}


def printed(game: Game, act: AnyAct) -> Card | None:
    """The printed first card that the act names; None if its face is not known."""
    return game.card(act.cards[0])


def asked_about(*kinds: str) -> Test:
    return lambda game, ask, act: ask.about in kinds


def in_phase(name: str) -> Test:
    return lambda game, ask, act: game.table.phase == name


def named(game: Game, act: AnyAct) -> bool:
    """Whether the act names an existing card: requirements for other moments are checked before the shape of
    an act is."""
    return len(act.cards) >= 1 and act.cards[0] in game.table.place


def own_unit(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A unit on the actor's own field."""
    return named(game, act) and bool(row_of(game, act.cards[0])) and seat_of(game, act.cards[0]) == act.seat


def own_units(game: Game, ask: Ask, act: AnyAct) -> bool:
    return all(bool(row_of(game, card)) and seat_of(game, card) == act.seat for card in act.cards)


def standing(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not is_destroyed(game, act.cards[0])


def not_in_union(game: Game, ask: Ask, act: AnyAct) -> bool:
    return not partner(game, act.cards[0]) and act.cards[0] not in game.table.host


def active(game: Game, ask: Ask, act: AnyAct) -> bool:
    return is_active(game, act.cards[0])


def named_card_options(verb: str) -> Callable[[Game, Ask], Iterator[AnyAct]]:
    """Options of an answer that names one of the cards of the ask."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        subject = ask.subject if isinstance(ask.subject, tuple) else ask.subject.cards
        for card in subject:
            yield Chose(ask.seat, verb, (card,))

    return options


OWN_UNIT = Requirement("GG-SUM-3", "not-your-unit", own_unit, place_facts)
STANDING = Requirement("GG-OP-7", "destroyed", standing, card_facts)
