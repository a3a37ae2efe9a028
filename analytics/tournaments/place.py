"""Places: by the elimination rounds reached, then by points and tiebreakers.

A place is a range if the rules leave players equal (then lots are drawn). Not here: the numbers
(``tiebreak``), and their comparison (``compare``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from analytics.imports.tournament import Tournament
from analytics.tournaments.counting_rules import Value
from analytics.tournaments.tally import Tally
from analytics.tournaments.tiebreak import Rules

Key = tuple[float | Fraction, ...]
Depth = tuple[int, int]
"""The last elimination round that a player reached, and whether they won it."""
OUTSIDE: Depth = (0, 0)
Range = tuple[int, int]


def key_of(numbers: Mapping[str, Value | float], rules: Rules) -> Key:
    """The sort key of a table: points, then the tiebreakers; unknown numbers are lowest."""
    shown = (numbers.get(name) for name in ("points", *rules.tiebreakers))
    return tuple(-1 if value is None else value for value in shown)


def depths(tournament: Tournament) -> dict[str, Depth]:
    """Player → the depth that they reached in the elimination."""
    reached: dict[str, Depth] = {}
    for round, pairing in tournament.pairings():
        if round.kind == "elimination":
            for index, player in enumerate(pairing.players):
                reached[player] = max(
                    reached.get(player, OUTSIDE), (round.number, int(pairing.winner == index))
                )
    return reached


def places(
    players: Iterable[str],
    keys: Mapping[str, Key],
    *,
    above: Mapping[str, Depth],
    beat: Callable[[str, str], bool] = lambda one, other: False,
) -> dict[str, Range]:
    """First and last possible place of each player, from 1.

    ``above`` sorts before everything; of two otherwise equal players, the one who ``beat`` the other is
    first.
    """

    def key(player: str) -> tuple[Depth, Key]:
        return above.get(player, OUTSIDE), keys[player]

    found: dict[str, Range] = {}
    for _, group in groupby(sorted(players, key=key, reverse=True), key):
        equal = list(group)
        begin = len(found) + 1
        if len(equal) == 2 and beat(*equal) != beat(equal[1], equal[0]):
            if beat(equal[1], equal[0]):
                equal.reverse()
            found |= {player: (begin + index, begin + index) for index, player in enumerate(equal)}
        else:
            found |= dict.fromkeys(equal, (begin, begin + len(equal) - 1))
    return found


def victories(tallies: Mapping[str, Tally]) -> Callable[[str, str], bool]:
    """Whether one player beat another."""
    beaten = {
        player: {other for one in tally.meetings if one.side == "win" for other in one.opponents}
        for player, tally in tallies.items()
    }
    return lambda one, other: other in beaten[one]


def divisions(tournament: Tournament) -> Iterator[list[str]]:
    """The players of each table that the file has, or all where it has none."""
    tables: dict[str, list[str]] = {}
    for line in tournament.standings:
        tables.setdefault(line.division, []).append(line.player)
    yield from tables.values() or [[player.id for player in tournament.players]]
