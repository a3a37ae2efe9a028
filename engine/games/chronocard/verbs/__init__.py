"""The acts of ChronoCard TCG: for each its candidates, its requirements in order, and the clause of each."""

from engine.common.answers import DO, FIRST, PASS, SECOND
from engine.games.chronocard.verbs.charming import CHARM, DEFEND
from engine.games.chronocard.verbs.choosing import PICK, PROCESS, SHOW, TRIGGER
from engine.games.chronocard.verbs.ending import AGREED_END, CONCEDE, DRAW, END, STALEMATE
from engine.games.chronocard.verbs.producing import EP, PAY, REFUSE
from engine.games.chronocard.verbs.skill import SKILL
from engine.games.chronocard.verbs.using import USE

VERBS = {
    verb.name: verb
    for verb in (
        EP, USE, SKILL, DRAW, CHARM, DEFEND, END, PASS, PAY, REFUSE, PROCESS, TRIGGER, PICK, SHOW, DO, FIRST,
        SECOND, STALEMATE, CONCEDE, AGREED_END,
    )
}  # fmt: skip
"""By name, in the order of pages and documents."""
