"""The words that ChronoCard TCG's card files may use.

Not here: what the words do (``effect_handlers``, ``process``, ``strength``, ``trigger``).
"""

from engine.effect.vocabulary import Vocabulary
from engine.games.chronocard.board import TRAITS

CHARACTERS = ("heroine", "character")
SKILLED = (*CHARACTERS, "bg", "item")
"""Kinds that may have an A.Skill (CC-AS-1, CC-AS-2)."""
PASSIVE = (*SKILLED, "bgm")
"""Kinds that may have a P.Skill (CC-PS-1, CC-PS-2)."""
TRIGGERS = ("own-start", "own-draw", "own-charm", "placed", "ally-placed", "turned-down")
"""The conditions that make a P.Skill a trigger ability (CC-PS-5)."""
USED = ("use", "skill")

VOCABULARY = Vocabulary(
    kinds=("heroine", "character", "item", "bg", "bgm", "event"),
    role_kinds=("worn",),
    moments={
        "use": ("event", "item"),
        "skill": SKILLED,
        "always": PASSIVE,
        **dict.fromkeys(TRIGGERS, PASSIVE),
    },
    fields={
        "keywords": ("character", "item", "bg", "bgm", "event"),
        "tags": (*PASSIVE, "event"),
        "stats": (*CHARACTERS, "bg", "bgm"),
    },
    needed={"heroine": ("stats",), "character": ("stats",), "bg": ("stats",), "bgm": ("stats",)},
    actions={"skill": SKILLED},
    headers={
        "cost": ("skill",),
        "keywords": ("skill", "always", *TRIGGERS),
        "targets": USED,
        "price": USED,
    },
    asked={"skill": ("cost",)},
    prices=("move", "turn"),
    symbols=("skill",),
    keywords=("once", "own-turn", "face-down", "as-answer", "limit-any", "limit-1"),
    stats=("EP", "AP", "DP", "tokens"),
    zones=("hand", "field", "deck", "discard"),
    tracks=("EP", "taken", "limit"),
    traits=tuple(TRAITS),
    names_unique=False,  # two characters may share a name (CC-base-2-4)
    quantities=("AP", "DP", "first-turn"),
    times=("own-turn", "other-turn"),
    lasting=("always", "use", "skill", *TRIGGERS),
    only_at={
        "action": USED,
        "controller": USED,
        "raise": USED,
        "pay": TRIGGERS,
        "nullify": (),
        "correct": (),
        "attack": (),
        "reduce": (),
        "again": (),
        "forbid": (),
        "reveal": (),
        "later": (),
        "unless": (),
        "destroy": (),
        "summon": (),
        "x": (),
        "dealt": (),
        "symbol": (),
        "end": (),
        "set": (),
    },
)
