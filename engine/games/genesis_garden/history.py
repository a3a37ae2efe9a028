"""What has happened in the match so far, for refusals that need it.

Not here: anything that the table itself knows.
"""

from engine.kernel.game import Game
from events.model.changes import CardRef, Move
from events.model.kinds import Began, Chose, Declared, Happened, Paid


def has_fought(game: Game, card: CardRef, verb: str) -> bool:
    """Whether a unit has attacked, or blocked, in the current phase, and on the field ever since."""
    for event in reversed(game.history):
        if type(event) is Began and event.span == "phase":
            return False
        if type(event) in (Declared, Chose) and event.verb == verb and card in event.cards:  # type: ignore[union-attr]  # acts have both
            return True
        if type(event) is Happened and event.what == "quick summoned" and event.card == card:
            return False
    return False


def reason_sent(game: Game, card: CardRef) -> str:
    """Why a card was last sent from its headquarters to the underworld; ``""`` if it never was."""
    for event in reversed(game.history):
        if type(event) in (Paid, Happened):
            for change in event.changes:  # type: ignore[union-attr]  # outcomes carry changes
                if type(change) is Move and change.card == card and change.origin.startswith("hq."):
                    return event.resource if type(event) is Paid else event.what  # type: ignore[union-attr]  # the other kind
    return ""
