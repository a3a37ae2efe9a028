"""Cards in play: which is active, damage, conditions, knock-outs, coins.

Where several cards have one name and the log does not say which is meant, damage is recorded and added to
none of them. Not here: attacks themselves (``acts``).
"""

from collections import Counter

from analytics.imports.ptcgl.board import owner
from analytics.imports.ptcgl.match_builder import CardFaces, Handler, MatchBuilder, named_cards
from analytics.imports.ptcgl.statement import Statement
from events.model.changes import CardRef, Set
from events.model.kinds import Triggered

COUNTER = 10
"""Damage of one damage counter."""


# --- places --------------------------------------------------------------------------------------------


def _switch(match: MatchBuilder, statement: Statement) -> None:
    """A card of the bench becomes active; the next sentence repeats it."""
    for card in match.find_in_play(statement.owner, statement.card, "bench")[:1]:
        _activate(match, card, "switched")
        match.switched_in.append(card)


def _active(match: MatchBuilder, statement: Statement) -> None:
    """A card is active now: new after a knock-out or a retreat, already known after a switch."""
    placed = [card for card in match.switched_in if match.table.face[card] == statement.card]
    if placed:
        match.switched_in.remove(placed[0])
        return
    # A card that just came to the bench is the last one there: of several with one name, another is meant.
    for card in match.find_in_play(statement.owner, statement.card, "bench")[:1]:
        _activate(match, card, "active")


def _activate(match: MatchBuilder, card: CardRef, what: str) -> None:
    old: CardFaces = [(other, "") for other in match.board.at("active", owner(card)) if other != card]
    match.happened(what, card, (*match.move_cards(old, "bench"), *match.move_cards([(card, "")], "active")))


def _knocked_out(match: MatchBuilder, statement: Statement) -> None:
    listed = _discards_ahead(match, statement)
    found = match.find_in_play(statement.owner, statement.card)
    found.sort(key=lambda card: _likeness(match, card, listed), reverse=True)
    for card in found[:1]:
        match.happened("knocked out", card, match.move_cards([(card, "")], "discard"))


def _discards_ahead(match: MatchBuilder, statement: Statement) -> tuple[str, ...]:
    """The cards that the next sentences discard from a card of this name."""
    listed: tuple[str, ...] = ()
    for line in match.next_statements:
        if line.kind == "discarded from" and line.target == statement.card:
            listed += named_cards(line)
        elif line.kind not in ("activated", "to lost"):
            break
    return listed


def _likeness(match: MatchBuilder, card: CardRef, listed: tuple[str, ...]) -> int:
    """How well these cards fit those that are attached to a card."""
    attached, discarded = (
        Counter(match.table.face[guest] for guest in match.table.guests.get(card, ())),
        Counter(listed),
    )
    return (attached & discarded).total() - (attached - discarded).total() - (discarded - attached).total()


def _devolve(match: MatchBuilder, statement: Statement) -> None:
    """The top card is taken off; the next sentence says where it goes."""
    found = match.find_in_play(statement.owner, statement.card, statement.spot)
    laid = [(top, below) for top in found for below in match.table.guests.get(top, ())]
    fitting = [(top, below) for top, below in laid if match.table.face[below] == statement.target]
    if found and not fitting:
        match.note("unplaced")
    for top, below in fitting[:1]:
        match.happened("devolved", top, match.board.devolve(top, below), card=below)
        match.current.taken_off.append(top)


# --- damage and conditions -----------------------------------------------------------------------------


def _damage(match: MatchBuilder, statement: Statement) -> None:
    _hurt(match, statement.owner, statement.card, statement.number)


def _heal(match: MatchBuilder, statement: Statement) -> None:
    _hurt(match, statement.owner, statement.card, -statement.number)


def _counters(match: MatchBuilder, statement: Statement) -> None:
    _hurt(match, statement.owner, statement.card, statement.number * COUNTER)


def _move_counters(match: MatchBuilder, statement: Statement) -> None:
    _hurt(match, statement.owner, statement.card, -statement.number * COUNTER)
    _hurt(match, statement.other, statement.target, statement.number * COUNTER)


def _hurt(match: MatchBuilder, whose: str, face: str, points: int) -> None:
    found = match.find_in_play(whose, face)
    what = "damage" if points > 0 else "healed"
    if len(found) == 1:
        match.happened(what, found[0], match.board.damage(found[0], points), amount=abs(points))
    else:
        match.happened(what, whose, amount=abs(points))


def _condition(match: MatchBuilder, statement: Statement) -> None:
    _set(match, statement, "condition", 1)


def _recover(match: MatchBuilder, statement: Statement) -> None:
    _set(match, statement, "condition ended", 0)


def _set(match: MatchBuilder, statement: Statement, what: str, value: int) -> None:
    """Only the active card has conditions."""
    for card in match.find_in_play(statement.owner, statement.card, "active")[:1]:
        match.happened(what, card, (Set(statement.word.casefold(), card, value),))


def _prevented(match: MatchBuilder, statement: Statement) -> None:
    found = [card for seat in match.seats for card in match.board.in_play(seat, statement.card)]
    match.happened("damage prevented", found[0] if len(found) == 1 else statement.owner or "table")


# --- what acts by itself, and chance -------------------------------------------------------------------


def _activated(match: MatchBuilder, statement: Statement) -> None:
    """A card acts by itself: a stadium, or an attached card."""
    card = next(match.board.acting_by_itself(statement.card), None)
    if card is None:
        match.note("unplaced")
    else:
        match.follow(Triggered(card, statement.card, owner(card), ()))


def _effect(match: MatchBuilder, statement: Statement) -> None:
    for card in match.find_in_play(statement.owner, statement.card)[:1]:
        match.follow(Triggered(card, statement.word, statement.owner, ()))


def _spent(match: MatchBuilder, statement: Statement) -> None:
    """A player uses what may be used once in a match."""
    match.happened("spent", statement.who, (Set(statement.word.casefold(), statement.who, 1),))


def _breakdown(match: MatchBuilder, statement: Statement) -> None:
    """How damage was computed, in words of the program: the note of the line has them."""


def _coin(match: MatchBuilder, statement: Statement) -> None:
    match.happened("coin", statement.who, amount=int(statement.word == "heads"))


def _coins(match: MatchBuilder, statement: Statement) -> None:
    match.happened("coins", statement.who, amount=statement.number)


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
