"""Cards that go from one place to another: draws, discards, returns to the deck or the hand.

What the log does not say is where such a card lay: it is looked for where the sentence, or the effect that it
stands under (``origins.toml``), lets expect it. Not here: cards that are played from the hand (``acts``).
"""

from collections.abc import Sequence

from analytics.imports.ptcgl.statement import Statement
from analytics.imports.ptcgl.telling import ORIGINS, Handler, Telling, named
from events.changes import CardRef, FaceId
from events.kinds import Paid

Found = list[tuple[CardRef, FaceId]]

ANYWHERE = ("hand", "discard", "active", "bench", "play", "stadium", "deck", "prizes", "lost")


def _draw(t: Telling, said: Statement) -> None:
    """At the beginning of a turn; by an effect; or of a card that the effect has looked for in the deck."""
    seat = _drawer(t, said)
    cards = t.taken(seat, named(said), ["deck"])
    what = "turn draw" if said.top else "search" if said.cards or said.card else "draw"
    if what == "search" and not t.shuffles(said.who):
        what = "draw"
    t.happened(what, seat, t.gone(cards, "hand"), amount=len(named(said)))


def _drawer(t: Telling, said: Statement) -> str:
    """Who draws. When both hands went back, both draw anew, and some versions call both by one name."""
    seat = said.who
    if seat in t.drawn and seat not in t.emptied and t.emptied:
        seat = t.emptied[0]
        t.note("misnamed")
    if seat in t.emptied:
        t.emptied.remove(seat)
    t.drawn.append(seat)
    return seat


def _bench(t: Telling, said: Statement) -> None:
    cards = t.taken(said.who, named(said), ["deck"])
    t.happened("put in play", said.who, t.gone(cards, said.spot), amount=len(named(said)))


# --- discards ------------------------------------------------------------------------------------------


def _discard(t: Telling, said: Statement) -> None:
    """From the hand; or what has to make room for a card that was played."""
    seat, faces = said.who, named(said)
    top = t.block.top
    zones = ["hand", "deck"]
    if top is not None and top.kind == "put" and top.spot == "stadium":
        zones = ["stadium", "bench", "hand"]
        if not any(t.board.all_known(seat, faces, zone) for zone in zones):
            zones = ["stadium", "bench"] if seat != top.who else zones
    cards = _stadium(t, faces) if zones[0] == "stadium" else []
    cards = cards or t.taken(seat, faces, zones[-2:] if zones[0] == "stadium" else zones)
    _given_up(t, seat, cards, len(faces), "cards")


def _stadium(t: Telling, faces: Sequence[FaceId]) -> Found:
    """The stadium before the one that was just played, whosever it is."""
    before = t.table.at("stadium")[:-1]
    return [(card, face) for face in faces for card in before if t.table.face[card] == face][:1]


def _discarded_from(t: Telling, said: Statement) -> None:
    """What was attached to a card: as a payment, by an effect, or because the card was knocked out."""
    faces = named(said)
    hosts = t.there(said.owner, said.target) or [
        card for card in t.table.host.values() if False
    ]
    cards = _attached_to(t, said, faces)
    if len(cards) < len(faces):
        t.note("unplaced")
    own = t.block.top is not None and t.block.top.kind in ("retreat", "attack", "use")
    pays = own and said.owner in (t.block.top.who, t.block.top.owner) if t.block.top else False
    if pays:
        _given_up(t, said.owner, cards, len(faces), "energy")
    else:
        t.happened("discarded", said.owner, t.gone(cards, "discard"), amount=len(faces))
