"""Tests and facts of requirements that acts of most games share.

Requirements may be checked before the shape of an act is, so facts allow an act without cards. Not here: the
clauses and reasons that a game gives them.
"""

from engine.kernel.ask import Ask
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.legality import Facts, Test
from events.model.kinds import AnyAct


def asked_about(*kinds: str) -> Test:
    """Whether the ask is about one of these."""
    return lambda game, ask, act: ask.about in kinds


def never(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Always false: for acts that are never allowed."""
    return False


def in_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the first card is in the acting player's hand."""
    return game.table.place[act.cards[0]] == f"hand.{act.seat}"


def printed(game: Game, act: AnyAct) -> Card | None:
    """The printed first card that the act names; None if its face is not known."""
    return game.card(act.cards[0])


def face_known(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the face of the first card is known: an unknown card cannot be judged."""
    return printed(game, act) is not None


def card_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """The first card."""
    return {"card": act.cards[0]} if act.cards else {}


def place_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """The first card and its place."""
    return {"card": act.cards[0], "place": game.table.place.get(act.cards[0], "")} if act.cards else {}
