"""How a match is won: seizing (制圧) and wiping out (全滅).

Not here: ends agreed by the players (``ruleset``).
"""

from engine.effect.context import opponent
from engine.games.fertcg.board import SEATS, SORTIE_SQUARES, square_of, units
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver
from events.model.changes import CardRef


def judge_seizing(game: Game, seat: str) -> None:
    """At the end of the own turn: units on enough enemy sortie squares, or fewer if one of them has the seize
    mark or no enemy is left (FE-base-10-1, FE-OP-3). Raises ``MatchOver``."""
    other = opponent(game, seat)
    there = [unit for unit in units(game, seat) if square_of(game, unit) in SORTIE_SQUARES[other]]
    many, few = int(game.settings["seize_many"]), int(game.settings["seize_few"])
    if len(there) >= many:
        raise MatchOver(seat, "seized", "FE-base-10-1", "FE-OP-3")
    alone = next(units(game, other), None) is None
    if few and len(there) >= few and (alone or any(_seizes(game, unit) for unit in there)):
        raise MatchOver(seat, "seized", "FE-base-10-1", "FE-OP-3")


def _seizes(game: Game, unit: CardRef) -> bool:
    """Whether a unit has the seize mark (制圧)."""
    return "seize" in game.printed(unit).keywords


def judge_wipe_out(game: Game, seat: str) -> None:
    """At the end of the own unit step: a player who has deployed before and has no unit left loses
    (FE-base-10-2, FE-OP-4). Both may have lost their last in one fight: each is judged in the own step
    (FE-OP-21). Raises ``MatchOver``."""
    if game.table.track("deployed", seat) and next(units(game, seat), None) is None:
        raise MatchOver(opponent(game, seat), "wiped out", "FE-base-10-2", "FE-OP-4")


def judge_by_setting(game: Game) -> None:
    """By settings no step is waited for: losing the last unit loses the match (FE-OP-4), and both losing
    their last simultaneously is a draw (FE-OP-21). Raises ``MatchOver``."""
    gone = [
        seat for seat in SEATS if game.table.track("deployed", seat) and next(units(game, seat), None) is None
    ]
    if len(gone) == len(SEATS) and game.settings["last_units_together"] == "draw":
        raise MatchOver("", "wiped out", "FE-OP-21", "FE-base-10-2")
    if gone and game.settings["wipe_out"] == "at_once":
        loser = gone[0] if len(gone) == 1 else opponent(game, game.table.seat)
        raise MatchOver(opponent(game, loser), "wiped out", "FE-OP-4", "FE-base-10-2")
