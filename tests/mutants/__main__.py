"""``python -m tests.mutants [--sample N | NAME ...]``: change the verifying code and run the tests.

Without arguments: all mutants without a result. With names, as mutmut takes them (``events.seal.note*``):
those again, whether or not they have a result. With ``--sample N``: N mutants, the same ones each time.
``mutmut show NAME`` prints a mutant. ``pyproject.toml`` says what is mutated and which tests run. Not here:
which mutants make no difference, and why (``docs/mutants.md``).
"""

import argparse
import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

from mutmut.stats import status_by_exit_code

from tests.mutants import outside
from tests.mutants.sample import sample

FOLDER = Path("mutants")
OUTSIDE_RESULTS = FOLDER / "outside.json"
NOTICED = ("killed", "timeout", "segfault")
OPEN = ("not checked", "")


def main(arguments: list[str]) -> int:
    """Run both kinds of mutants and print the figures. Status 1 if mutmut could not run."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--sample", type=int, metavar="N", help="so many mutants, the same ones each time")
    chosen.add_argument("names", nargs="*", default=[], metavar="NAME", help="mutants, as mutmut names them")
    given = parser.parse_args(arguments)
    settings = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    modules: list[str] = settings["only_mutate"]
    names: list[str] = given.names if given.sample is None else sample(modules, given.sample)
    done = subprocess.run([Path(sys.executable).with_name("mutmut"), "run", "--max-children", "1", *names])
    if done.returncode:
        return 1
    pytest = [*settings["pytest_add_cli_args"], *settings["pytest_add_cli_args_test_selection"]]
    verdicts = (
        {} if names else outside.run(modules, arguments=pytest, results=OUTSIDE_RESULTS, progress=print)
    )
    figures(modules, verdicts)
    return 0


def figures(modules: list[str], verdicts: dict[str, dict[str, str]]) -> None:
    """Print, by module, how many mutants there are, were tried and were noticed, and each that was not."""
    print(
        "| module | mutants | tried | noticed | not noticed |",
        "| --- | ---: | ---: | ---: | ---: |",
        sep="\n",
    )
    survivors: list[str] = []
    total: Counter[str] = Counter()
    for module in modules:
        codes = json.loads((FOLDER / f"{module}.meta").read_text("utf-8"))["exit_code_by_key"]
        results = {name: status_by_exit_code[code] for name, code in codes.items()}
        results |= {f"{module}:{name}": verdict for name, verdict in verdicts.get(module, {}).items()}
        found = Counter(map(_category, results.values()))
        total += found
        survivors += [
            f"{name}: {result}" for name, result in results.items() if _category(result) == "survived"
        ]
        print(_row(f"`{module}`", found))
    print(_row("all", total), "", *survivors, sep="\n")


def _category(result: str) -> str:
    return "noticed" if result in NOTICED else "open" if result in OPEN else "survived"


def _row(name: str, found: Counter[str]) -> str:
    tried = found.total() - found["open"]
    return f"| {name} | {found.total()} | {tried} | {found['noticed']} | {found['survived']} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
