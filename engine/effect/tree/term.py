"""What the words of the card language refer to: players, cards, amounts, conditions.

Not here: what is done with them (``op``).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

Who = Literal["you", "opponent", "bearer", "controller"]
"""``you`` is the player of the card, ``bearer`` the one it is attached to, ``controller`` the player of the
current action. Never a follower (BR-8-1 and similar clauses elsewhere)."""

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
    """The card that the current action comes from."""

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


class Among(Node, frozen=True, tag="among"):
    """Those of some cards that have all of the ``traits`` (``""``: any): ``dark cards among chosen``."""

    thing: Thing
    traits: TraitWords = ""
    form = "[{traits} ]cards among {thing}"


Everyone = Literal["everyone"]
"""All players at once."""

PlayersOrCards = Who | Everyone | Thing | Cards
"""Players or cards that a number or a continuous effect may belong to."""


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
    thing: Literal["bearer"] | Thing
    form = "printed {stat} of {thing}"


class Current(Node, frozen=True, tag="current"):
    """The current value of a card, with every effect on it; of several cards their sum."""

    quantity: MeasureWord
    thing: Literal["bearer"] | Thing
    form = "current {quantity} of {thing}"


class Count(Node, frozen=True, tag="count"):
    cards: Cards | Among
    form = "count({cards})"


class Dealt(Node, frozen=True, tag="dealt"):
    """The damage that the current action has dealt."""

    form = "damage dealt"


class Half(Node, frozen=True, tag="half"):
    amount: Amount
    rounded: Literal["up", "down"]
    form = "half {amount} rounded {rounded}"


class Negative(Node, frozen=True, tag="negative"):
    amount: Amount
    form = "minus {amount}"


class UpTo(Node, frozen=True, tag="upto"):
    """A number of cards that their chooser may fall short of, down to none."""

    amount: Amount
    form = "up to {amount}"


Amount = Number | X | TrackOf | StatOf | Current | Count | Dealt | Half | Negative


HowMany = Amount | UpTo
"""How many cards are chosen."""


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
    """The current action has this symbol."""

    symbol: SymbolWord
    form = "action is {symbol}"


Condition = Compare | Time | Symbol
