"""``python -m tests.rule_mutants [GAME …]``: change the code of the rules in many small ways, one at a time,
and see which judges' cases notice.

Prints the figures, every clause of which no case depends on the code that cites it, and every change that no
case notices. Not here: what was found, and why some of it stays (``docs/mutants.md``).
"""

from __future__ import annotations

import sys
from time import monotonic

from engine.kernel.ruleset import Ruleset
from tests.games.expected import ALL, BY_GAME
from tests.rule_mutants.running import Bench, Fate
from tests.rule_mutants.sites import mutants


def main(names: list[str]) -> int:
    """Every edition of these games, or of all. Status 2 for a game that there is none of."""
    games = {expected.rules.game for expected in BY_GAME}
    if unknown := [name for name in names if name not in games]:
        print(f"no game {unknown[0]!r}; accepted are {', '.join(sorted(games))}", file=sys.stderr)
        return 2
    for expected in ALL:
        if expected.rules.game in (names or games):
            report(expected.rules)
    return 0


def report(rules: Ruleset) -> None:
    """Run all changes of a game and print what came of them."""
    began, bench = monotonic(), Bench(rules)
    missing = {id: None for id, clause in rules.clauses.items() if not clause.definition}
    clauses = len(missing)
    fates: list[Fate] = []
    for mutant in mutants(rules, bench.copies):
        fate = bench.try_out(mutant, tuple(missing))
        if fate is not None:
            fates.append(fate)
            for clause in fate.shown:
                missing.pop(clause, None)
    noticed = sum(bool(fate.noticed) for fate in fates)
    left = [fate for fate in fates if not fate.noticed]
    unreached = sum(not fate.tried for fate in left)
    minutes = (monotonic() - began) / 60
    print(
        f"## {rules.name.en} ({rules.edition}): {len(fates)} changes, {noticed} noticed "
        f"({noticed / len(fates):.1%}), {unreached} in code that no case reaches; {len(bench.cases)} cases, "
        f"{minutes:.0f} min",
        f"{clauses - len(missing)} of {clauses} clauses are shown by a case that fails under some change",
        *(f"not shown: {clause}" for clause in missing),
        *(f"{'unreached' if not fate.tried else 'left'}: {fate.mutant.name}" for fate in left),
        sep="\n",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
