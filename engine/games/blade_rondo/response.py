"""Step 4 of every action: face-down cards turned up one at a time, and what they do.

Not here: which card may respond to what (``verbs``), nor effects that wait for a later step (``attack``).
"""

from engine.effect.context import Context
from engine.effect.interpret import carry_out
from engine.games.blade_rondo.action import Action, defender
from engine.games.blade_rondo.board import face_down
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Flip
from events.model.kinds import Act, Passed, Resolved, Revealed


def respond(game: Game, action: Action) -> Procedure:
    """Only the other player responds (BR-base-8-6), one card after another until it passes or the window is
    closed."""
    while _is_open(game, action):
        seat = defender(game, action)
        act = yield Ask(seat, ("reveal", "pass"), about="answer", clause="BR-5.2-4a", subject=action)
        if type(act) is Passed:
            return
        yield from _answered(game, action, act)


def _is_open(game: Game, action: Action) -> bool:
    """Only against an action that can be responded to (BR-base-8-5), including the use of a freeze card
    (BR-9.1-1), while there is a face-down card, and no longer once the action is nullified (BR-OP-4)."""
    if action.unanswerable or (action.stopped and not game.settings["reveal_after_nullified"]):
        return False
    return bool(face_down(game, defender(game, action)))


def _answered(game: Game, action: Action, act: Act) -> Procedure:
    """Turn the card up, carry out what is due now, store what has its own step (BR-5.2-4b)."""
    (card,) = act.cards
    printed = game.printed(card)
    with game.because(game.last):
        yield Revealed(
            act.seat, (card,), (printed.id,), ("BR-4.1-1", "BR-base-8-2"), (Flip(card, down=False),)
        )
        context = Context(act.seat, card, ("BR-5.2-4a",), action=action)
        yield from carry_out(game, printed.on("respond"), context)
        for moment in ("correction", "after-attack"):
            if effects := printed.on(moment):
                action.waiting.append((card, moment, effects))
        yield Resolved("response", act.seat, ("BR-5.2-4a", "BR-4.1-2"), card)
