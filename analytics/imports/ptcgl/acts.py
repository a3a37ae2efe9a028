"""Acts of the players: play cards, attach, evolve, retreat, attack, use abilities, end turns; and the result.

Each act is a ``Declared``; the ``Resolved`` after it moves the card itself. Not here: what follows from an
act (``moves``, ``combat``).
"""

from collections.abc import Iterable

from analytics.imports.ptcgl.match_builder import ORIGINS, CardFaces, Handler, MatchBuilder
from analytics.imports.ptcgl.setup import settle_hands
from analytics.imports.ptcgl.statement import Statement, reason_of
from events.model.changes import AnyChange, CardRef, FaceId
from events.model.kinds import Chose, Declared, Ended, Passed, Resolved


def _declare(
    match: MatchBuilder, seat: str, verb: str, found: CardFaces, name: FaceId, targets: Iterable[CardRef] = ()
) -> None:
    """An act with a card, whose face is known from now on. If no card is found, its name is a word of the
    act."""
    cards = tuple(card for card, _ in found[:1])
    known = tuple(change for card in cards for change in match.board.reveal(card, name))
    words = () if cards else (name,)
    match.begin(Declared(seat, verb, cards=cards, targets=tuple(targets), words=words, changes=known), name)


def _resolve(match: MatchBuilder, verb: str, changes: Iterable[AnyChange]) -> None:
    match.follow(Resolved(verb, match.current.seat, (), match.current.card, tuple(changes)))


def _put(match: MatchBuilder, line: Statement) -> None:
    """A card is put on the table."""
    settle_hands(match)
    _play_to(match, line, line.spot)


def _play(match: MatchBuilder, line: Statement) -> None:
    """A card is played and discarded; or a card on the table is used, in the same words."""
    there = match.board.at("stadium", "") + match.board.in_play(line.who, line.card)
    in_use: CardFaces = [(card, "") for card in there if match.table.face[card] == line.card]
    if in_use:
        _declare(match, line.who, "use", in_use, line.card)
    else:
        _play_to(match, line, "discard")


def _play_to(match: MatchBuilder, line: Statement, zone: str) -> None:
    found = match.take_cards(line.who, (line.card,), ["hand"])
    _declare(match, line.who, "play", found, line.card)
    _resolve(match, "play", match.move_cards(found, zone))


def _attach(match: MatchBuilder, line: Statement) -> None:
    """From the hand, or by the effect above the sentence."""
    targets = match.find_in_play(line.who, line.target, line.spot)[:1]
    zones = ["hand"] if line.top else _origins(match, line, ["discard", "hand", "deck"])
    role = "energy" if line.card.endswith("Energy") else "tool"
    found = match.take_cards(line.who, (line.card,), zones) if targets else []
    if line.top:
        _declare(match, line.who, "attach", found, line.card, targets)
    pairs = [(card, target) for card, _ in found for target in targets]
    changes = [change for card, to in pairs for change in match.board.attach(card, to, line.card, role)]
    if line.top:
        _resolve(match, "attach", changes)
    else:
        of = targets[0] if targets else line.who
        match.happened("attached", of, changes, card=found[0][0] if found else "")


def _evolve(match: MatchBuilder, line: Statement) -> None:
    """From the hand, or by the effect above the sentence."""
    olds = match.find_in_play(line.who, line.target, line.spot)[:1]
    zones = ["hand"] if line.top else _origins(match, line, ["hand", "deck"])
    found = match.take_cards(line.who, (line.card,), zones) if olds else []
    if line.top:
        _declare(match, line.who, "evolve", found, line.card, olds)
    pairs = [(old, new) for old in olds for new, _ in found]
    changes = [change for old, new in pairs for change in match.board.evolve(old, new, line.card)]
    if line.top:
        _resolve(match, "evolve", changes)
    else:
        of = olds[0] if olds else line.who
        match.happened("evolved", of, changes, card=found[0][0] if found else "")


def _origins(match: MatchBuilder, line: Statement, general: list[str]) -> list[str]:
    """The zones that the card of an effect may come from: the deck, if it is shuffled afterwards."""
    if match.shuffles(line.who):
        return ["deck", *general]
    return ORIGINS["attach"].get(match.current.source, general)


def _retreat(match: MatchBuilder, line: Statement) -> None:
    found: CardFaces = [(card, "") for card in match.find_in_play(line.who, line.card, "active")[:1]]
    _declare(match, line.who, "retreat", found, line.card)
    _resolve(match, "retreat", match.move_cards(found, line.spot))


def _use(match: MatchBuilder, line: Statement) -> None:
    """An ability, or an attack without a target."""
    _act(match, line, "use", [])


def _attack(match: MatchBuilder, line: Statement) -> None:
    """The target is the active card of the name; another card only if no other can be meant."""
    found = match.find_in_play(line.other, line.target, "active")
    targets = found if len(found) == 1 else []
    _act(match, line, "attack", targets)
    changes = [change for card in targets for change in match.board.damage(card, line.number)]
    of = targets[0] if targets else line.other
    match.happened("damage", of, changes, amount=line.number, card=match.current.card)


def _act(match: MatchBuilder, line: Statement, verb: str, targets: list[CardRef]) -> None:
    """A card in play acts; below another sentence it is part of that act."""
    cards = tuple(match.find_in_play(line.owner, line.card)[:1])
    words = (line.word,) if cards else (line.card, line.word)
    act = Declared(line.owner, verb, cards=cards, targets=tuple(targets), words=words)
    if line.top:
        match.begin(act, line.word)
    else:
        match.follow(act)
        match.current.source = line.word


def _choose(match: MatchBuilder, line: Statement) -> None:
    match.follow(Chose(line.who, "option", words=(line.word,)))


def _end_turn(match: MatchBuilder, line: Statement) -> None:
    match.begin(Declared(line.who, "end turn"))


def _timeout(match: MatchBuilder, line: Statement) -> None:
    match.begin(Passed(line.who, "time"))


def _result(match: MatchBuilder, line: Statement) -> None:
    """The end, worded for the player who saved the log: the first seat."""
    reason, by = reason_of(line.word)
    loser = match.opponent(line.who)
    if by and loser != match.seats[by == "other"]:
        match.note("misnamed")
    if reason == "concession":
        match.begin(Declared(loser, "concede"))
    if reason.startswith("prizes") and match.board.at("prizes", line.who):
        match.note("miscounted")
    match.follow(Ended("match", winner=line.who, reason=reason))


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
