"""Answers that a record may leave out, because nothing was decided or the offer was let go by.

Not here: how the next line shows that it was left out (``read``).
"""

import msgspec

from engine.kernel.game import Game
from engine.kernel.legality import forced
from events.model.kinds import AnyAct, Passed


def omitted(game: Game) -> AnyAct | None:
    """What is meant if the open ask goes unanswered, marked as ``implied``: its only legal answer where
    it is *forced*, a pass where it is *silent*; None if the answer has to be written down."""
    ask = game.ask
    if ask is None or ask.omissible == "never":
        return None
    if ask.omissible == "silent":
        verbs = (game.rules.verbs[name] for name in ask.verbs)
        passes = (Passed(ask.seat, verb.name, implied=True) for verb in verbs if verb.event is Passed)
        return next(passes, None)
    answer = forced(game)
    return None if answer is None else msgspec.structs.replace(answer, implied=True)
