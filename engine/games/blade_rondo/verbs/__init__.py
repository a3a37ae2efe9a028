"""The acts of Blade Rondo: for each its candidates, its requirements in order, and the clause of each."""

from engine.common.answers import DO, FIRST, PASS, SECOND
from engine.games.blade_rondo.verbs.answering import PAY, REFUSE, REVEAL
from engine.games.blade_rondo.verbs.choosing import KEEP_SEVEN, PICK, SHOW
from engine.games.blade_rondo.verbs.steps import GLOW, LEND, ORDER
from engine.games.blade_rondo.verbs.turning import ACT, AGREED_END, COINS, CONCEDE, END
from engine.games.blade_rondo.verbs.using import BREATH, SET, TRIGGER, USE

VERBS = {
    verb.name: verb
    for verb in (
        KEEP_SEVEN, BREATH, USE, SET, TRIGGER, END, REVEAL, PASS, PAY, REFUSE, LEND, GLOW, ORDER,
        SHOW, PICK, DO, FIRST, SECOND, ACT, COINS, CONCEDE, AGREED_END,
    )
}  # fmt: skip
"""By name, in the order of pages and documents."""
