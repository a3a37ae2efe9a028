"""The card language of Aquarian Age: what its card files may say, and what carries it out.

Not here: how it is carried out (``effect_handlers``, ``values``, ``trigger``).
"""

from collections.abc import Mapping
from typing import Any

from engine.effect import tree
from engine.effect.common_words import COMMON, common
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import (
    BEARER,
    CARDS,
    HOW_MANY,
    NOT_NEGATIVE,
    PLACE,
    PLAYERS,
    Bar,
    CardRule,
    Keyword,
    Moment,
    Quantity,
    Span,
    Style,
    Word,
    X,
)
from engine.games.aquarian_age.board import FACTIONS, FAMILIAR
from engine.games.aquarian_age.declaration import ORDINALS
from engine.games.aquarian_age.effect_handlers import EFFECT_HANDLERS, TIMES
from engine.games.aquarian_age.measures import MEASURES
from engine.games.aquarian_age.standing_texts import UNAFFECTED, unaffected_by
from engine.games.aquarian_age.traits import TRAITS
from engine.games.aquarian_age.values import NULLIFIABLE, NUMBERED, SKILLS

KINDS = ("character", "break", "permanent", "project", "fast")
CHARACTER_KINDS = ("character", "break")
"""Kinds that make up characters (AA-9-1a)."""
ABILITY_KINDS = (*CHARACTER_KINDS, "permanent")
"""Kinds whose texts belong to a character."""
USED_KINDS = ("project", "fast")
USED = ("use", "in-force")
TRIGGERS = (
    "entry",
    "being-discarded",
    "discarded",
    "power-zero",
    "attack-declared",
    "guard-declared",
    "attacking",
    "instead",
    "dealt",
    "battle-certain",
    "battle-end",
    "main-start",
    "turn-end",
)
"""Moments of triggered abilities."""
STANDING = ("in-force", "always", "anywhere")
"""Moments of texts that act while their card is in place."""
ONCE = ("use", "effect", *TRIGGERS)
"""Moments of texts that are carried out once."""
CHARACTER_NUMBERS = ("mind", "attack", "endurance")
NUMBERS = (*CHARACTER_NUMBERS, "mental", *NUMBERED)
AREAS_IN_PLAY = ("control", "faction", "territory", "field", "pending", "lasting")
SORTS = ("effect", "project", "fast")
"""What a character can be unaffected by."""
OPERATIONS = ("add", "times", "become")


def _not_one(node: tree.Modify, text: object) -> bool:
    return not (isinstance(node.amount, tree.Number) and node.amount.value >= 1)


GIVEN_ONLY = (Bar(_not_one, "what can only be given is given by 'add 1'"),)
PERMISSION = Quantity(operations=("add",), of=CARDS, bars=GIVEN_ONLY)


def _neither_given_nor_taken(node: tree.Modify, text: object) -> bool:
    taken = node.operation == "become"
    return node.amount != tree.Number(0) if taken else _not_one(node, text)


SKILL = Quantity(
    operations=("add", "become"),
    of=CARDS,
    bars=(Bar(_neither_given_nor_taken, "a skill is given by 'add 1' and taken away by 'become 0'"),),
)
REFUND = Quantity(operations=("add",), of=(*PLAYERS, *CARDS), bars=GIVEN_ONLY)


def _deals_again(node: tree.Damage, text: Any) -> bool:
    return bool(text.on == "dealt")


def _wrong_place(node: tree.AttachTo, text: object) -> bool:
    return (node.role == FAMILIAR) != (node.to == "you")


def _nothing_paid(node: tree.AttachTo, text: Any) -> bool:
    return node.thing == tree.Named("cost") and text.on not in ("use", "effect")


def _no_effect(node: tree.AttachTo, text: Any) -> bool:
    return node.role == FAMILIAR and text.on != "effect"


def _aims_second(node: tree.Modify, text: Any) -> bool:
    return bool(
        text.on == "in-force"
        and node.who not in ("you", "opponent", "everyone", tree.Named("target"))
        and not isinstance(node.who, tree.Cards)
    )


def _not_of_itself(node: tree.Modify, text: Any) -> bool:
    own = node.who == tree.This() and node.quantity in ("cost", "factors")
    return text.on == "anywhere" and not own


def _one_line(card: Mapping[str, Any]) -> bool:
    """An X is defined by one line."""
    texts = [one for one in card.get("ability", ()) if one.get("on") == "x"]
    return len(texts) <= 1 and all(len(one.get("do", ())) == 1 for one in texts)


def _x_is_defined(card: Mapping[str, Any]) -> bool:
    """Kinds c and d of X are what the text says, and nothing else has such a line (AA-20-5-c1)."""
    texts = card.get("ability", ())
    words = [*card.get("keywords", ()), *(word for one in texts for word in one.get("keywords", ()))]
    return any(one.get("on") == "x" for one in texts) == any(word in ("x-set", "x-limit") for word in words)


def _few_effects(card: Mapping[str, Any]) -> bool:
    effects = [one for one in card.get("ability", ()) if one.get("on") == "effect"]
    return len(effects) <= 1 + len(ORDINALS)


def _has_text(card: Mapping[str, Any]) -> bool:
    return any(one.get("on") in USED for one in card.get("ability", ()))


def _lasts(card: Mapping[str, Any]) -> bool:
    """A lasting card has its text in force, any other one is carried out (AA-base-7-4)."""
    lasting = any(word in ("lasting", "lasting-main") for word in card.get("keywords", ()))
    return all(one.get("on") != ("use" if lasting else "in-force") for one in card.get("ability", ()))


WORDS: dict[type[tree.Node], Word] = {
    **common(
        tree.X,
        tree.StatOf,
        tree.Current,
        tree.Time,
        tree.If,
        tree.Both,
        tree.Then,
        tree.May,
        tree.Either,
        tree.EachPlayer,
        tree.UpTo,
    ),
    tree.ShuffleDeck: COMMON[tree.ShuffleDeck].limited({"who": ("you", "opponent", "named")}),
    tree.Reveal: COMMON[tree.Reveal].limited(
        {"number": HOW_MANY, "cards": ("cards",), "cards.zone": ("hand",)}
    ),
    tree.Choose: COMMON[tree.Choose].limited({"number": HOW_MANY, "cards": ("cards", "named")}),
    tree.Modify: Word(
        does=EFFECT_HANDLERS[tree.Modify],
        bars=(
            Bar(_aims_second, "a lasting card keeps its 'target' alone"),
            Bar(_not_of_itself, "a text on \"anywhere\" is about 'cost' and 'factors' of 'self' (AA-8-1-c)"),
        ),
    ),
    tree.Damage: Word(
        does=EFFECT_HANDLERS[tree.Damage],
        slots={"who": (*PLAYERS, *CARDS), "who.zone": AREAS_IN_PLAY, "amount": NOT_NEGATIVE},
        bars=(Bar(_deals_again, "what is due as damage is dealt deals none itself: it would never end"),),
    ),
    tree.Draw: Word(does=EFFECT_HANDLERS[tree.Draw], slots={"amount": NOT_NEGATIVE}),
    tree.Destroy: Word(does=EFFECT_HANDLERS[tree.Destroy], slots={"cards.zone": AREAS_IN_PLAY}),
    tree.MoveTo: Word(
        does=EFFECT_HANDLERS[tree.MoveTo],
        slots={
            "number": HOW_MANY,
            "cards": ("cards", "named"),
            "zone": ("hand", "deck", "discard", "damage", "control", "faction"),
        },
    ),
    tree.AttachTo: Word(
        does=EFFECT_HANDLERS[tree.AttachTo],
        slots={"thing": ("named",), "to": ("you", "named")},
        bars=(
            Bar(_wrong_place, f"'{FAMILIAR}' is attached to 'you', every other role to a card"),
            Bar(_no_effect, "only an effect makes a character of a card (AA-7-3a)"),
            Bar(lambda node, text: node.thing == node.to, "a card is not attached to itself"),
            Bar(_nothing_paid, "nothing is paid there that could be attached (AA-20-1b)"),
        ),
    ),
    tree.Attack: Word(does=EFFECT_HANDLERS[tree.Attack], on=("use", "effect")),
    tree.Nullify: Word(does=EFFECT_HANDLERS[tree.Nullify], on=("use", "effect")),
    tree.RaiseCost: Word(does=None, on=("x",)),
}
"""``raise cost of action by …`` on *x* is what a card says about its own X: its value, or its limit."""

READ_ALWAYS = (tree.If, tree.Both, tree.Modify)

VOCABULARY = Vocabulary(
    game="aquarian-age",
    kinds=KINDS,
    role_kinds=("set-card", "made"),
    bearer="card",
    moments={
        "use": Moment(kinds=USED_KINDS, header=("targets",), gives=(X,)),
        "in-force": Moment(kinds=USED_KINDS, header=("targets",), gives=(X, PLACE), words=READ_ALWAYS),
        "effect": Moment(kinds=ABILITY_KINDS, header=("cost", "keywords", "targets"), gives=(BEARER,)),
        "always": Moment(kinds=ABILITY_KINDS, gives=(BEARER, PLACE), words=READ_ALWAYS),
        "anywhere": Moment(kinds=KINDS, gives=(PLACE,), words=READ_ALWAYS),
        "break": Moment(
            kinds=CHARACTER_KINDS, header=("targets",), needs=("targets",), words=(), single=True
        ),
        "x": Moment(kinds=(*ABILITY_KINDS, *USED_KINDS), words=(tree.RaiseCost,), single=True),
        **{on: Moment(kinds=ABILITY_KINDS, gives=(BEARER,)) for on in TRIGGERS},
    },
    words=WORDS,
    targets={tree.Choose: COMMON[tree.Choose].limited({"number": ("number", "x"), "cards": ("cards",)})},
    fields={"keywords": KINDS, "tags": (*KINDS, "made"), "stats": (*KINDS, "made")},
    needed={"character": ("stats",), "break": ("stats",), "made": ("stats",)},
    x_cost=USED_KINDS,
    names_unique=True,
    keywords={
        **dict.fromkeys(SKILLS, Keyword(kinds=CHARACTER_KINDS)),
        **dict.fromkeys(("x-free", "x-vary", "x-set"), Keyword(kinds=USED_KINDS, on=("effect",), gives=(X,))),
        "x-limit": Keyword(kinds=USED_KINDS),
        **dict.fromkeys(("lasting", "lasting-main", "to-damage"), Keyword(kinds=USED_KINDS)),
        "as-break": Keyword(kinds=("character",)),
    },
    stats={
        **dict.fromkeys(NUMBERS, (*CHARACTER_KINDS, "made")),
        **{f"needs-{faction}": KINDS for faction in FACTIONS},
    },
    zones=(
        "hand",
        "deck",
        "discard",
        "damage",
        "control",
        "faction",
        "lasting",
        "pending",
        "territory",
        "field",
    ),
    traits=TRAITS,
    trait_forms=("non-", "/"),
    names=("cost", "target", "second"),
    quantities={
        **dict.fromkeys(
            ("own-attack", "attack", "judge", "mental", "mind", "endurance", *NUMBERED),
            Quantity(operations=OPERATIONS, of=CARDS),
        ),
        **dict.fromkeys(
            (
                *FACTIONS,
                *NULLIFIABLE,
                UNAFFECTED + "effect",
                UNAFFECTED + "project",
                UNAFFECTED + "fast",
                *(unaffected_by(faction, sort) for faction in FACTIONS for sort in SORTS),
                "untargetable",
                "unguardable",
                "no-attack",
                "usable",
            ),
            PERMISSION,
        ),
        **dict.fromkeys(SKILLS, SKILL),
        **dict.fromkeys(("attack-cost", "guard-cost"), Quantity(operations=("add",), of=CARDS)),
        "cost": Quantity(operations=OPERATIONS, of=CARDS),
        "factors": Quantity(operations=("add",), of=(*PLAYERS, "self")),
        **dict.fromkeys(
            (
                "attack-refund",
                "guard-refund",
                "break-refund",
                "project-refund",
                "fast-refund",
                "permanent-refund",
            ),
            REFUND,
        ),
        "changed-x": Quantity(operations=OPERATIONS, of=CARDS),
    },
    durations={
        "end of turn": Span(on=ONCE),
        "end of phase": Span(on=tuple(on for on in ONCE if on != "turn-end")),
        "end of action": Span(on=("battle-certain",)),
        "while here": Span(on=STANDING),
    },
    measures=MEASURES,
    styles={"order": Style(), "guard": Style()},
    times=TIMES,
    rules=(
        CardRule(KINDS, _one_line, 'an X is defined by one ability on "x", of one line'),
        CardRule(
            KINDS, _x_is_defined, "'x-set' and 'x-limit' need an ability on \"x\", which nothing else has"
        ),
        CardRule(ABILITY_KINDS, _few_effects, "no more than four effects can be told apart"),
        CardRule(USED_KINDS, _has_text, 'a project or fast card needs an ability on "use" or "in-force"'),
        CardRule(USED_KINDS, _lasts, 'a lasting card has its text "in-force", any other one on "use"'),
    ),
)
