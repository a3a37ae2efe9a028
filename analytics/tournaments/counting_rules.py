"""Ways to count a table: that of the rules, and the ways in which programs are known to part from it.

Each way has a name, under which a difference is explained. Not here: finding out in which way a table was
counted (``compare``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from analytics.imports.tournament import Tournament
from analytics.tournaments.tally import Tally, only, tally, unrepeated
from analytics.tournaments.tiebreak import Rules, shares

Value = Fraction | int | None
RECORD = ("wins", "losses", "ties")
CUT, STRANGERS, REPEATED, BYE_NO_WIN, THIRD, OWN_FLOOR, ONCE, CAP = WAYS = (
    "cut-counted",
    "strangers",
    "repeated",
    "bye-no-win",
    "floor-third",
    "own-floor",
    "once",
    "cap-dropped",
)
"""Ways that differ from the rules:

the elimination counts as well · an opponent who is not in the table is none · a match that is listed in two
rounds counts once · a bye gives points and is no win · the floor is a third, not 0.33 · the own game wins
have a floor too · an opponent met twice counts once · who left early counts at most 75 % as an opponent.
"""
TALLIED = frozenset({CUT, STRANGERS, REPEATED})
"""Ways that say which matches count; the others say what they are worth."""
CAPPED = Fraction(3, 4)


@dataclass(frozen=True)
class View:
    """A way to count: the rules but for some ``ways``, as after round ``until`` (None: after the last)."""

    rules: Rules
    ways: frozenset[str] = frozenset()
    until: int | None = None

    def with_way(self, way: str) -> "View":
        """The same but for one way, taken up or left again."""
        return replace(self, ways=self.ways ^ {way})


def applicable(rules: Rules) -> tuple[str, ...]:
    """The ways that can make a difference under these rules."""
    mtr_only = (THIRD, OWN_FLOOR)
    others = tuple(way for way in WAYS if way not in (*mtr_only, CAP))
    return (*others, *mtr_only) if "gw" in rules.tiebreakers else (*others, CAP)


def tallies(tournament: Tournament, view: View) -> dict[str, Tally]:
    """The tally of every player as the view counts."""
    rounds = [
        round
        for round in tournament.rounds
        if (CUT in view.ways or round.kind != "elimination")
        and (view.until is None or round.number <= view.until)
    ]
    found = tally((player.id for player in tournament.players), rounds)
    if REPEATED in view.ways:
        found = unrepeated(found)
    if STRANGERS in view.ways:
        found = only(found, {line.player for line in tournament.standings})
    return found


def values(
    tournament: Tournament, view: View, found: Mapping[str, Tally] | None = None
) -> dict[str, dict[str, Value]]:
    """For every player everything that a table may show: record, points and tiebreakers, by name.

    ``found`` are the tallies as the view counts, where somebody has them already.
    """
    rules = view.rules
    if THIRD in view.ways:
        rules = replace(rules, floor=Fraction(1, 3))
    if CAP in view.ways:
        rules = replace(rules, cap_dropped=CAPPED)
    if found is None:
        found = tallies(tournament, view)
    dropped = {player.id for player in tournament.players if player.dropped is not None}
    own, once = OWN_FLOOR in view.ways, ONCE in view.ways
    shared = shares(found, rules, dropped=dropped, own_floor=own, once=once)
    made: dict[str, dict[str, Value]] = {}
    for player, one in found.items():
        wins, losses, ties = one.record
        byes = one.byes if BYE_NO_WIN in view.ways else 0
        record = {"wins": wins - byes, "losses": losses, "ties": ties}
        made[player] = {**record, "points": shared[player].points, **shared[player].values}
    return made
