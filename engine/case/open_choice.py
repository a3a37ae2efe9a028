"""What a case lacks where it stops: who has to choose, and the lines that could be written there.

Not here: playing the lines (``run``).
"""

from engine.case.problem import message
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.notation.examine import legal_lines
from engine.text.messages import refusal_in_both
from events.model.kinds import Passed

LINES_SHOWN = 5
"""So many of the lines that could be written are told."""


def open_choice(game: Game) -> dict[str, str]:
    """Who has to choose, among what, by which line nothing is done, and what else may be written."""
    ask, verbs = game.ask, game.rules.verbs
    assert ask is not None, "something is open"
    return {
        "seat": ask.seat,
        "verbs": ", ".join(ask.verbs),
        "clause": ask.clause,
        "decline": next((name for name in ask.verbs if verbs[name].event is Passed), ""),
        "legal": " | ".join(legal_lines(game, LINES_SHOWN)),
    }


def refused_line(game: Game, line: str, refused: Refused) -> Bilingual:
    """Why a line is refused, what could stand there, and how a case says that it is refused."""
    legal = " | ".join(legal_lines(game, LINES_SHOWN)) if game.ask else ""
    what = refusal_in_both(refused, game)
    return message("refused-line", what=what, legal=legal, act=line.strip())
