"""Loss of life, and when a player is judged to have none left.

Not here: the damage of an attack (``attack``).
"""

from engine.effect.interpret import moved_track
from engine.games.blade_rondo.board import SEATS
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver
from events.model.changes import CardRef
from events.model.kinds import Happened


def life_loss(
    game: Game, seat: str, amount: int, what: str, clauses: tuple[str, ...], card: CardRef = ""
) -> Happened:
    """The event of losing life; it stops at 0, but the amount states the full number (BR-base-9-10). DEF is
    unchanged (BR-base-4-3)."""
    change = moved_track(game, "life", seat, game.table.track("life", seat) - amount)
    return Happened(what, seat, clauses, amount, card, (change,))


def end_if_lost(game: Game) -> None:
    """End the match if a player has no life left (BR-base-10-1)."""
    dead = [seat for seat in SEATS if game.table.track("life", seat) <= 0]
    if not dead:
        return
    if len(dead) == 1:
        winner = SEATS[1 - SEATS.index(dead[0])]
        raise MatchOver(winner, "life", "BR-base-10-1", "BR-base-10-5")
    verdict = game.settings["both_at_zero"]  # BR-base-10-6
    turn_player = game.table.seat
    others = SEATS[1 - SEATS.index(turn_player)]
    winners = {"draw": "", "turn_player_loses": others, "turn_player_wins": turn_player}
    raise MatchOver(winners[str(verdict)], "both at 0", "BR-base-10-6", "BR-base-10-5")
