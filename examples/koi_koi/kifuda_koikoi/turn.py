"""A turn: a card from hand, one from the stock, the look at the own yaku (KK-TURN-2).

Not here: rounds (``match_course``).
"""

from engine.common.reveal import ask_faces
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Move, Set
from events.model.kinds import Began, Ended, Happened
from kifuda_koikoi.board import SEATS, captured, hand, matching, month
from kifuda_koikoi.score import left
from kifuda_koikoi.yaku import total, yaku_of


def turn(game: Game, number: int, seat: str) -> Procedure:
    """Returns whether the player has said 勝負 (or has to)."""
    yield Began("turn", number=number, seat=seat, clauses=("KK-TURN-1",))
    before = captured(game, seat)
    act = yield Ask(seat, ("play",), about="play", clause="KK-TURN-3", omissible="never")
    with game.because(game.last):
        yield from put_down(game, seat, act.cards[0])
    top = game.table.at("stock")[-1]
    yield from ask_faces(game, seat, (top,), "KK-SEE-4")
    turned = (Move(top, "stock", "shown"),)
    yield Happened("turned up", seat, ("KK-TURN-4", "KK-SEE-4"), card=top, changes=turned)
    yield from resolved(game, seat, top)
    stops = yield from decided(game, seat, before)
    yield Ended("turn", number=number, seat=seat, clauses=("KK-TURN-1",))
    return stops


def put_down(game: Game, seat: str, card: CardRef) -> Procedure:
    """A card from hand; all see it before it takes anything."""
    yield Happened("played", seat, ("KK-TURN-3",), card=card, changes=(Move(card, f"hand.{seat}", "shown"),))
    yield from resolved(game, seat, card)


def resolved(game: Game, seat: str, card: CardRef) -> Procedure:
    """The card takes what matches, or stays on the field (KK-CAP-1 to KK-CAP-5), empty or not (KK-TURN-5).
    What was captured is gone before the next card is turned up, what stayed can be taken by it (KK-CAP-6,
    KK-CAP-7)."""
    found = matching(game, card)
    if not found:
        yield Happened("laid", seat, ("KK-CAP-1",), card=card, changes=(Move(card, "shown", "field"),))
        return
    act = yield Ask(seat, ("take",), about="take", clause="KK-CAP-3", subject=found)
    clause = {1: "KK-CAP-2", 2: "KK-CAP-3", 3: "KK-CAP-4"}[len(found)]
    place = f"captured.{seat}"
    changes = (Move(card, "shown", place), *(Move(each, "field", place) for each in act.cards))
    yield Happened("captured", seat, (clause,), len(changes), card=card, changes=changes)


def decided(game: Game, seat: str, before: tuple[str, ...]) -> Procedure:
    """Returns whether the round is over by 勝負. Yaku that have grown in this turn ask for a decision; both
    sums are with the present count of こいこい (KK-KOI-1)."""
    earlier = {one.name: one.points for one in yaku_of(game, seat, before)}
    now = yaku_of(game, seat, captured(game, seat))
    if total(now) <= sum(earlier.values()):
        return False  # KK-KOI-3
    for one in now:
        if one.points != earlier.get(one.name):
            yield Happened(f"yaku {one.name}", seat, (one.clause,), one.points)
    act = yield Ask(seat, ("koikoi", "shobu"), about="decide", clause="KK-KOI-2")
    if act.verb == "shobu":
        return True
    yield from left(game, seat)
    count = game.table.track("koikoi", seat) + 1
    yield Happened("koikoi", seat, ("KK-KOI-7", "KK-KOI-4"), count, changes=(Set("koikoi", seat, count),))
    return False


def hands_are_empty(game: Game) -> bool:
    """Whether the round has run out (KK-END-1)."""
    return not any(hand(game, seat) for seat in SEATS)


def fours(game: Game, faces: tuple[str, ...]) -> bool:
    """Whether four cards are of one month (KK-DEAL-4)."""
    months = [month(game, face) for face in faces if face]
    return any(months.count(each) == 4 for each in months)


def pairs(game: Game, faces: tuple[str, ...]) -> bool:
    """Whether eight cards are four pairs of different months (KK-DEAL-5)."""
    months = [month(game, face) for face in faces if face]
    return len(months) == 8 and all(months.count(each) == 2 for each in months)
