"""What the documents and samples of Blade Rondo hold."""

from engine.games.blade_rondo.ruleset import BLADE_RONDO
from tests.games.expected import Expected, Sample

# The detailed rules, edition 1.03, cut into atomic clauses: every one has to have its text.
DETAILED_RULES = """
    BR-0-1 BR-0-2 BR-1-1 BR-1-2 BR-1-3 BR-2-1 BR-2-2
    BR-3.1-1 BR-3.1-2 BR-3.1-ex BR-3.2-1 BR-3.2-2 BR-3.2-3
    BR-4.1-1 BR-4.1-2 BR-4.2 BR-4.3 BR-4.4-1 BR-4.4-2 BR-5.1-1 BR-5.1-2 BR-5.1-ex
    BR-5.2-0 BR-5.2-1 BR-5.2-2a BR-5.2-2b BR-5.2-3 BR-5.2-4a BR-5.2-4b BR-5.2-5
    BR-5.2-6 BR-5.2-6.1 BR-5.2-6.2 BR-5.2-7 BR-5.2-7.1 BR-5.2-7.2 BR-5.2-8
    BR-5.2-9 BR-5.2-9.1 BR-5.2-9.2 BR-5.2-9.3a BR-5.2-9.3b BR-5.2-10 BR-5.2-11 BR-5.2-12
    BR-5.2-13 BR-5.2-14a BR-5.2-14b BR-5.2-15
    BR-6.1 BR-6.2-1 BR-6.2-2 BR-6.2-ex1a BR-6.2-ex1b BR-6.2-ex2a BR-6.2-ex2b BR-6.2-ex2c
    BR-6.3-1 BR-6.3-ex BR-7-1 BR-7-2 BR-8-1 BR-8-ex BR-9.1-1 BR-9.1-2 BR-9.2 BR-9.3
"""

EXPECTED = Expected(
    rules=BLADE_RONDO,
    document=tuple(DETAILED_RULES.split()),
    points=25,
    definitions=("BR-OP-15",),
    unlisted=frozenset({"shuffle", "keep"}),
    unshown=("BR-0-1",),
    samples={
        "spring-cup-r1-t1": Sample("EXACT", "B", 10),
        "tsukimi-no-kai-2": Sample("EXACT", "A", 9),
        "frozen-lake-2026-4": Sample("EXACT", "B", 12),
        "kitchen-table-glow": Sample("CONSISTENT", "A", 11),
        "open-final-video": Sample("CONSISTENT", "A", 9),
        "ruling-sealed-sword": Sample("AMENDED", "B", 12),
        "disputed-forgotten-poison": Sample(
            "DIVERGED", "B", 12, "claim", "BR-base-6.1-5", line="=> life B 13 ", ruled="life B 12"
        ),
        "disputed-overspent": Sample("DIVERGED", "", 8, "refused", "BR-5.2-2a", line="B use お気の毒の刃 "),
    },
)
