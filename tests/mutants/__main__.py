"""``python -m tests.mutants [NAME ...]``: change what verifies in many small ways, and see who notices.

Without names: all mutants whose fate is not known yet. With names, as mutmut takes them
(``events.seal.note*``): those again, whatever came of them before. ``mutmut show NAME`` prints a mutant. What
is mutated and which tests are run is said in ``pyproject.toml``. Not here: which mutants change nothing that
anybody could see, and why (``docs/mutants.md``).
"""

import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

from mutmut.stats import status_by_exit_code

from tests.mutants import outside

FOLDER = Path("mutants")
KEPT = FOLDER / "outside.json"
NOTICED = ("killed", "timeout", "segfault")
OPEN = ("not checked", "")


def main(names: list[str]) -> int:
    """Run both kinds of mutants and print the figures. Status 1 if mutmut could not run."""
    settings = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    modules: list[str] = settings["only_mutate"]
    done = subprocess.run([Path(sys.executable).with_name("mutmut"), "run", "--max-children", "1", *names])
    if done.returncode:
        return 1
    arguments = [*settings["pytest_add_cli_args"], *settings["pytest_add_cli_args_test_selection"]]
    verdicts = {} if names else outside.run(modules, arguments=arguments, kept=KEPT, told=print)
    figures(modules, verdicts)
    return 0


def figures(modules: list[str], verdicts: dict[str, dict[str, str]]) -> None:
    """Print, by module, how many mutants there are, were tried and were noticed, and each that was not."""
    print(
        "| module | mutants | tried | noticed | not noticed |",
        "| --- | ---: | ---: | ---: | ---: |",
        sep="\n",
    )
    left: list[str] = []
    total: Counter[str] = Counter()
    for module in modules:
        codes = json.loads((FOLDER / f"{module}.meta").read_text("utf-8"))["exit_code_by_key"]
        fates = {name: status_by_exit_code[code] for name, code in codes.items()}
        fates |= {f"{module}:{name}": verdict for name, verdict in verdicts.get(module, {}).items()}
        found = Counter(map(_known_as, fates.values()))
        total += found
        left += [f"{name}: {fate}" for name, fate in fates.items() if _known_as(fate) == "left"]
        print(_row(f"`{module}`", found))
    print(_row("all", total), "", *left, sep="\n")


def _known_as(fate: str) -> str:
    return "noticed" if fate in NOTICED else "open" if fate in OPEN else "left"


def _row(name: str, found: Counter[str]) -> str:
    tried = found.total() - found["open"]
    return f"| {name} | {found.total()} | {tried} | {found['noticed']} | {found['left']} |"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
