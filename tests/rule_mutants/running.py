"""Which cases notice which changes, and which clauses are shown by that.

Not here: the changes (``sites``).
"""

from __future__ import annotations

import signal
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from engine.audit.coverage import game_folder, shown_cases
from engine.case import run
from engine.case.file import Case
from engine.kernel.ruleset import Ruleset
from tests.rule_mutants.sites import Lines, Mutant, forget, game_modules, reached

LONGEST_S = 1
"""A case that takes so long of a processor under a change has noticed it."""


class Late(BaseException):
    """A case ran too long; nothing that is run may catch it."""

    def __init__(self, case: str) -> None:
        super().__init__(case)
        self.case = case


@dataclass
class Fate:
    """Of one mutant: the cases that noticed it, by name; ``tried``: whether any case could have."""

    mutant: Mutant
    noticed: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    """The clauses that it concerns, of which a case noticed it."""
    tried: bool = True


class Bench:
    """The cases of a game, with the code that each goes through."""

    def __init__(self, rules: Ruleset, clauses: Container[str] | None = None) -> None:
        """With the cases of some ``clauses`` only, or of all."""
        self.rules = rules
        self.modules = game_modules(rules)
        shown = [one for one in shown_cases(rules) if clauses is None or one.clause in clauses]
        self.cases: dict[str, Case] = {f"{one.file}#{one.number}": one.case for one in shown}
        self.of: dict[str, list[str]] = {clause: [] for clause in rules.clauses}
        for one in shown:
            self.of[one.clause].append(f"{one.file}#{one.number}")
        self.copies = tuple({id(case.rules): case.rules for case in self.cases.values()}.values())
        folder = str(game_folder(rules))
        self.lines: dict[str, Lines] = {}
        for name, case in self.cases.items():
            forget(self.modules)  # or only the first case would be seen to work something out
            self.lines[name] = reached(lambda case=case: run(case), folder)  # type: ignore[misc]  # the case of this round

    def reaching(self, mutant: Mutant) -> list[str]:
        """The cases that could notice, those of its clauses first."""
        able = {name for name, lines in self.lines.items() if not mutant.lines or lines & mutant.lines}
        first = [name for clause in mutant.clauses for name in self.of[clause]]
        return [name for name in dict.fromkeys((*first, *self.cases)) if name in able]

    def try_out(self, mutant: Mutant, missing: Iterable[str], *, all_cases: bool = True) -> Fate | None:
        """Who notices: cases of each clause in ``missing`` that it concerns, else the first case that does.
        None if the change cannot be made."""
        able = self.reaching(mutant)
        fate = Fate(mutant, tried=bool(able))
        wanted = [clause for clause in mutant.clauses if clause in missing]
        forget(self.modules)
        undo = mutant.apply()
        if undo is None:
            return None
        told: dict[str, bool] = {}
        try:
            for clause in wanted:
                if any(self._notices(name, told) for name in self.of[clause] if name in able):
                    fate.shown.append(clause)
            if all_cases and not any(told.values()):
                any(self._notices(name, told) for name in able)
        except Late as late:  # and so would the next case be
            told[late.case] = True
            fate.shown += [clause for clause in wanted if late.case in self.of[clause]]
        finally:
            undo()
            forget(self.modules)
        fate.noticed = [name for name, noticed in told.items() if noticed]
        return fate

    def _notices(self, name: str, told: dict[str, bool]) -> bool:
        if name not in told:
            told[name] = self.fails(name)
        return told[name]

    def fails(self, name: str) -> bool:
        """Whether the case fails now."""
        try:
            with _in_time(name):
                return not run(self.cases[name]).ok
        except Exception:
            return True


@contextmanager
def _in_time(case: str) -> Iterator[None]:
    def late(*_: object) -> None:
        raise Late(case)

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, LONGEST_S, LONGEST_S)  # again, if nothing could be raised
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
