"""What has already happened in the current turn, for cards and refusals that need it.

Not here: anything that the table itself knows.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from engine.games.blade_rondo.use import again_of, options_of
from engine.kernel.card import Role
from engine.kernel.game import Game
from events.model.changes import Attach, CardRef
from events.model.kinds import (
    AnyEvent,
    Began,
    Declared,
    Determined,
    Failed,
    Happened,
    Resolved,
    Revealed,
    Ruled,
    Triggered,
)


def this_turn(game: Game) -> Iterator[tuple[int, AnyEvent]]:
    """The events of the turn, latest first, each with its index in the history."""
    for at in range(len(game.history) - 1, -1, -1):
        event = game.history[at]
        yield at, event
        if type(event) is Began and event.span == "turn":
            return


def latest_action(game: Game) -> CardRef:
    """The card of the act declared last this turn, if that was a use; else ``""``."""
    for _, event in this_turn(game):
        if isinstance(event, Declared):
            return event.cards[0] if event.verb in ("use", "trigger") else ""
    return ""


class Course(NamedTuple):
    """How the latest action of this turn went: its card, whether it was nullified, and the damage that it
    dealt, None where no attack came to that. ``response`` is the card turned up last against it."""

    card: CardRef
    nullified: bool
    damage: int | None
    response: CardRef


def latest_course(game: Game) -> Course | None:
    """The course of the latest action of this turn; None before the first."""
    card, nullified, damage, response = "", False, None, ""
    for _, event in this_turn(game):
        if isinstance(event, Failed | Resolved) and event.what == "action":
            if card:
                break
            card, nullified = event.card, isinstance(event, Failed)
        elif isinstance(event, Determined) and event.quantity == "damage" and damage is None:
            damage = event.value
        elif isinstance(event, Revealed) and not response and event.seat != game.table.seat:
            response = event.cards[0]
        elif isinstance(event, Declared) and event.verb in ("use", "trigger"):
            card = card or event.cards[0]
            break
    return Course(card, nullified, None if nullified else damage, response) if card else None


def symbols_this_turn(game: Game) -> list[str]:
    """Symbols of the actions taken this turn, including the current one."""
    found: list[str] = []
    acted: Counter[tuple[CardRef, str]] = Counter()
    for at, event in reversed(list(this_turn(game))):
        if isinstance(event, Declared) and event.verb in ("use", "trigger"):
            printed = game.card(event.cards[0])
            options = options_of(printed, event.words) if printed else []
            if "again" in event.words and printed is not None:
                found.append(again_of(printed)[0])
            else:
                found.append(options[0].symbol if options else printed.kind if printed else "")
        elif isinstance(event, Triggered):
            role = role_at(game, at, event.card)
            listed = [
                ability.symbol
                for ability in (role.all("turn-start") if role else ())
                if event.ability == (ability.name.ja if ability.name else ability.symbol)
            ]
            if listed:  # they come from top to bottom: several of one name are told apart by their order
                before = acted[event.card, event.ability]
                acted[event.card, event.ability] += 1
                found.append(listed[min(before, len(listed) - 1)])
    return found


def role_at(game: Game, at: int, card: CardRef) -> Role | None:
    """The role of a card at an index of the history, or the last one that it had before: a follower that
    アゲート took, or that a text took off, has acted nevertheless (BR-6.2-ex2a)."""
    for event in reversed(game.history[:at]):
        for change in event.changes if isinstance(event, Happened | Ruled) else ():
            if isinstance(change, Attach) and change.card == card and change.role:
                return game.roles[change.role]
    return None


def life_lost_to(game: Game, seat: str) -> str:
    """How ``seat`` last lost life this turn without damage: ``burst``, ``poison`` or ``""``."""
    for _, event in this_turn(game):
        if isinstance(event, Happened) and event.of == seat:
            if event.what == "burst":
                return "burst"
            if event.what == "life down":
                return "poison"
    return ""
