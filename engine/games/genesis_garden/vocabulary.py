"""The words that Genesis Garden's card files may use.

Not here: what the words do (``effect_handlers``, and the procedures).
"""

from engine.effect.vocabulary import Vocabulary
from engine.games.genesis_garden.board import AREAS, ZONES
from engine.games.genesis_garden.effects import RESPONDING
from engine.games.genesis_garden.unit import REAR_ATTACK, TRAITS

UNITS = ("unit", "hero", "spell")
"""Kinds of cards: ordinary units, heroes (英雄), spell units (術式ユニット). All of them can be summoned."""
USED_MOMENTS = ("activated", *RESPONDING, "battle")
"""Moments of effects that are used at a cost; continuous ones act by themselves (GG-SPELL-1)."""

VOCABULARY = Vocabulary(
    kinds=UNITS,
    role_kinds=("union",),
    moments={
        **dict.fromkeys(USED_MOMENTS, ("unit", "hero")),
        "continuous": ("unit", "hero"),
        "spell": ("spell",),
    },
    fields={"keywords": UNITS, "tags": UNITS, "stats": UNITS},
    needed={kind: ("tags", "stats") for kind in UNITS},
    headers={
        "zone": (*USED_MOMENTS, "continuous"),
        "cost": USED_MOMENTS,
        "needs": (*USED_MOMENTS, "continuous", "spell"),
    },
    keywords=(REAR_ATTACK,),
    stats=("attack", "defence", "speed", "rank"),
    limits={"speed": (1, 4), "defence": (1, 999)},  # GG-BATTLE-3, GG-base-1, GG-DEST-1
    zones=(*(zone.id for zone in ZONES), *AREAS),
    tracks=("cycles", "summons"),
    quantities=("attack", "defence", "speed", "damage-taken"),
    traits=tuple(TRAITS),
    lasting=("continuous",),
    only_at={
        "action": (*RESPONDING, "battle", "spell"),
        "controller": (*RESPONDING, "battle", "spell"),
    },
)
