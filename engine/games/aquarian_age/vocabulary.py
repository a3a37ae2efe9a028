"""The words that Aquarian Age's card files may use.

Not here: what the words do (``effect_handlers``, ``values``, ``trigger``).
"""

from engine.effect.vocabulary import Vocabulary
from engine.games.aquarian_age.board import FACTIONS
from engine.games.aquarian_age.effect_handlers import TIMES
from engine.games.aquarian_age.standing_texts import MEASURES, UNAFFECTED
from engine.games.aquarian_age.traits import TRAITS
from engine.games.aquarian_age.values import NULLIFIABLE, NUMBERED, SKILLS

KINDS = ("character", "break", "permanent", "project", "fast")
CHARACTER_KINDS = ("character", "break")
"""Kinds that make up characters (AA-9-1a)."""
ABILITY_KINDS = (*CHARACTER_KINDS, "permanent")
"""Kinds whose texts belong to a character."""
USED = ("use", "in-force")
TRIGGERS = (
    "entry", "being-discarded", "discarded", "power-zero", "attack-declared", "guard-declared", "attacking",
    "instead", "dealt", "battle-certain", "turn-end",
)  # fmt: skip
"""Moments of triggered abilities."""
NUMBERS = ("mind", "attack", "mental", "endurance", *NUMBERED)
X_KINDS = ("x-free", "x-vary", "x-set", "x-limit")

VOCABULARY = Vocabulary(
    kinds=KINDS,
    role_kinds=("set-card", "made"),
    moments={
        "use": ("project", "fast"),
        "in-force": ("project", "fast"),
        "effect": ABILITY_KINDS,
        "always": ABILITY_KINDS,
        "anywhere": KINDS,
        "break": CHARACTER_KINDS,
        "x": ("project", "fast"),
        **dict.fromkeys(TRIGGERS, ABILITY_KINDS),
    },
    fields={"keywords": KINDS, "tags": (*KINDS, "made"), "stats": (*KINDS, "made")},
    needed={"character": ("stats",), "break": ("stats",), "made": ("stats",)},
    headers={
        "cost": ("effect",),
        "keywords": ("effect",),
        "targets": (*USED, "effect", "break"),
    },
    names_unique=True,
    variable=X_KINDS,
    keywords=(*SKILLS, *X_KINDS, "lasting", "lasting-main", "as-break", "to-damage"),
    stats=(*NUMBERS, *(f"needs-{faction}" for faction in FACTIONS)),
    zones=(
        "hand", "deck", "discard", "damage", "control", "faction", "lasting", "pending", "territory", "field",
    ),
    traits=tuple(TRAITS),
    names=("cost", "target", "second"),
    quantities=(
        "own-attack", "attack", "judge", "mental", "mind", "endurance", *NUMBERED, *SKILLS, *FACTIONS,
        *NULLIFIABLE, UNAFFECTED + "effect", UNAFFECTED + "project", UNAFFECTED + "fast",
        "untargetable", "unguardable", "no-attack", "attack-cost", "guard-cost", "cost", "factors",
        "attack-refund", "guard-refund", "break-refund", "project-refund", "fast-refund", "permanent-refund",
        "changed-x", "usable",
    ),
    measures=tuple(MEASURES),
    styles=("order", "guard"),
    times=tuple(TIMES),
    lasting=("in-force", "always", "effect", *TRIGGERS, "break", "anywhere"),
    only_at={
        "action": (), "controller": (), "correct": (), "reduce": (), "again": (), "forbid": (), "reveal": (),
        "later": (), "either": (), "may": (),
        "unless": (), "pay": (), "turn": (), "summon": (), "add": (), "set": (), "track": (),
        "dealt": (), "symbol": (), "end": (),
        "attack": ("use", "effect"), "nullify": ("use", "effect"), "raise": ("x",),
    },
)  # fmt: skip
"""``raise cost of action by …`` on *x* is what a card says about its own X: its value, or its limit."""
