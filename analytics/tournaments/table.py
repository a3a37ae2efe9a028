"""The final table of a tournament as its rules give it.

Not here: how it compares with the table of the file (``compare``).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from analytics.imports.tournament import Tournament
from analytics.tournaments.counting_rules import Counting, Value, tallies_of, values_of
from analytics.tournaments.place import depths, divisions, key_of, places, victories
from analytics.tournaments.tiebreak import RULES


@dataclass(frozen=True)
class Line:
    """A line: the first place that the player may have (equal players share it), and what the Swiss rounds
    give: ``wins``, ``losses``, ``ties``, ``points`` and the tiebreakers."""

    place: int
    player: str
    counted: Mapping[str, Value]


def table(tournament: Tournament, counting: Counting | None = None) -> list[Line]:
    """The lines in order, one table after another where the file has several.

    Counted by the rules of the tournament, or so as ``counting`` says. As after an earlier round, the
    elimination decides no place.
    """
    counting = counting or Counting(RULES[tournament.rules])
    rules = counting.rules
    counted = values_of(tournament, counting)
    keys = {player: key_of(numbers, rules) for player, numbers in counted.items()}
    above = depths(tournament) if counting.until is None else {}
    beat = victories(tallies_of(tournament, counting))
    lines: list[Line] = []
    for players in divisions(tournament):
        listed = [player for player in players if player in counted]
        placed = places(listed, keys, above=above, beat=beat)
        lines += sorted((Line(placed[player][0], player, counted[player]) for player in listed), key=_place)
    return lines


def _place(line: Line) -> int:
    return line.place
