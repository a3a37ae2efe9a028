"""The elimination rounds of a tournament as a bracket: matches that lead into one stand together.

Not here: drawing it, and the places that follow from it (``place``).
"""

from collections.abc import Sequence

import msgspec

from analytics.imports.tournament import Pairing, Round, Tournament


def brackets(tournament: Tournament) -> dict[str, list[Round]]:
    """Pod → its elimination rounds in order of play, each with its matches in the order of the bracket.

    A match stands where its winner stands in the next round; the rest keep the order of the file, below.
    """
    pods: dict[str, list[Round]] = {}
    for round in sorted(tournament.rounds, key=lambda round: round.number):
        if round.kind == "elimination":
            pods.setdefault(round.pod, []).append(round)
    return {pod: _ordered(rounds) for pod, rounds in pods.items()}


def _ordered(rounds: Sequence[Round]) -> list[Round]:
    """The rounds, each in the order in which the next round lists its winners."""
    found: list[Round] = []
    stands: dict[str, int] = {}
    for round in reversed(rounds):
        pairings = sorted(round.pairings, key=lambda pairing: _stand(pairing, stands))
        found.append(msgspec.structs.replace(round, pairings=tuple(pairings)))
        players = (player for pairing in pairings for player in pairing.players)
        stands = {player: number for number, player in enumerate(players)}
    return found[::-1]


def _stand(pairing: Pairing, stands: dict[str, int]) -> int:
    winner = None if pairing.winner is None else pairing.players[pairing.winner]
    return stands.get(winner, len(stands)) if winner is not None else len(stands)
