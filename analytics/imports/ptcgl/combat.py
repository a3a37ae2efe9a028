"""What happens to the cards in play: who is active, damage, conditions, knock-outs, coins.

Where several cards of one name lie there and the log does not say which one is meant, damage is told and
laid on none of them. Not here: attacks themselves (``acts``).
"""

from collections import Counter

from analytics.imports.ptcgl.board import owner
from analytics.imports.ptcgl.narration import Found, Handler, Telling, named
from analytics.imports.ptcgl.statement import Statement
from events.model.changes import CardRef, Set
from events.model.kinds import Triggered

COUNTER = 10
"""So much damage does one damage counter stand for."""


# --- places --------------------------------------------------------------------------------------------


def _switch(t: Telling, said: Statement) -> None:
    """A card of the bench takes the place of the active one; the next sentence says it again."""
    for card in t.there(said.owner, said.card, "bench")[:1]:
        _activate(t, card, "switched")
        t.placed.append(card)


def _active(t: Telling, said: Statement) -> None:
    """Somebody is the active one now: news after a knock-out or a retreat, known after a switch."""
    placed = [card for card in t.placed if t.table.face[card] == said.card]
    if placed:
        t.placed.remove(placed[0])
        return
    # Who just came to the bench is the last one there: of several of one name, another is meant.
    for card in t.there(said.owner, said.card, "bench")[:1]:
        _activate(t, card, "active")


def _activate(t: Telling, card: CardRef, what: str) -> None:
    old: Found = [(other, "") for other in t.board.at("active", owner(card)) if other != card]
    t.happened(what, card, (*t.gone(old, "bench"), *t.gone([(card, "")], "active")))


def _knocked_out(t: Telling, said: Statement) -> None:
    listed = _discards_ahead(t, said)
    found = t.there(said.owner, said.card)
    found.sort(key=lambda card: _likeness(t, card, listed), reverse=True)
    for card in found[:1]:
        t.happened("knocked out", card, t.gone([(card, "")], "discard"))


def _discards_ahead(t: Telling, said: Statement) -> tuple[str, ...]:
    """What the next sentences discard from a card of this name."""
    listed: tuple[str, ...] = ()
    for line in t.ahead:
        if line.kind == "discarded from" and line.target == said.card:
            listed += named(line)
        elif line.kind not in ("activated", "to lost"):
            break
    return listed


def _likeness(t: Telling, card: CardRef, listed: tuple[str, ...]) -> int:
    """How well that fits what is attached to a card."""
    attached, told = Counter(t.table.face[guest] for guest in t.table.guests.get(card, ())), Counter(listed)
    return (attached & told).total() - (attached - told).total() - (told - attached).total()


def _devolve(t: Telling, said: Statement) -> None:
    """The upper card is taken off; the next sentence says where it goes."""
    found = t.there(said.owner, said.card, said.spot)
    laid = [(top, below) for top in found for below in t.table.guests.get(top, ())]
    fitting = [(top, below) for top, below in laid if t.table.face[below] == said.target]
    if found and not fitting:
        t.note("unplaced")
    for top, below in fitting[:1]:
        t.happened("devolved", top, t.board.lifted(top, below), card=below)
        t.course.lifted.append(top)


# --- damage and conditions -----------------------------------------------------------------------------


def _damage(t: Telling, said: Statement) -> None:
    _hurt(t, said.owner, said.card, said.number)


def _heal(t: Telling, said: Statement) -> None:
    _hurt(t, said.owner, said.card, -said.number)


def _counters(t: Telling, said: Statement) -> None:
    _hurt(t, said.owner, said.card, said.number * COUNTER)


def _move_counters(t: Telling, said: Statement) -> None:
    _hurt(t, said.owner, said.card, -said.number * COUNTER)
    _hurt(t, said.other, said.target, said.number * COUNTER)


def _hurt(t: Telling, whose: str, face: str, points: int) -> None:
    found = t.there(whose, face)
    what = "damage" if points > 0 else "healed"
    if len(found) == 1:
        t.happened(what, found[0], t.board.damaged(found[0], points), amount=abs(points))
    else:
        t.happened(what, whose, amount=abs(points))


def _condition(t: Telling, said: Statement) -> None:
    _set(t, said, "condition", 1)


def _recover(t: Telling, said: Statement) -> None:
    _set(t, said, "condition ended", 0)


def _set(t: Telling, said: Statement, what: str, value: int) -> None:
    """Conditions befall the active card alone."""
    for card in t.there(said.owner, said.card, "active")[:1]:
        t.happened(what, card, (Set(said.word.casefold(), card, value),))


def _prevented(t: Telling, said: Statement) -> None:
    found = [card for seat in t.seats for card in t.board.in_play(seat, said.card)]
    t.happened("damage prevented", found[0] if len(found) == 1 else said.owner or "table")


# --- what acts by itself, and chance -------------------------------------------------------------------


def _activated(t: Telling, said: Statement) -> None:
    """A card acts by itself: a stadium, or something that is attached."""
    card = next(t.board.in_sight(said.card), None)
    if card is None:
        t.note("unplaced")
    else:
        t.follow(Triggered(card, said.card, owner(card), ()))


def _effect(t: Telling, said: Statement) -> None:
    for card in t.there(said.owner, said.card)[:1]:
        t.follow(Triggered(card, said.word, said.owner, ()))


def _spent(t: Telling, said: Statement) -> None:
    """Something that a player may do once in a match."""
    t.happened("spent", said.who, (Set(said.word.casefold(), said.who, 1),))


def _breakdown(t: Telling, said: Statement) -> None:
    """How a damage came about, in words of the program: the note of the line keeps them."""


def _coin(t: Telling, said: Statement) -> None:
    t.happened("coin", said.who, amount=int(said.word == "heads"))


def _coins(t: Telling, said: Statement) -> None:
    t.happened("coins", said.who, amount=said.number)


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
