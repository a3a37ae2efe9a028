"""``python -m tests.campaign [PART ...]``: attack the log at length, and say what held.

Exit status 1 if a promise broke. Not here: the attacks (one module each).
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.campaign import report
from tests.campaign.parts import PARTS
from tests.campaign.report import Result
from tests.campaign.tally import Tally


def main(arguments: list[str]) -> int:
    """Run the parts that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (all)")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the long run (1)")
    parser.add_argument("--seed", type=int, help="what chance begins with (drawn, and printed)")
    parser.add_argument("--folder", type=Path, help="where the logs under attack lie (a temporary one)")
    parser.add_argument("--record", action="store_true", help="keep the figures in docs/reliability.*")
    asked = parser.parse_args(arguments)
    if unknown := [name for name in asked.parts if name not in PARTS]:
        parser.error(f"no part {', '.join(unknown)}: there are {', '.join(PARTS)}")
    seed = random.randrange(10**6) if asked.seed is None else asked.seed
    results = []
    for name in asked.parts or PARTS:
        results.append(_run(name, scale=asked.scale, seed=seed, folder=asked.folder))
        if asked.record:
            report.keep(results[-1], list(PARTS))
    return 1 if any(found.broken for found in results) else 0


def _run(name: str, *, scale: float, seed: int, folder: Path | None) -> Result:
    part, console = PARTS[name], Console()
    times = max(1, round(part.long * scale))
    command = f"python -m tests.campaign {name} --scale {scale:g} --seed {seed}"
    start, tally, missing = monotonic(), Tally(), part.missing()
    if not missing:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        # It draws when told of progress: a thread that draws would not survive the forks of a campaign.
        with (
            tempfile.TemporaryDirectory(prefix="kifuda-campaign-", dir=folder) as place,
            Progress(*columns, console=console, auto_refresh=False) as progress,
        ):
            task = progress.add_task(name, total=part.steps(times))

            def step(done: int) -> None:
                progress.advance(task, done)
                progress.refresh()

            tally = part.run(times, seed=seed, folder=Path(place), step=step)
    found = report.result(
        name, tally, command=command, seed=seed, seconds=monotonic() - start, skipped=missing
    )
    console.print(f"{name}: {found.verdict}: {missing or report.said(found.counts)}  ({command})")
    for sentence in found.broken:
        console.print(f"  {sentence}", markup=False)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
