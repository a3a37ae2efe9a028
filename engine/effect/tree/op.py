"""What card text does: ops, and how they are combined.

Not here: what they apply to (``term``).
"""

from __future__ import annotations

from typing import Literal

from engine.effect.tree.term import (
    Amount,
    Cards,
    Condition,
    DeedWord,
    DelayWords,
    HowMany,
    IgnoredWord,
    Named,
    NameWord,
    Node,
    PlayersOrCards,
    QuantityWord,
    RoleWord,
    StyleWord,
    Thing,
    TrackWord,
    Until,
    Who,
    ZoneWord,
)

# --- ops -------------------------------------------------------------------------------------------


class Attack(Node, frozen=True, tag="attack"):
    """Run the game's attack with this card. ``amount`` is the X of a magic attack."""

    style: StyleWord
    amount: Amount | None = None
    ignoring: IgnoredWord = ""
    form = "attack {style}[ {amount}][ ignoring {ignoring}]"


class Damage(Node, frozen=True, tag="damage"):
    who: PlayersOrCards
    amount: Amount
    form = "damage {who} by {amount}"


class Heal(Node, frozen=True, tag="heal"):
    """The opposite of damage, up to the maximum."""

    who: PlayersOrCards
    amount: Amount
    form = "heal {who} by {amount}"


class Correct(Node, frozen=True, tag="correct"):
    """Change the damage of the current action."""

    operation: Literal["add", "times", "become"]
    amount: Amount
    form = "correct damage {operation} {amount}"


class Add(Node, frozen=True, tag="add"):
    """Change a printed track permanently, within its limits."""

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
    """A continuous change on top of a printed value, which itself stays the same."""

    quantity: QuantityWord
    who: PlayersOrCards
    operation: Literal["add", "times", "divide", "become"]
    amount: Amount
    until: Until
    form = "modify {quantity} of {who} {operation} {amount} until {until}"


class AttachTo(Node, frozen=True, tag="attach"):
    """Attach a card to a player or beneath a card, where it acts in ``role``."""

    thing: Thing
    to: Who | Thing
    role: RoleWord
    form = "attach {thing} to {to} as {role}"


class Choose(Node, frozen=True, tag="choose"):
    """Set ``number`` of some cards aside under a name, as targets of what follows."""

    number: HowMany
    cards: Cards
    name: NameWord
    form = "choose {number} {cards} as {name}"


class TurnTo(Node, frozen=True, tag="turn"):
    """Turn cards in place: used or fresh, face down or face up."""

    cards: Literal["bearer"] | Thing | Cards
    way: Literal["sideways", "upright", "face down", "face up"]
    form = "turn {cards} {way}"


class Destroy(Node, frozen=True, tag="destroy"):
    """Destroy cards, as the game defines it, whatever their numbers."""

    cards: Thing | Cards
    form = "destroy {cards}"


class Push(Node, frozen=True, tag="push"):
    """Cards on squares move back by one, towards their own side."""

    cards: Thing | Cards
    form = "push {cards} back"


class Summon(Node, frozen=True, tag="summon"):
    """Cards come onto the field by this text, from any zone; their player chooses where to."""

    cards: Thing
    form = "summon {cards}"


class Draw(Node, frozen=True, tag="draw"):
    """A player draws from the own deck; the drawn cards are set aside under ``name``, if there is one."""

    amount: Amount
    who: Who
    name: NameWord = ""
    form = "draw {amount} for {who}[ as {name}]"


class Reveal(Node, frozen=True, tag="reveal"):
    number: HowMany
    cards: Cards
    by: Who
    name: NameWord
    form = "reveal {number} {cards} chosen by {by} as {name}"


class MoveTo(Node, frozen=True, tag="move"):
    """Move ``number`` of some cards, chosen by a player, to their owner's ``zone``."""

    number: HowMany
    cards: Cards | Thing
    zone: ZoneWord
    by: Who
    name: NameWord = ""
    form = "move {number} {cards} to {zone} chosen by {by}[ as {name}]"


class ShuffleDeck(Node, frozen=True, tag="shuffle"):
    """A deck gets another order, by chance; with cards named, those of their owners."""

    who: Who | Named
    form = "shuffle deck of {who}"


class Nullify(Node, frozen=True, tag="nullify"):
    """The current action has no effect."""

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
    """The current action costs more, although it is already paid for."""

    amount: Amount
    form = "raise cost of action by {amount}"


class UseAgain(Node, frozen=True, tag="again"):
    """Use this card again at another cost, without a card leaving the hand."""

    cost: Amount
    form = "use self again for {cost}"


class End(Node, frozen=True, tag="end"):
    """The match ends; ``who`` wins."""

    who: Who
    form = "end match won by {who}"


Op = (
    Attack
    | Damage
    | Heal
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
    | ShuffleDeck
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
    """The player of the card may pay for the effect at once."""

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
    """One effect, then another, as one (under an ``if`` or a ``may``)."""

    first: Effect
    second: Effect
    form = "({first} and {second})"


class Then(Node, frozen=True, tag="then"):
    """One effect, and then another, which is skipped if the first had no effect."""

    first: Effect
    second: Effect
    form = "({first} after that {second})"


class Either(Node, frozen=True, tag="either"):
    """The player of the card chooses one of two."""

    first: Effect
    second: Effect
    form = "either {first} or {second}"


class EachPlayer(Node, frozen=True, tag="each"):
    """The effect for each player, who is ``you`` in it; the turn player's first."""

    effect: Effect
    form = "each player: {effect}"


Combinator = If | May | MayPay | UnlessPaid | Later | Both | Then | Either | EachPlayer
Effect = Op | Combinator
