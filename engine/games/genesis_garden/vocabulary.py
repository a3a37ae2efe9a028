"""The card language of Genesis Garden: what its card files may say, and what carries it out.

Not here: how it is carried out (``effect_handlers``, and the procedures).
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

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
    CardRule,
    Deed,
    Keyword,
    Moment,
    Quantity,
    Span,
    Text,
    Word,
)
from engine.games.genesis_garden.board import AREAS, ROWS, ZONES
from engine.games.genesis_garden.effect_handlers import EFFECT_HANDLERS, FACES
from engine.games.genesis_garden.effects import IN_ATTACK, RESPONDING, WITHOUT_UNIT
from engine.games.genesis_garden.unit import (
    ATTACK_WITH,
    BLOCK,
    BLOCK_WITH,
    REAR_ATTACK,
    TRAITS,
    UNBLOCKABLE,
    USE,
    measure,
)

UNITS = ("unit", "hero", "spell")
"""Kinds of cards: ordinary units, heroes (英雄), spell units (術式ユニット). All of them can be summoned."""
USED_MOMENTS = ("activated", *RESPONDING, "battle")
"""Moments of effects that are used at a cost; continuous ones act by themselves (GG-SPELL-1)."""
WAR_ZONE = ("front", "rear", "field")
ON_FIELD = (*WAR_ZONE, "union")
"""Where units are: the rear card of a pair stands for its unit (GG-UNION-13)."""
IN_COMBAT = ("battle", *IN_ATTACK)
"""Moments within an attack, with which "end of action" ends (GG-base-2)."""
WITH_ACTION = ("battle", *(moment for moment in RESPONDING if moment not in WITHOUT_UNIT))
"""Moments that a unit brings about, which is then ``action``."""
NUMBERS = ("attack", "defence", "speed")
OPERATIONS = ("add", "times", "become")


def _zones(cards: object, text: Text) -> tuple[str, ...]:
    """The zones in which the cards lie that a word means."""
    match cards:
        case tree.Cards():
            return (cards.zone,)
        case tree.Named():
            return text.named.get(cards.name, ())
        case tree.This() if text.on == "spell":
            return ("underworld",)
    return ("field",)


def _turned_elsewhere(node: tree.TurnTo, text: Text) -> bool:
    """Units are turned sideways and upright, cards of an underworld over (GG-ACT-14, GG-ACT-7)."""
    over = node.way in FACES
    return any((zone == "underworld") is not over for zone in _zones(node.cards, text))


def _onto_field(node: tree.MoveTo, text: Text) -> bool:
    return node.zone in ROWS and any(zone not in ON_FIELD for zone in _zones(node.cards, text))


def _rows_differ(card: Mapping[str, Any]) -> bool:
    """Whether abilities of one moment stand in different rows: an act names the card, and its row then says
    which ability is meant."""
    used = [one for one in card.get("ability", ()) if one.get("on") != "continuous"]
    moments = [one.get("on") for one in used]
    rows = [(one.get("on"), one.get("zone")) for one in used if moments.count(one.get("on")) > 1]
    return len(set(rows)) == len(rows) and all(row in ROWS for _, row in rows)


WORDS: dict[type[tree.Node], Word] = {
    **common(
        tree.Action,
        tree.TrackOf,
        tree.StatOf,
        tree.If,
        tree.Both,
        tree.Then,
        tree.May,
        tree.Either,
        tree.Later,
    ),
    # A continuous effect on a value that depends on that value would have no end.
    tree.Current: COMMON[tree.Current].limited(on=(*USED_MOMENTS, "spell")),
    tree.Choose: COMMON[tree.Choose].limited(
        {"cards": ("cards", "named"), "cards.zone": (*ON_FIELD, "hand", "underworld")}
    ),
    tree.Damage: Word(
        does=EFFECT_HANDLERS[tree.Damage],
        slots={"who": (*PLAYERS, *CARDS), "who.zone": ON_FIELD, "amount": NOT_NEGATIVE},
    ),
    tree.Destroy: Word(does=EFFECT_HANDLERS[tree.Destroy], slots={"cards.zone": ON_FIELD}),
    tree.Modify: Word(does=EFFECT_HANDLERS[tree.Modify], slots={"who.zone": ON_FIELD}),
    tree.TurnTo: Word(
        does=EFFECT_HANDLERS[tree.TurnTo],
        slots={"cards": CARDS, "cards.zone": (*ON_FIELD, "underworld")},
        bars=(
            Bar(
                _turned_elsewhere,
                "units are turned sideways or upright, cards of an underworld face down or face up"
                " (GG-ACT-14, GG-ACT-7)",
            ),
        ),
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
            "cards": ("cards", "named", "self", "action"),
            "cards.zone": (*ON_FIELD, "hand", "underworld"),
            "zone": ("hand", "underworld", *ROWS),
        },
        bars=(
            Bar(
                _onto_field, "what comes onto the field is summoned, as 'summon' says (GG-MAIN-1, GG-QUICK-1)"
            ),
        ),
    ),
    tree.Forbid: Word(does=EFFECT_HANDLERS[tree.Forbid]),
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
                gives=(ACTION,) if on in WITH_ACTION else (),
            )
            for on in USED_MOMENTS
        },
        "continuous": Moment(
            kinds=("unit", "hero"),
            header=("zone", "needs"),
            zones=WAR_ZONE,
            gives=(PLACE,),
            words=(tree.Modify, tree.If, tree.Both),
        ),
        "spell": Moment(kinds=("spell",), header=("needs",), gives=(ACTION,), single=True),
    },
    words=WORDS,
    fields={"keywords": UNITS, "tags": UNITS, "stats": UNITS},
    needed={kind: ("tags", "stats") for kind in UNITS},
    needed_stats={"unit": NUMBERS, "spell": NUMBERS, "hero": (*NUMBERS, "rank")},  # GG-base-1, GG-SUM-10
    rules=(
        CardRule(
            ("unit", "hero"),
            _rows_differ,
            'abilities of one moment need different rows, zone = "front" and zone = "rear": an act names the'
            " card, and means the one of its row (GG-ACT-4)",
            at="ability",
        ),
    ),
    keywords={REAR_ATTACK: Keyword(kinds=UNITS), UNBLOCKABLE: Keyword(kinds=UNITS)},
    stats={**dict.fromkeys(NUMBERS, UNITS), "rank": ("hero",)},
    limits={"speed": (1, 4), "defence": (1, 999), "rank": (1, 999)},  # GG-BATTLE-3, GG-base-1, GG-DEST-1
    zones=(*(zone.id for zone in ZONES), *AREAS),
    tracks=("cycles", "summons"),
    quantities={
        **dict.fromkeys(NUMBERS, Quantity(operations=OPERATIONS, of=CARDS)),
        "damage-taken": Quantity(operations=OPERATIONS, of=(*PLAYERS, *CARDS)),
    },
    durations={
        "end of turn": Span(on=(*USED_MOMENTS, "spell")),
        "end of next turn": Span(on=(*USED_MOMENTS, "spell")),
        "end of phase": Span(on=(*USED_MOMENTS, "spell")),
        "end of action": Span(on=IN_COMBAT),
        "while here": Span(on=("continuous",)),
    },
    delays={"end of turn": Span(on=(*USED_MOMENTS, "spell"))},
    deeds={
        ATTACK_WITH: Deed(about_card=True),
        BLOCK_WITH: Deed(about_card=True),
        USE: Deed(about_card=True),
        BLOCK: Deed(),
    },
    measures={name: partial(measure, quantity=name) for name in NUMBERS},
    traits=TRAITS,
)
