"""A match: the first dealer, rounds with their deals, and the end (KK-SETUP-5 to KK-END-6).

Not here: turns (``turn``), points (``score``).
"""

from collections.abc import Iterator
from itertools import count, islice, pairwise

from engine.common.deck import reordered
from engine.common.reveal import ask_faces
from engine.kernel.ask import TABLE, Ask
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import AnyChange, Create, Move, Set, Step
from events.model.kinds import Began, Happened, Shuffled
from kifuda_koikoi.board import (
    FIELD,
    HAND,
    MONTHS,
    SEATS,
    dealer,
    dealers,
    month,
    other,
    round_number,
)
from kifuda_koikoi.score import ran_out, stopped, won
from kifuda_koikoi.turn import fours, hands_are_empty, pairs, turn

AGAIN = ("", "b", "c", "d")
"""How parts of the first deal of a round are marked, of the next one after a void deal, and so on."""


# --- shuffles ------------------------------------------------------------------------------------------


def parts_of(tag: str) -> tuple[str, ...]:
    """The parts of a deal that a record may know: both hands, the field, the stock from its top."""
    return (*(f"hand-{tag}.{seat}" for seat in SEATS), f"field-{tag}", f"stock-{tag}")


def lots_of(mark: str) -> tuple[str, ...]:
    """The parts of a drawing for the first deal: the card of each player, and the others."""
    return (*(f"lot{mark}.{seat}" for seat in SEATS), f"undrawn{mark}")


DEALS = (
    *(part for mark in AGAIN for part in lots_of(mark)),
    *(part for number in range(1, MONTHS + 1) for mark in AGAIN for part in parts_of(f"{number}{mark}")),
)


def pack(game: Game, tag: str) -> Deal:
    """All cards, as a deal takes them (KK-DEAL-1, KK-DEAL-2)."""
    ends = (0, HAND, 2 * HAND, 2 * HAND + FIELD, 48)
    spans = dict(zip(parts_of(tag), pairwise(ends), strict=True))
    return Deal("stock", 48, spans if tag else {}, game.knowledge.copies)


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a recorded order of the pack (KK-SETUP-1)."""
    assert game.ask is not None  # the driver takes an order only where it is asked for
    flaw: Flaw | None = game.ask.subject.flaw(shuffled, size="KK-DEAL-1", copies="KK-SETUP-1")
    return flaw


def shuffle(game: Game, deal: Deal, clause: str) -> Procedure:
    """Ask chance for an order; returns it."""
    return (yield Ask(TABLE, ("shuffle",), about="deal", clause=clause, subject=deal, omissible="never"))


# --- the match -----------------------------------------------------------------------------------------


def play(game: Game) -> Procedure:
    """A whole match."""
    try:
        start = int(game.settings["start_points"])
        changes = [Set("account", seat, start) for seat in SEATS] + [Set("koikoi", seat, 0) for seat in SEATS]
        yield Happened("set up", TABLE, ("KK-SETUP-7",), start, changes=(*changes, Set("round", TABLE, 0)))
        first = yield from first_dealer(game)
        yield Happened("dealer", first, ("KK-SETUP-5", "KK-SETUP-4"), changes=dealers(first))
        yield from rounds(game, 1, 1)
    except MatchOver as over:
        yield over.ended


def resume(game: Game, number: int, seat: str) -> Procedure:
    """The rest of a match from the start of a turn."""
    try:
        following = yield from turns(game, number, seat)
        yield from rounds(game, round_number(game) + 1, following)
    except MatchOver as over:
        yield over.ended


def first_dealer(game: Game) -> Procedure:
    """Returns the seat that deals first: the earlier month of two cards, drawn again while they are of one
    month; or as the record says."""
    if game.settings["first_dealer"] == "draw":
        for mark in AGAIN:
            spans = dict(zip(lots_of(mark), ((0, 1), (1, 2), (2, 48)), strict=True))
            order = yield from shuffle(game, Deal("stock", 48, spans, game.knowledge.copies), "KK-SETUP-5")
            drawn = order.order[:2]
            if not all(drawn):
                break  # the record does not know the cards, only what came of them
            months = [month(game, face) for face in drawn]
            if months[0] != months[1]:
                return SEATS[months.index(min(months))]
    act = yield Ask(SEATS[0], ("deal", "leave"), about="dealer", clause="KK-SETUP-5", omissible="never")
    return SEATS[act.verb == "leave"]


def rounds(game: Game, number: int, following: int) -> Procedure:
    """All rounds from this one on, turns being numbered from ``following`` on; then the end."""
    while number <= int(game.settings["rounds"]):
        seat = dealer(game)
        yield Began("round", number=number, seat=seat, clauses=("KK-SETUP-6",))
        news = (Set("round", TABLE, number), *(Set("koikoi", each, 0) for each in SEATS))
        yield Happened("round", TABLE, ("KK-KOI-7",), number, changes=news)
        winner = yield from dealt(game, number)
        if winner:
            yield from after_round(game, winner)
        else:
            following = yield from turns(game, following, seat)
        number += 1
    raise finished(game, "rounds", "KK-END-5")


def turns(game: Game, number: int, seat: str) -> Procedure:
    """Turns to the end of the round; returns the number of the next turn (KK-TURN-1)."""
    for following in count(number):
        stops = yield from turn(game, following, seat)
        if stops:
            yield from stopped(game, seat)
        elif hands_are_empty(game):
            yield from ran_out(game)
        if stops or hands_are_empty(game):
            yield from after_round(game, winner=seat if stops else "")
            return following + 1
        seat = other(seat)
    raise AssertionError("turns do not run out")


def after_round(game: Game, winner: str = "") -> Procedure:
    """The next dealer, and the end of a match by an empty account (KK-END-4, KK-END-6)."""
    accounts = [game.table.track("account", seat) for seat in SEATS]
    if game.settings["bankruptcy"] and min(accounts) <= 0:
        raise finished(game, "bankruptcy", "KK-END-6")
    now = dealer(game)
    following = other(now) if game.settings["next_dealer"] == "alternate" else winner or now
    if following != now:
        yield Happened("dealer", following, ("KK-END-4",), changes=dealers(following))


def finished(game: Game, reason: str, clause: str) -> MatchOver:
    """More points win; equal accounts are a draw (KK-END-5)."""
    scores = {seat: game.table.track("account", seat) for seat in SEATS}
    best = [seat for seat in SEATS if scores[seat] == max(scores.values())]
    return MatchOver(best[0] if len(best) == 1 else "", reason, clause, scores=scores)


# --- the deal ------------------------------------------------------------------------------------------


def dealt(game: Game, number: int) -> Procedure:
    """Deal until a deal holds; returns the seat that has won the round by it, if one has (KK-DEAL-1 to
    KK-DEAL-6)."""
    for mark in AGAIN:
        yield from deal_once(game, f"{number}{mark}")
        void = void_by(game)
        if void:
            yield Happened("void deal", TABLE, (void,))
            continue
        return (yield from dealt_hands(game))
    yield from deal_once(game, "")
    return (yield from dealt_hands(game))


def deal_once(game: Game, tag: str) -> Procedure:
    """Gather the pack, have it shuffled, and deal."""
    table = game.table
    lying = [(card, place) for place, cards in table.zones.items() for card in cards]
    if lying:
        back = [Move(card, place, "stock") for card, place in lying if place != "stock"]
        yield Happened("gathered", TABLE, ("KK-DEAL-1",), changes=(*back, *_rest_of_the_pack(game)))
    order = yield from shuffle(game, pack(game, tag), "KK-DEAL-1")
    if lying:
        yield Happened(
            "shuffled", TABLE, ("KK-DEAL-1",), changes=reordered(game, "stock", table.at("stock"), order)
        )
    else:
        made = [Create(f"{TABLE}.{at}", face, "stock") for at, face in enumerate(order.order, start=1)]
        yield Happened("shuffled", TABLE, ("KK-DEAL-1",), changes=tuple(reversed(made)))
    yield Happened("dealt", TABLE, ("KK-DEAL-1",), HAND, changes=tuple(_dealing(game)))
    field = tuple(card for card in game.table.at("field") if not game.table.face[card])
    yield from ask_faces(game, dealer(game), field, "KK-SEE-2")  # a record that does not know the deal


def _rest_of_the_pack(game: Game) -> Iterator[AnyChange]:
    """The cards that are not on the table: only a table that was arranged lacks some."""
    faces = [*game.table.face.values()]
    numbers = (number for number in count(1) if f"{TABLE}.{number}" not in game.table.place)
    missing = (face for face in game.knowledge.copies if face not in faces)
    for number in islice(numbers, len(game.knowledge.copies) - len(faces)):
        yield Create(f"{TABLE}.{number}", next(missing, ""), "stock")


def _dealing(game: Game) -> Iterator[AnyChange]:
    stock = list(reversed(game.table.at("stock")))
    places = [f"hand.{SEATS[0]}"] * HAND + [f"hand.{SEATS[1]}"] * HAND + ["field"] * FIELD
    for card, place in zip(stock, places, strict=False):
        yield Move(card, "stock", place)


def _faces(game: Game, place: str) -> tuple[str, ...]:
    return tuple(game.table.face[card] for card in game.table.at(place))


def void_by(game: Game) -> str:
    """The clause by which the deal does not hold; ``""`` if it does. Three of a month are nothing special
    (KK-DEAL-7)."""
    field, hands = _faces(game, "field"), [_faces(game, f"hand.{seat}") for seat in SEATS]
    rule = game.settings["field_deal"]
    if rule in ("redeal", "redeal_four") and fours(game, field):
        return "KK-DEAL-3"
    if rule == "redeal" and pairs(game, field):
        return "KK-DEAL-3"
    if game.settings["dealt_four"] == "redeal" and any(fours(game, faces) for faces in hands):
        return "KK-DEAL-4"
    if game.settings["dealt_pairs"] == "redeal" and any(pairs(game, faces) for faces in hands):
        return "KK-DEAL-5"
    return ""


SIX = 6


def dealt_hands(game: Game) -> Procedure:
    """Returns the seat that wins the round by its dealt hand, or by the dealt field; ``""`` without
    (KK-DEAL-4 to KK-DEAL-6)."""
    field = _faces(game, "field")
    if game.settings["field_deal"] == "dealers_six" and (fours(game, field) or pairs(game, field)):
        step = Step("add", SIX, "dealt field", "KK-DEAL-3")
        yield from won(game, dealer(game), SIX, (step,), "dealt field", "KK-DEAL-3")
        return dealer(game)
    found = {seat: clause for seat in SEATS if (clause := _hand_clause(game, seat))}
    if len(found) != 1:
        return ""  # neither, or both (KK-DEAL-6)
    ((seat, clause),) = found.items()
    yield from won(game, seat, SIX, (Step("add", SIX, "dealt hand", clause),), "dealt hand", clause)
    return seat


def _hand_clause(game: Game, seat: str) -> str:
    faces = _faces(game, f"hand.{seat}")
    if game.settings["dealt_four"] == "six" and fours(game, faces):
        return "KK-DEAL-4"
    if game.settings["dealt_pairs"] == "six" and pairs(game, faces):
        return "KK-DEAL-5"
    return ""
