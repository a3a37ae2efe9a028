"""The acts of FERTCG: for each its candidates, its requirements in order, and the clause of each."""

from engine.common.answers import DO, FIRST, KEEP, PASS, SECOND
from engine.games.fertcg.verbs.acting import ATTACK, END, PERFORM, STAFF, WIELD
from engine.games.fertcg.verbs.choosing import AGREED_END, CONCEDE, PAY, PICK, REFUSE, TIME_CALLED
from engine.games.fertcg.verbs.countering import COUNTER
from engine.games.fertcg.verbs.moving import AGAIN, MOVE
from engine.games.fertcg.verbs.playing import LEAVE, PLAY
from engine.games.fertcg.verbs.setting_up import MULLIGAN, REVEAL
from engine.games.fertcg.verbs.transforming import TRANSFORM
from engine.games.fertcg.verbs.unit_step import ATTACH, DEPLOY, INVADE, SUPPORT
from engine.games.fertcg.verbs.using import APPLY, USE

VERBS = {
    verb.name: verb
    for verb in (
        KEEP, MULLIGAN, REVEAL, DEPLOY, SUPPORT, ATTACH, INVADE, MOVE, TRANSFORM, ATTACK, STAFF, PERFORM,
        LEAVE, WIELD, USE, APPLY, PLAY, COUNTER, AGAIN, PASS, PICK, DO, FIRST, SECOND, PAY, REFUSE, END,
        CONCEDE, AGREED_END, TIME_CALLED,
    )
}  # fmt: skip
"""By name, in the order of pages and documents."""
