"""Answers that a record may leave out: the only legal one, or declining an offer.

Not here: how the next line shows that an answer was left out (``engine.record.session``).
"""

import msgspec

from engine.kernel.game import Game
from engine.kernel.legality import forced
from events.model.kinds import AnyAct, Passed


def omitted_answer(game: Game) -> AnyAct | None:
    """Return what is meant if the open ask goes unanswered, marked as ``implied``; None if an answer has to
    be written down.

    It is the only legal answer where the ask is *forced*, a pass where it is *silent*.
    """
    ask = game.ask
    if ask is not None and ask.omissible == "silent":
        verbs = (game.rules.verbs[name] for name in ask.verbs)
        passes = (Passed(ask.seat, verb.name, implied=True) for verb in verbs if verb.event is Passed)
        return next(passes, None)
    answer = only_answer(game)
    return None if answer is None else msgspec.structs.replace(answer, implied=True)


def only_answer(game: Game) -> AnyAct | None:
    """Return the only legal answer to the open ask; None if there are others or the rules want it said."""
    return None if game.ask is None or game.ask.omissible == "never" else forced(game)
