"""The acts of Genesis Garden: for each its candidates, its requirements in order, and the clause of each."""

from engine.common.answers import DO, FIRST, KEEP, PASS, SECOND
from engine.games.genesis_garden.verbs.arranging import MOVE, RELEASE, SWAP, UNION
from engine.games.genesis_garden.verbs.fighting import ATTACK, BLOCK
from engine.games.genesis_garden.verbs.setting_up import MULLIGAN, REVEAL
from engine.games.genesis_garden.verbs.summoning import PLACE, SUMMON
from engine.games.genesis_garden.verbs.turning import (
    AGREED_END,
    BURY,
    CONCEDE,
    DISCARD,
    END,
    LEAVE,
    PICK,
    RETRIEVE,
)
from engine.games.genesis_garden.verbs.using import ACTIVATE, INVOKE, USE

VERBS = {
    verb.name: verb
    for verb in (
        KEEP, MULLIGAN, REVEAL, SUMMON, PLACE, END, RETRIEVE, BURY, MOVE, SWAP, UNION, RELEASE, ACTIVATE,
        USE, INVOKE, ATTACK, BLOCK, PASS, PICK, DO, FIRST, SECOND, DISCARD, LEAVE, CONCEDE, AGREED_END,
    )
}  # fmt: skip
"""By name, in the order of pages and documents."""
