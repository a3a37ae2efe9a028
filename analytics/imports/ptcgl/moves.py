"""Cards that move: draws, discards, returns to the deck or the hand.

The log does not say where such a card was: it is searched in the zones that the sentence, or the effect above
it (``origins.toml``), suggests. Not here: cards that are played from the hand (``acts``).
"""

from collections.abc import Iterable

from analytics.imports.ptcgl.board import IN_PLAY
from analytics.imports.ptcgl.match_builder import ORIGINS, CardFaces, Handler, MatchBuilder, named_cards
from analytics.imports.ptcgl.statement import Statement
from events.model.changes import CardRef
from events.model.kinds import Declared, Paid, Shuffled

PAYING = frozenset({"play", "put", "retreat", "attack", "use"})
"""Acts whose player pays with the cards that they discard during the act."""


def _draw(match: MatchBuilder, line: Statement) -> None:
    """At the beginning of a turn, by an effect, or by a search of the deck."""
    seat = _drawer(match, line)
    searched = match.shuffles(line.who) and (line.card or line.cards)
    what = "turn draw" if line.top else "search" if searched else "draw"
    cards = match.take_cards(seat, named_cards(line), ["deck"])
    match.happened(what, seat, match.move_cards(cards, "hand"), amount=len(named_cards(line)))


def _drawer(match: MatchBuilder, line: Statement) -> str:
    """Who draws. When both hands returned, both draw, and some versions name one player for both."""
    seat, hands = line.who, match.hands
    waiting = [other for other in hands.emptied if other != seat and not match.draws_later(other)]
    if seat in hands.drawn and seat not in hands.emptied and waiting:
        seat = waiting[0]
        match.note("misnamed")
    if seat in hands.emptied:
        hands.emptied.remove(seat)
    hands.drawn.append(seat)
    return seat


def _bench(match: MatchBuilder, line: Statement) -> None:
    cards = match.take_cards(line.who, named_cards(line), ["deck"])
    match.happened("put in play", line.who, match.move_cards(cards, line.spot), amount=len(named_cards(line)))


# --- discards ------------------------------------------------------------------------------------------


def _discard(match: MatchBuilder, line: Statement) -> None:
    """From the hand or the deck; below a stadium that was played, the card that it replaces."""
    top = match.block.top
    replaced = top is not None and top.spot == "stadium"
    before = [(card, match.table.face[card]) for card in match.table.at("stadium")[:-1]] if replaced else []
    found = [(card, face) for card, face in before if face == line.card]
    found = found or match.take_cards(
        line.who, named_cards(line), ["bench", "hand"] if replaced else ["hand", "deck"]
    )
    _discard_cards(match, line.who, found, "cards", pays=not replaced and match.current.seat == line.who)


def _discarded_from(match: MatchBuilder, line: Statement) -> None:
    """Cards that were attached to a card: as a payment, by an effect, or because it was knocked out."""
    faces = list(named_cards(line))
    hosts = [card for card in match.current.left_play if match.table.face[card] == line.target]
    hosts += match.board.in_play(line.owner, line.target) or match.board.in_play(
        match.opponent(line.owner), line.target
    )
    found: CardFaces = max((_guests(match, host, faces) for host in hosts), key=len, default=[])
    if len(found) < len(faces):
        match.note("unplaced")
    fell = any(match.table.host[card][0] in match.current.left_play for card, _ in found)
    _discard_cards(match, line.owner, found, "energy", pays=not fell and match.current.seat == line.owner)


def _guests(match: MatchBuilder, host: CardRef, faces: Iterable[str]) -> CardFaces:
    """Cards with these faces that are attached to ``host``, as many as there are."""
    found: CardFaces = []
    for face in faces:
        taken = [card for card, _ in found]
        guests = (
            g for g in match.table.guests.get(host, ()) if match.table.face[g] == face and g not in taken
        )
        found += [(card, face) for card in guests][:1]
    return found


def _discard_cards(match: MatchBuilder, seat: str, found: CardFaces, resource: str, *, pays: bool) -> None:
    """Cards are discarded: as a payment of the acting player (``pays``), or as a consequence."""
    changes, cards = match.move_cards(found, "discard"), tuple(card for card, _ in found)
    act = match.derived[match.current.seq][0] if match.current.seq is not None else None
    if pays and isinstance(act, Declared) and act.verb in PAYING:
        for_ = match.current.card
        match.follow(Paid(seat, resource, (), amount=len(cards), for_=for_, cards=cards, changes=changes))
    else:
        match.happened("discarded", seat, changes, amount=len(cards))


# --- into the deck --------------------------------------------------------------------------------------


def _shuffle_hand(match: MatchBuilder, line: Statement) -> None:
    """The hand returns to the deck in the next sentence (in some versions with the wrong name)."""
    match.hands.returning = line.who
    match.happened("hand shuffled", line.who)


def _to_deck(match: MatchBuilder, line: Statement) -> None:
    """Cards go to the bottom of the deck, to its top, or are shuffled into it."""
    seat, faces = match.hands.returning or line.owner or line.who, named_cards(line)
    hand = match.board.at("hand", seat)
    if match.hands.returning:
        found = _rest_of_hand(match, line, seat)
        if seat not in (line.owner, line.who):
            match.note("misnamed")
    elif (
        match.board.zone(match.current.card) in IN_PLAY and match.table.face[match.current.card] == line.card
    ):
        found = [(match.current.card, "")]
    else:
        found = match.take_cards(seat, faces, _returned_from(match, line, seat), detached=True)
    match.happened(
        "returned", seat, match.move_cards(found, "deck", under=line.kind == "under deck"), amount=line.number
    )
    if hand and not match.board.at("hand", seat):
        match.hands.emptied.append(seat)


def _rest_of_hand(match: MatchBuilder, line: Statement, seat: str) -> CardFaces:
    """The whole hand returns, sometimes in several sentences: the last one means the remaining cards."""
    if (
        match.next_statements
        and match.next_statements[0].kind == line.kind
        and match.next_statements[0].who == line.who
    ):
        return match.take_cards(seat, named_cards(line), ["hand"])
    match.hands.returning = ""
    hand = match.board.at("hand", seat)
    if len(hand) != line.number:
        match.note("miscounted")
    return [(card, "") for card in hand]


def _returned_from(match: MatchBuilder, line: Statement, seat: str) -> list[str]:
    """A whole hand, or cards of the discard pile; else any card with the name."""
    faces, hand = named_cards(line), match.board.at("hand", seat)
    if not any(faces):
        return ["hand"]
    if match.board.all_known(seat, faces, "discard"):
        whole = len(faces) == len(hand) and match.board.all_known(seat, faces, "hand")
        return ["hand"] if whole else ["discard"]
    return ["hand", "active", "bench", "deck"]


def _shuffle_deck(match: MatchBuilder, line: Statement) -> None:
    match.follow(Shuffled(f"deck.{line.who}", ("",) * len(match.board.at("deck", line.who))))


def _shuffle_prizes(match: MatchBuilder, line: Statement) -> None:
    match.follow(Shuffled(f"prizes.{line.who}", ("",) * len(match.board.at("prizes", line.who))))


def _shuffle(match: MatchBuilder, line: Statement) -> None:
    match.happened("shuffled", line.who)


# --- elsewhere -----------------------------------------------------------------------------------------


def _to_hand(match: MatchBuilder, line: Statement) -> None:
    zones = ORIGINS["hand"].get(match.current.source) or ["discard", "active", "bench", "play", "deck"]
    if any(other.kind == "to prizes" for other in match.block.below):
        zones = ["prizes"]
    _moved(match, line, zones, "hand")


def _to_discard(match: MatchBuilder, line: Statement) -> None:
    _moved(match, line, ["deck", "hand"], "discard")


def _to_lost(match: MatchBuilder, line: Statement) -> None:
    """From the table; but from the hand of the player whose played card moves it."""
    zones = ["own", "play", "stadium", "active", "bench", "hand", "deck"]
    if match.block.top is not None and match.block.top.kind == "play" and match.current.seat == line.owner:
        zones = ["hand", "deck"]
    _moved(match, line, ORIGINS["lost"].get(match.current.source, zones), "lost")


def _to_prizes(match: MatchBuilder, line: Statement) -> None:
    _moved(match, line, ["discard", "hand"], "prizes")


def _moved(match: MatchBuilder, line: Statement, zones: list[str], goal: str) -> None:
    faces = named_cards(line)
    cards = match.take_cards(line.owner, faces, zones, detached=True)
    match.happened("moved", line.owner, match.move_cards(cards, goal), amount=len(faces))


# --- prizes --------------------------------------------------------------------------------------------


def _take_prizes(match: MatchBuilder, line: Statement) -> None:
    """The next sentences name them."""
    match.happened("prizes taken", line.who, amount=line.number)


def _prize(match: MatchBuilder, line: Statement) -> None:
    cards = match.take_cards(line.owner, named_cards(line), ["prizes"])
    match.happened("prize", line.owner, match.move_cards(cards, "hand"), amount=1)


HANDLERS: dict[str, Handler] = {
    "draw": _draw,
    "bench": _bench,
    "discard": _discard,
    "discarded from": _discarded_from,
    "shuffle hand": _shuffle_hand,
    "shuffle deck": _shuffle_deck,
    "shuffle prizes": _shuffle_prizes,
    "shuffle": _shuffle,
    "into deck": _to_deck,
    "under deck": _to_deck,
    "on deck": _to_deck,
    "to deck": _to_deck,
    "to hand": _to_hand,
    "to discard": _to_discard,
    "to lost": _to_lost,
    "to prizes": _to_prizes,
    "take prizes": _take_prizes,
    "prize": _prize,
}
