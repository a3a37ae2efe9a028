"""Setting up: tokens, the deal, the deck (HA-SETUP-1 to HA-SETUP-5).

Not here: turns.
"""

from engine.kernel.ask import TABLE, Ask
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import AnyChange, Create
from events.model.kinds import Happened, Shuffled
from kifuda_hanabi.board import CLUES_MOST, counted, hand_size

DECK = "deck"


def set_up(game: Game) -> Procedure:
    """From the empty table to the first turn."""
    seats = game.rules.seats
    start = (counted("clues", CLUES_MOST), counted("strikes", 0), counted("turns_left", 0))
    yield Happened("set up", TABLE, ("HA-SETUP-3", "HA-SETUP-4", "HA-SETUP-5"), changes=start)
    deal = whole_deck(game)
    order = yield Ask(TABLE, ("shuffle",), about="deal", clause="HA-SETUP-1", subject=deal, omissible="never")
    changes: list[AnyChange] = []
    number = 0
    for seat in seats:
        for _ in range(hand_size(len(seats))):
            number += 1
            changes.append(Create(card(number), order.order[number - 1], f"hand.{seat}"))
    rest = range(number + 1, deal.size + 1)
    changes += [Create(card(each), order.order[each - 1], DECK) for each in reversed(rest)]
    yield Happened("dealt", TABLE, ("HA-SETUP-2",), hand_size(len(seats)), changes=tuple(changes))


def card(number: int) -> str:
    """The card at this place of the shuffled deck, from 1. It belongs to all players."""
    return f"{TABLE}.{number}"


def whole_deck(game: Game) -> Deal:
    """All fifty cards: first the hands, the oldest card of the first seat first, then the deck from its
    top."""
    seats, size = game.rules.seats, sum(game.knowledge.copies.values())
    each = hand_size(len(seats))
    parts = {f"dealt.{seat}": (index * each, (index + 1) * each) for index, seat in enumerate(seats)}
    return Deal(DECK, size, parts | {DECK: (each * len(seats), size)}, game.knowledge.copies)


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a recorded order of the fifty cards (HA-SETUP-1)."""
    return whole_deck(game).flaw(shuffled, size="HA-SETUP-1", copies="HA-SETUP-1")
