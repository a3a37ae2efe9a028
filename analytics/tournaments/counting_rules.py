"""How a table is counted: by the rules, and the variants in which programs are known to differ from them.

Each variant has a name, which explains differences. Not here: finding out by which variants a table was
counted (``compare``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from analytics.imports.tournament import Tournament
from analytics.tournaments.tally import Tally, only, tally, unrepeated
from analytics.tournaments.tiebreak import RULES, Rules, shares

Value = Fraction | int | None
RECORD = ("wins", "losses", "ties")
CUT, STRANGERS, REPEATED, BYE_NO_WIN, BYES_IGNORED, BYES_COUNTED, THIRD, OWN_FLOOR, ONCE, CAP = VARIANTS = (
    "cut-counted",
    "strangers",
    "repeated",
    "bye-no-win",
    "byes-ignored",
    "byes-counted",
    "floor-third",
    "own-floor",
    "once",
    "cap-dropped",
)
"""Variants that differ from the rules:

the elimination counts as well · an opponent who is not in the table is none · a match that is listed in two
rounds counts once · a bye gives points and is no win · the match wins of an opponent leave byes out · they
count byes · the floor is a third, not 0.33 · the own game wins
have a floor too · an opponent met twice counts once · who left early counts at most 75 % as an opponent.
"""
MATCH_VARIANTS = frozenset({CUT, STRANGERS, REPEATED})
"""Variants that decide which matches count; the others decide what they are worth."""
CAPPED = Fraction(3, 4)


@dataclass(frozen=True)
class Counting:
    """How to count: by the rules with some ``variants``, as after round ``until`` (None: after the last)."""

    rules: Rules
    variants: frozenset[str] = frozenset()
    until: int | None = None

    def __str__(self) -> str:
        return "+".join((self.rules.name, *sorted(self.variants)))

    def with_variant(self, variant: str) -> "Counting":
        """The same with one variant more, or without it if it is there."""
        return replace(self, variants=self.variants ^ {variant})


def applicable(rules: Rules) -> tuple[str, ...]:
    """The variants that can make a difference under these rules."""
    unfit = {BYES_COUNTED if rules.bye_counts else BYES_IGNORED}
    unfit |= {CAP} if "gw" in rules.tiebreakers else {THIRD, OWN_FLOOR}
    return tuple(variant for variant in VARIANTS if variant not in unfit)


def parse_counting(text: str) -> Counting:
    """A counting as it is written: rules and any variants, joined by ``+`` (``mtr+byes-ignored``).

    Raises ``ValueError`` with what is accepted in its place.
    """
    name, *variants = text.split("+")
    if name not in RULES:
        raise ValueError(", ".join(RULES))
    accepted = applicable(RULES[name])
    if not set(variants) <= set(accepted):
        raise ValueError(", ".join(f"{name}+{variant}" for variant in accepted))
    return Counting(RULES[name], frozenset(variants))


def tallies_of(tournament: Tournament, counting: Counting) -> dict[str, Tally]:
    """The tally of every player, counted so."""
    rounds = [
        round
        for round in tournament.rounds
        if (CUT in counting.variants or round.kind != "elimination")
        and (counting.until is None or round.number <= counting.until)
    ]
    found = tally((player.id for player in tournament.players), rounds)
    if REPEATED in counting.variants:
        found = unrepeated(found)
    if STRANGERS in counting.variants:
        found = only(found, {line.player for line in tournament.standings})
    return found


def settled(counting: Counting) -> Counting:
    """The same, with the variants that change what a match is worth taken into the rules: these are then
    what others differ from."""
    rules, variants = counting.rules, counting.variants
    if THIRD in variants:
        rules = replace(rules, floor=Fraction(1, 3))
    if CAP in variants:
        rules = replace(rules, cap_dropped=CAPPED)
    if variants & {BYES_IGNORED, BYES_COUNTED}:
        rules = replace(rules, bye_counts=BYES_COUNTED in variants)
    return replace(counting, rules=rules, variants=variants - {THIRD, CAP, BYES_IGNORED, BYES_COUNTED})


def values_of(
    tournament: Tournament, counting: Counting, found: Mapping[str, Tally] | None = None
) -> dict[str, dict[str, Value]]:
    """For every player everything that a table may show: record, points and tiebreakers, by name.

    ``found`` are the tallies of this counting, if they are known already.
    """
    rules = settled(counting).rules
    if found is None:
        found = tallies_of(tournament, counting)
    dropped = {player.id for player in tournament.players if player.dropped is not None}
    own, once = OWN_FLOOR in counting.variants, ONCE in counting.variants
    shared = shares(found, rules, dropped=dropped, own_floor=own, once=once)
    made: dict[str, dict[str, Value]] = {}
    for player, one in found.items():
        wins, losses, ties = one.record
        byes = one.byes if BYE_NO_WIN in counting.variants else 0
        record = {"wins": wins - byes, "losses": losses, "ties": ties}
        made[player] = {**record, "points": shared[player].points, **shared[player].values}
    return made
