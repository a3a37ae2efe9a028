"""The card language of FERTCG: what its card files may say, and what carries it out.

Not here: how it is carried out (``effect_handlers``, and the procedures).
"""

from collections.abc import Mapping
from typing import Any

from engine.effect import tree
from engine.effect.common_words import COMMON, common
from engine.effect.print import show
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import (
    ACTION,
    BEARER,
    CARDS,
    NOT_NEGATIVE,
    NOTHING,
    Bar,
    CardRule,
    Keyword,
    Moment,
    Quantity,
    Span,
    Word,
)
from engine.games.fertcg.ability import (
    CRESTS,
    INSTEAD_OF_ACTION,
    LUCK,
    MOVE_AGAIN,
    SPECIALS,
    SYMBOLS,
    TRANSFORMATIONS,
)
from engine.games.fertcg.attack import KEEPS_MAGIC
from engine.games.fertcg.board import ACTIONS, AREAS, FAMILIES, GEAR, SQUARES, TRAITS, WEAPON_KINDS, ZONES
from engine.games.fertcg.declaration import EQUIPPING
from engine.games.fertcg.effect_handlers import EFFECT_HANDLERS
from engine.games.fertcg.leaving import GOES_ABROAD
from engine.games.fertcg.price import AS_NEEDED, PILE_COST
from engine.games.fertcg.transforming import TRANSFORM

ARMED = ("unit", *GEAR)
TIMINGS = ("any-time", "unit-step", EQUIPPING, "on-attack", "when-hit", "on-surprise")
"""Printed timings of surprise cards (FE-A-P-2): いつでも, 自軍ユニットステップ, 装備選択時, 攻撃宣言時,
被攻撃時, サプライズ使用時."""
GIVES = {"any-time": (), "unit-step": (), EQUIPPING: (BEARER,)}
"""What the texts of some of them can refer to, beside the strike."""
STRIKES = ("striking", "hit")
"""On which side of a fight a special ability is used."""
MARKED = ("generic", "seize", "armoured", "dragon", "akaneia")
"""Marks on unit cards: a generic soldier, one that can seize alone, an armoured one, a dragon, one of
Akaneia."""

IN_FIGHT = ("crest", "special", "striking", "addition", "option", "on-attack", "when-hit")
"""Moments within a fight, whose texts last to its end (FE-A-P-3)."""
FIELD = ("field", *SQUARES)
PLACES = ("hand", "deck", "out", *FIELD)
"""Where cards are moved from: what is out of the country stays there (FE-base-2-4)."""


def _staff(card: Mapping[str, Any]) -> bool:
    """A staff has one text, and a field with what it costs (FE-B-2)."""
    texts = [one for one in card.get("ability", ()) if one.get("on") == "staff"]
    return len(texts) == ("staff-cost" in card.get("stats", {}))


def _names_differ(card: Mapping[str, Any]) -> bool:
    names = [one["symbol"] for one in card.get("ability", ()) if "symbol" in one]
    return len(names) == len(set(names))


def _of_akaneia(card: Mapping[str, Any]) -> bool:
    """Crest abilities are those of the continent Akaneia (FE-C-1)."""
    crests = any(one.get("on") == "crest" for one in card.get("ability", ()))
    return not crests or "akaneia" in card.get("keywords", ())


def _one_family(card: Mapping[str, Any]) -> bool:
    """FE-base-3-3"""
    return sum(word in FAMILIES for word in card.get("keywords", ())) == 1


def _of_the_act(node: tree.ReduceCost, text: Any) -> bool:
    said = show(node.amount)
    return "controller" in said or "action" in said


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
    tree.Choose: COMMON[tree.Choose].limited(
        {"cards": ("cards", "named"), "cards.zone": ("hand", "out", *FIELD)}
    ),
    tree.Draw: Word(does=EFFECT_HANDLERS[tree.Draw], slots={"amount": NOT_NEGATIVE, "name": NOTHING}),
    tree.Damage: Word(
        does=EFFECT_HANDLERS[tree.Damage],
        slots={"who": CARDS, "who.zone": FIELD, "amount": NOT_NEGATIVE},
    ),
    tree.Heal: Word(
        does=EFFECT_HANDLERS[tree.Heal],
        slots={"who": CARDS, "who.zone": FIELD, "amount": NOT_NEGATIVE},
    ),
    tree.TurnTo: Word(
        does=EFFECT_HANDLERS[tree.TurnTo],
        slots={"cards": CARDS, "cards.zone": FIELD, "way": ("sideways", "upright")},
    ),
    tree.Push: Word(does=EFFECT_HANDLERS[tree.Push], slots={"cards": CARDS, "cards.zone": FIELD}),
    tree.MoveTo: Word(
        does=EFFECT_HANDLERS[tree.MoveTo],
        slots={
            "number": NOT_NEGATIVE,
            "cards": ("cards", "named"),
            "cards.zone": PLACES,
            "zone": ("hand", "deck", "out", "abroad"),
        },
    ),
    tree.AttachTo: Word(
        does=EFFECT_HANDLERS[tree.AttachTo],
        on=(EQUIPPING, "any-time", "unit-step"),
        slots={"thing": ("named",), "thing.zone": ("hand",), "to": ("named", "bearer"), "to.zone": FIELD},
    ),
    tree.Modify: COMMON[tree.Modify].limited({"who.zone": FIELD}),
    tree.Nullify: Word(
        does=EFFECT_HANDLERS[tree.Nullify],
        on=("crest", "on-surprise"),
        refers=(ACTION,),
        bars=(
            Bar(
                lambda node, text: text.on == "crest" and text.symbol != LUCK,
                f"of the crest abilities only {LUCK} answers one (FE-C-5)",
            ),
        ),
    ),
    tree.UnlessPaid: Word(does=EFFECT_HANDLERS[tree.UnlessPaid], slots={"amount": NOT_NEGATIVE}),
}

UNIT_NUMBERS = ("stamina", "attack", "counter", "staff-cost", "veteran", *WEAPON_KINDS)


_BY_NOTHING = Bar(
    lambda node, text: (
        node.operation == "divide" and not (isinstance(node.amount, tree.Number) and node.amount.value)
    ),
    "damage is divided by a number that is written out, from 1 on",
)


def _of_unit(*operations: str, bars: tuple[Bar, ...] = ()) -> Quantity:
    return Quantity(operations=operations, of=CARDS, bars=bars)


VOCABULARY = Vocabulary(
    game="fertcg",
    kinds=("unit", "surprise", *GEAR),
    role_kinds=("carried",),
    bearer="card",
    moments={
        "crest": Moment(
            kinds=("unit",),
            header=("cost", "needs", "price"),
            action_of=("unit",),
            symbols=CRESTS,
            gives=(ACTION,),
        ),
        "special": Moment(
            kinds=("unit",),
            header=("cost", "needs", "keywords", "price"),
            action_of=("unit",),
            symbols=SPECIALS,
            gives=(ACTION,),
        ),
        "processing": Moment(
            kinds=("unit",),
            header=("cost",),
            action_of=("unit",),
            symbols=(MOVE_AGAIN,),
            words=(tree.TurnTo,),
        ),
        "instead": Moment(
            kinds=("unit",), header=("cost", "needs", "price"), action_of=("unit",), symbols=INSTEAD_OF_ACTION
        ),
        TRANSFORM: Moment(
            kinds=("unit",),
            header=("cost", "needs", "price"),
            action_of=("unit",),
            symbols=TRANSFORMATIONS,
            single=True,
        ),
        "wielded": Moment(
            kinds=GEAR,
            header=("cost", "price"),
            needs=("cost",),
            gives=(BEARER,),
            words=(),
            single=True,
        ),
        "arrives": Moment(kinds=("unit",), header=("needs",), action_of=("unit",), symbols=("召集A",)),
        "leaves": Moment(kinds=("unit",), header=("needs",), action_of=("unit",), symbols=("召集B",)),
        "staff": Moment(kinds=("unit",), single=True),
        "striking": Moment(kinds=ARMED, gives=(ACTION, BEARER)),
        "addition": Moment(kinds=ARMED, gives=(ACTION, BEARER)),
        "option": Moment(kinds=GEAR, header=("cost", "needs", "price"), gives=(ACTION, BEARER), single=True),
        **{
            on: Moment(
                kinds=("surprise",),
                header=("needs", "price"),
                gives=GIVES.get(on, (ACTION,)),
            )
            for on in TIMINGS
        },
    },
    words=WORDS,
    prices={
        tree.MoveTo: Word(
            slots={
                "number": ("number",),
                "cards": ("cards",),
                "cards.zone": ("hand", "deck", "out"),
                "cards.who": ("you",),
                "cards.traits": NOTHING,
                "zone": ("out", "abroad"),
                "by": ("you",),
                "name": NOTHING,
            },
            bars=(
                Bar(
                    lambda node, text: (node.cards.zone == "hand") != (node.zone == "out"),
                    "hand cards that are paid go to 'out', cards of a pile to 'abroad' (FE-K-3 to FE-K-5)",
                ),
                Bar(
                    lambda node, text: text.on == "wielded",
                    "a strike is paid for with chips alone, and 'reduce cost by' says how many less",
                ),
            ),
        ),
        tree.ReduceCost: Word(
            slots={"amount": ("number", "stat", "count")},
            bars=(Bar(_of_the_act, "a price knows the unit and its card, and not the act at hand"),),
        ),
    },
    fields={
        "keywords": (*ARMED, "surprise"),
        "tags": ("unit", "surprise", *GEAR),
        "stats": ARMED,
        "diagrams": ARMED,
    },
    names_unique=False,  # a normal and a veteran card of one name (FE-base-2-2)
    needed={
        "unit": ("keywords", "tags", "stats"),
        "weapon": ("keywords", "stats"),
        "magic": ("keywords", "stats"),
    },
    symbols=SYMBOLS,
    keywords={
        **{word: Keyword(kinds=("unit",)) for word in (*FAMILIES, *MARKED)},
        **{word: Keyword(kinds=ARMED) for word in (*ACTIONS, *WEAPON_KINDS)},
        GOES_ABROAD: Keyword(kinds=("magic", "surprise")),
        **{word: Keyword(on=("special",)) for word in (*STRIKES, AS_NEEDED)},
    },
    stats={**dict.fromkeys(UNIT_NUMBERS, ("unit",)), "attack": ARMED, "level": GEAR},
    diagrams=("move", "attack", "charge", "effect"),
    limits={"stamina": (1, 20), "level": (1, 4), **dict.fromkeys(WEAPON_KINDS, (1, 4))},
    zones=(*(zone.id for zone in ZONES), *AREAS),
    tracks=("unused", "used"),
    quantities={
        "damage": _of_unit("add", "times", "divide", bars=(_BY_NOTHING,)),
        "damage-taken": _of_unit("become"),
        "strikes": _of_unit("add"),
        "chip-cost": _of_unit("add", "become"),
        KEEPS_MAGIC: _of_unit("add"),
        "asleep": Quantity(operations=("add",), of=CARDS, until=("end of turn", "end of next turn")),
        PILE_COST: Quantity(
            operations=("add",),
            of=("you", "opponent", "controller", "everyone"),
        ),
    },
    durations={
        "end of phase": Span(),
        "end of turn": Span(),
        "end of next turn": Span(),
        "end of action": Span(on=IN_FIGHT),
    },
    delays={"addition": Span(on=("special", "on-attack"), gives=(ACTION, BEARER))},
    traits=TRAITS,
    rules=(
        CardRule(("unit",), _staff, "a staff unit has 'staff-cost' and one ability on \"staff\" (FE-B-2)"),
        CardRule(("unit",), _names_differ, "two abilities of one name: only one could be used"),
        CardRule(
            ("unit",), _of_akaneia, "a crest ability needs the keyword 'akaneia' (FE-C-1)", at="keywords"
        ),
        CardRule(
            ("unit",), _one_family, f"a unit has one of the keywords {', '.join(FAMILIES)}", at="keywords"
        ),
        CardRule(
            ("surprise",), lambda card: len(card.get("ability", ())) == 1, "a surprise card has one ability"
        ),
    ),
)
