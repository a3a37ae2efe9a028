"""The divisions of a tournament: players who are ranked together, the rounds in which they play, and who left
before the last of them.

Age divisions may play together and be ranked apart. Not here: the tables of the file (``place.divisions``),
and what leaving does to tiebreakers (``tiebreak``).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from analytics.imports.tournament import Round, Tournament


@dataclass(frozen=True)
class Division:
    """Players who are ranked together. ``name``: ``""`` for all of a tournament · ``played``: the rounds of
    everybody with whom they play, and the lines of the final table of these · ``players`` by id."""

    name: str
    played: Tournament
    players: frozenset[str]


def divisions(tournament: Tournament) -> list[Division]:
    """The divisions in the order of their rounds, the whole tournament where it has no others.

    Players who never were paired are in a division only where it is the only one.
    """
    apart = _apart(tournament.rounds)
    if len(apart) < 2:
        return _ranked_apart(tournament, frozenset(player.id for player in tournament.players))
    found: list[Division] = []
    for pods in apart:
        rounds = tuple(round for round in tournament.rounds if round.pod in pods)
        players = _paired(rounds)
        played = msgspec.structs.replace(
            tournament,
            rounds=rounds,
            players=tuple(player for player in tournament.players if player.id in players),
            standings=tuple(line for line in tournament.standings if line.player in players),
        )
        found += _ranked_apart(played, players)
    return found


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


def _ranked_apart(played: Tournament, players: frozenset[str]) -> list[Division]:
    """The divisions of players who play together: by the final table, else one with the name of their pod."""
    of = {line.player: line.division for line in played.standings}
    names = list(dict.fromkeys(of[player.id] for player in played.players if player.id in of))
    if len(names) > 1:
        # Whoever is in no table may belong to any of them.
        return [Division(name, played, frozenset(one for one in players if of.get(one, name) == name))
                for name in names]  # fmt: skip
    pods = list(dict.fromkeys(round.pod for round in played.rounds))
    return [Division((names or [""])[0] or (pods[0] if len(pods) == 1 else ""), played, players)]


def _paired(rounds: Iterable[Round]) -> frozenset[str]:
    return frozenset(player for round in rounds for pairing in round.pairings for player in pairing.players)


def _apart(rounds: Iterable[Round]) -> list[set[str]]:
    """The pods, those together that have players in common."""
    found: list[tuple[set[str], set[str]]] = []
    for round in rounds:
        pods, players = {round.pod}, set(_paired([round]))
        others = []
        for one in found:
            if one[0] & pods or one[1] & players:
                pods, players = one[0] | pods, one[1] | players
            else:
                others.append(one)
        found = [*others, (pods, players)]
    order = {round.pod: number for number, round in reversed(list(enumerate(rounds)))}
    return sorted((pods for pods, _ in found), key=lambda pods: min(order[pod] for pod in pods))
