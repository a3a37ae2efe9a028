"""Part 12, ``fuzz``: bytes that libFuzzer makes up, guided by coverage, for everything that reads bytes.

One process a target, since libFuzzer ends the one it runs in. ``python -m tests.campaign.fuzz TARGET
[libFuzzer options]`` is that process. Needs atheris. Not here: the targets, and what the suite does instead
(``mutation``).
"""

import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from tests.campaign.tally import Step, Tally

SECONDS = 600
"""For each target in the long run."""
NAMES = (
    "entry", "note", "checkpoint", "entry-proof", "growth-proof", "key", "slip", "bundle", "record", "effect",
    "cards", "cases",
)  # fmt: skip
RUNS = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
FACTS = re.compile(r"(?:Uncaught Python exception|ERROR: libFuzzer): .*(?:\n.*){0,2}")


def missing() -> str:
    """What this part needs and is not here."""
    return "" if find_spec("atheris") else "needs atheris, which has wheels for Linux on x86-64 only"


def run(seconds: int, *, seed: int, folder: Path, step: Step, names: tuple[str, ...] = NAMES) -> Tally:
    """Fuzz each target for so many seconds, as many at once as there are processors."""
    tally = Tally()

    def fuzz(name: str) -> subprocess.CompletedProcess[str]:
        corpus = folder / name
        corpus.mkdir(parents=True, exist_ok=True)
        options = [
            f"-max_total_time={seconds}", f"-seed={seed + 1}", "-print_final_stats=1", "-timeout=30",
            f"-artifact_prefix={tempfile.gettempdir()}/kifuda-fuzz-{name}-", str(corpus),
        ]  # fmt: skip
        command = [sys.executable, "-m", "tests.campaign.fuzz", name, *options]
        # libFuzzer ends its process without tidying up, so what that leaves lies in our folder.
        place = os.environ | {"TMPDIR": str(folder)}
        return subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False, env=place
        )

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, done in zip(names, pool.map(fuzz, names), strict=True):
            found = RUNS.search(done.stderr)
            tally.count(f"inputs for {name}", int(found[1]) if found else 0)
            if done.returncode or not found:
                said = FACTS.search(done.stderr)
                tally.fail(f"{name}: {said[0] if said else done.stderr[-300:]}")
            step(1)
    return tally


def _fuzz(name: str, options: list[str]) -> None:
    import atheris

    with atheris.instrument_imports(include=["events", "engine", "kifuda.evidence"]):
        from tests.campaign.targets import TARGETS, offence
    target = TARGETS[name]
    corpus = Path(options[-1])
    for number, sample in enumerate(target.samples()):
        (corpus / f"sample-{number}").write_bytes(sample)

    def once(data: bytes) -> None:
        said = offence(target, data)
        if said:
            raise AssertionError(said)

    atheris.Setup([sys.argv[0], *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    _fuzz(sys.argv[1], sys.argv[2:])
