"""What players do: play cards, attach, evolve, retreat, attack, use abilities, end turns; and how it ends.

Each act is a ``Declared``; what it does to its own card is the ``Resolved`` after it. Not here: what follows
from it (``moves``, ``combat``).
"""

from collections.abc import Iterable

from analytics.imports.ptcgl.narration import ORIGINS, Found, Handler, Telling
from analytics.imports.ptcgl.setup import settle_hands
from analytics.imports.ptcgl.statement import Statement, reason_of
from events.model.changes import AnyChange, CardRef, FaceId
from events.model.kinds import Chose, Declared, Ended, Passed, Resolved


def _declare(
    t: Telling, seat: str, verb: str, found: Found, name: FaceId, targets: Iterable[CardRef] = ()
) -> None:
    """An act with a card, whose face is known from now on. Where no card can be found, its name is kept."""
    cards = tuple(card for card, _ in found[:1])
    known = tuple(change for card in cards for change in t.board.known(card, name))
    words = () if cards else (name,)
    t.begin(Declared(seat, verb, cards=cards, targets=tuple(targets), words=words, changes=known), name)


def _resolve(t: Telling, verb: str, changes: Iterable[AnyChange]) -> None:
    t.follow(Resolved(verb, t.course.seat, (), t.course.card, tuple(changes)))


def _put(t: Telling, said: Statement) -> None:
    """A card is laid on the table."""
    settle_hands(t)
    _lay(t, said, said.spot)


def _play(t: Telling, said: Statement) -> None:
    """A card is played and discarded; or one that lies on the table is used, which has the same words."""
    there = t.board.at("stadium", "") + t.board.in_play(said.who, said.card)
    in_use: Found = [(card, "") for card in there if t.table.face[card] == said.card]
    if in_use:
        _declare(t, said.who, "use", in_use, said.card)
    else:
        _lay(t, said, "discard")


def _lay(t: Telling, said: Statement, zone: str) -> None:
    found = t.taken(said.who, (said.card,), ["hand"])
    _declare(t, said.who, "play", found, said.card)
    _resolve(t, "play", t.gone(found, zone))


def _attach(t: Telling, said: Statement) -> None:
    """By hand, or by the effect that the sentence stands under."""
    targets = t.there(said.who, said.target, said.spot)[:1]
    zones = ["hand"] if said.top else _origins(t, said, ["discard", "hand", "deck"])
    role = "energy" if said.card.endswith("Energy") else "tool"
    found = t.taken(said.who, (said.card,), zones) if targets else []
    if said.top:
        _declare(t, said.who, "attach", found, said.card, targets)
    pairs = [(card, target) for card, _ in found for target in targets]
    changes = [change for card, to in pairs for change in t.board.attaches(card, to, said.card, role)]
    if said.top:
        _resolve(t, "attach", changes)
    else:
        of = targets[0] if targets else said.who
        t.happened("attached", of, changes, card=found[0][0] if found else "")


def _evolve(t: Telling, said: Statement) -> None:
    """By hand, or by the effect that the sentence stands under."""
    olds = t.there(said.who, said.target, said.spot)[:1]
    zones = ["hand"] if said.top else _origins(t, said, ["hand", "deck"])
    found = t.taken(said.who, (said.card,), zones) if olds else []
    if said.top:
        _declare(t, said.who, "evolve", found, said.card, olds)
    pairs = [(old, new) for old in olds for new, _ in found]
    changes = [change for old, new in pairs for change in t.board.becomes(old, new, said.card)]
    if said.top:
        _resolve(t, "evolve", changes)
    else:
        of = olds[0] if olds else said.who
        t.happened("evolved", of, changes, card=found[0][0] if found else "")


def _origins(t: Telling, said: Statement, general: list[str]) -> list[str]:
    """Where the card of an effect comes from: from the deck, if that is shuffled afterwards."""
    if t.shuffles(said.who):
        return ["deck", *general]
    return ORIGINS["attach"].get(t.course.source, general)


def _retreat(t: Telling, said: Statement) -> None:
    found: Found = [(card, "") for card in t.there(said.who, said.card, "active")[:1]]
    _declare(t, said.who, "retreat", found, said.card)
    _resolve(t, "retreat", t.gone(found, said.spot))


def _use(t: Telling, said: Statement) -> None:
    """An ability, or an attack that aims at nothing."""
    _act(t, said, "use", [])


def _attack(t: Telling, said: Statement) -> None:
    """On the active card; on another one only if no other can be meant."""
    found = t.there(said.other, said.target, "active")
    targets = found if len(found) == 1 else []
    _act(t, said, "attack", targets)
    changes = [change for card in targets for change in t.board.damaged(card, said.number)]
    of = targets[0] if targets else said.other
    t.happened("damage", of, changes, amount=said.number, card=t.course.card)


def _act(t: Telling, said: Statement, verb: str, targets: list[CardRef]) -> None:
    """What a card in play does. Below another sentence it belongs to that one."""
    cards = tuple(t.there(said.owner, said.card)[:1])
    words = (said.word,) if cards else (said.card, said.word)
    act = Declared(said.owner, verb, cards=cards, targets=tuple(targets), words=words)
    if said.top:
        t.begin(act, said.word)
    else:
        t.follow(act)
        t.course.source = said.word


def _choose(t: Telling, said: Statement) -> None:
    t.follow(Chose(said.who, "option", words=(said.word,)))


def _end_turn(t: Telling, said: Statement) -> None:
    t.begin(Declared(said.who, "end turn"))


def _timeout(t: Telling, said: Statement) -> None:
    t.begin(Passed(said.who, "time"))


def _result(t: Telling, said: Statement) -> None:
    """The end. The program tells it as whoever saved the log saw it: that is the first seat."""
    reason, by = reason_of(said.word)
    loser = t.other(said.who)
    if by and loser != t.seats[by == "other"]:
        t.note("misnamed")
    if reason == "concession":
        t.begin(Declared(loser, "concede"))
    if reason.startswith("prizes") and t.board.at("prizes", said.who):
        t.note("miscounted")
    t.follow(Ended("match", winner=said.who, reason=reason))


HANDLERS: dict[str, Handler] = {
    "put": _put,
    "play": _play,
    "attach": _attach,
    "evolve": _evolve,
    "retreat": _retreat,
    "use": _use,
    "attack": _attack,
    "choose": _choose,
    "end turn": _end_turn,
    "timeout": _timeout,
    "result": _result,
}
