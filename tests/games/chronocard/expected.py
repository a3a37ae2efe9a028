"""What the documents and samples of ChronoCard TCG hold."""

from engine.games.chronocard.ruleset import CHRONOCARD
from tests.games.expected import Expected, Sample, numbered

EXPECTED = Expected(
    rules=CHRONOCARD,
    # The manual's page on costs, EP, declarations and skills, cut into atomic clauses.
    document=numbered("CC", COST=9, EP=11, USE=13, FAIL=10, AS=21, AF=15, PS=8),
    points=32,
    unshown=(),
    samples={
        "spring-meeting-r1": Sample("EXACT", "A", 7),
        "spring-meeting-r2": Sample("EXACT", "A", 13),
        "open-table-one-side": Sample("CONSISTENT", "A", 9),
        "ruling-double-count": Sample("AMENDED", "A", 11),
        "disputed-checked-twice": Sample("DIVERGED", "", 5, "refused", "CC-EP-9", line="A ep 小鳥遊メイ"),
        "disputed-damage-count": Sample(
            "DIVERGED", "A", 9, "claim", "CC-base-8-8", line="  => taken B ", ruled="taken B 10"
        ),
    },
)
