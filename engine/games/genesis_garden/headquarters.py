"""The headquarters (本陣): cards sent and drawn from it, its cycles, and the end when it is empty.

Not here: why something is sent.
"""

from collections.abc import Sequence

from engine.common.deck import faces_of
from engine.common.reveal import ask_faces
from engine.effect.context import opponent
from engine.games.genesis_garden.board import CYCLES, SEATS, face_up
from engine.kernel.ask import TABLE, Ask
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import AnyChange, CardRef, Know, Move, Set
from events.model.kinds import Happened, Paid, Shuffled

Clauses = tuple[str, ...]
MARKERS = {1: "GG-CYCLE-4", 2: "GG-CYCLE-5"}
"""The position of the headquarters after that many cycles: sideways, then turned to the opponent."""
PAYMENTS = ("upkeep", "summon cost", "return price")
"""Payments from the headquarters. Everything else that is sent is not paid by its owner."""


REST = "GG-OP-15"
"""Cited by the rest of a send or draw, which is one event with what was sent or drawn before."""


def is_rest(event: Happened) -> bool:
    """Whether an event goes on with what one of its kind has begun; the cycle cites the clause as well."""
    return event.what != "cycle" and REST in event.clauses


def send_cards(
    game: Game,
    seat: str,
    number: int,
    why: str,
    clauses: Clauses,
    *,
    card: CardRef = "",
    before: Sequence[CardRef] = (),
) -> Procedure:
    """``number`` cards from the top, face up onto the underworld, one by one (GG-OP-2); returns them, behind
    those that were sent ``before`` for the same reason.

    Every send states ``why``: only damage triggers spell units (GG-JUT-3). If the headquarters becomes empty
    meanwhile, the rest is sent from the new one (GG-OP-15)."""
    sent = list(before)
    goal, under = f"underworld.{seat}", game.settings["sent_cards_go_to"] == "bottom"
    while number > 0:
        chunk = tuple(game.table.at(f"hq.{seat}")[:number])
        yield from ask_faces(game, seat, chunk, clauses[0])
        changes = tuple(Move(one, f"hq.{seat}", goal, under) for one in chunk)
        cited = (*clauses, REST) if sent else clauses
        if why in PAYMENTS:
            yield Paid(seat, why, cited, len(chunk), card, changes=changes)
        else:
            yield Happened(why, seat, cited, len(chunk), card, changes)
        sent += chunk
        number -= len(chunk)
        if not game.table.at(f"hq.{seat}"):
            yield from _when_empty(game, seat, sent)
    return sent


def draw(game: Game, seat: str, number: int, clauses: Clauses, card: CardRef = "") -> Procedure:
    """``number`` cards from the top to the hand (GG-SETUP-5)."""
    while number > 0:
        chunk = tuple(game.table.at(f"hq.{seat}")[:number])
        changes = tuple(Move(one, f"hq.{seat}", f"hand.{seat}") for one in chunk)
        yield Happened("drew", seat, clauses, len(chunk), card, changes)
        number -= len(chunk)
        if not game.table.at(f"hq.{seat}"):
            yield from _when_empty(game, seat, ())
            clauses = tuple(dict.fromkeys((*clauses, REST)))


# --- cycles ------------------------------------------------------------------------------------------


def _when_empty(game: Game, seat: str, sent: Sequence[CardRef]) -> Procedure:
    """The headquarters is empty: a cycle, at this very moment, or the end (GG-CYCLE-3, GG-CYCLE-6)."""
    cycles, back = game.table.track("cycles", seat), _cards_for_cycle(game, seat, sent)
    order = yield Ask(
        TABLE, ("shuffle",), about="cycle", clause="GG-CYCLE-2", subject=_refill(game, seat, back, cycles + 1)
    )
    moves = [Move(card, f"underworld.{seat}", f"hq.{seat}") for card in back]
    changes = (Set("cycles", seat, cycles + 1), *moves, *shuffled_faces(game, back, order))
    clauses = ("GG-CYCLE-1", "GG-CYCLE-3", MARKERS[cycles + 1], "GG-OP-15")
    yield Happened("cycle", seat, clauses, cycles + 1, changes=changes)
    yield Happened("shuffled", opponent(game, seat), ("GG-CYCLE-2",))
    yield Happened("cut", seat, ("GG-CYCLE-2",))


def _cards_for_cycle(game: Game, seat: str, sent: Sequence[CardRef]) -> list[CardRef]:
    """The cards that an empty headquarters takes back. Raises ``MatchOver`` where no cycle is left for it
    (GG-CYCLE-6), or no card (GG-OP-15)."""
    if game.table.track("cycles", seat) >= CYCLES:
        raise MatchOver(opponent(game, seat), "headquarters", "GG-CYCLE-6", "GG-CYCLE-7")
    back = face_up(game, seat)
    if not game.settings["cycle_takes_cards_just_sent"]:  # GG-OP-15
        back = [card for card in back if card not in sent]
    if not back:
        raise MatchOver(opponent(game, seat), "no cycle", "GG-OP-15", "GG-CYCLE-7")
    return back


def end_if_lost(game: Game) -> None:
    """End the match if a headquarters is empty for good (GG-CYCLE-6, GG-OP-15); one that has a cycle left
    takes it when the next card has to leave."""
    for seat in SEATS:
        if not game.table.at(f"hq.{seat}"):
            _cards_for_cycle(game, seat, ())


def _refill(game: Game, seat: str, cards: Sequence[CardRef], cycle: int) -> Deal:
    size = len(cards)
    return Deal(f"hq.{seat}", size, {f"cycle{cycle}.{seat}": (0, size)}, faces_of(game, cards))


def shuffled_faces(game: Game, cards: Sequence[CardRef], order: Shuffled) -> list[AnyChange]:
    """Shuffle: the cards are indistinguishable, so the instances keep their positions and change faces."""
    face = game.table.face
    return [Know(card, new) for card, new in zip(cards, order.order, strict=True) if face[card] != new]


def survives_sending(game: Game, seat: str, number: int) -> bool:
    """Whether ``seat`` can send ``number`` cards without losing (GG-OP-20)."""
    left, cycles = len(game.table.at(f"hq.{seat}")), game.table.track("cycles", seat)
    up = len(face_up(game, seat))
    while number >= left:
        number -= left
        up += left
        if cycles >= CYCLES or not up:
            return False
        left, up, cycles = up, 0, cycles + 1
    return True
