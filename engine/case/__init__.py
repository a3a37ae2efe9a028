"""Judges' cases: a table that is given, what is done, and what must then be so, as a TOML file.

Not here: matches that were played (``engine.record.match``).
"""

from engine.case.batch import run_cases, run_each
from engine.case.problem import CaseErrors
from engine.case.run import CaseResult, run, run_until

__all__ = ["CaseErrors", "CaseResult", "run", "run_cases", "run_each", "run_until"]
