"""The card language of Genesis Garden: what its card files may say, and what carries it out.

Not here: how it is carried out (``effect_handlers``, and the procedures).
"""

from engine.effect import tree
from engine.effect.common_words import COMMON, common
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import (
    ACTION,
    CARDS,
    NOT_NEGATIVE,
    NOTHING,
    PLACE,
    PLAYERS,
    Bar,
    Keyword,
    Moment,
    Quantity,
    Span,
    Word,
)
from engine.games.genesis_garden.board import AREAS, ZONES
from engine.games.genesis_garden.effect_handlers import EFFECT_HANDLERS
from engine.games.genesis_garden.effects import RESPONDING
from engine.games.genesis_garden.unit import REAR_ATTACK, TRAITS

UNITS = ("unit", "hero", "spell")
"""Kinds of cards: ordinary units, heroes (英雄), spell units (術式ユニット). All of them can be summoned."""
USED_MOMENTS = ("activated", *RESPONDING, "battle")
"""Moments of effects that are used at a cost; continuous ones act by themselves (GG-SPELL-1)."""
WAR_ZONE = ("front", "rear", "field")
IN_COMBAT = ("battle", "ally-blocks")
"""Moments within a combat, with which "end of action" ends (GG-base-2)."""
NUMBERS = ("attack", "defence", "speed")
OPERATIONS = ("add", "times", "become")

WORDS: dict[type[tree.Node], Word] = {
    **common(tree.Action, tree.TrackOf, tree.StatOf, tree.If, tree.Both, tree.Then, tree.May, tree.Either),
    tree.Choose: COMMON[tree.Choose].limited(
        {"cards": ("cards", "named"), "cards.zone": (*WAR_ZONE, "hand", "underworld")}
    ),
    tree.Damage: Word(
        does=EFFECT_HANDLERS[tree.Damage],
        slots={"who": (*PLAYERS, *CARDS), "who.zone": WAR_ZONE, "amount": NOT_NEGATIVE},
    ),
    tree.Destroy: Word(does=EFFECT_HANDLERS[tree.Destroy], slots={"cards.zone": WAR_ZONE}),
    tree.Modify: Word(does=EFFECT_HANDLERS[tree.Modify], slots={"who.zone": (*WAR_ZONE, "union")}),
    tree.TurnTo: Word(
        does=EFFECT_HANDLERS[tree.TurnTo],
        slots={"cards": CARDS, "cards.zone": WAR_ZONE, "way": ("sideways", "upright")},
    ),
    tree.Summon: Word(
        does=EFFECT_HANDLERS[tree.Summon],
        slots={"cards": ("self", "named"), "cards.zone": ("hand", "underworld")},
        bars=(
            Bar(
                lambda node, text: isinstance(node.cards, tree.This) and text.on != "spell",
                "only a spell unit summons itself: another one is in the war zone already",
            ),
        ),
    ),
    tree.Draw: Word(does=EFFECT_HANDLERS[tree.Draw], slots={"amount": NOT_NEGATIVE, "name": NOTHING}),
    tree.MoveTo: Word(
        does=EFFECT_HANDLERS[tree.MoveTo],
        slots={
            "number": NOT_NEGATIVE,
            "cards": ("cards", "named"),
            "cards.zone": (*WAR_ZONE, "hand", "underworld"),
            "zone": ("hand", "underworld"),
        },
    ),
}

USED_HEADER = ("zone", "cost", "needs")

VOCABULARY = Vocabulary(
    game="genesis-garden",
    kinds=UNITS,
    role_kinds=("union",),
    moments={
        **{
            on: Moment(
                kinds=("unit", "hero"),
                header=USED_HEADER,
                zones=WAR_ZONE,
                gives=() if on == "activated" else (ACTION,),
                single=True,
            )
            for on in USED_MOMENTS
        },
        "continuous": Moment(
            kinds=("unit", "hero"),
            header=("zone", "needs"),
            zones=WAR_ZONE,
            gives=(PLACE,),
            words=(tree.Modify,),
        ),
        "spell": Moment(kinds=("spell",), header=("needs",), gives=(ACTION,), single=True),
    },
    words=WORDS,
    fields={"keywords": UNITS, "tags": UNITS, "stats": UNITS},
    needed={kind: ("tags", "stats") for kind in UNITS},
    needed_stats={"unit": NUMBERS, "spell": NUMBERS, "hero": (*NUMBERS, "rank")},  # GG-base-1, GG-SUM-10
    keywords={REAR_ATTACK: Keyword(kinds=UNITS)},
    stats={**dict.fromkeys(NUMBERS, UNITS), "rank": ("hero",)},
    limits={"speed": (1, 4), "defence": (1, 999), "rank": (1, 999)},  # GG-BATTLE-3, GG-base-1, GG-DEST-1
    zones=(*(zone.id for zone in ZONES), *AREAS),
    tracks=("cycles", "summons"),
    quantities={
        **dict.fromkeys(NUMBERS, Quantity(operations=OPERATIONS, of=CARDS)),
        "damage-taken": Quantity(operations=OPERATIONS, of=CARDS),
    },
    durations={
        "end of turn": Span(on=(*USED_MOMENTS, "spell")),
        "end of action": Span(on=IN_COMBAT),
        "while here": Span(on=("continuous",)),
    },
    traits=TRAITS,
)
