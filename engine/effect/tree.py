"""The typed tree that a line of card text parses to: values, selectors, conditions, ops, combinators.

One class a word of the card language. ``form`` is the sentence of that word: slots in braces, and in
brackets what is left out where its slot holds the default. The grammar and the printer are both made
from it, so the two cannot drift apart. Not here: what a word does (``interpret`` and the rulesets).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

Who = Literal["you", "opponent", "bearer", "controller"]
"""``you`` is the player of the card, ``bearer`` the one it is attached to, ``controller`` the player
of the action at hand. Never a follower (BR-8-1 and its like elsewhere)."""

Whose = Who | Literal["anyone"]
"""Whose cards are meant; ``anyone``: those of all players."""

Until = Literal[
    "end of turn", "end of next turn", "end of phase", "end of match", "end of action", "while here"
]

# Words that the ruleset or the card set defines. The annotation says which list of theirs (a field of
# ``vocabulary.Vocabulary``, or ``roles``, ``tags`` and ``names``, which the card file itself makes).
ZoneWord = Annotated[str, "zones"]
TrackWord = Annotated[str, "tracks"]
QuantityWord = Annotated[str, "quantities"]
MeasureWord = Annotated[str, "measures"]
StatWord = Annotated[str, "stats"]
StyleWord = Annotated[str, "styles"]
IgnoredWord = Annotated[str, "ignorable"]
DeedWord = Annotated[str, "deeds"]
SymbolWord = Annotated[str, "symbols"]
TimeWord = Annotated[str, "times"]
DelayWords = Annotated[str, "delays", "several"]
"""A slot that holds several words, such as ``end of turn``."""
RoleWord = Annotated[str, "roles"]
TraitWords = Annotated[str, "traits", "several"]
"""Tags of the card file and traits that the ruleset knows, all of which must be true of a card."""
NameWord = Annotated[str, "names"]


class Node(msgspec.Struct, frozen=True, tag_field="node"):
    """A piece of card text."""

    form: ClassVar[str] = ""


# --- things ----------------------------------------------------------------------------------------


class This(Node, frozen=True, tag="self"):
    """The card whose text this is."""

    form = "self"


class Action(Node, frozen=True, tag="action"):
    """The card from which the action at hand comes."""

    form = "action"


class Named(Node, frozen=True, tag="named"):
    """Cards that an earlier part of the text set aside under a name."""

    name: NameWord
    form = "{name}"


Thing = This | Action | Named


class Cards(Node, frozen=True, tag="cards"):
    """All cards of a zone, or those with all of the ``traits`` there (``""``: any)."""

    zone: ZoneWord
    who: Whose
    traits: TraitWords = ""
    form = "[{traits} ]cards in {zone} of {who}"


Everyone = Literal["everyone"]
"""All players at once."""

Holders = Who | Everyone | Thing | Cards
"""Players, or cards: what a number or a continuous effect may belong to."""


# --- amounts ---------------------------------------------------------------------------------------


class Number(Node, frozen=True, tag="number"):
    """A whole number from 0 on; below that it is ``minus 3``."""

    value: int
    form = "{value}"


class X(Node, frozen=True, tag="x"):
    """The X of the act, chosen by its player."""

    form = "x"


class TrackOf(Node, frozen=True, tag="track"):
    """Effective value of a track of a player."""

    track: TrackWord
    who: Who
    form = "{track} of {who}"


class StatOf(Node, frozen=True, tag="stat"):
    """A printed number of a card: its original ``cost``, ``power`` …"""

    stat: StatWord
    thing: Thing
    form = "printed {stat} of {thing}"


class Current(Node, frozen=True, tag="current"):
    """A value of a card as it is now, with every effect on it; of several cards their sum."""

    quantity: MeasureWord
    thing: Thing
    form = "current {quantity} of {thing}"


class Count(Node, frozen=True, tag="count"):
    cards: Cards
    form = "count({cards})"


class Dealt(Node, frozen=True, tag="dealt"):
    """The damage that the action at hand has dealt."""

    form = "damage dealt"


class Half(Node, frozen=True, tag="half"):
    amount: Amount
    rounded: Literal["up", "down"]
    form = "half {amount} rounded {rounded}"


class Negative(Node, frozen=True, tag="negative"):
    amount: Amount
    form = "minus {amount}"


Amount = Number | X | TrackOf | StatOf | Current | Count | Dealt | Half | Negative


# --- conditions ------------------------------------------------------------------------------------


class Compare(Node, frozen=True, tag="compare"):
    left: Amount
    sign: Literal["=", "<", "<=", ">", ">="]
    right: Amount
    form = "{left} {sign} {right}"


class Time(Node, frozen=True, tag="time"):
    """A state of the game that the ruleset names, such as ``night``."""

    name: TimeWord
    form = "it is {name}"


class Symbol(Node, frozen=True, tag="symbol"):
    """The action at hand has this symbol."""

    symbol: SymbolWord
    form = "action is {symbol}"


Condition = Compare | Time | Symbol


# --- ops -------------------------------------------------------------------------------------------


class Attack(Node, frozen=True, tag="attack"):
    """Run the game's attack with this card. ``amount`` is the X of a magic attack."""

    style: StyleWord
    amount: Amount | None = None
    ignoring: IgnoredWord = ""
    form = "attack {style}[ {amount}][ ignoring {ignoring}]"


class Damage(Node, frozen=True, tag="damage"):
    who: Holders
    amount: Amount
    form = "damage {who} by {amount}"


class Correct(Node, frozen=True, tag="correct"):
    """Change the damage of the action at hand."""

    operation: Literal["add", "times", "become"]
    amount: Amount
    form = "correct damage {operation} {amount}"


class Add(Node, frozen=True, tag="add"):
    """Change a printed track for good, within its limits."""

    amount: Amount
    track: TrackWord
    who: Who
    form = "add {amount} to {track} of {who}"


class SetTo(Node, frozen=True, tag="set"):
    track: TrackWord
    who: Who
    amount: Amount
    form = "set {track} of {who} to {amount}"


class Modify(Node, frozen=True, tag="modify"):
    """A continuous change on top of a printed value; it never moves the value itself."""

    quantity: QuantityWord
    who: Holders
    operation: Literal["add", "times", "divide", "become"]
    amount: Amount
    until: Until
    form = "modify {quantity} of {who} {operation} {amount} until {until}"


class AttachTo(Node, frozen=True, tag="attach"):
    """Lay a card to a player or beneath a card, where it acts in ``role``."""

    thing: Thing
    to: Who | Thing
    role: RoleWord
    form = "attach {thing} to {to} as {role}"


class Choose(Node, frozen=True, tag="choose"):
    """Set ``number`` of some cards aside under a name, for what follows: its targets."""

    number: Amount
    cards: Cards
    name: NameWord
    form = "choose {number} {cards} as {name}"


class TurnTo(Node, frozen=True, tag="turn"):
    """Cards are turned where they lie: used or fresh, face down or face up."""

    cards: Literal["bearer"] | Thing | Cards
    way: Literal["sideways", "upright", "face down", "face up"]
    form = "turn {cards} {way}"


class Destroy(Node, frozen=True, tag="destroy"):
    """Cards are destroyed, whatever that means in the game, and whatever their numbers."""

    cards: Thing | Cards
    form = "destroy {cards}"


class Push(Node, frozen=True, tag="push"):
    """Cards that stand on squares go back by one, towards their own side."""

    cards: Thing | Cards
    form = "push {cards} back"


class Summon(Node, frozen=True, tag="summon"):
    """Cards come onto the field by this text, from wherever they are; where to is for their player to say."""

    cards: Thing
    form = "summon {cards}"


class Draw(Node, frozen=True, tag="draw"):
    """A player draws from the own deck; what was drawn is set aside under ``name``, where there is one."""

    amount: Amount
    who: Who
    name: NameWord = ""
    form = "draw {amount} for {who}[ as {name}]"


class Reveal(Node, frozen=True, tag="reveal"):
    number: Amount
    cards: Cards
    by: Who
    name: NameWord
    form = "reveal {number} {cards} chosen by {by} as {name}"


class MoveTo(Node, frozen=True, tag="move"):
    """Move ``number`` of some cards, chosen by a player, to their owner's ``zone``."""

    number: Amount
    cards: Cards | Named
    zone: ZoneWord
    by: Who
    name: NameWord = ""
    form = "move {number} {cards} to {zone} chosen by {by}[ as {name}]"


class Nullify(Node, frozen=True, tag="nullify"):
    """The action at hand comes to nothing."""

    form = "nullify action"


class Forbid(Node, frozen=True, tag="forbid"):
    """A player may not do something: ``what`` is a word of the ruleset, ``of`` the card it is about."""

    who: Who
    what: DeedWord
    until: Until
    of: Thing | None = None
    form = "forbid {who} to {what}[ {of}] until {until}"


class ReduceCost(Node, frozen=True, tag="reduce"):
    """This use costs less, never below zero."""

    amount: Amount
    form = "reduce cost by {amount}"


class RaiseCost(Node, frozen=True, tag="raise"):
    """The action at hand costs more, although it is paid for already."""

    amount: Amount
    form = "raise cost of action by {amount}"


class UseAgain(Node, frozen=True, tag="again"):
    """A fresh use of this card, at another cost, although no card leaves the hand."""

    cost: Amount
    form = "use self again for {cost}"


class End(Node, frozen=True, tag="end"):
    """The match ends; ``who`` wins."""

    who: Who
    form = "end match won by {who}"


Op = (
    Attack
    | Damage
    | Correct
    | Add
    | SetTo
    | Modify
    | AttachTo
    | Choose
    | TurnTo
    | Destroy
    | Push
    | Summon
    | Draw
    | Reveal
    | MoveTo
    | Nullify
    | Forbid
    | ReduceCost
    | RaiseCost
    | UseAgain
    | End
)


# --- combinators -----------------------------------------------------------------------------------


class If(Node, frozen=True, tag="if"):
    condition: Condition
    then: Effect
    otherwise: Effect | None = None
    form = "if {condition}: {then}[ else: {otherwise}]"


class May(Node, frozen=True, tag="may"):
    effect: Effect
    form = "may {effect}"


class MayPay(Node, frozen=True, tag="pay"):
    """The player of the card may pay for the effect, here and now."""

    amount: Amount
    effect: Effect
    form = "may pay {amount}: {effect}"


class UnlessPaid(Node, frozen=True, tag="unless"):
    """``who`` is asked to pay; the effect follows if that player does not."""

    who: Who
    amount: Amount
    effect: Effect
    form = "unless {who} pays {amount}: {effect}"


class Later(Node, frozen=True, tag="later"):
    """The effect waits for a moment that the ruleset names, such as ``end of turn``."""

    moment: DelayWords
    effect: Effect
    form = "at {moment}: {effect}"


class Both(Node, frozen=True, tag="both"):
    """One effect, then another, in one breath (under an ``if`` or a ``may``)."""

    first: Effect
    second: Effect
    form = "({first} and {second})"


class Then(Node, frozen=True, tag="then"):
    """One effect, and after that another, which stays away if nothing came of the first."""

    first: Effect
    second: Effect
    form = "({first} after that {second})"


class Either(Node, frozen=True, tag="either"):
    """The player of the card chooses one of two."""

    first: Effect
    second: Effect
    form = "either {first} or {second}"


Combinator = If | May | MayPay | UnlessPaid | Later | Both | Then | Either
Effect = Op | Combinator
