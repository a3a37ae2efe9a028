"""Cards that go from one place to another: draws, discards, returns to the deck or the hand.

What the log does not say is where such a card lay: it is looked for where the sentence, or the effect that it
stands under (``origins.toml``), lets expect it. Not here: cards that are played from the hand (``acts``).
"""

from collections.abc import Iterable

from analytics.imports.ptcgl.board import IN_PLAY
from analytics.imports.ptcgl.narration import ORIGINS, Found, Handler, Telling, named
from analytics.imports.ptcgl.statement import Statement
from events.model.changes import CardRef
from events.model.kinds import Declared, Paid, Shuffled

PAYING = frozenset({"play", "put", "retreat", "attack", "use"})
"""Acts whose own player pays with what he discards while they are carried out."""


def _draw(t: Telling, said: Statement) -> None:
    """At the beginning of a turn; by an effect; or of a card that the effect looked for in the deck."""
    seat = _drawer(t, said)
    looked_for = t.shuffles(said.who) and (said.card or said.cards)
    what = "turn draw" if said.top else "search" if looked_for else "draw"
    cards = t.taken(seat, named(said), ["deck"])
    t.happened(what, seat, t.gone(cards, "hand"), amount=len(named(said)))


def _drawer(t: Telling, said: Statement) -> str:
    """Who draws. When both hands went back both draw anew, and some versions call both by one name."""
    seat, hands = said.who, t.hands
    waiting = [other for other in hands.emptied if other != seat and not t.draws_later(other)]
    if seat in hands.drawn and seat not in hands.emptied and waiting:
        seat = waiting[0]
        t.note("misnamed")
    if seat in hands.emptied:
        hands.emptied.remove(seat)
    hands.drawn.append(seat)
    return seat


def _bench(t: Telling, said: Statement) -> None:
    cards = t.taken(said.who, named(said), ["deck"])
    t.happened("put in play", said.who, t.gone(cards, said.spot), amount=len(named(said)))


# --- discards ------------------------------------------------------------------------------------------


def _discard(t: Telling, said: Statement) -> None:
    """From the hand or the deck; below a stadium that was played, whatever has to make room for it."""
    top = t.block.top
    makes_room = top is not None and top.spot == "stadium"
    before = [(card, t.table.face[card]) for card in t.table.at("stadium")[:-1]] if makes_room else []
    found = [(card, face) for card, face in before if face == said.card]
    found = found or t.taken(said.who, named(said), ["bench", "hand"] if makes_room else ["hand", "deck"])
    _given_up(t, said.who, found, "cards", pays=not makes_room and t.course.seat == said.who)


def _discarded_from(t: Telling, said: Statement) -> None:
    """What was attached to a card: as a payment, by an effect, or because the card was knocked out."""
    faces = list(named(said))
    hosts = [card for card in t.course.fallen if t.table.face[card] == said.target]
    hosts += t.board.in_play(said.owner, said.target) or t.board.in_play(t.other(said.owner), said.target)
    found: Found = max((_guests(t, host, faces) for host in hosts), key=len, default=[])
    if len(found) < len(faces):
        t.note("unplaced")
    fell = any(t.table.host[card][0] in t.course.fallen for card, _ in found)
    _given_up(t, said.owner, found, "energy", pays=not fell and t.course.seat == said.owner)


def _guests(t: Telling, host: CardRef, faces: Iterable[str]) -> Found:
    """Cards of these faces that are attached to ``host``, as far as there are any."""
    found: Found = []
    for face in faces:
        taken = [card for card, _ in found]
        guests = (g for g in t.table.guests.get(host, ()) if t.table.face[g] == face and g not in taken)
        found += [(card, face) for card in guests][:1]
    return found


def _given_up(t: Telling, seat: str, found: Found, resource: str, *, pays: bool) -> None:
    """Cards are discarded: ``pays`` by whoever acts, or as a consequence."""
    changes, cards = t.gone(found, "discard"), tuple(card for card, _ in found)
    act = t.derived[t.course.seq][0] if t.course.seq is not None else None
    if pays and isinstance(act, Declared) and act.verb in PAYING:
        for_ = t.course.card
        t.follow(Paid(seat, resource, (), amount=len(cards), for_=for_, cards=cards, changes=changes))
    else:
        t.happened("discarded", seat, changes, amount=len(cards))


# --- into the deck --------------------------------------------------------------------------------------


def _shuffle_hand(t: Telling, said: Statement) -> None:
    """The hand goes back to the deck, as the next sentence says (in some versions by the wrong name)."""
    t.hands.returning = said.who
    t.happened("hand shuffled", said.who)


def _to_deck(t: Telling, said: Statement) -> None:
    """Cards go to the bottom of the deck, to its top, or are shuffled into it."""
    seat, faces = t.hands.returning or said.owner or said.who, named(said)
    hand = t.board.at("hand", seat)
    if t.hands.returning:
        found = _rest_of_hand(t, said, seat)
        if seat not in (said.owner, said.who):
            t.note("misnamed")
    elif t.board.zone(t.course.card) in IN_PLAY and t.table.face[t.course.card] == said.card:
        found = [(t.course.card, "")]
    else:
        found = t.taken(seat, faces, _returned_from(t, said, seat), loose=True)
    t.happened("returned", seat, t.gone(found, "deck", under=said.kind == "under deck"), amount=said.number)
    if hand and not t.board.at("hand", seat):
        t.hands.emptied.append(seat)


def _rest_of_hand(t: Telling, said: Statement, seat: str) -> Found:
    """The hand goes back as a whole, at times in several sentences: the last one means all that is left."""
    if t.ahead and t.ahead[0].kind == said.kind and t.ahead[0].who == said.who:
        return t.taken(seat, named(said), ["hand"])
    t.hands.returning = ""
    hand = t.board.at("hand", seat)
    if len(hand) != said.number:
        t.note("miscounted")
    return [(card, "") for card in hand]


def _returned_from(t: Telling, said: Statement, seat: str) -> list[str]:
    """A whole hand, or cards of the discard pile; else whatever is called so."""
    faces, hand = named(said), t.board.at("hand", seat)
    if not any(faces):
        return ["hand"]
    if t.board.all_known(seat, faces, "discard"):
        whole = len(faces) == len(hand) and t.board.all_known(seat, faces, "hand")
        return ["hand"] if whole else ["discard"]
    return ["hand", "active", "bench", "deck"]


def _shuffle_deck(t: Telling, said: Statement) -> None:
    t.follow(Shuffled(f"deck.{said.who}", ("",) * len(t.board.at("deck", said.who))))


def _shuffle_prizes(t: Telling, said: Statement) -> None:
    t.follow(Shuffled(f"prizes.{said.who}", ("",) * len(t.board.at("prizes", said.who))))


def _shuffle(t: Telling, said: Statement) -> None:
    t.happened("shuffled", said.who)


# --- elsewhere -----------------------------------------------------------------------------------------


def _to_hand(t: Telling, said: Statement) -> None:
    zones = ORIGINS["hand"].get(t.course.source) or ["discard", "active", "bench", "play", "deck"]
    if any(line.kind == "to prizes" for line in t.block.below):
        zones = ["prizes"]
    _moved(t, said, zones, "hand")


def _to_discard(t: Telling, said: Statement) -> None:
    _moved(t, said, ["deck", "hand"], "discard")


def _to_lost(t: Telling, said: Statement) -> None:
    """What lies on the table; but from the hand of whoever plays a card that moves it."""
    zones = ["own", "play", "stadium", "active", "bench", "hand", "deck"]
    if t.block.top is not None and t.block.top.kind == "play" and t.course.seat == said.owner:
        zones = ["hand", "deck"]
    _moved(t, said, ORIGINS["lost"].get(t.course.source, zones), "lost")


def _to_prizes(t: Telling, said: Statement) -> None:
    _moved(t, said, ["discard", "hand"], "prizes")


def _moved(t: Telling, said: Statement, zones: list[str], goal: str) -> None:
    faces = named(said)
    cards = t.taken(said.owner, faces, zones, loose=True)
    t.happened("moved", said.owner, t.gone(cards, goal), amount=len(faces))


# --- prizes --------------------------------------------------------------------------------------------


def _take_prizes(t: Telling, said: Statement) -> None:
    """Which ones stands in the next sentences."""
    t.happened("prizes taken", said.who, amount=said.number)


def _prize(t: Telling, said: Statement) -> None:
    cards = t.taken(said.owner, named(said), ["prizes"])
    t.happened("prize", said.owner, t.gone(cards, "hand"), amount=1)


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
