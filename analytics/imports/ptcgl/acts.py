"""What players do: play cards, attach, evolve, retreat, use attacks and abilities, end turns; and how it ends.

Each act is a ``Declared``; what it does to its own card is the ``Resolved`` after it. Not here: what follows
from it (``moves``, ``combat``).
"""

from analytics.imports.ptcgl.statement import Statement, reason_of
from analytics.imports.ptcgl.telling import ORIGINS, Handler, Telling
from events.changes import CardRef, Changes, FaceId
from events.kinds import Chose, Declared, Ended, Passed, Resolved


def _act(
    t: Telling, seat: str, verb: str, card: CardRef | None, face: FaceId, targets: tuple[CardRef, ...] = ()
) -> None:
    """Declare an act with a card from the hand: it is known from now on. Without one, its name is kept."""
    cards, words = ((card,), ()) if card else ((), (face,))
    known = t.board.known(card, face) if card else ()
    t.begin(Declared(seat, verb, cards=cards, targets=targets, words=words, changes=known), face)


def _resolved(t: Telling, seat: str, verb: str, card: CardRef | None, changes: Changes) -> None:
    t.add(Resolved(verb, seat, (), card or "", changes), t.act)


def _put(t: Telling, said: Statement) -> None:
    """A card is laid on the table."""
    found = t.taken(said.who, (said.card,), ["hand"])
    card = found[0][0] if found else None
    _act(t, said.who, "play", card, said.card)
    _resolved(t, said.who, "play", card, t.gone(found, said.spot))


def _play(t: Telling, said: Statement) -> None:
    """A card is played and discarded; or one that lies on the table is used, for which the log has the same
    words."""
    in_use = [card for card in t.table.at("stadium") if t.table.face[card] == said.card]
    in_use = in_use or t.board.in_play(said.who, said.card)
    if in_use:
        _act(t, said.who, "use", in_use[0], said.card)
        return
    found = t.taken(said.who, (said.card,), ["hand"])
    card = found[0][0] if found else None
    _act(t, said.who, "play", card, said.card)
    _resolved(t, said.who, "play", card, t.gone(found, "discard"))


def _attach(t: Telling, said: Statement) -> None:
    """By hand, or by the effect that the sentence stands under."""
    targets = t.there(said.who, said.target, said.spot)
    zones = ["hand"] if said.top else _origins(t, said, ["discard", "hand", "deck"])
    role = "energy" if said.card.endswith("Energy") else "tool"
    found = t.taken(said.who, (said.card,), zones) if targets else []
    if not targets:
        t.note("unplaced")
    card = found[0][0] if found else None
    if said.top:
        _act(t, said.who, "attach", card, said.card, tuple(targets[:1]))
    changes = tuple(t.board.attaches(card, targets[0], said.card, role)) if card else ()
    if said.top:
        _resolved(t, said.who, "attach", card, changes)
    else:
        t.happened("attached", targets[0] if targets else said.who, changes, card=card or "")


def _evolve(t: Telling, said: Statement) -> None:
    """By hand, or by the effect that the sentence stands under."""
    old = t.there(said.who, said.target, said.spot)
    found = t.taken(said.who, (said.card,), ["hand"] if said.top else _origins(t, said, ["hand", "deck"]))
    new = found[0][0] if found else None
    if not old:
        t.note("unplaced")
    if said.top:
        _act(t, said.who, "evolve", new, said.card, tuple(old[:1]))
    changes = tuple(t.board.becomes(old[0], new, said.card)) if old and new else ()
    if said.top:
        _resolved(t, said.who, "evolve", new, changes)
    else:
        t.happened("evolved", old[0] if old else said.who, changes, card=new or "")


def _origins(t: Telling, said: Statement, general: list[str]) -> list[str]:
    """Where the card of an effect comes from: from the deck, if that is shuffled afterwards."""
    if t.shuffles(said.who):
        return ["deck", *general]
    return ORIGINS["attach"].get(t.source, general)


def _retreat(t: Telling, said: Statement) -> None:
    found = t.there(said.who, said.card, "active")
    _act(t, said.who, "retreat", found[0] if found else None, said.card)
    if not found:
        t.note("unplaced")
    changes = t.gone([(found[0], "")], said.spot) if found else ()
    _resolved(t, said.who, "retreat", found[0] if found else None, changes)


def _use(t: Telling, said: Statement) -> None:
    """An ability, or an attack that aims at nothing. Below another sentence it belongs to that one."""
    found = t.there(said.owner, said.card)
    card, targets = (found[0] if found else None), tuple(t.there(said.other, said.target, "active")[:1])
    verb = "attack" if said.target else "use"
    act = Declared(
        said.owner,
        verb,
        cards=(card,) if card else (),
        targets=targets,
        words=(said.word,) if card else (said.card, said.word),
    )
    if said.top:
        t.begin(act, said.word)
    else:
        t.add(act, t.act)
        t.source = said.word
    if said.target:
        aim = targets[0] if targets else said.other
        changes = tuple(t.board.damaged(targets[0], said.number)) if targets else ()
        t.happened("damage", aim, changes, amount=said.number, card=card or "")


def _choose(t: Telling, said: Statement) -> None:
    t.add(Chose(said.who, "option", words=(said.word,)), t.act)


def _end_turn(t: Telling, said: Statement) -> None:
    t.begin(Declared(said.who, "end turn"))


def _timeout(t: Telling, said: Statement) -> None:
    t.begin(Passed(said.who, "time"))


def _result(t: Telling, said: Statement) -> None:
    """The end. The program tells it as whoever saved the log saw it: that is the seat A."""
    reason, by = reason_of(said.word)
    loser = t.other(said.who)
    if by and loser != (t.seats[0] if by == "viewpoint" else t.seats[1]):
        t.note("misnamed")
    if reason == "concession":
        t.begin(Declared(loser, "concede"))
    if reason.startswith("prizes") and t.board.at("prizes", said.who):
        t.note("miscounted")
    t.add(Ended("match", winner=said.who, reason=reason), t.act)


HANDLERS: dict[str, Handler] = {
    "put": _put,
    "play": _play,
    "attach": _attach,
    "evolve": _evolve,
    "retreat": _retreat,
    "use": _use,
    "attack": _use,
    "choose": _choose,
    "end turn": _end_turn,
    "timeout": _timeout,
    "result": _result,
}
