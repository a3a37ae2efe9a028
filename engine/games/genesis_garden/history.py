"""What has happened in the match so far, for refusals that need it.

Not here: anything that the table itself knows.
"""

from engine.kernel.game import Game
from events.model.changes import CardRef, Move
from events.model.kinds import Began, Chose, Declared, Happened, Paid

SUMMONED = ("summoned", "quick summoned")


def has_fought(game: Game, card: CardRef, verbs: tuple[str, ...]) -> bool:
    """Whether a unit has attacked or blocked (``verbs``) in this phase, and was on the field ever since."""
    for event in reversed(game.history):
        kind = type(event)
        if (kind is Declared or kind is Chose) and card in event.cards and event.verb in verbs:  # type: ignore[union-attr]  # acts have both
            return True
        if kind is Began and event.span == "phase":  # type: ignore[union-attr]  # likewise
            return False
        if kind is Happened and event.card == card and event.what == "quick summoned":  # type: ignore[union-attr]  # likewise
            return False
    return False


def have_come(game: Game, *, since: int) -> set[CardRef]:
    """The units that were summoned after the event with an index in the history."""
    later = game.history[since + 1 :]
    return {event.card for event in later if type(event) is Happened and event.what in SUMMONED}


def reason_sent(game: Game, card: CardRef) -> str:
    """Why a card was last sent from its headquarters to the underworld; ``""`` if it never was."""
    for event in reversed(game.history):
        if type(event) in (Paid, Happened):
            for change in event.changes:  # type: ignore[union-attr]  # outcomes carry changes
                if type(change) is Move and change.card == card and change.origin.startswith("hq."):
                    return event.resource if type(event) is Paid else event.what  # type: ignore[union-attr]  # the other kind
    return ""
