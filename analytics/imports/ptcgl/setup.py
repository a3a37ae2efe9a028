"""How a match begins: who goes first, opening hands, mulligans, prizes; and the spans of play.

Not here: what players do in their turns (``acts``).
"""

from analytics.imports.ptcgl.board import PRIZES
from analytics.imports.ptcgl.narration import MOST, Course, Found, Handler, Telling
from analytics.imports.ptcgl.statement import Statement
from events.model.kinds import Began, Chose, Ended, Revealed


def _nothing(t: Telling, said: Statement) -> None:
    """A heading, or a sentence that another one says again."""


def _call(t: Telling, said: Statement) -> None:
    t.begin(Chose(said.who, "call", words=(said.word,)))


def _toss(t: Telling, said: Statement) -> None:
    t.happened("coin toss won", said.who)


def _order(t: Telling, said: Statement) -> None:
    t.begin(Chose(said.who, "go", words=(said.word,)))


def _opening(t: Telling, said: Statement) -> None:
    t.course = Course()
    listed = next((line.cards[:MOST] for line in t.block.below if line.kind == "opened"), ())
    _deal(t, said.who, listed or ("",) * min(said.number, MOST))


def _deal(t: Telling, seat: str, faces: tuple[str, ...]) -> None:
    cards = t.taken(seat, faces, ["deck"])
    t.happened("opening hand", seat, t.gone(cards, "hand"), amount=len(faces))


def _mulligan(t: Telling, said: Statement) -> None:
    """Told by the hands that are shown below it: the number counts them all from the beginning."""
    if not any(line.kind == "shown" for line in t.block.below):
        t.begin(Chose(said.who, "mulligan"))


def _shown(t: Telling, said: Statement) -> None:
    """A hand without a card to begin with: it is shown, goes back, and another one is dealt."""
    seat = t.block.top.who if t.block.top else ""
    hand = t.board.at("hand", seat)
    if not seat or len(hand) != len(said.cards):
        t.note("miscounted")
        return
    shown = t.taken(seat, said.cards, ["hand"])
    t.begin(Chose(seat, "mulligan"))
    known = tuple(change for card, face in shown for change in t.board.known(card, face))
    cards, faces = tuple(card for card, _ in shown), tuple(face for _, face in shown)
    t.follow(Revealed(seat, cards, faces, (), known))
    back: Found = [(card, "") for card in t.board.at("hand", seat)]
    t.happened("returned", seat, t.gone(back, "deck"), amount=len(back))
    _deal(t, seat, ("",) * len(back))


def settle_hands(t: Telling) -> None:
    """Mulligans are over: whoever was dealt a hand keeps it. Nobody writes that down, nor has a choice."""
    for seat in t.seats if not t.settled else ():
        if t.board.at("hand", seat):
            t.add(Chose(seat, "keep", implied=True), None)
    t.settled = True


def _extra(t: Telling, said: Statement) -> None:
    settle_hands(t)
    t.begin(Chose(said.who, "extra cards", number=said.number))


def _turn(t: Telling, said: Statement) -> None:
    """Turns are counted from 1 on, as some logs count rounds, and some nothing."""
    if t.table.turn == 0:
        settle_hands(t)
        t.course = Course()
        _lay_prizes(t)
    _end_checkup(t)
    t.placed = []
    t.begin(Began("turn", number=t.table.turn + 1, seat=said.who))


def _lay_prizes(t: Telling) -> None:
    """The log passes them over: they are laid when both hands are dealt and all mulligans are over."""
    for seat in t.seats:
        if t.board.at("hand", seat) or t.board.at("active", seat):
            cards = t.taken(seat, ("",) * PRIZES, ["deck"])
            t.happened("prizes laid", seat, t.gone(cards, "prizes"), amount=len(cards))


def _checkup(t: Telling, said: Statement) -> None:
    _end_checkup(t)
    t.begin(Began("phase", "checkup"))


def _end_checkup(t: Telling) -> None:
    if t.table.phase:
        t.add(Ended("phase", t.table.phase), None)


HANDLERS: dict[str, Handler] = {
    "heading": _nothing,
    "opened": _nothing,
    "call": _call,
    "toss": _toss,
    "order": _order,
    "opening": _opening,
    "mulligan": _mulligan,
    "shown": _shown,
    "extra": _extra,
    "turn": _turn,
    "checkup": _checkup,
}
