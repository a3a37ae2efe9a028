"""How a match begins: who goes first, opening hands, mulligans, prizes; and the spans of play.

Not here: what players do in their turns (``acts``).
"""

from analytics.imports.ptcgl.board import PRIZES
from analytics.imports.ptcgl.statement import Statement
from analytics.imports.ptcgl.telling import MOST, Handler, Telling
from events.changes import Know
from events.kinds import Began, Chose, Ended, Revealed

HAND = 7


def _nothing(t: Telling, said: Statement) -> None:
    """A heading, or a sentence that another one says again."""


def _call(t: Telling, said: Statement) -> None:
    t.begin(Chose(said.who, "call", words=(said.word,)))


def _toss(t: Telling, said: Statement) -> None:
    t.happened("coin toss won", said.who)


def _order(t: Telling, said: Statement) -> None:
    t.begin(Chose(said.who, "go", words=(said.word,)))


def _opening(t: Telling, said: Statement) -> None:
    listed = next((line.cards for line in t.block.below if line.kind == "opened"), ())
    faces = listed or ("",) * min(said.number, MOST)
    t.act = None
    changes = t.gone(t.taken(said.who, faces, ["deck"]), "hand")
    t.happened("opening hand", said.who, changes, amount=said.number)
    t.act = len(t.derived) - 1


def _mulligan(t: Telling, said: Statement) -> None:
    """Told by the hands that are shown below it; the number counts them all from the beginning."""
    t.begin(Chose(said.who, "mulligan"))


def _shown(t: Telling, said: Statement) -> None:
    """A hand without a card to begin with: it is shown, goes back, and another one is drawn."""
    seat = t.block.top.who if t.block.top else ""
    hand = list(t.board.picks(seat, said.cards, ["hand"])) if seat else []
    if len(hand) < len(said.cards):
        t.note("unplaced")
    if not seat or not hand:
        return
    known = tuple(change for card, face in hand for change in t.board.known(card, face))
    t.add(Revealed(seat, tuple(c for c, _ in hand), tuple(f for _, f in hand), (), known), t.act)
    back = [(card, "") for card in t.board.at("hand", seat)]
    t.happened("hand returned", seat, t.gone(back, "deck"), amount=len(back))
    drawn = t.taken(seat, ("",) * len(back), ["deck"])
    t.happened("opening hand", seat, t.gone(drawn, "hand"), amount=len(drawn))


def _extra(t: Telling, said: Statement) -> None:
    t.begin(Chose(said.who, "extra cards", number=said.number))


def _turn(t: Telling, said: Statement) -> None:
    """Turns are counted from 1 on, as some logs count rounds, and some nothing."""
    _lay_prizes(t)
    _end_checkup(t)
    t.turns += 1
    t.placed = None
    t.begin(Began("turn", number=t.turns, seat=said.who))


def _lay_prizes(t: Telling) -> None:
    """The log passes them over: they are laid when both hands are dealt and all mulligans are over."""
    if not t.laid:
        for seat in t.seats:
            if t.board.at("hand", seat) or t.board.at("active", seat):
                cards = t.taken(seat, ("",) * PRIZES, ["deck"])
                t.happened("prizes laid", seat, t.gone(cards, "prizes"), amount=len(cards))
    t.laid = True


def _checkup(t: Telling, said: Statement) -> None:
    _end_checkup(t)
    t.checking = True
    t.begin(Began("phase", "checkup"))


def _end_checkup(t: Telling) -> None:
    if t.checking:
        t.add(Ended("phase", "checkup"), None)
    t.checking = False


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
