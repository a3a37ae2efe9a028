"""The start phase: four processes and the trigger abilities of the phase, in the order that the turn player
chooses.

Not here: the order itself (``trigger``), or the other phases.
"""

from collections.abc import Iterator

from engine.common.marks import mark
from engine.games.chronocard.board import FRESH, START, TOKEN, field, is_checked, is_down, kind
from engine.games.chronocard.leaving import card_leaves, check_state, recover
from engine.games.chronocard.phases import begin_phase, end_phase
from engine.games.chronocard.trigger import Step, flush
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Expire, Turn
from events.model.kinds import Happened


def start_phase(game: Game, seat: str) -> Procedure:
    """Cards turn upright, the heroine recovers, restrictions are lifted, tokens are removed; nobody can act
    (CC-base-4-3). The turn player chooses the order, including trigger abilities (CC-base-4-8)."""
    before = len(game.history)
    yield from begin_phase(game, "start", seat)
    yield from check_state(game)  # P.Skills of the other player's own turn have ended
    yield from flush(game, before, STEPS)
    yield from end_phase(game, "start", seat)


def _upright(game: Game, seat: str) -> Iterator[Happened]:
    """Checked cards turn upright (CC-base-4-4)."""
    turns = tuple(Turn(card, 0) for card in field(game, seat) if is_checked(game, card))
    if turns:
        yield Happened("cards upright", seat, ("CC-base-4-4", "CC-base-7-1"), len(turns), changes=turns)


def _recover(game: Game, seat: str) -> Iterator[Happened]:
    """A face-down heroine recovers (CC-base-4-5)."""
    for card in field(game, seat):
        if kind(game, card) == "heroine" and is_down(game, card):
            changes = tuple(recover(game, card))
            yield Happened("recovered", seat, ("CC-base-4-5",), card=card, changes=changes)


def _lift_restrictions(game: Game, seat: str) -> Iterator[Happened]:
    """First-turn restriction is lifted (CC-base-4-6); what a text has lifted or forbidden stays as it is."""
    fresh = [grant for card in field(game, seat) for grant in game.table.effects(card, FRESH)]
    marks = [grant for grant in fresh if grant.until == START]
    lifted = tuple(Expire(grant.id) for grant in marks)
    if lifted:
        yield Happened(
            "restriction lifted", seat, ("CC-base-4-6",), len({grant.on for grant in marks}), changes=lifted
        )


def _tokens(game: Game, seat: str) -> Iterator[Happened]:
    """Each BGM loses a token; without one it ends (CC-base-4-7)."""
    for card in list(field(game, seat)):
        if kind(game, card) == "bgm":
            yield _played_on(game, seat, card)


def _played_on(game: Game, seat: str, card: CardRef) -> Happened:
    tokens = game.table.effects(card, TOKEN)
    if tokens:
        left = tokens[0].amount - 1  # one mark may stand for several tokens
        changes: list[AnyChange] = [Expire(tokens[0].id)]
        if left:
            changes.append(mark(game, card, TOKEN, "CC-base-4-7", amount=left, source=card))
        return Happened("token removed", seat, ("CC-base-4-7",), 1, card, tuple(changes))
    gone = tuple(card_leaves(game, card, f"discard.{seat}"))
    return Happened("music over", seat, ("CC-base-4-7",), 0, card, gone)


STEPS: dict[str, Step] = {
    "upright": _upright,
    "recover": _recover,
    "free": _lift_restrictions,
    "tokens": _tokens,
}
"""The processes in printed order, each with what it would do now."""
