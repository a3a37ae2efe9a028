"""What the documents and samples of Genesis Garden hold."""

from engine.games.genesis_garden.ruleset import GENESIS_GARDEN
from tests.games.expected import Expected, Sample, numbered

EXPECTED = Expected(
    rules=GENESIS_GARDEN,
    # The rulebook, cut into atomic clauses.
    document=(
        *numbered("GG", SETUP=18, TURN=3, STBY=4, DRAW=2, MAIN=1, SUM=11, END=4, BTURN=1, UPHASE=3, UNION=14),
        *numbered("GG", SPELL=5, ACT=15, BATTLE=5, ATK=21, JUT=5, LEAVE=3, CYCLE=7, ACC=5, DEST=5, QUICK=6),
        *numbered("GG", COMBAT=6, SICK=2),
        "GG-SICK-2a",
    ),
    points=32,
    definitions=("GG-OP-21",),
    # What came off an unknown headquarters is told in paper records alone (test_paper), and no card of the
    # starter set offers a choice of its own.
    elsewhere=frozenset({"reveal", "do", "first"}),
    unshown=(),
    samples={
        "garden-cup-r1-t1": Sample("EXACT", "A", 15),
        "garden-cup-r2-t3": Sample("EXACT", "B", 14),
        "garden-table-paper": Sample("CONSISTENT", "A", 4),
        "ruling-tired-blocker": Sample("AMENDED", "A", 15),
        "disputed-fifth-summon": Sample(
            "DIVERGED", "", 1, "refused", "GG-SUM-1", line="A summon 獣の逆襲 rear "
        ),
        "disputed-headquarters-count": Sample(
            "DIVERGED", "B", 14, "claim", "GG-DRAW-1", line="  => count hq A ", ruled="count hq A 14"
        ),
    },
)
