"""The card language of ChronoCard TCG: what its card files may say, and what carries it out.

Not here: how it is carried out (``effect_handlers``, ``process``, ``strength``, ``trigger``).
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
    HOW_MANY,
    NOT_NEGATIVE,
    PLACE,
    PLAYERS,
    Bar,
    CardRule,
    Deed,
    Keyword,
    Moment,
    Quantity,
    Span,
    Word,
    X,
)
from engine.games.chronocard.board import OPERATIONS, TRAITS
from engine.games.chronocard.effect_handlers import EFFECT_HANDLERS, MEASURES, TIMES
from engine.games.chronocard.prohibition import DEEDS

CHARACTERS = ("heroine", "character")
SKILLED = (*CHARACTERS, "bg", "item")
"""Kinds that may have an A.Skill (CC-AS-1, CC-AS-2)."""
PASSIVE = (*SKILLED, "bgm")
"""Kinds that may have a P.Skill (CC-PS-1, CC-PS-2)."""
TRIGGERS = (
    "own-start", "own-draw", "own-main", "own-charm", "own-end", "placed", "ally-placed", "ally-left",
    "turned-down", "recovered", "blocks", "blocked", "own-use", "opponent-use", "opponent-draw",
)  # fmt: skip
"""The conditions that make a P.Skill a trigger ability (CC-PS-5)."""
USED = ("use", "skill")
ONCE = (*USED, *TRIGGERS)
"""Moments of texts that are carried out once, not all the time."""
LEFT = ("hand", "field", "discard")
"""Zones that texts move cards from; the faces of a deck are unknown."""
KINDS = (*CHARACTERS, "item", "bg", "bgm", "event")


def _texts(card: Mapping[str, Any], on: str) -> list[Any]:
    return [one for one in card.get("ability", ()) if one.get("on") == on]


def _gives_itself(card: Mapping[str, Any]) -> bool:
    """An item is given to a character as it is used (CC-AS-2, CC-OP-3)."""
    return any(
        line.startswith("attach self to ") for one in _texts(card, "use") for line in one.get("do", ())
    )


def _off_field(node: Any, text: Any) -> bool:
    return isinstance(node.cards, tree.This) and text.kind in ("event", "item") and text.on == "use"


def _by_zero(node: Any, text: Any) -> bool:
    by = node.amount
    return node.operation == "divide" and not (isinstance(by, tree.Number) and by.value > 0)


_SAME_PLAYER = {"own-draw": "you", "opponent-draw": "opponent"}
"""A moment of a draw → whose draw it is, as a text says it."""


def _draws_again(node: Any, text: Any) -> bool:
    if text.on not in _SAME_PLAYER:
        return False
    if isinstance(node, tree.EachPlayer):
        return "draw " in show(node.effect)
    return bool(node.who == _SAME_PLAYER[text.on])


_NO_END = Bar(_draws_again, "what is due as a player draws lets that player draw no more: it would never end")
_ON_FIELD = Bar(_off_field, "a card that is being used is not on the field yet")
_ONE_SELF = Bar(
    lambda node, text: isinstance(node.cards, tree.This) and node.number != tree.Number(1),
    "'self' is one card",
)
PLAYERS_MEANT = ("you", "opponent", "controller", "everyone")
CARDS_PAID = ("self", "named", "cards", "bearer")


WORDS: dict[type[tree.Node], Word] = {
    **common(
        tree.Action,
        tree.X,
        tree.TrackOf,
        tree.StatOf,
        tree.Time,
        tree.If,
        tree.Both,
        tree.Then,
        tree.May,
        tree.Either,
        tree.UpTo,
    ),
    tree.EachPlayer: COMMON[tree.EachPlayer].limited(bars=(_NO_END,)),
    tree.Forbid: COMMON[tree.Forbid].limited(on=ONCE),
    tree.Add: Word(does=EFFECT_HANDLERS[tree.Add]),
    tree.Heal: Word(
        does=EFFECT_HANDLERS[tree.Heal], slots={"who": ("you", "opponent", "controller", "everyone")}
    ),
    tree.Choose: Word(does=EFFECT_HANDLERS[tree.Choose], slots={"number": HOW_MANY}, on=ONCE),
    tree.Reveal: Word(
        does=EFFECT_HANDLERS[tree.Reveal],
        slots={"number": HOW_MANY, "cards": ("cards",), "cards.zone": ("hand",)},
    ),
    tree.Current: Word(on=ONCE),  # a P.Skill that asks for what it changes would have no answer
    tree.Damage: Word(
        does=EFFECT_HANDLERS[tree.Damage],
        slots={"who": (*PLAYERS, *CARDS), "who.zone": ("field",), "amount": NOT_NEGATIVE},
    ),
    tree.TurnTo: Word(
        does=EFFECT_HANDLERS[tree.TurnTo], slots={"cards": CARDS, "cards.zone": ("field",)}, bars=(_ON_FIELD,)
    ),
    tree.MoveTo: Word(
        does=EFFECT_HANDLERS[tree.MoveTo],
        slots={
            "number": HOW_MANY,
            "cards": ("cards", "named", "self"),
            "cards.zone": LEFT,
        },
        bars=(_ONE_SELF,),
    ),
    tree.AttachTo: Word(
        does=EFFECT_HANDLERS[tree.AttachTo],
        on=("use",),
        slots={"thing": ("self",), "to": ("named",), "to.zone": ("field",)},
        bars=(Bar(lambda node, text: text.kind != "item", "only items are given to a card"),),
    ),
    tree.Draw: Word(does=EFFECT_HANDLERS[tree.Draw], slots={"amount": NOT_NEGATIVE}, bars=(_NO_END,)),
    tree.Modify: Word(does=EFFECT_HANDLERS[tree.Modify]),
    tree.RaiseCost: Word(
        does=EFFECT_HANDLERS[tree.RaiseCost], on=USED, refers=(ACTION,), slots={"amount": NOT_NEGATIVE}
    ),
    tree.Nullify: Word(does=EFFECT_HANDLERS[tree.Nullify], on=USED, refers=(ACTION,)),
    tree.MayPay: Word(does=EFFECT_HANDLERS[tree.MayPay], on=TRIGGERS, slots={"amount": NOT_NEGATIVE}),
}

VOCABULARY = Vocabulary(
    game="chronocard",
    kinds=KINDS,
    role_kinds=("worn",),
    bearer="card",
    moments={
        "use": Moment(kinds=("event", "item"), header=("needs", "targets", "price"), gives=(X,), single=True),
        "skill": Moment(
            kinds=SKILLED,
            header=("cost", "needs", "keywords", "targets", "price"),
            needs=("cost",),
            action_of=SKILLED,
            gives=(BEARER,),
        ),
        "always": Moment(
            kinds=PASSIVE,
            header=("keywords",),
            gives=(BEARER, PLACE),
            words=(tree.If, tree.Both, tree.Modify),
        ),
        **{on: Moment(kinds=PASSIVE, header=("keywords",), gives=(BEARER,)) for on in TRIGGERS},
    },
    words=WORDS,
    targets={tree.Choose: COMMON[tree.Choose].limited({"number": ("number",), "cards": ("cards",)})},
    prices={
        tree.MoveTo: Word(
            slots={
                "number": ("number",),
                "cards": ("cards", "named", "self"),
                "cards.zone": LEFT,
                "cards.who": ("you",),
                "by": ("you",),
            },
            bars=(_ON_FIELD, _ONE_SELF),
        ),
        tree.Damage: Word(slots={"who": ("you",), "amount": ("number",)}),
        tree.ReduceCost: Word(slots={"amount": ("number", "track", "stat", "count", "half")}),
        tree.TurnTo: Word(slots={"cards": CARDS_PAID, "cards.zone": ("field",)}, bars=(_ON_FIELD,)),
    },
    fields={
        "keywords": ("character", "item", "bg", "bgm", "event"),
        "tags": (*PASSIVE, "event"),
        "stats": (*CHARACTERS, "bg", "bgm"),
    },
    needed={kind: ("stats",) for kind in (*CHARACTERS, "bg", "bgm")},
    needed_stats={**dict.fromkeys(CHARACTERS, ("EP", "AP", "DP")), "bg": ("EP",), "bgm": ("tokens",)},
    x_cost=("event",),
    symbols=("skill",),
    keywords={
        "once": Keyword(on=("skill", *TRIGGERS)),
        "own-turn": Keyword(on=("skill", "always", *TRIGGERS)),
        "face-down": Keyword(on=("skill", "always", *TRIGGERS)),
        "as-answer": Keyword(kinds=("event", "item"), on=("skill",), gives=(ACTION,), card_on=("use",)),
        **dict.fromkeys(("limit-any", "limit-1"), Keyword(kinds=KINDS[1:])),
    },
    stats={"EP": (*CHARACTERS, "bg"), "AP": CHARACTERS, "DP": CHARACTERS, "tokens": ("bgm",)},
    zones=("hand", "field", "deck", "discard"),
    tracks=("EP", "taken", "limit"),
    traits=TRAITS,
    names_unique=False,  # two characters may share a name (CC-base-2-4)
    quantities={
        **dict.fromkeys(
            ("AP", "DP", "EP"),
            Quantity(
                operations=OPERATIONS,
                of=CARDS,
                bars=(Bar(_by_zero, "'divide' takes a number from 1 on"),),
            ),
        ),
        **{
            f"cost-of-{sort}": Quantity(operations=("add",), of=PLAYERS_MEANT)
            for sort in (*KINDS[1:], "skill")
        },
        "token": Quantity(
            operations=("add",),
            of=CARDS,
            until=("end of match",),
            amounts=("number",),
            on=ONCE,
            bars=(Bar(lambda node, text: node.amount.value < 1, "a token is added by 'add 1'"),),
        ),
        "first-turn": Quantity(operations=("add", "become"), of=CARDS, amounts=("number", "negative")),
    },
    durations={
        "end of turn": Span(on=ONCE),
        "end of phase": Span(on=ONCE),
        "end of match": Span(on=ONCE),
        "while here": Span(on=("always",)),
    },
    deeds={
        deed: Deed(who=("you", "opponent", "controller"), until=("end of turn", "end of phase"))
        for deed in DEEDS
    },
    measures=MEASURES,
    times=TIMES,
    rules=(
        CardRule(("event",), lambda card: bool(_texts(card, "use")), 'an event needs an ability on "use"'),
        CardRule(
            ("item",), _gives_itself, 'an item needs an ability on "use" with a line "attach self to …"'
        ),
    ),
)
