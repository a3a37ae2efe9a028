"""Facts of an event for its sentence: its fields and its changes, in words that people use.

Facts by name. Of the changes: ``track was now`` (the number that moved first), ``tracks`` (all of them),
``moved`` and ``moves`` (cards, and where they went), ``turned`` (cards that turned sideways), ``role``,
``quantity effect until about`` (the continuous effect that began) and ``expired`` (those that ended). Not
here: the sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.kernel.ask import TABLE
from engine.kernel.table import Table
from engine.text.computation import formula
from engine.text.label import BETWEEN, Labels
from engine.text.phrase import find
from events.model.changes import Attach, CardRef, Changes, Expire, Grant, Holder, Move, Set, Turn
from events.model.kinds import AnyEvent, Determined, Noted, Opened

Facts = dict[str, object]


def facts_of(event: AnyEvent, before: Table | None, labels: Labels) -> Facts:
    """Return every fact of ``event`` by its name in the templates."""
    facts = dict(_of_changes(getattr(event, "changes", ()), before, labels))
    for name in event.__struct_fields__:
        facts |= _FIELDS.get(name, _as_it_is)(labels, name, getattr(event, name))
    if isinstance(event, Determined):
        facts["trail"] = formula(labels, event)
    elif isinstance(event, Opened):
        facts["players"] = _players(event, labels)
        facts["simulated"] = labels.term("word", "simulated") if event.simulated else ""
    elif isinstance(event, Noted):
        # A viewer's copy of the note is empty: its length is left out, not given as 0.
        facts["length"] = len(event.text.splitlines()) or ""
    return facts


# --- fields ------------------------------------------------------------------------------------------


def _players(event: Opened, labels: Labels) -> str:
    """Who plays against whom: nobody yet where a tournament begins, one player in a match without another."""
    first, *others = [labels.seat(seat) for seat in event.players] or [""]
    second = BETWEEN[labels.language].join(others)
    return labels.text("word.versus", first=first, second=second) if others else first


def _as_it_is(labels: Labels, name: str, value: Any) -> Facts:
    return {name: value if isinstance(value, str | int) else ""}


def _seat(labels: Labels, name: str, seat: str) -> Facts:
    return {name: labels.holder(seat) if seat else ""}


def _card(labels: Labels, name: str, card: CardRef) -> Facts:
    return {"card": labels.card(card), "source": labels.source(card)} if card else {"card": "", "source": ""}


def _cards(labels: Labels, name: str, cards: tuple[CardRef, ...] | str) -> Facts:
    if isinstance(cards, str):  # the card set of an opening
        return {"cards": cards}
    return {
        "cards": labels.holders(cards),
        "sources": BETWEEN[labels.language].join(map(labels.source, cards)),
    }


def _term(group: str) -> Callable[[Labels, str, str], Facts]:
    return lambda labels, name, word: {name: labels.term(group, word) if word else ""}


def _amount(labels: Labels, name: str, amount: int) -> Facts:
    return {"amount": amount, "some": amount or ""}


def _line(labels: Labels, name: str, line: int) -> Facts:
    return {"line": line or ""}


def _scores(labels: Labels, name: str, scores: Mapping[Holder, int]) -> Facts:
    return {"points": points(scores, labels)}


def points(scores: Mapping[Holder, int], labels: Labels) -> str:
    """The points at the end of a match in words; ``""`` where the game counts none."""
    return BETWEEN[labels.language].join(
        labels.text("label.shared-points", points=number)
        if of == TABLE
        else labels.text("label.points", owner=labels.holder(of), points=number)
        for of, number in scores.items()
    )


_FIELDS: dict[str, Callable[[Labels, str, Any], Facts]] = {
    "seat": _seat,
    "of": _seat,
    "winner": _seat,
    "card": _card,
    "for_": lambda labels, name, card: {"for": labels.source(card) if card else ""},
    "cards": _cards,
    "targets": lambda labels, name, targets: {name: labels.holders(targets)},
    "faces": lambda labels, name, faces: {name: BETWEEN[labels.language].join(map(labels.face, faces))},
    "place": lambda labels, name, place: {name: labels.place(place)},
    "order": lambda labels, name, order: {name: len(order)},
    "words": lambda labels, name, words: {name: labels.terms("word", words)},
    "quantity": lambda labels, name, quantity: {name: labels.quantity(quantity)},
    "resource": _term("resource"),
    "reason": _term("reason"),
    "why": _term("taken-back"),
    "how": _term("how"),
    "name": _term("phase"),
    "ability": _term("ability"),
    "amount": _amount,
    "scores": _scores,
    "line": _line,
}


# --- changes -----------------------------------------------------------------------------------------


def _of_changes(changes: Changes, before: Table | None, labels: Labels) -> Iterator[tuple[str, object]]:
    yield from _numbers([change for change in changes if isinstance(change, Set)], before, labels)
    yield from _moves(changes, labels)
    yield (
        "turned",
        labels.holders(change.card for change in changes if isinstance(change, Turn) and change.quarter),
    )
    yield from _effect(next((change for change in changes if isinstance(change, Grant)), None), labels)
    ended = [change.id for change in changes if isinstance(change, Expire)]
    grants = [before.grants[id] for id in ended if before is not None and id in before.grants]
    lasting = [
        _lasting(grant, labels) for grant in grants if find(labels.rules, f"lasting.{grant.operation}")
    ]
    yield "expired", BETWEEN[labels.language].join(lasting)


def _numbers(sets: list[Set], before: Table | None, labels: Labels) -> Iterator[tuple[str, object]]:
    """Yield the values of tracks that people see."""
    hidden = {track.id for track in labels.rules.tracks if not track.shown} if labels.rules else set()
    shown = [
        (change, before.track(change.track, change.of) if before is not None else "")
        for change in sets
        if change.track not in hidden
    ]
    yield (
        "tracks",
        BETWEEN[labels.language].join(
            labels.text(
                "label.changed",
                owner=labels.holder(change.of),
                track=labels.quantity(change.track),
                was=was,
                now=change.value,
            )
            for change, was in shown
        ),
    )
    change, was = shown[0] if shown else (None, "")
    yield "track", labels.quantity(change.track) if change else ""
    yield "was", was
    yield "now", change.value if change else ""


def _moves(changes: Changes, labels: Labels) -> Iterator[tuple[str, object]]:
    """Cards by where they went, in the order of the changes; with the role that they take on there."""
    roles = {change.card: change.role for change in changes if isinstance(change, Attach) and change.to}
    moved = [change for change in changes if isinstance(change, Move)]
    by_goal: dict[tuple[str, str], list[CardRef]] = {}
    for change in moved:
        by_goal.setdefault((change.place, roles.get(change.card, "")), []).append(change.card)
    yield "moved", labels.holders(change.card for change in moved)
    yield (
        "moves",
        BETWEEN[labels.language].join(
            labels.text(
                "label.attached" if role else "label.moved",
                cards=labels.holders(cards),
                place=labels.place(place),
                role=labels.role(role),
            )
            for (place, role), cards in by_goal.items()
        ),
    )
    yield "role", next((labels.role(role) for role in roles.values()), "")


def _effect(grant: Grant | None, labels: Labels) -> Iterator[tuple[str, object]]:
    yield "quantity", labels.quantity(grant.quantity) if grant else ""
    yield "effect", labels.text(f"effect.{grant.operation}", amount=grant.amount) if grant else ""
    yield "until", labels.term("until", grant.until) if grant else ""
    yield "about", labels.about(grant.text) if grant and grant.text else ""


def _lasting(grant: Grant, labels: Labels) -> str:
    return labels.text(
        f"lasting.{grant.operation}",
        quantity=labels.quantity(grant.quantity),
        amount=grant.amount,
        source=labels.source(grant.source) if grant.source else "",
        about=labels.about(grant.text) if grant.text else "",
    )
