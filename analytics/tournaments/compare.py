"""The table of a file against the rounds that it lists: every number counted, differences explained.

A table is first counted by the rules, those of the tournament or others that are asked for. If it differs,
the known variants of programs are tried on all of it, and a variant is accepted only if more numbers agree
with it. Remaining differences are explained line by line: as after an earlier round, or because matches are
missing in the file. Not here: the variants (``counting_rules``), and places (``place_order``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from analytics.imports.tournament import Standing, Tournament
from analytics.tournaments.counting_rules import (
    CUT,
    MATCH_VARIANTS,
    ONCE,
    RECORD,
    REPEATED,
    Counting,
    Value,
    applicable,
    settled,
    tallies_of,
    values_of,
)
from analytics.tournaments.difference import (
    EARLIER,
    GAMES_MISSING,
    OWN_RULES,
    ROUNDS_MISSING,
    UNEXPLAINED,
    Difference,
)
from analytics.tournaments.place_order import misplaced_lines
from analytics.tournaments.tally import Tally, incomplete_players
from analytics.tournaments.tiebreak import RULES

MOST_DIGITS = 8


@dataclass(frozen=True)
class Comparison:
    """How many numbers the table states that the rules know (``compared``), and those that differ."""

    compared: int
    differences: tuple[Difference, ...]

    @property
    def unexplained(self) -> tuple[Difference, ...]:
        """Differences without a known reason."""
        return tuple(one for one in self.differences if UNEXPLAINED in one.because)


def compare(tournament: Tournament, counting: Counting | None = None) -> Comparison:
    """Every number in the table of the file against the rounds of the file, counted so; by the rules of the
    tournament if None. What these rules do not know, as tiebreakers of others, is not compared.

    The table of a file is that after the last round: so it is counted, whatever ``counting.until`` says.
    """
    own = Counting(RULES[tournament.rules])
    asked = own if counting is None else replace(counting, until=None)
    compared = _Comparing(tournament, asked).run()
    return compared if asked == own else _by_own_rules(compared, _Comparing(tournament, own).run())


def _by_own_rules(compared: Comparison, own: Comparison) -> Comparison:
    """A comparison by other rules than those of the tournament, of which ``own`` is the one: what agrees with
    these, or has a known reason by them alone, is said to."""
    theirs = {(one.player, one.what): one for one in own.differences}

    def explained(one: Difference) -> Difference:
        by_own = theirs.get((one.player, one.what))
        if by_own is None:
            return replace(one, because=(OWN_RULES,), round=None)
        if UNEXPLAINED in one.because and UNEXPLAINED not in by_own.because:
            return replace(one, because=(OWN_RULES, *by_own.because), round=by_own.round)
        return one

    return replace(compared, differences=tuple(map(explained, compared.differences)))


class _Comparing:
    def __init__(self, tournament: Tournament, counting: Counting) -> None:
        self.tournament = tournament
        self.official = settled(counting)
        self.rules = self.official.rules
        known = (*RECORD, "points", *self.rules.tiebreakers)
        self.stated = {
            line.player: {what: number for what, number in stated(line).items() if what in known}
            for line in tournament.standings
        }
        self.tolerance = {
            what: _tolerance(numbers[what] for numbers in self.stated.values() if what in numbers)
            for what in self.rules.tiebreakers
        }
        self.listed_twice: frozenset[str] = frozenset()
        self.rounds: list[int] = []
        self.found: dict[tuple[frozenset[str], int | None], dict[str, dict[str, Value]]] = {}
        self.tallies: dict[tuple[frozenset[str], int | None], dict[str, Tally]] = {}

    def run(self) -> Comparison:
        groups = (RECORD, ("points",), self.rules.tiebreakers)
        differences = [one for group in groups for one in self._group(group)]
        compared = sum(len(numbers) for numbers in self.stated.values())
        placed = sum(line.rank is not None for line in self.tournament.standings)
        return Comparison(compared + placed, (*differences, *self._places(differences)))

    def _places(self, differences: list[Difference]) -> list[Difference]:
        rounds = {one.round for one in differences if one.round is not None}
        reason = ROUNDS_MISSING if self._short else UNEXPLAINED
        return misplaced_lines(
            self.tournament, self.stated, self.official, rounds=rounds, default_reason=reason
        )

    # --- one group of columns ----------------------------------------------------------------------

    def _group(self, group: Sequence[str]) -> Iterator[Difference]:
        differing = list(self._differing(group, self.official))
        if not differing:
            return
        counting = self._likeliest(group)
        self.rounds = self._by_fits(group, counting)
        for player, what in differing:
            because, round = self._why(player, what, counting)
            counted = self._value(self.official, player, what)
            number = None if counted is None else float(counted)
            yield Difference(player, what, self.stated[player][what], number, because, round)

    def _differing(self, group: Sequence[str], counting: Counting) -> Iterator[tuple[str, str]]:
        for player, numbers in self.stated.items():
            for what in group:
                if what in numbers and not self._fits(counting, player, what):
                    yield player, what

    def _likeliest(self, group: Sequence[str]) -> Counting:
        """The counting with which most numbers agree, found from the rules one variant at a time. Matches
        that are listed twice for one column are listed twice for all."""
        counting = replace(self.official, variants=self.official.variants | self.listed_twice)
        best = self._number(group, counting)
        improved = True
        while improved and best:
            improved = False
            for variant in applicable(self.rules):
                other = counting.with_variant(variant)
                if (
                    variant not in self.official.variants | self.listed_twice
                    and (differing := self._number(group, other)) < best
                ):
                    counting, best, improved = other, differing, True
        self.listed_twice = counting.variants & {REPEATED}
        return counting

    def _number(self, group: Sequence[str], counting: Counting) -> int:
        return sum(1 for _ in self._differing(group, counting))

    def _by_fits(self, group: Sequence[str], counting: Counting) -> list[int]:
        """The rounds, sorted by how many of the differing numbers are right as after that round."""
        if group != self.rules.tiebreakers:
            return []
        left = list(self._differing(group, counting))
        numbers = sorted({round.number for round in self.tournament.rounds}, reverse=True) if left else []

        def fits(number: int) -> int:
            earlier = replace(counting, until=number)
            return sum(self._fits(earlier, player, what) for player, what in left)

        return sorted(numbers, key=fits, reverse=True)

    def _why(self, player: str, what: str, counting: Counting) -> tuple[tuple[str, ...], int | None]:
        """Why a number differs: the fewest variants with which it agrees, else a reason of its line."""
        if self._incomplete(player, what):
            return (ROUNDS_MISSING,), None
        single = (self.official.with_variant(variant) for variant in sorted(self._beyond(counting)))
        for candidate in (*single, counting):
            if self._fits(candidate, player, what):
                return tuple(sorted(self._beyond(candidate))), None
        if not self._has_value(what):
            return (GAMES_MISSING,), None
        for candidate in self._earlier(counting) if what in self.rules.tiebreakers else ():
            if self._fits(candidate, player, what):
                reasons = (EARLIER,) if candidate.until is not None else ()
                return (*reasons, *sorted(self._beyond(candidate))), candidate.until
        return (UNEXPLAINED,), None

    def _beyond(self, counting: Counting) -> frozenset[str]:
        """The variants in which it differs from what was asked for."""
        return counting.variants - self.official.variants

    def _earlier(self, counting: Counting) -> Iterator[Counting]:
        """Countings that a single line may follow: opponents met twice counted once, the elimination counted
        for its players, numbers as after an earlier round."""
        yield from (self._other(counting, ONCE), self._other(counting, CUT), self._other(counting, ONCE, CUT))
        for number in self.rounds:
            yield replace(counting, until=number)
            yield replace(self._other(counting, ONCE), until=number)

    def _other(self, counting: Counting, *variants: str) -> Counting:
        """The same with these variants more, or without those that it has; what was asked for stays."""
        return replace(counting, variants=counting.variants ^ (set(variants) - self.official.variants))

    # --- numbers -------------------------------------------------------------------------------------

    def _values(self, counting: Counting) -> dict[str, dict[str, Value]]:
        key = counting.variants, counting.until
        if key not in self.found:
            self.found[key] = values_of(self.tournament, counting, self._tallies(counting))
        return self.found[key]

    def _tallies(self, counting: Counting) -> dict[str, Tally]:
        """The tallies of a counting; countings of the same matches share them."""
        key = counting.variants & MATCH_VARIANTS, counting.until
        if key not in self.tallies:
            self.tallies[key] = tallies_of(self.tournament, counting)
        return self.tallies[key]

    def _value(self, counting: Counting, player: str, what: str) -> Value:
        return self._values(counting).get(player, {}).get(what)

    def _fits(self, counting: Counting, player: str, what: str) -> bool:
        value = self._value(counting, player, what)
        if value is None:
            return False
        return abs(float(value) - self.stated[player][what]) <= self.tolerance.get(what, 0)

    def _has_value(self, what: str) -> bool:
        """Whether the file has the games that this number needs."""
        return what not in ("gw", "ogw") or any(
            pairing.score is not None for _, pairing in self.tournament.pairings()
        )

    # --- what is not in the file -----------------------------------------------------------------------

    def _incomplete(self, player: str, what: str) -> bool:
        """Whether the table counts matches that the file does not list: of the player or, for a number taken
        from opponents, of one of these; also if no opponents are known."""
        if player in self._short:
            return True
        if what in RECORD or what in ("points", "gw"):
            return False
        direct = self._opponents.get(player, set())
        further = (
            set().union(*(self._opponents.get(other, set()) for other in direct)) if what == "oow" else set()
        )
        return not direct or not self._short.isdisjoint(direct | further)

    @cached_property
    def _short(self) -> frozenset[str]:
        return incomplete_players(self.tournament)

    @cached_property
    def _opponents(self) -> dict[str, set[str]]:
        met: dict[str, set[str]] = {}
        for _, pairing in self.tournament.pairings():
            for player in pairing.players:
                met.setdefault(player, set()).update(other for other in pairing.players if other != player)
        return met


def stated(line: Standing) -> dict[str, float]:
    """The numbers that a line of the table holds, without the place."""
    columns = {"wins": line.wins, "losses": line.losses, "ties": line.ties, "points": line.points}
    counts = {name: float(value) for name, value in columns.items() if value is not None}
    return {**counts, **line.percents}


def _tolerance(numbers: Iterable[float]) -> float:
    """One unit of the last digit that the column is printed with: programs round or truncate."""
    printed = list(numbers)
    for digits in range(2, MOST_DIGITS):
        if all(abs(round(number, digits) - number) < 1e-12 for number in printed):
            return 10.0**-digits
    return 10.0**-MOST_DIGITS * 5
