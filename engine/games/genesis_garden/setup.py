"""Setting up the match: decks, opening hands, one mulligan each, and who goes first.

Not here: turns.
"""

from collections.abc import Mapping
from functools import partial

from engine.common.deck import brought, deck_flaw, faces_of, open_deal, order_of
from engine.common.mulligan import takes_mulligan
from engine.common.reveal import ask_faces
from engine.effect.context import opponent
from engine.games.genesis_garden.board import SEATS, TRACKS
from engine.games.genesis_garden.headquarters import draw, shuffled_faces
from engine.kernel.amount import Amount
from engine.kernel.ask import TABLE
from engine.kernel.card import CardSet
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Flaw
from events.model.changes import CardRef, Create, FaceId, Move, Set
from events.model.kinds import Happened, Revealed, Shuffled

DECK = 40
OPENING = 5
DEALS = tuple(f"{part}.{seat}" for seat in SEATS for part in ("hq", "mulligan", "cycle1", "cycle2"))
"""The shuffles of a match, as a record may know them."""


def set_up(game: Game) -> Procedure:
    """From two decks to the call that opens the match (GG-SETUP-17)."""
    start = tuple(Set(track.id, seat, track.start) for seat in SEATS for track in TRACKS)
    yield Happened("set up", TABLE, ("GG-SETUP-1",), changes=start)
    for seat in SEATS:
        yield from _headquarters(game, seat)
    for seat in SEATS:
        yield Happened("greeting", seat, ("GG-SETUP-4",))
    for seat in SEATS:
        yield from draw(game, seat, OPENING, ("GG-SETUP-5",))
    yield from _mulligans(game)
    yield from _who_is_first(game)
    yield Happened("breakout", TABLE, ("GG-SETUP-17",))


def _headquarters(game: Game, seat: str) -> Procedure:
    """The opponent shuffles, the owner cuts (GG-SETUP-2, GG-SETUP-3)."""
    deck, place = brought(game, seat), f"hq.{seat}"
    size = sum(deck.values()) or DECK
    order = yield from order_of(place, size, deck, part=place, clause="GG-SETUP-2")
    cards = tuple(Create(f"{seat}.{number}", face, place) for number, face in enumerate(order.order, start=1))
    yield Happened("shuffled", opponent(game, seat), ("GG-SETUP-2",), changes=cards)
    yield Happened("cut", seat, ("GG-SETUP-3",))


# --- mulligan ----------------------------------------------------------------------------------------


def _mulligans(game: Game) -> Procedure:
    """Each may have a new hand once (GG-SETUP-7, GG-SETUP-9); both decide before either draws (GG-OP-5)."""
    waiting = []
    one_by_one = game.settings["mulligans"] == "one_by_one"
    for number, seat in enumerate(SEATS, start=1):
        then = () if one_by_one else SEATS[number:]
        if (yield from takes_mulligan(seat, "GG-SETUP-7", then=then)):
            waiting.append(seat)
        if one_by_one and waiting:
            yield from _mulligan(game, waiting.pop())
    for seat in waiting:
        yield from _mulligan(game, seat)


def _mulligan(game: Game, seat: str) -> Procedure:
    """Hand back, opponent shuffles, owner cuts, five new cards (GG-SETUP-8)."""
    hand = tuple(game.table.at(f"hand.{seat}"))
    back = tuple(Move(card, f"hand.{seat}", f"hq.{seat}") for card in hand)
    yield Happened("hand returned", seat, ("GG-SETUP-8",), len(hand), changes=back)
    cards = tuple(game.table.at(f"hq.{seat}"))
    part, faces = f"mulligan.{seat}", faces_of(game, cards)
    order = yield from order_of(
        f"hq.{seat}", len(cards), faces, part=part, clause="GG-SETUP-8", about="mulligan"
    )
    mixed = tuple(shuffled_faces(game, cards, order))
    yield Happened("shuffled", opponent(game, seat), ("GG-SETUP-8",), changes=mixed)
    yield Happened("cut", seat, ("GG-SETUP-8",))
    yield from draw(game, seat, OPENING, ("GG-SETUP-8", "GG-SETUP-5"))


# --- who goes first --------------------------------------------------------------------------------------


def _who_is_first(game: Game) -> Procedure:
    """Both show the top card simultaneously, until one is higher (GG-SETUP-10 to GG-SETUP-16)."""
    aside: list[CardRef] = []
    bottom = partial(_to_bottom, aside=aside)
    for _ in range(min(len(game.table.at(f"hq.{seat}")) for seat in SEATS)):
        shown = tuple(_next_card(game, seat, aside) for seat in SEATS)
        for number, (seat, card) in enumerate(zip(SEATS, shown, strict=True), start=1):
            yield from ask_faces(game, seat, (card,), "GG-SETUP-10", then=SEATS[number:])
        faces = tuple(game.table.face[card] for card in shown)
        yield Revealed(TABLE, shown, faces, ("GG-SETUP-10", "GG-SETUP-12"))
        values = []
        for card in shown:
            amount = _order_value(game, card)
            values.append((amount.value, _speed(game, card)))
            yield amount.determined("order value", card, "GG-SETUP-11")
        if values[0] == values[1]:
            yield Happened("tie", TABLE, ("GG-SETUP-15", "GG-OP-5"), changes=bottom(game, shown))
            continue
        clause = "GG-SETUP-13" if values[0][0] != values[1][0] else "GG-SETUP-14"
        first = SEATS[values.index(max(values))]
        yield _first(first, (clause, "GG-SETUP-16"), bottom(game, shown, last=True))
        return
    # Every card was shown and none was higher: nothing is left to compare (GG-OP-5).
    yield _first(SEATS[0], ("GG-OP-5",), bottom(game, (), last=True))


def _first(seat: str, clauses: tuple[str, ...], moves: tuple[Move, ...]) -> Happened:
    return Happened("first player", seat, clauses, changes=(Set("first", seat, 1), *moves))


def _next_card(game: Game, seat: str, aside: list[CardRef]) -> CardRef:
    """The top card that is not set aside beside the headquarters until the end of the comparison."""
    return next(card for card in game.table.at(f"hq.{seat}") if card not in aside)


def _to_bottom(
    game: Game, shown: tuple[CardRef, ...], *, aside: list[CardRef], last: bool = False
) -> tuple[Move, ...]:
    """Shown cards go to the bottom, tied ones at once or, by setting, after the decision (GG-OP-5)."""
    if game.settings["tied_cards"] == "bottom_at_the_end":
        aside += shown
        if not last:
            return ()
        shown = tuple(aside)
    places = game.table.place
    return tuple(Move(card, places[card], places[card]) for card in shown)


def _order_value(game: Game, card: CardRef) -> Amount:
    """Summon number plus rank icons (GG-SETUP-11); an unknown card counts 0."""
    printed = game.card(card)
    amount = Amount((printed.cost or 0) if printed else 0, card, "GG-SETUP-11")
    if printed and printed.stats.get("rank", 0):
        amount.step("add", printed.stats["rank"], card, "GG-SETUP-11")
    return amount


def _speed(game: Game, card: CardRef) -> int:
    printed = game.card(card)
    return printed.stats["speed"] if printed else 0


# --- what is wrong with decks and orders -------------------------------------------------------------------


def check_deck(
    cards: CardSet, settings: Mapping[str, bool | int | str], deck: Mapping[FaceId, int]
) -> Flaw | None:
    """Exactly forty cards (GG-SETUP-1); as many copies as a setting allows (GG-OP-4)."""
    size, most = sum(deck.values()), int(settings["max_copies"])
    for face, copies in deck.items():
        if face not in cards.cards:
            return "GG-SETUP-1", "no-such-face", {"face": face}
        if most and copies > most:
            return "GG-OP-4", "too-many-copies", {"face": cards.cards[face].name.ja, "copies": most}
    if size != DECK:
        return "GG-SETUP-1", "wrong-deck", {"given": size, "cards": DECK}
    return None


def check_shuffle(game: Game, shuffled: Shuffled) -> Flaw | None:
    """What is wrong with a declared order, or before the match with the deck."""
    ask, deal = game.ask, open_deal(game)
    assert ask is not None  # there is an open ask
    if deal.faces and (flaw := deck_flaw(game, check_deck)):
        return flaw
    return deal.flaw(shuffled, size=ask.clause, copies=ask.clause)
