"""The acts of Aquarian Age: for each its candidates, its requirements in order, and the clause of each."""

from engine.common.answers import DO, FIRST, PASS, SECOND
from engine.games.aquarian_age.verbs.choosing import KEEP, MULLIGAN, NEXT, PAY, PICK, REVEAL, SHOW
from engine.games.aquarian_age.verbs.effect import EFFECT
from engine.games.aquarian_age.verbs.ending import AGREED_END, CONCEDE, DISCARD, END, INSPECT, MOVE
from engine.games.aquarian_age.verbs.fighting import ATTACK, GUARD
from engine.games.aquarian_age.verbs.setting import CHARGE, POWER, SET
from engine.games.aquarian_age.verbs.using import USE

VERBS = {
    verb.name: verb
    for verb in (
        KEEP, MULLIGAN, SET, USE, EFFECT, ATTACK, GUARD, POWER, CHARGE, END, PASS, PAY, PICK, SHOW, NEXT,
        REVEAL, DO, FIRST, SECOND, INSPECT, DISCARD, MOVE, CONCEDE, AGREED_END,
    )
}  # fmt: skip
"""By name, in the order of pages and documents."""
