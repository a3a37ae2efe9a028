"""What the documents and samples of FERTCG hold."""

from engine.games.fertcg.ruleset import FERTCG
from tests.games.expected import Expected, Sample, numbered

EXPECTED = Expected(
    rules=FERTCG,
    # Chapter 3 of the rules, cut into atomic clauses.
    document=(
        "FE-0-1",
        "FE-A-0",
        "FE-A-0a",
        *(f"FE-A-{number}" for number in range(1, 7)),
        *numbered("FE-A", P=5, D=11, C=14, R=9),
        "FE-A-R-5a",
        *numbered("FE", B=4, C=10, K=6, S=7),
    ),
    points=42,
    definitions=("FE-OP-7",),
    unshown=("FE-A-C-10", "FE-A-C-11", "FE-A-C-12"),
    # What comes off an unknown deck is told in paper records alone (the samples).
    elsewhere=frozenset({"reveal"}),
    samples={
        "harvest-cup-r1": Sample("EXACT", "B", 10),
        "harvest-cup-r2": Sample("EXACT", "A", 13),
        "kitchen-table-paper": Sample("CONSISTENT", "A", 7),
        "ruling-chip-on-the-floor": Sample("AMENDED", "A", 13),
        "disputed-fourth-chip": Sample(
            "DIVERGED", "", 3, "refused", "FE-base-5-5", line="A support 蒼原の軽騎兵 x=4 "
        ),
        "disputed-chip-count": Sample(
            "DIVERGED", "A", 13, "claim", "FE-A-6", line="  => used B ", ruled="used B 10"
        ),
    },
)
