"""The set-up of a match: who goes first, opening hands, mulligans, prizes; and its turns and phases.

Not here: acts in a turn (``acts``).
"""

from analytics.imports.ptcgl.board import PRIZES
from analytics.imports.ptcgl.match_builder import MAX_CARDS, CardFaces, CurrentAct, Handler, MatchBuilder
from analytics.imports.ptcgl.statement import Statement
from events.model.kinds import Began, Chose, Ended, Revealed


def _nothing(match: MatchBuilder, line: Statement) -> None:
    """A heading, or a sentence that repeats another one."""


def _call(match: MatchBuilder, line: Statement) -> None:
    match.begin(Chose(line.who, "call", words=(line.word,)))


def _toss(match: MatchBuilder, line: Statement) -> None:
    match.happened("coin toss won", line.who)


def _order(match: MatchBuilder, line: Statement) -> None:
    match.begin(Chose(line.who, "go", words=(line.word,)))


def _opening(match: MatchBuilder, line: Statement) -> None:
    match.current = CurrentAct()
    listed = next((other.cards[:MAX_CARDS] for other in match.block.below if other.kind == "opened"), ())
    _deal(match, line.who, listed or ("",) * min(line.number, MAX_CARDS))


def _deal(match: MatchBuilder, seat: str, faces: tuple[str, ...]) -> None:
    cards = match.take_cards(seat, faces, ["deck"])
    match.happened("opening hand", seat, match.move_cards(cards, "hand"), amount=len(faces))


def _mulligan(match: MatchBuilder, line: Statement) -> None:
    """The hands shown below it are the mulligans: the number is that of all since the beginning."""
    if not any(other.kind == "shown" for other in match.block.below):
        match.begin(Chose(line.who, "mulligan"))


def _shown(match: MatchBuilder, line: Statement) -> None:
    """A hand without a basic card: it is shown, returned, and another one is dealt."""
    seat = match.block.top.who if match.block.top else ""
    hand = match.board.at("hand", seat)
    if not seat or len(hand) != len(line.cards):
        match.note("miscounted")
        return
    shown = match.take_cards(seat, line.cards, ["hand"])
    match.begin(Chose(seat, "mulligan"))
    known = tuple(change for card, face in shown for change in match.board.reveal(card, face))
    cards, faces = tuple(card for card, _ in shown), tuple(face for _, face in shown)
    match.follow(Revealed(seat, cards, faces, (), known))
    back: CardFaces = [(card, "") for card in match.board.at("hand", seat)]
    match.happened("returned", seat, match.move_cards(back, "deck"), amount=len(back))
    _deal(match, seat, ("",) * len(back))


def settle_hands(match: MatchBuilder) -> None:
    """Mulligans are over: each dealt hand is kept. The log does not say so, and nobody has a choice."""
    for seat in match.seats if not match.hands_settled else ():
        if match.board.at("hand", seat):
            match.add(Chose(seat, "keep", implied=True), None)
    match.hands_settled = True


def _extra(match: MatchBuilder, line: Statement) -> None:
    settle_hands(match)
    match.begin(Chose(line.who, "extra cards", number=line.number))


def _turn(match: MatchBuilder, line: Statement) -> None:
    """Turns are counted here from 1: some logs count rounds, and some nothing."""
    if match.table.turn == 0:
        settle_hands(match)
        match.current = CurrentAct()
        _lay_prizes(match)
    _end_checkup(match)
    match.switched_in = []
    match.begin(Began("turn", number=match.table.turn + 1, seat=line.who))


def _lay_prizes(match: MatchBuilder) -> None:
    """The log omits them: they are laid when both hands are dealt and all mulligans are over."""
    for seat in match.seats:
        if match.board.at("hand", seat) or match.board.at("active", seat):
            cards = match.take_cards(seat, ("",) * PRIZES, ["deck"])
            match.happened("prizes laid", seat, match.move_cards(cards, "prizes"), amount=len(cards))


def _checkup(match: MatchBuilder, line: Statement) -> None:
    _end_checkup(match)
    match.begin(Began("phase", "checkup"))


def _end_checkup(match: MatchBuilder) -> None:
    if match.table.phase:
        match.add(Ended("phase", match.table.phase), None)


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
