"""``python -m tests.rule_mutants [GAME …] [--sample N] [--seed S]``: change the code of the rules in many
small ways, one at a time, and see which judges' cases notice.

Prints the figures, every clause of which no case depends on the code that cites it, and every change that no
case notices. With ``--sample`` only so many changes of each ruleset, always the same ones for a seed, and of
the clauses those that they concern. Not here: what was found, and why some of it stays (``docs/mutants.md``).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from time import monotonic

from engine.kernel.ruleset import Ruleset
from tests.games.expected import ALL, BY_GAME
from tests.rule_mutants.running import Bench, Fate
from tests.rule_mutants.sample import sample
from tests.rule_mutants.sites import mutants


def main(arguments: list[str]) -> int:
    """Every edition of these games, or of all. Status 2 for a game that there is none of."""
    games = sorted({expected.rules.game for expected in BY_GAME})
    parser = ArgumentParser(prog="python -m tests.rule_mutants")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(games))
    parser.add_argument("--sample", type=int, metavar="N", help="so many changes of each ruleset")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which ones (0)")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.games if name not in games]:
        parser.error(f"no game {unknown[0]!r}; accepted are {', '.join(games)}")
    for expected in ALL:
        if expected.rules.game in (given.games or games):
            report(expected.rules, size=given.sample, seed=given.seed)
    return 0


def report(rules: Ruleset, *, size: int | None = None, seed: int = 0) -> None:
    """Run the changes of a game, or a sample of them, and print what came of them."""
    began, bench = monotonic(), Bench(rules)
    found = mutants(rules, bench.copies)
    if size is not None:
        found = sample(found, size=size, seed=seed)
    concerned = (
        {clause for mutant in found for clause in mutant.clauses} if size is not None else rules.clauses
    )
    missing = {id: None for id, clause in rules.clauses.items() if not clause.definition and id in concerned}
    clauses = len(missing)
    fates: list[Fate] = []
    for mutant in found:
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
