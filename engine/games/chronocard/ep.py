"""EP: produced by Checking a card, spent on costs, lost at every change of phase.

Not here: who may produce it when (``verbs.producing``).
"""

from engine.games.chronocard.board import SEATS
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Set, Turn
from events.model.kinds import Act, Happened

SOURCES = ("character", "heroine", "bg")
"""The types that can produce EP (CC-EP-3)."""


def pool(game: Game, seat: str) -> int:
    """The EP on a seat's own field (CC-EP-5)."""
    return game.table.track("EP", seat)


def generate(game: Game, act: Act) -> Procedure:
    """The strict steps: named and declared (CC-EP-9), Checked (CC-EP-10), added (CC-EP-11). Nobody can
    interrupt (CC-EP-8): no window is opened."""
    (card,) = act.cards
    seat, amount = act.seat, game.printed(card).stats.get("EP", 0)  # CC-EP-4
    clauses = ("CC-EP-10", "CC-EP-2")
    yield Happened("checked for EP", seat, clauses, amount, card, (Turn(card, 1),))
    total = pool(game, seat) + amount  # CC-EP-6
    yield Happened("EP up", seat, ("CC-EP-11", "CC-EP-6", "CC-EP-8"), amount, card, (Set("EP", seat, total),))


def expire(game: Game) -> Procedure:
    """What nobody spent is gone (CC-EP-7)."""
    for seat in SEATS:
        if amount := pool(game, seat):
            yield Happened("EP lost", seat, ("CC-EP-7",), amount, changes=(Set("EP", seat, 0),))
