"""The words that FERTCG's card files may use.

Not here: what the words do (``effect_handlers``, and the procedures).
"""

from engine.effect.vocabulary import Vocabulary
from engine.games.fertcg.ability import SYMBOLS
from engine.games.fertcg.attack import KEEPS_MAGIC
from engine.games.fertcg.board import ACTIONS, AREAS, FAMILIES, TRAITS, ZONES
from engine.games.fertcg.price import AS_NEEDED, PILE_COST

WEAPON_KINDS = ("sword", "lance", "axe", "bow", "fire", "thunder", "wind", "light", "dark", "staff")
"""Kinds of weapons and of magic, and so of initial equipment."""
GEAR = ("weapon", "magic")
TIMINGS = ("any-time", "unit-step", "on-attack", "when-hit", "on-surprise")
"""Printed timings of surprise cards (FE-A-P-2): いつでも, 自軍ユニットステップ, 攻撃宣言時, 被攻撃時,
サプライズ使用時."""
STRIKES = ("striking", "hit")
"""On which side of a fight a special ability is used."""
MARKED = ("generic", "seize", "armoured", "akaneia")
"""Marks on unit cards: a generic soldier, one that can seize alone, an armoured one, one of Akaneia."""

NAMED = ("crest", "special", "processing", "instead", "arrives", "leaves")
"""Abilities with a printed name."""
COSTLY = ("crest", "special", "instead", "option", *TIMINGS)

VOCABULARY = Vocabulary(
    kinds=("unit", "surprise", *GEAR),
    role_kinds=("carried",),
    moments={
        **dict.fromkeys((*NAMED, "staff"), ("unit",)),
        "striking": ("unit", *GEAR),
        "addition": ("unit", *GEAR),
        "option": GEAR,
        **dict.fromkeys(TIMINGS, ("surprise",)),
    },
    fields={
        "keywords": ("unit", *GEAR),
        "tags": ("unit", "surprise", *GEAR),
        "stats": ("unit", *GEAR),
        "diagrams": ("unit", *GEAR),
    },
    needed={
        "unit": ("keywords", "tags", "stats"),
        "weapon": ("keywords", "stats"),
        "magic": ("keywords", "stats"),
    },
    actions=dict.fromkeys(NAMED, ("unit",)),
    headers={
        "cost": ("special", "processing", "instead", "option", "crest"),
        "needs": (*COSTLY, "arrives", "leaves"),
        "keywords": ("special",),
        "price": COSTLY,
    },
    prices=("move",),
    symbols=SYMBOLS,
    keywords=(*FAMILIES, *ACTIONS, *WEAPON_KINDS, *MARKED, *STRIKES, AS_NEEDED),
    stats=("stamina", "attack", "counter", "staff-cost", "level", "veteran", *WEAPON_KINDS),
    diagrams=("move", "attack", "charge", "effect"),
    limits={"stamina": (1, 20), "level": (1, 4), **dict.fromkeys(WEAPON_KINDS, (1, 4))},
    zones=(*(zone.id for zone in ZONES), *AREAS),
    tracks=("unused", "used"),
    quantities=("damage", "damage-taken", "strikes", "chip-cost", "asleep", PILE_COST, KEEPS_MAGIC),
    traits=tuple(TRAITS),
    delays=("addition",),
    lasting=("striking", "addition", "option"),
    only_at={
        "action": ("crest", "special", "striking", "addition", "option", *TIMINGS[2:]),
        "nullify": ("crest", "on-surprise"),
    },
)
