"""When players left a tournament.

Not here: what leaving does to tiebreakers (``tiebreak``).
"""

from collections import Counter

from analytics.imports.tournament import Tournament
from analytics.tournaments.divisions import divisions


def drops(tournament: Tournament) -> dict[str, int]:
    """Player → the round after which they left, for those who did so before the last Swiss round of their own
    division.

    The round is that of the file, or where it does not say, the last Swiss round for which the player was
    paired. After round 0 left who never was.
    """
    last_of: dict[str, int] = {}
    last = 0
    for division in divisions(tournament):
        swiss = [round.number for round in division.played.rounds if round.kind != "elimination"]
        last_of |= dict.fromkeys(division.players, max(swiss, default=0))
        last = max(last, *swiss, 0)
    left = {player.id: 0 for player in tournament.players}
    for round, pairing in tournament.pairings():
        if round.kind != "elimination":
            left |= {player: max(left.get(player, 0), round.number) for player in pairing.players}
    left |= {player.id: player.dropped for player in tournament.players if player.dropped is not None}
    return {player: number for player, number in left.items() if number < last_of.get(player, last)}


def drops_by_round(tournament: Tournament) -> dict[int, int]:
    """Round → how many players left after it; see ``drops``."""
    return dict(sorted(Counter(drops(tournament).values()).items()))
