"""The tally of each player in a tournament: opponents, outcomes and games, counted but not weighted.

Not here: points and percentages (``tiebreak``).
"""

from collections import Counter
from collections.abc import Container, Iterable
from functools import cached_property
from typing import Literal, NamedTuple

from analytics.imports.tournament import Pairing, Round, Tournament

Side = Literal["win", "loss", "tie"]
"""How a match came out for one of its players."""


class Meeting(NamedTuple):
    """A match from the side of one player, in a ``round``. ``opponents`` is empty for a bye and for a loss
    without an opponent; ``games``: won, lost, drawn, if they are known."""

    round: int
    side: Side
    opponents: tuple[str, ...]
    games: tuple[int, int, int] | None = None


class Tally:
    """All meetings of one player, in order. Counts are cached: add all meetings before."""

    def __init__(self) -> None:
        self.meetings: list[Meeting] = []

    def count(self, side: Side) -> int:
        """The number of matches with this outcome, byes included."""
        return self._sides[side]

    @cached_property
    def _sides(self) -> Counter[Side]:
        return Counter([meeting.side for meeting in self.meetings])

    @cached_property
    def byes(self) -> int:
        """Wins without an opponent."""
        return sum(meeting.side == "win" and not meeting.opponents for meeting in self.meetings)

    @property
    def record(self) -> tuple[int, int, int]:
        """Wins, losses, ties."""
        return self.count("win"), self.count("loss"), self.count("tie")


def tally(players: Iterable[str], rounds: Iterable[Round]) -> dict[str, Tally]:
    """The tally of every player over these rounds. Matches without a result count for nobody."""
    tallies = {player: Tally() for player in players}
    for round in rounds:
        for pairing in round.pairings:
            if pairing.outcome == "unfinished":
                continue
            for index, player in enumerate(pairing.players):
                tallies.setdefault(player, Tally()).meetings.append(meeting(round.number, pairing, index))
    return tallies


def meeting(round: int, pairing: Pairing, index: int) -> Meeting:
    """A finished match from the side of the player at ``index``."""
    opponents = tuple(player for player in pairing.players if player != pairing.players[index])
    return Meeting(round, _side(pairing, index), opponents, _games(pairing, index))


def _side(pairing: Pairing, index: int) -> Side:
    if pairing.winner is not None:
        return "win" if pairing.winner == index else "loss"
    return "tie" if pairing.outcome in ("tie", "intentional-draw") else "loss"


def _games(pairing: Pairing, index: int) -> tuple[int, int, int] | None:
    if pairing.score is None:
        return None
    won = pairing.score.won
    return won[index], sum(won) - won[index], pairing.score.drawn


def unrepeated(tallies: dict[str, Tally]) -> dict[str, Tally]:
    """The tallies with a match and its repetition in the next round, with the same outcome and games, counted
    as one match. Repetitions in later rounds are different matches."""
    made = {}
    for player, found in tallies.items():
        made[player] = Tally()
        all_of_them = set(found.meetings)
        for one in found.meetings:
            again = bool(one.opponents) and one._replace(round=one.round - 1) in all_of_them
            if not again:
                made[player].meetings.append(one)
    return made


def only(tallies: dict[str, Tally], known: Container[str]) -> dict[str, Tally]:
    """The tallies with matches against players who are not ``known`` counted as byes."""
    made: dict[str, Tally] = {}
    for player, found in tallies.items():
        if player in known:
            made[player] = Tally()
            for one in found.meetings:
                opponents = tuple(other for other in one.opponents if other in known)
                made[player].meetings.append(one._replace(opponents=opponents))
    return made


def incomplete_players(tournament: Tournament) -> frozenset[str]:
    """Players with more matches in the table of the file than the file lists."""
    listed = Counter(player for _, pairing in tournament.pairings() for player in pairing.players)
    found = set()
    for line in tournament.standings:
        record = (line.wins, line.losses, line.ties)
        if None not in record and sum(number or 0 for number in record) > listed[line.player]:
            found.add(line.player)
    return frozenset(found)
