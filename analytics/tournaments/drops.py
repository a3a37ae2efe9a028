"""When players left a tournament.

Not here: what leaving does to tiebreakers (``tiebreak``).
"""

from collections import Counter

from analytics.imports.tournament import Tournament


def drops_by_round(tournament: Tournament) -> dict[int, int]:
    """Round → how many players left after it, before the last Swiss round.

    The round is that of the file, or where it does not say, the last Swiss round for which the player was
    paired. After round 0 left who never was.
    """
    paired: dict[str, int] = {player.id: 0 for player in tournament.players}
    last = 0
    for round, pairing in tournament.pairings():
        if round.kind != "elimination":
            last = max(last, round.number)
            paired |= {player: max(paired.get(player, 0), round.number) for player in pairing.players}
    left = {player.id: player.dropped for player in tournament.players if player.dropped is not None}
    return dict(sorted(Counter(number for number in (paired | left).values() if number < last).items()))
