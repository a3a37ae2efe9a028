"""Places of a table that differ from the rules, each with the order in which it would be right.

Not here: the numbers of a table (``compare``), and how places follow from an order (``place``).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from analytics.imports.tournament import Tournament
from analytics.tournaments.counting_rules import Counting, tallies_of, values_of
from analytics.tournaments.difference import FOLLOWS, FROZEN, LEFT_BELOW, SWISS_PLACES, Difference
from analytics.tournaments.place import Depth, Key, Range, depths, key_of, places, victories

Numbers = Mapping[str, Mapping[str, float]]
NONE: Mapping[str, Depth] = {}


def misplaced_lines(
    tournament: Tournament,
    stated: Numbers,
    counting: Counting,
    *,
    rounds: Collection[int],
    default_reason: str,
) -> list[Difference]:
    """Every stated place that this counting does not give.

    ``stated``: the numbers of the table by player · ``rounds``: earlier rounds that explain some of them ·
    ``default_reason``: the reason if no known order has the place. An order that is right for no more places
    than that of the counting explains none.
    """
    divisions: dict[str, dict[str, int]] = {}
    for line in tournament.standings:
        if line.rank is not None:
            divisions.setdefault(line.division, {})[line.player] = line.rank
    found: list[Difference] = []
    for ranks in divisions.values():
        (_, counted), *others = _orders(tournament, stated, counting, list(ranks), rounds)
        right = _right(counted, ranks)
        better = [(why, fits) for why, order in others if len(fits := _right(order, ranks)) > len(right)]
        for player, rank in ranks.items():
            if player not in right:
                because = next((why for why, fits in better if player in fits), default_reason)
                found.append(Difference(player, "place", rank, counted[player][0], (because,)))
    return found


def _right(order: Mapping[str, Range], ranks: Mapping[str, int]) -> set[str]:
    """The players who have their place in this order."""
    return {player for player, rank in ranks.items() if order[player][0] <= rank <= order[player][1]}


def _orders(
    tournament: Tournament, stated: Numbers, counting: Counting, players: list[str], rounds: Collection[int]
) -> Iterator[tuple[str, dict[str, Range]]]:
    """Orders that a table may have, each with its reason; first the order of the counting, without one."""
    rules = counting.rules
    above, beat = depths(tournament), victories(tallies_of(tournament, counting))
    keys: dict[str, Key] = {
        player: key_of(numbers, rules) for player, numbers in values_of(tournament, counting).items()
    }
    keys |= {player: key_of({}, rules) for player in players if player not in keys}
    yield "", places(players, keys, above=above, beat=beat)
    yield SWISS_PLACES, places(players, keys, above=NONE, beat=beat)
    yield FROZEN, places(players, keys | _on_leaving(tournament, counting), above=above, beat=beat)
    if not all("points" in stated[player] for player in players):
        return
    theirs = {player: key_of(stated[player], rules) for player in players}
    last = _last_rounds(tournament)
    stayed = {player: (points, last.get(player, 0), *rest) for player, (points, *rest) in theirs.items()}
    staged = {player: (_stage(last.get(player, 0), rounds), *key) for player, key in theirs.items()}
    for why, order in ((FOLLOWS, theirs), (LEFT_BELOW, stayed), (LEFT_BELOW, staged)):
        yield why, places(players, order, above=above, beat=beat)
        yield why, places(players, order, above=NONE, beat=beat)


def _on_leaving(tournament: Tournament, counting: Counting) -> dict[str, Key]:
    """The keys of players who dropped, as after their last round."""
    left = {player.id: player.dropped for player in tournament.players if player.dropped is not None}
    after = {
        number: values_of(tournament, replace(counting, until=number))
        for number in sorted(set(left.values()))
    }
    return {player: key_of(after[number].get(player, {}), counting.rules) for player, number in left.items()}


def _last_rounds(tournament: Tournament) -> dict[str, int]:
    """Player → the last Swiss round that they played."""
    last: dict[str, int] = {}
    for round, pairing in tournament.pairings():
        if round.kind != "elimination":
            last |= {player: max(last.get(player, 0), round.number) for player in pairing.players}
    return last


def _stage(last: int, rounds: Collection[int]) -> float:
    """The earliest of the rounds that is not before ``last``; infinite if there is none."""
    return min((number for number in rounds if number >= last), default=float("inf"))
