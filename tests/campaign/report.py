"""Results of campaigns: kept in ``docs/reliability.json``, shown as a table there and on the page.

Not here: how they are measured.
"""

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tests.campaign.tally import Tally

DOCS = Path(__file__).parents[2] / "docs"
RESULTS = DOCS / "reliability.json"
PAGE = DOCS / "reliability.md"
BEGIN, END = "<!-- figures: begin -->\n", "<!-- figures: end -->"


class Result(msgspec.Struct, frozen=True):
    """What one part found, when and how; ``skipped`` says why it did not run."""

    part: str
    command: str
    seed: int
    measured: str
    seconds: int
    counts: dict[str, int]
    broken: list[str]
    skipped: str = ""

    @property
    def verdict(self) -> str:
        """One word for the table."""
        return "skipped" if self.skipped else "BROKEN" if self.broken else "held"


def result(part: str, tally: Tally, *, command: str, seed: int, seconds: float, skipped: str = "") -> Result:
    """A result of today."""
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    return Result(part, command, seed, today, round(seconds), dict(tally.counts), tally.broken, skipped)


def kept() -> list[Result]:
    """The results in the docs."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=list[Result]) if RESULTS.exists() else []


def keep(new: Result, order: list[str]) -> None:
    """Put a result in the place of the one of the same part, in the file and on the page."""
    by_part = {found.part: found for found in kept()} | {new.part: new}
    results = sorted(by_part.values(), key=lambda found: order.index(found.part))
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}{table(results)}{END}{rest.partition(END)[2]}", "utf-8")


def said(counts: dict[str, int]) -> str:
    """Counts as one line: ``12 deaths · 0 lost``."""
    return " · ".join(f"{number:,} {what}" for what, number in counts.items())


def table(results: list[Result]) -> str:
    """The results as a Markdown table."""
    lines = ["| part | what was done and found | | seed, time, day |", "| --- | --- | --- | --- |"]
    for found in results:
        shown = found.skipped or said(found.counts)
        taken = f"{found.seed}, {found.seconds:,} s, {found.measured}"
        lines.append(f"| `{found.part}` | {shown} | {found.verdict} | {taken} |")
    return "".join(f"{line}\n" for line in lines)
