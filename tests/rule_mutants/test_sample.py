"""A few clauses of each game: some case of theirs fails when the code that cites them is changed.

Not here: all clauses and all changes, which take minutes (``make rule-mutants``).
"""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests.games.expected import ALL, Expected
from tests.rule_mutants.running import Bench
from tests.rule_mutants.sample import sample
from tests.rule_mutants.sites import Mutant, mutants
from tests.support.effort import LONG

NUMBER = 8 if LONG else 4
"""Clauses of each game that are tried."""
GONE_THROUGH = [pytest.param(one, id=one.rules.id) for one in ALL if one.unshown is not None]


def some_clauses(expected: Expected) -> list[str]:
    """Always the same ones, as long as there are no others: those with the lowest hashes."""
    left_out = {*expected.definitions, *(expected.unshown or ())}
    clauses = [clause for clause in expected.rules.clauses if clause not in left_out]
    return sorted(clauses, key=lambda clause: sha256(clause.encode()).digest())[:NUMBER]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("expected", GONE_THROUGH)
def test_a_case_of_each_clause_fails_without_it_and_every_change_is_taken_back(expected: Expected) -> None:
    wanted = dict.fromkeys(some_clauses(expected))
    bench = Bench(expected.rules, clauses=wanted)
    for mutant in mutants(expected.rules, bench.copies):
        if wanted.keys() & set(mutant.clauses):
            fate = bench.try_out(mutant, tuple(wanted), all_cases=False)
            for clause in fate.shown if fate is not None else ():
                wanted.pop(clause, None)
        if not wanted:
            break
    assert list(wanted) == [], "no change of the code that cites these makes a case of theirs fail"
    assert [name for name in bench.cases if bench.fails(name)] == [], "a change was not taken back"


def test_a_sample_is_the_same_wherever_its_functions_stand() -> None:
    def named(shift: int) -> list[Mutant]:
        names = [f"game/{n % 3}.py:{n + shift} f: left out: g({n})" for n in range(50)]
        return [Mutant(name, (), frozenset(), lambda: None) for name in names]

    def chosen(found: list[Mutant]) -> list[str]:
        return [one.name.partition(" ")[2] for one in found]

    first = sample(named(0), size=10, seed=1)
    assert len(first) == 10
    assert chosen(sample(named(7), size=10, seed=1)) == chosen(first)
    assert chosen(sample(named(0), size=10, seed=2)) != chosen(first)
    assert len(sample(named(0), size=99, seed=1)) == 50
