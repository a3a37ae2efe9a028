"""What a round counts, and what becomes of the accounts (KK-SCORE-1 to KK-SCORE-7, KK-END-2).

Not here: who has won a round (``turn``).
"""

from collections.abc import Sequence

from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import Set, Step
from events.model.kinds import Determined, Ended, Happened
from kifuda_koikoi.board import captured, dealer, other, round_number
from kifuda_koikoi.yaku import total, yaku_of

POINTS, LEFT = "round points", "points left"
DOUBLED_FROM = 7
LADDER_ADDS = 3
"""So often こいこい adds a point each; each further time multiplies by one more."""


def stopped(game: Game, seat: str) -> Procedure:
    """勝負: the round is worth what it is now (KK-SCORE-1)."""
    value, trail = worth(game, seat)
    yield from won(game, seat, value, trail, "shobu", "KK-SCORE-1")


def left(game: Game, seat: str) -> Procedure:
    """こいこい: what 勝負 would have given counts for nothing (KK-KOI-4)."""
    value, trail = worth(game, seat)
    yield Determined(LEFT, seat, value, tuple(trail), ("KK-KOI-4", "KK-SCORE-1"))


def worth(game: Game, seat: str) -> tuple[int, list[Step]]:
    """The own yaku, with bonus and doublings, and how they add up (KK-SCORE-1)."""
    found = yaku_of(game, seat, captured(game, seat))
    trail = [Step("add", one.points, one.name, one.clause) for one in found]
    value = total(found)
    value = _with_bonus(game, seat, value, trail)
    if game.settings["double_from_seven"] and value >= DOUBLED_FROM:
        trail.append(Step("times", 2, "seven points", "KK-SCORE-2"))
        value *= 2
    if game.settings["double_after_koikoi"] and game.table.track("koikoi", other(seat)):
        trail.append(Step("times", 2, "koikoi of the other", "KK-SCORE-3"))
        value *= 2  # both: four times (KK-SCORE-5)
    return value, trail


def _with_bonus(game: Game, seat: str, value: int, trail: list[Step]) -> int:
    count = game.table.track("koikoi", seat)
    if game.settings["koikoi_bonus"] == "none" or not count:
        return value
    if count <= LADDER_ADDS:
        trail.append(Step("add", count, "own koikoi", "KK-SCORE-4"))
        return value + count
    trail.append(Step("times", count - 2, "own koikoi", "KK-SCORE-4"))
    return value * (count - 2)


def won(game: Game, seat: str, value: int, trail: Sequence[Step], reason: str, clause: str) -> Procedure:
    """A round ends for ``seat`` with so many points; the other scores nothing (KK-SCORE-6, KK-SCORE-7)."""
    yield Determined(
        POINTS, seat, value, tuple(trail), (clause, *dict.fromkeys(step.clause for step in trail))
    )
    accounts = {seat: value, other(seat): -value if game.settings["accounts"] == "transfer" else 0}
    changes = tuple(
        Set("account", each, game.table.track("account", each) + points)
        for each, points in accounts.items()
        if points
    )
    yield Happened("scored", seat, ("KK-SCORE-7", "KK-SCORE-6"), value, changes=changes)
    number = round_number(game)
    yield Ended("round", number=number, winner=seat, reason=reason, clauses=("KK-END-1",), scores=accounts)


def ran_out(game: Game) -> Procedure:
    """Nobody has said 勝負: the dealer's right, and yaku count for nothing (KK-END-2, KK-END-3)."""
    seat, value = dealer(game), int(game.settings["dealers_right"])
    step = Step("add", value, "dealers right", "KK-END-2")
    yield from won(game, seat, value, (step,), "ran out", "KK-END-2")
