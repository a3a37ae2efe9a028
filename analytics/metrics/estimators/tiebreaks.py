"""The estimator of an organiser's tiebreakers, out of the matches of a tournament, in exact fractions.

Not here: how they are counted (``analytics.tournaments.tiebreak``).
"""

from dataclasses import dataclass

import numpy as np

from analytics.metrics.estimators.estimate import Draws, EstimateArrays
from analytics.metrics.estimators.estimator import PerItem
from analytics.stats.number import Groups
from analytics.tournaments.tally import Meeting, Side, Tally
from analytics.tournaments.tiebreak import Rules, shares

MET = ("tournament_id", "round", "player", "opponent_or_bye")
SUMS = tuple(
    f"standing_{name}" for name in ("wins", "losses", "ties", "games_won", "games_lost", "games_tied")
)
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Tiebreak(PerItem):
    """For each player: ``of`` (``points``, or a tiebreaker) as an organiser's ``rules`` count it.

    ``by``: tournament, round, player, opponent (``""`` for a bye); every match stands in it from both sides.
    Each tournament is counted by itself; of several, a player is named with the tournament.
    """

    rules: Rules
    of: str

    @property
    def by(self) -> tuple[str, ...]:
        """A row for each match of each player."""
        return MET

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return SUMS

    def estimate_items(self, groups: Groups, draws: Draws) -> EstimateArrays:
        """The value of each player; ``n`` counts rounds played. The organiser says what a draw is worth."""
        tallies: dict[str, dict[str, Tally]] = {}
        columns = (groups[name].tolist() for name in (*MET, *SUMS))
        for tournament, number, player, opponent, won, lost, tied, *games in sorted(
            zip(*columns, strict=True)
        ):
            if not won + lost + tied:
                continue  # unfinished, or of the elimination
            side: Side = "win" if won else "loss" if lost else "tie"
            score = round(games[0]), round(games[1]), round(games[2])
            meeting = Meeting(number, side, (opponent,) if opponent else (), score)
            tallies.setdefault(tournament, {}).setdefault(player, Tally()).meetings.append(meeting)
        items, values, rounds = [], [], []
        for tournament, of_players in tallies.items():
            for player, one in shares(of_players, self.rules).items():
                value = one.points if self.of == POINTS else one.values[self.of]
                items.append(player if len(tallies) == 1 else f"{player} · {tournament}")
                values.append(np.nan if value is None else float(value))
                rounds.append(len(of_players[player].meetings))
        return EstimateArrays(np.array(values), np.array(rounds, np.float64), items=items)
