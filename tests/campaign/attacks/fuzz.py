"""Part 12, ``fuzz``: bytes that libFuzzer makes up, guided by coverage, for everything that reads bytes.

One process a target, since libFuzzer ends the one it runs in. ``python -m tests.campaign.attacks.fuzz TARGET
[libFuzzer options]`` is that process. Needs atheris. Not here: the targets, and what the suite does instead
(``mutation``).
"""

import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from tests.campaign.tally import Step, Tally

SECONDS = 600
"""For each target in the long run."""
NAMES = (
    "entry", "note", "checkpoint", "entry-proof", "growth-proof", "key", "slip", "bundle", "record", "effect",
    "cards", "cases",
)  # fmt: skip
LONGEST_BYTES = 20_000
AWKWARD = (b"[" * 4000, b'{"a":' * 2000, b"9" * 5000)
"""What chance hardly comes upon, to begin with beside the samples."""
RUNS = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
FACTS = re.compile(r"(?:Uncaught Python exception|ERROR: libFuzzer): .*(?:\n.*){0,2}")


def missing() -> str:
    """What this part needs and is not here."""
    return "" if find_spec("atheris") else "needs atheris, which has wheels for Linux on x86-64 only"


def run(name: str, seconds: int, /, *, seed: int, folder: Path, step: Step) -> Tally:
    """Fuzz one target for so many seconds."""
    tally = Tally()
    corpus = folder / "corpus"
    corpus.mkdir()
    options = [
        f"-max_total_time={seconds}", f"-seed={seed + 1}", f"-max_len={LONGEST_BYTES}", "-timeout=30",
        "-print_final_stats=1", f"-artifact_prefix={tempfile.gettempdir()}/kifuda-fuzz-{name}-", str(corpus),
    ]  # fmt: skip
    command = [sys.executable, "-m", "tests.campaign.attacks.fuzz", name, *options]
    # libFuzzer ends its process without tidying up, so what that leaves lies in our folder.
    place = os.environ | {"TMPDIR": str(folder)}
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=place)
    found = RUNS.search(done.stderr)
    tally.count("inputs", int(found[1]) if found else 0)
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
    for number, sample in enumerate([*target.samples(), *AWKWARD]):
        (corpus / f"sample-{number}").write_bytes(sample)

    def once(data: bytes) -> None:
        said = offence(target, data)
        if said:
            raise AssertionError(said)

    atheris.Setup([sys.argv[0], *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    _fuzz(sys.argv[1], sys.argv[2:])
