"""Cards in play: which is active, damage, conditions, knock-outs, coins.

Where several cards have one name and the log does not say which is meant, damage is recorded and added to
none of them. Not here: attacks themselves (``acts``).
"""

from collections import Counter

from analytics.imports.ptcgl.match_builder import CardFaces, Handler, MatchBuilder, named_cards
from analytics.imports.ptcgl.statement import Statement
from engine.effect.select import owner
from events.model.changes import CardRef, Set
from events.model.kinds import Triggered

COUNTER = 10
"""Damage of one damage counter."""


# --- places --------------------------------------------------------------------------------------------


def _switch(match: MatchBuilder, line: Statement) -> None:
    """A card of the bench becomes active; the next sentence repeats it."""
    for card in match.find_in_play(line.owner, line.card, "bench")[:1]:
        _activate(match, card, "switched")
        match.switched_in.append(card)


def _active(match: MatchBuilder, line: Statement) -> None:
    """A card is active now: new after a knock-out or a retreat, already known after a switch."""
    placed = [card for card in match.switched_in if match.table.face[card] == line.card]
    if placed:
        match.switched_in.remove(placed[0])
        return
    # A card that just came to the bench is the last one there: of several with one name, another is meant.
    for card in match.find_in_play(line.owner, line.card, "bench")[:1]:
        _activate(match, card, "active")


def _activate(match: MatchBuilder, card: CardRef, what: str) -> None:
    old: CardFaces = [(other, "") for other in match.board.at("active", owner(card)) if other != card]
    match.happened(what, card, (*match.move_cards(old, "bench"), *match.move_cards([(card, "")], "active")))


def _knocked_out(match: MatchBuilder, line: Statement) -> None:
    listed = _discards_ahead(match, line)
    found = match.find_in_play(line.owner, line.card)
    found.sort(key=lambda card: _likeness(match, card, listed), reverse=True)
    for card in found[:1]:
        match.happened("knocked out", card, match.move_cards([(card, "")], "discard"))


def _discards_ahead(match: MatchBuilder, line: Statement) -> tuple[str, ...]:
    """The cards that the next sentences discard from a card of this name."""
    listed: tuple[str, ...] = ()
    for other in match.next_statements:
        if other.kind == "discarded from" and other.target == line.card:
            listed += named_cards(other)
        elif other.kind not in ("activated", "to lost"):
            break
    return listed


def _likeness(match: MatchBuilder, card: CardRef, listed: tuple[str, ...]) -> int:
    """How well these cards fit those that are attached to a card."""
    attached = Counter(match.table.face[guest] for guest in match.table.guests.get(card, ()))
    discarded = Counter(listed)
    return (attached & discarded).total() - (attached - discarded).total() - (discarded - attached).total()


def _devolve(match: MatchBuilder, line: Statement) -> None:
    """The top card is taken off; the next sentence says where it goes."""
    found = match.find_in_play(line.owner, line.card, line.spot)
    laid = [(top, below) for top in found for below in match.table.guests.get(top, ())]
    fitting = [(top, below) for top, below in laid if match.table.face[below] == line.target]
    if found and not fitting:
        match.note("unplaced")
    for top, below in fitting[:1]:
        match.happened("devolved", top, match.board.devolve(top, below), card=below)
        match.current.taken_off.append(top)


# --- damage and conditions -----------------------------------------------------------------------------


def _damage(match: MatchBuilder, line: Statement) -> None:
    _hurt(match, line.owner, line.card, line.number)


def _heal(match: MatchBuilder, line: Statement) -> None:
    _hurt(match, line.owner, line.card, -line.number)


def _counters(match: MatchBuilder, line: Statement) -> None:
    _hurt(match, line.owner, line.card, line.number * COUNTER)


def _move_counters(match: MatchBuilder, line: Statement) -> None:
    _hurt(match, line.owner, line.card, -line.number * COUNTER)
    _hurt(match, line.other, line.target, line.number * COUNTER)


def _hurt(match: MatchBuilder, whose: str, face: str, points: int) -> None:
    found = match.find_in_play(whose, face)
    what = "damage" if points > 0 else "healed"
    if len(found) == 1:
        match.happened(what, found[0], match.board.damage(found[0], points), amount=abs(points))
    else:
        match.happened(what, whose, amount=abs(points))


def _condition(match: MatchBuilder, line: Statement) -> None:
    _set(match, line, "condition", 1)


def _recover(match: MatchBuilder, line: Statement) -> None:
    _set(match, line, "condition ended", 0)


def _set(match: MatchBuilder, line: Statement, what: str, value: int) -> None:
    """Only the active card has conditions."""
    for card in match.find_in_play(line.owner, line.card, "active")[:1]:
        match.happened(what, card, (Set(line.word.casefold(), card, value),))


def _prevented(match: MatchBuilder, line: Statement) -> None:
    found = [card for seat in match.seats for card in match.board.in_play(seat, line.card)]
    match.happened("damage prevented", found[0] if len(found) == 1 else line.owner or "table")


# --- what acts by itself, and chance -------------------------------------------------------------------


def _activated(match: MatchBuilder, line: Statement) -> None:
    """A card acts by itself: a stadium, or an attached card."""
    card = next(match.board.acting_by_itself(line.card), None)
    if card is None:
        match.note("unplaced")
    else:
        match.follow(Triggered(card, line.card, owner(card), ()))


def _effect(match: MatchBuilder, line: Statement) -> None:
    for card in match.find_in_play(line.owner, line.card)[:1]:
        match.follow(Triggered(card, line.word, line.owner, ()))


def _spent(match: MatchBuilder, line: Statement) -> None:
    """A player uses what may be used once in a match."""
    match.happened("spent", line.who, (Set(line.word.casefold(), line.who, 1),))


def _breakdown(match: MatchBuilder, line: Statement) -> None:
    """How damage was computed, in words of the program: the note of the line has them."""


def _coin(match: MatchBuilder, line: Statement) -> None:
    match.happened("coin", line.who, amount=int(line.word == "heads"))


def _coins(match: MatchBuilder, line: Statement) -> None:
    match.happened("coins", line.who, amount=line.number)


HANDLERS: dict[str, Handler] = {
    "switch": _switch,
    "active": _active,
    "knocked out": _knocked_out,
    "devolve": _devolve,
    "damage": _damage,
    "heal": _heal,
    "counters": _counters,
    "move counters": _move_counters,
    "condition": _condition,
    "recover": _recover,
    "prevented": _prevented,
    "activated": _activated,
    "effect": _effect,
    "spent": _spent,
    "breakdown": _breakdown,
    "coin": _coin,
    "coins": _coins,
}
