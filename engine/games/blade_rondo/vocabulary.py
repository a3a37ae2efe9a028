"""The words that Blade Rondo's card files may use.

Not here: what the words do (``effect_handlers``, ``use``, ``attack``, ``turn``).
"""

from engine.effect.vocabulary import Vocabulary

SWORDS = ("physical", "magic", "support", "special")
ATTACKS = ("physical", "magic")
RESPONSES = ("response",)
IN_ACTION = ("respond", "correction", "after-attack")
"""The moments at which a response looks at the action of the other player."""

VOCABULARY = Vocabulary(
    kinds=(*SWORDS, *RESPONSES, "breath"),
    role_kinds=("attached", "follower", "seal", "beneath", "frozen", "coin"),
    moments={
        "use": ("physical", "magic", "support", "breath"),
        "option": ("special",),
        "alchemy": SWORDS,
        "price": SWORDS,
        "before-attack": ATTACKS,
        "add-on": ATTACKS,
        "right-after": ATTACKS,
        "respond": RESPONSES,
        "correction": RESPONSES,
        "after-attack": RESPONSES,
        "turn-start": ("attached", "follower"),
        "while-here": ("attached", "follower"),
    },
    fields={
        "limited": (*SWORDS, *RESPONSES, "breath"),
        "answers": RESPONSES,
        "keywords": SWORDS,
        "tags": (*SWORDS, "follower"),
        "stats": (*SWORDS, "follower"),
        "stats_at": ("follower",),
        "cost_setting": SWORDS,
    },
    symbols=("physical", "magic", "support"),
    keywords=("unanswerable", "freeze"),
    stats=("power", "defence", "coins"),
    settings=("lament_cost",),
    zones=("hand", "set", "discard", "play"),
    tracks=("life", "ATK", "DEF", "V"),
    quantities=(
        "ATK", "DEF", "V", "budget", "daylight", "cost-of-magic", "cost-of-physical",
        "cost-of-support", "damage", "damage-dealt", "follower-ATK",
    ),
    styles=("physical", "magic"),
    measured=("magic",),
    ignorable=("defence",),
    deeds=("use", "act", "gain-life", "follow"),
    times=("day", "night", "repeated-symbol"),
    delays=("end of turn",),
    needed={"response": ("answers",)},
    actions={"option": ("special",), "turn-start": ("follower",)},
    only_at={
        "action": IN_ACTION,
        "controller": IN_ACTION,
        "dealt": ("add-on", "right-after", "after-attack"),
        "nullify": ("respond",),
        "correct": ("before-attack", "correction"),
        "attack": ("use", "option", "turn-start"),
        "reduce": ("alchemy",),
        "again": ("right-after",),
    },
)  # fmt: skip
