"""What the documents and samples of Aquarian Age hold."""

import tomllib
from pathlib import Path

from engine.games.aquarian_age.ruleset import SUMMARY_2005
from tests.games.expected import Expected, Sample

IDS = tomllib.loads((Path(__file__).parent / "document.toml").read_text("utf-8"))["clauses"]
"""The ids of the rule summary's numbers, cut into atomic clauses."""

EXPECTED = Expected(
    rules=SUMMARY_2005,
    document=tuple(f"AA-{id}" for id in IDS.split()),
    points=43,
    samples={
        "club-evening-r1": Sample("EXACT", "B", 8),
        "club-evening-r2": Sample("EXACT", "B", 9),
        "edition-sealed-awakening": Sample("EXACT", "A", 26),
        "open-hand-one-side": Sample("CONSISTENT", "B", 10),
        "ruling-looked-at-power": Sample("AMENDED", "A", 11),
        "disputed-spent-attacker": Sample(
            "DIVERGED", "", 4, "refused", "AA-base-10-1", line="B attack 吸血鬼の給仕 > A"
        ),
        "disputed-damage-pile": Sample(
            "DIVERGED", "B", 10, "claim", "AA-OP-6", line="  => count damage A 1", ruled="count damage A 2"
        ),
    },
    definitions=("AA-0-1",),  # what the summary is, not what it says
    unshown=("AA-17-7b",),
    elsewhere=frozenset({"inspect", "discard", "move", "reveal"}),  # refused everywhere, or on paper alone
)
