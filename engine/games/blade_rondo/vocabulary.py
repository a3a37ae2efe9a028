"""The card language of Blade Rondo: what its card files may say, and what carries it out.

Not here: how it is carried out (``effect_handlers``, ``use``, ``attack``, ``turn``).
"""

from collections.abc import Mapping
from typing import Any

from engine.effect import tree
from engine.effect.common_words import COMMON, common
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import (
    ACTION,
    BEARER,
    DAMAGE,
    NOT_NEGATIVE,
    OWN_ACTION,
    PLACE,
    PLAYERS,
    Bar,
    CardRule,
    Deed,
    Keyword,
    Moment,
    Quantity,
    Span,
    Style,
    Word,
    X,
)
from engine.games.blade_rondo.effect_handlers import EFFECT_HANDLERS, ROLE_CLAUSES, TIMES

SWORDS = ("physical", "magic", "support", "special")
ATTACKS = ("physical", "magic")
RESPONSES = ("response",)
CORRECTS = ("before-attack", "correction")
"""The moments before the damage is final (BR-5.2-5, BR-5.2-9)."""
NUMBERED = ("add", "times")
CORRECTION = ("add", "times", "become")
PLACES = ("hand", "set", "discard")


def _as_role(node: tree.AttachTo, text: object) -> bool:
    """A card lies beneath a card, everything else is attached to a player (BR-base-11-3, BR-base-11-6)."""
    kind = getattr(text, "roles", {}).get(node.role)
    return kind not in ROLE_CLAUSES or (kind == "beneath") != isinstance(node.to, tree.This)


def _onto_itself(node: tree.AttachTo, text: object) -> bool:
    return node.thing == node.to


def _no_action(node: tree.Time, text: object) -> bool:
    return node.name in ("repeated-symbol", "symbol-barred") and ACTION not in getattr(text, "gives", ())


def _of_what_was_moved(node: tree.ReduceCost, text: object) -> bool:
    return isinstance(node.amount, tree.StatOf) and not isinstance(node.amount.thing, tree.Named)


def _one_given_up(card: Mapping[str, Any]) -> bool:
    lines = [
        line for one in card.get("ability", ()) if one.get("on") == "alchemy" for line in one.get("do", ())
    ]
    return sum(str(line).startswith("move ") for line in lines) < 2


def _repeats(card: Mapping[str, Any]) -> bool:
    lines = {one.get("on"): " ".join(map(str, one.get("do", ()))) for one in card.get("ability", ())}
    return "again" not in lines or "use self again for" in lines.get("right-after", "")


def _lowers_payment(node: tree.Add | tree.Modify, text: object) -> bool:
    """Whether what pays for the use could become less by its own 錬成."""
    if getattr(text, "on", "") != "alchemy" or node.who == "opponent":
        return False
    if isinstance(node, tree.Add):
        return node.track == "V" and isinstance(node.amount, tree.Negative)
    pays = node.quantity in ("V", "budget")
    return pays and (node.operation != "add" or isinstance(node.amount, tree.Negative))


_PAYS = Bar(
    _lowers_payment, "alchemy, which comes before the payment, does not lower what pays for it (BR-5.2-1)"
)


WORDS: dict[type[tree.Node], Word] = {
    **common(
        tree.Action,
        tree.X,
        tree.TrackOf,
        tree.StatOf,
        tree.Dealt,
        tree.Symbol,
        tree.If,
        tree.Both,
        tree.Then,
        tree.Either,
        tree.Later,
        tree.Forbid,
        tree.End,
    ),
    tree.Add: COMMON[tree.Add].limited(bars=(_PAYS,)),
    tree.Modify: COMMON[tree.Modify].limited(bars=(_PAYS,)),
    tree.Time: COMMON[tree.Time].limited(bars=(Bar(_no_action, "it asks for an action at hand"),)),
    tree.Attack: Word(
        does=EFFECT_HANDLERS[tree.Attack], refers=(OWN_ACTION,), slots={"amount": (*NOT_NEGATIVE, "")}
    ),
    tree.Damage: Word(does=EFFECT_HANDLERS[tree.Damage], slots={"who": PLAYERS, "amount": NOT_NEGATIVE}),
    tree.Correct: COMMON[tree.Correct].limited(on=CORRECTS),
    tree.Nullify: Word(does=EFFECT_HANDLERS[tree.Nullify], on=("respond",)),
    tree.UnlessPaid: Word(does=EFFECT_HANDLERS[tree.UnlessPaid], slots={"amount": NOT_NEGATIVE}),
    tree.UseAgain: Word(
        does=EFFECT_HANDLERS[tree.UseAgain], on=("right-after",), slots={"cost": NOT_NEGATIVE}
    ),
    tree.ReduceCost: COMMON[tree.ReduceCost].limited(
        {"amount": ("number", "stat")},
        on=("alchemy",),
        bars=(Bar(_of_what_was_moved, "a cost is reduced by a number, or by that of a card that was moved"),),
    ),
    tree.AttachTo: Word(
        does=EFFECT_HANDLERS[tree.AttachTo],
        slots={"thing": ("self", "action"), "to": ("you", "opponent", "self")},
        bars=(
            Bar(_onto_itself, "a card cannot lie beneath itself"),
            Bar(_as_role, "a card lies beneath 'self', and is attached to a player in any other role"),
        ),
    ),
    tree.May: Word(does=EFFECT_HANDLERS[tree.May]),
    tree.Reveal: Word(
        does=EFFECT_HANDLERS[tree.Reveal],
        slots={"number": NOT_NEGATIVE, "cards": ("cards",), "cards.zone": PLACES},
    ),
    tree.SetTo: Word(does=EFFECT_HANDLERS[tree.SetTo]),
    tree.MoveTo: COMMON[tree.MoveTo].limited(
        {"cards": ("cards", "named"), "cards.zone": PLACES, "zone": ("hand", "discard")},
        bars=(
            Bar(
                lambda node, text: text.on == "alchemy" and node.number != tree.Number(1),
                "alchemy gives up one card (BR-base-11-12)",
            ),
        ),
    ),
}

VOCABULARY = Vocabulary(
    game="blade-rondo",
    kinds=(*SWORDS, *RESPONSES, "breath"),
    role_kinds=("attached", "follower", "seal", "beneath", "frozen", "coin"),
    bearer="player",
    moments={
        "use": Moment(
            kinds=("physical", "magic", "support", "breath"),
            gives_kind={"physical": (OWN_ACTION,), "magic": (OWN_ACTION,), "breath": (X,)},
        ),
        "option": Moment(kinds=("special",), action_of=("special",), gives=(OWN_ACTION,)),
        "alchemy": Moment(kinds=SWORDS, words=(tree.MoveTo, tree.ReduceCost, tree.Modify, tree.Add)),
        "price": Moment(kinds=SWORDS, words=(tree.If, tree.Damage, tree.MoveTo)),
        "before-attack": Moment(kinds=ATTACKS),
        "add-on": Moment(kinds=ATTACKS, gives=(DAMAGE,)),
        "right-after": Moment(kinds=ATTACKS, gives=(DAMAGE,)),
        "again": Moment(kinds=ATTACKS, action_of=ATTACKS, gives=(OWN_ACTION,), single=True),
        "respond": Moment(kinds=RESPONSES, gives=(ACTION,)),
        "correction": Moment(kinds=RESPONSES, gives=(ACTION,)),
        "after-attack": Moment(kinds=RESPONSES, gives=(ACTION, DAMAGE)),
        "turn-start": Moment(
            kinds=("attached", "follower"),
            action_of=("follower",),
            gives=(PLACE,),
            gives_kind={"attached": (BEARER,), "follower": (OWN_ACTION,)},
        ),
        "while-here": Moment(
            kinds=("attached", "follower", "beneath"),
            gives=(PLACE,),
            gives_kind={"attached": (BEARER,), "follower": (BEARER,)},
            words=(tree.Forbid, tree.Modify),
        ),
    },
    words=WORDS,
    fields={
        "limited": (*SWORDS, *RESPONSES, "breath"),
        "answers": RESPONSES,
        "keywords": SWORDS,
        "tags": (*SWORDS, "follower"),
        "stats": (*SWORDS, "follower"),
        "stats_at": ("follower",),
        "cost_setting": SWORDS,
    },
    needed={"response": ("answers",)},
    x_cost=("breath",),
    symbols=("physical", "magic", "support"),
    keywords={"unanswerable": Keyword(kinds=SWORDS), "freeze": Keyword(kinds=SWORDS)},
    stats={"power": ("follower",), "defence": ("follower",), "coins": SWORDS},
    settings=("lament_cost",),
    zones=(*PLACES, "play"),
    tracks=("life", "ATK", "DEF", "V"),
    quantities={
        "ATK": Quantity(operations=NUMBERED, of=(*PLAYERS, "self", "named", "cards")),
        "DEF": Quantity(operations=NUMBERED, of=PLAYERS),
        "V": Quantity(operations=CORRECTION, of=PLAYERS),
        "budget": Quantity(operations=("add",), of=PLAYERS),
        "daylight": Quantity(
            operations=("times",),
            of=PLAYERS,
            bars=(
                Bar(
                    lambda node, text: node.amount != tree.Negative(tree.Number(1)),
                    "day and night are swapped by 'times minus 1'",
                ),
            ),
        ),
        **{
            f"cost-of-{kind}": Quantity(operations=("add",), of=PLAYERS)
            for kind in ("magic", "physical", "support")
        },
        "damage": Quantity(operations=CORRECTION, of=PLAYERS),
        "damage-dealt": Quantity(operations=CORRECTION, of=PLAYERS),
        "follower-ATK": Quantity(operations=NUMBERED, of=PLAYERS),
    },
    durations={"end of turn": Span(), "end of match": Span(), "while here": Span()},
    delays={"end of turn": Span()},
    styles={"physical": Style(ignores=("defence",)), "magic": Style(measured=True)},
    deeds={
        "use": Deed(about_card=True),
        "act": Deed(about_card=True, refers=(ACTION,)),
        "gain-life": Deed(),
        "follow": Deed(),
    },
    times=TIMES,
    rules=(
        CardRule(
            SWORDS,
            lambda card: (
                sum(len(one["do"]) for one in card.get("ability", ()) if one.get("on") == "price") < 2
            ),
            "a price of this game is one line",
        ),
        CardRule(
            ATTACKS, _repeats, 'what is done "again" needs an ability on "right-after" that uses self again'
        ),
        CardRule(SWORDS, _one_given_up, "alchemy gives up one card (BR-base-11-12)", at="ability"),
    ),
)
