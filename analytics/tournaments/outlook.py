"""Who plays on after the next Swiss round: what each result of that round means for each player.

A statement holds whatever the others do: every combination of results at the other tables is considered.
Tiebreakers after the round are not foretold; where they decide, that is said. Not here: the points
(``counting_rules``), and how many play on (the organiser says it).
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from analytics.imports.tournament import Round, Tournament
from analytics.tournaments.counting_rules import Counting, values_of
from analytics.tournaments.tally import Side, incomplete_players
from analytics.tournaments.tiebreak import RULES, Rules

Chance = Literal["in", "level", "open", "out"]
"""``in``: among those who play on, whatever happens · ``level``: at worst level in points with somebody who
plays on, so that tiebreakers decide · ``open``: it depends on the other tables · ``out``: not any more."""
RESULTS: tuple[Side, ...] = ("win", "tie", "loss")
POINTLESS = (0, 0)
"""Points of a match that both players lose."""


@dataclass(frozen=True)
class Outlook:
    """One player before a round: ``points`` so far, the ``opponent`` (``""``: a bye), and for each result of
    their own match what it means. With a bye there is the win alone."""

    player: str
    points: int
    opponent: str
    chances: Mapping[Side, Chance]

    @property
    def safe(self) -> bool:
        """Whether the player plays on whatever happens, their own match included."""
        return set(self.chances.values()) == {"in"}

    @property
    def can_draw(self) -> bool:
        """Whether a draw is enough where a loss is not."""
        return self.chances.get("tie") == "in" and not self.safe

    @property
    def gone(self) -> bool:
        """Whether nothing helps any more."""
        return set(self.chances.values()) == {"out"}


def outlooks(
    tournament: Tournament, *, cut: int, round: int | None = None, ranked: Container[str] | None = None
) -> list[Outlook]:
    """The outlook of every player who is paired in a Swiss round, by points.

    ``cut``: how many play on · ``round``: the number of the round, the last Swiss round by default; results
    that the file has of it are not looked at · ``ranked``: the players who are ranked together (None: all),
    where they play with others. Of the players who are not paired, those who dropped do not play on; the
    others may.

    Raises ``ValueError`` with ``round`` if there is no such Swiss round, ``pods`` or ``tables`` if it has
    pods or matches of more than two, ``missing`` if the file lacks matches that its table counts.
    """
    paired = _paired(tournament, round)
    if incomplete_players(tournament):
        raise ValueError("missing")
    rules = RULES[tournament.rules]
    before = values_of(tournament, Counting(rules, until=paired.number - 1))
    points = {player: int(numbers["points"] or 0) for player, numbers in before.items()}
    tables = [pairing.players for pairing in paired.pairings]
    seated = {player for players in tables for player in players}
    left = {player.id for player in tournament.players if player.dropped is not None}
    rivals = set(points) if ranked is None else {player for player in points if player in ranked}
    unpaired = [points[player] for player in rivals - seated - left]
    # Only rivals count, but what a player gains depends on whether there is an opponent.
    ends = {players: _ends(players, points, rivals, rules) for players in tables}
    found = []
    for players in tables:
        others = [ends[one] for one in tables if one != players]
        for player in players:
            if player not in rivals:
                continue
            opponent = next((other for other in players if other != player), "")
            against = [points[opponent]] if opponent in rivals else []
            chances = {
                result: _chance(result, points[player], against, others, unpaired, rules=rules, cut=cut)
                for result in (RESULTS if opponent else RESULTS[:1])
            }
            found.append(Outlook(player, points[player], opponent, chances))
    return sorted(found, key=lambda one: -one.points)


def last_swiss_round(tournament: Tournament) -> int | None:
    """The number of the last Swiss round; None without one."""
    return max((round.number for round in tournament.rounds if round.kind != "elimination"), default=None)


def cut_of(tournament: Tournament, ranked: Container[str] | None = None) -> int | None:
    """How many played on: the players of the first elimination round, or those of them who are ``ranked``
    together; None without one."""
    rounds = [round for round in tournament.rounds if round.kind == "elimination"]
    first = min((round.number for round in rounds), default=None)
    players = {
        player
        for round in rounds
        for pairing in round.pairings
        for player in pairing.players
        if (round.number == first or pairing.outcome == "bye") and (ranked is None or player in ranked)
    }
    return len(players) or None


def _paired(tournament: Tournament, number: int | None) -> Round:
    swiss = [round for round in tournament.rounds if round.kind != "elimination"]
    wanted = last_swiss_round(tournament) if number is None else number
    found = [round for round in swiss if round.number == wanted]
    if not found:
        raise ValueError("round")
    if len(found) > 1:
        raise ValueError("pods")
    if any(len(pairing.players) > 2 for pairing in found[0].pairings):
        raise ValueError("tables")
    return found[0]


def _chance(
    result: Side,
    points: int,
    opponent: Sequence[int],
    others: Iterable[Sequence[Sequence[int]]],
    unpaired: Iterable[int],
    *,
    rules: Rules,
    cut: int,
) -> Chance:
    """What a result of a player's own match means. ``others``: for each other table, the points of the rivals
    there after each result that it can have. All other points are those before the round."""
    mine, theirs = _both(result, rules)
    total = points + mine
    decided = [before + theirs for before in opponent]
    most_above = least_above = sum(end > total for end in decided)
    most_level = sum(end >= total for end in decided) + sum(end >= total for end in unpaired)
    most_above += sum(end > total for end in unpaired)
    for ends in others:
        most_level += max(sum(end >= total for end in one) for one in ends)
        above = [sum(end > total for end in one) for one in ends]
        most_above, least_above = most_above + max(above), least_above + min(above)
    if most_level < cut:
        return "in"
    if least_above >= cut:
        return "out"
    return "level" if most_above < cut else "open"


def _both(result: Side, rules: Rules) -> tuple[int, int]:
    """The points that a result gives to a player and to the opponent."""
    return {"win": (rules.win, 0), "tie": (rules.tie, rules.tie), "loss": (0, rules.win)}[result]


def _ends(
    players: Sequence[str], points: Mapping[str, int], rivals: Container[str], rules: Rules
) -> list[list[int]]:
    """The points of the rivals at a table after each result that it can have."""
    gains: list[tuple[int, ...]] = [*(_both(result, rules) for result in RESULTS), POINTLESS]
    if len(players) == 1:
        gains = [(rules.win,)]
    return [
        [points[player] + gain for player, gain in zip(players, both, strict=True) if player in rivals]
        for both in gains
    ]
