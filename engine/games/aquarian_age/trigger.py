"""Triggered abilities: all that are due at one moment are one step.

Not here: the moments themselves (the procedures fire them), or texts that act all the time (``values``).
"""

from typing import NamedTuple

from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.games.aquarian_age.board import (
    attached,
    character_of,
    controller,
    is_character,
    is_made,
    top,
)
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import Began, Ended, Failed, Triggered


class Due(NamedTuple):
    """An ability that is due: whose, of which character, printed on which card."""

    seat: str
    character: CardRef
    card: CardRef
    ability: Ability


class Waiting:
    """Simultaneously due abilities of one player: the subject of an ask for the next one."""

    __slots__ = ("cards",)

    def __init__(self, due: list[Due]) -> None:
        self.cards = tuple(dict.fromkeys(one.card for one in due))


def due_abilities(game: Game, moment: str, characters: list[CardRef]) -> list[Due]:
    """The abilities of these characters for a moment, including those of their permanents."""
    found: list[Due] = []
    faces, face = game.card_set.faces_by_moment.get(moment), game.table.face
    if not faces:
        return found
    for character in characters:
        if not is_character(game, character):
            continue
        shows = () if is_made(game, upper := top(game, character)) else (upper,)
        for card in (*shows, *attached(game, character, "permanent")):
            if face[card] not in faces:
                continue
            printed = game.card(card)
            for ability in printed.all(moment) if printed else ():
                found.append(Due(controller(game, character), character, card, ability))
    return found


def due_of_cards(game: Game, moment: str, cards: list[CardRef]) -> list[Due]:
    """The abilities of these very cards for a moment, each of the character that the card belongs to."""
    found = []
    for card in cards:
        character, printed = character_of(game, card), game.card(card)
        if character and printed is not None and not is_made(game, card):
            seat = controller(game, character)
            found += [Due(seat, character, card, ability) for ability in printed.all(moment)]
    return found


def fire(game: Game, moment: str, characters: list[CardRef], clause: str) -> Procedure:
    """Carry out everything that these characters have for a moment, as one step."""
    yield from fire_due(game, due_abilities(game, moment, characters), clause)


def fire_due(game: Game, waiting: list[Due], clause: str) -> Procedure:
    """One step: nobody can respond within it (AA-8-1-a-1b), and all of it counts as simultaneous (AA-8-1-a-2,
    AA-23-1b)."""
    if not waiting:
        return
    name = waiting[0].ability.on
    yield Began("step", name, game.table.turn, game.table.seat, (clause,))
    left = list(waiting)
    while left:
        one = yield from _next(game, left)
        left.remove(one)
        yield from _carry_out(game, one, clause)
    yield Ended("step", name, game.table.turn, game.table.seat, clauses=(clause,))


def _next(game: Game, left: list[Due]) -> Procedure:
    """The owner of the cards chooses their order (AA-23-1a); the turn player's come before the other's."""
    seat = min((one.seat for one in left), key=lambda seat: seat != game.table.seat)
    own = Waiting([one for one in left if one.seat == seat])
    if len(own.cards) == 1:
        return next(one for one in left if one.seat == seat)
    act = yield Ask(seat, ("next",), about="next", clause="AA-23-1a", subject=own)
    return next(one for one in left if one.card == act.cards[0])


def _carry_out(game: Game, one: Due, clause: str) -> Procedure:
    """What another ability has made impossible is not done (AA-23-1c). The ability of a character that is
    being discarded still acts (AA-17-1b)."""
    if character_of(game, one.card) != one.character:
        yield Failed("trigger", one.seat, "impossible", ("AA-23-1c",), one.card)
        return
    yield Triggered(one.card, one.ability.on, one.seat, (clause,))
    with game.because(game.last):
        context = Context(one.seat, one.card, (clause,), bearer=one.character)
        context.named["bearer"] = (one.character,)
        yield from carry_out(game, one.ability.do, context)
