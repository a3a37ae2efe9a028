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


def _put(match: MatchBuilder, statement: Statement) -> None:
    """A card is put on the table."""
    settle_hands(match)
    _play_to(match, statement, statement.spot)


def _play(match: MatchBuilder, statement: Statement) -> None:
    """A card is played and discarded; or a card on the table is used, in the same words."""
    there = match.board.at("stadium", "") + match.board.in_play(statement.who, statement.card)
    in_use: CardFaces = [(card, "") for card in there if match.table.face[card] == statement.card]
    if in_use:
        _declare(match, statement.who, "use", in_use, statement.card)
    else:
        _play_to(match, statement, "discard")


def _play_to(match: MatchBuilder, statement: Statement, zone: str) -> None:
    found = match.take_cards(statement.who, (statement.card,), ["hand"])
    _declare(match, statement.who, "play", found, statement.card)
    _resolve(match, "play", match.move_cards(found, zone))


def _attach(match: MatchBuilder, statement: Statement) -> None:
    """From the hand, or by the effect above the sentence."""
    targets = match.find_in_play(statement.who, statement.target, statement.spot)[:1]
    zones = ["hand"] if statement.top else _origins(match, statement, ["discard", "hand", "deck"])
    role = "energy" if statement.card.endswith("Energy") else "tool"
    found = match.take_cards(statement.who, (statement.card,), zones) if targets else []
    if statement.top:
        _declare(match, statement.who, "attach", found, statement.card, targets)
    pairs = [(card, target) for card, _ in found for target in targets]
    changes = [change for card, to in pairs for change in match.board.attach(card, to, statement.card, role)]
    if statement.top:
        _resolve(match, "attach", changes)
    else:
        of = targets[0] if targets else statement.who
        match.happened("attached", of, changes, card=found[0][0] if found else "")


def _evolve(match: MatchBuilder, statement: Statement) -> None:
    """From the hand, or by the effect above the sentence."""
    olds = match.find_in_play(statement.who, statement.target, statement.spot)[:1]
    zones = ["hand"] if statement.top else _origins(match, statement, ["hand", "deck"])
    found = match.take_cards(statement.who, (statement.card,), zones) if olds else []
    if statement.top:
        _declare(match, statement.who, "evolve", found, statement.card, olds)
    pairs = [(old, new) for old in olds for new, _ in found]
    changes = [change for old, new in pairs for change in match.board.evolve(old, new, statement.card)]
    if statement.top:
        _resolve(match, "evolve", changes)
    else:
        of = olds[0] if olds else statement.who
        match.happened("evolved", of, changes, card=found[0][0] if found else "")


def _origins(match: MatchBuilder, statement: Statement, general: list[str]) -> list[str]:
    """The zones that the card of an effect may come from: the deck, if it is shuffled afterwards."""
    if match.shuffles(statement.who):
        return ["deck", *general]
    return ORIGINS["attach"].get(match.current.source, general)


def _retreat(match: MatchBuilder, statement: Statement) -> None:
    found: CardFaces = [
        (card, "") for card in match.find_in_play(statement.who, statement.card, "active")[:1]
    ]
    _declare(match, statement.who, "retreat", found, statement.card)
    _resolve(match, "retreat", match.move_cards(found, statement.spot))


def _use(match: MatchBuilder, statement: Statement) -> None:
    """An ability, or an attack without a target."""
    _act(match, statement, "use", [])


def _attack(match: MatchBuilder, statement: Statement) -> None:
    """The target is the active card of the name; another card only if no other can be meant."""
    found = match.find_in_play(statement.other, statement.target, "active")
    targets = found if len(found) == 1 else []
    _act(match, statement, "attack", targets)
    changes = [change for card in targets for change in match.board.damage(card, statement.number)]
    of = targets[0] if targets else statement.other
    match.happened("damage", of, changes, amount=statement.number, card=match.current.card)


def _act(match: MatchBuilder, statement: Statement, verb: str, targets: list[CardRef]) -> None:
    """A card in play acts; below another sentence it is part of that act."""
    cards = tuple(match.find_in_play(statement.owner, statement.card)[:1])
    words = (statement.word,) if cards else (statement.card, statement.word)
    act = Declared(statement.owner, verb, cards=cards, targets=tuple(targets), words=words)
    if statement.top:
        match.begin(act, statement.word)
    else:
        match.follow(act)
        match.current.source = statement.word


def _choose(match: MatchBuilder, statement: Statement) -> None:
    match.follow(Chose(statement.who, "option", words=(statement.word,)))


def _end_turn(match: MatchBuilder, statement: Statement) -> None:
    match.begin(Declared(statement.who, "end turn"))


def _timeout(match: MatchBuilder, statement: Statement) -> None:
    match.begin(Passed(statement.who, "time"))


def _result(match: MatchBuilder, statement: Statement) -> None:
    """The end, worded for the player who saved the log: the first seat."""
    reason, by = reason_of(statement.word)
    loser = match.opponent(statement.who)
    if by and loser != match.seats[by == "other"]:
        match.note("misnamed")
    if reason == "concession":
        match.begin(Declared(loser, "concede"))
    if reason.startswith("prizes") and match.board.at("prizes", statement.who):
        match.note("miscounted")
    match.follow(Ended("match", winner=statement.who, reason=reason))


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
