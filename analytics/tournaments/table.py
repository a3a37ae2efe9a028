"""The final table of a tournament as its rules give it, and how its tiebreakers are shown everywhere.

Not here: how it compares with the table of the file (``compare``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from analytics.imports.tournament import Tournament
from analytics.tournaments.counting_rules import Counting, Value, tallies_of, values_of
from analytics.tournaments.place import depths, divisions, key_of, places, victories
from analytics.tournaments.tiebreak import RULES, Rules


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


def rounded(share: Fraction | int | None, rules: Rules) -> Fraction | None:
    """A tiebreaker with as many digits as the rules show; half of the last one is rounded up."""
    if share is None:
        return None
    unit = 10**rules.digits
    return Fraction(floor(share * unit + Fraction(1, 2)), unit)


def share_text(share: Fraction | int | None, rules: Rules) -> str:
    """The same as text; nothing if it is unknown."""
    shown = rounded(share, rules)
    return "" if shown is None else f"{float(shown):.{rules.digits}f}"


def _place(line: Line) -> int:
    return line.place
