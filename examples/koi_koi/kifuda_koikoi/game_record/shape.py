"""What such a file holds, field by field.

Not here: what it means (``transcript``).
"""

from typing import Annotated

import msgspec

Month = Annotated[int, msgspec.Meta(ge=1, le=12)]
Number = Annotated[int, msgspec.Meta(ge=1, le=4)]
Card = tuple[Month, Number]
Eight = Annotated[list[Card], msgspec.Meta(min_length=8)]
Pile = Annotated[list[Card], msgspec.Meta(min_length=24)]
"""Such a file lists every card of a deal. One that is left out would be taken for one that nobody knows; of
cards that are too many the rules themselves speak."""
Player = Annotated[int, msgspec.Meta(ge=1, le=2)]
Points = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class Info(msgspec.Struct, rename="camel"):
    """Who played, when, and from which accounts."""

    start_time: str
    player1_name: str = msgspec.field(name="player1Name")
    player2_name: str = msgspec.field(name="player2Name")
    player1_points: Points = msgspec.field(name="player1InitPts")
    player2_points: Points = msgspec.field(name="player2InitPts")
    rounds: Annotated[int, msgspec.Meta(ge=1, le=12)] = msgspec.field(name="numRound")
    end_time: str | None = msgspec.field(name="endTime", default="")


class Result(msgspec.Struct):
    """How the match ended; the winner is 0 for a draw."""

    over: bool = msgspec.field(name="isOver")
    winner: int | None = msgspec.field(name="gameWinner")
    player1_points: Points | None = msgspec.field(name="player1EndPts")
    player2_points: Points | None = msgspec.field(name="player2EndPts")


class Basic(msgspec.Struct):
    """The deal of a round, and what came of it; the last card of the pile is the top of the stock."""

    dealer: Player = msgspec.field(name="Dealer")
    hand1: Eight = msgspec.field(name="initHand1")
    hand2: Eight = msgspec.field(name="initHand2")
    field: Eight = msgspec.field(name="initBoard")
    pile: Pile = msgspec.field(name="initPile")
    winner: int | None = msgspec.field(name="roundWinner")
    player1_points: Points | None = msgspec.field(name="player1RoundPts")
    player2_points: Points | None = msgspec.field(name="player2RoundPts")


class Turn(msgspec.Struct):
    """A turn: the card from hand and what it captured, the card from the stock and what it captured, and the
    decision (None: none was asked for)."""

    player: Player = msgspec.field(name="playerInTurn")
    played: Card = msgspec.field(name="discardCard")
    captured: list[Card] = msgspec.field(name="collectCard")
    turned: Card | None = msgspec.field(name="drawCard", default=None)
    captured_too: list[Card] = msgspec.field(name="collectCard2", default_factory=list)
    goes_on: bool | None = msgspec.field(name="isKoiKoi", default=None)


class File(msgspec.Struct):
    """A match; its rounds and turns by their names, as they come."""

    info: Info
    result: Result
    record: dict[str, dict[str, msgspec.Raw]]
    save: dict[str, msgspec.Raw] = {}
