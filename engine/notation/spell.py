"""An act as it is written in a record, by the shortest words that mean just it.

Not here: whole records (``write``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from engine.legality import Refused
from engine.notation.glossary import UNKNOWN, Glossary, glossary_of
from engine.notation.line import clock, read_line
from engine.notation.problem import Misread
from engine.notation.resolve import resolve
from engine.notation.wish import SIDES, read_wish
from engine.procedure import Game
from events.changes import CardRef
from events.kinds import AnyAct

Call = Callable[[CardRef], str]


def spell(game: Game, act: AnyAct) -> str:
    """The line for ``act`` at the open ask, without the time it took.

    Cards stand by name where the name leads back to the same act, else by instance.
    """
    words = glossary_of(game)
    by_name = _line(words, act, _namer(game, words, act))
    return by_name if _means(game, by_name, act) else _line(words, act, _pointer(words, act))


def timed(text: str, act: AnyAct) -> str:
    """The line with the time that the act took, where that is known."""
    return text if act.spent is None else f"{text}  ({clock(act.spent)})"


def _means(game: Game, text: str, act: AnyAct) -> bool:
    line = read_line(text, 0)
    assert line is not None  # an act line is never empty
    try:
        found = resolve(game, read_wish(line, glossary_of(game)))
    except (Refused, Misread):
        return False
    return found == msgspec.structs.replace(act, spent=None)


def _namer(game: Game, words: Glossary, act: AnyAct) -> Call:
    learned = {change.card: change.face for change in act.changes}

    def name(card: CardRef) -> str:
        face = learned.get(card) or game.table.face.get(card)
        return words.called(face) if face else UNKNOWN

    return name


def _pointer(words: Glossary, act: AnyAct) -> Call:
    learned = {change.card: change.face for change in act.changes}

    def point(card: CardRef) -> str:
        return f"{card}={words.called(learned[card])}" if card in learned else card

    return point


def _line(words: Glossary, act: AnyAct, call: Call) -> str:
    verb = words.rules.verbs[act.verb]
    seats = words.rules.seats
    aimed = [target if target in seats else call(target) for target in act.targets]
    shape = verb.shape.split()
    out, into = (word if word in shape else "" for word in SIDES)
    parts = [act.seat, verb.name]
    if act.cards:
        parts += [out, *_grouped(map(call, act.cards))]
    if aimed:
        parts += [into or ">", *aimed]
    parts += act.words
    if act.number is not None:
        parts.append(_number(act.number, shape, takes_cards=bool(verb.cards[1])))
    return " ".join(part for part in parts if part)


def _number(number: int, shape: list[str], *, takes_cards: bool) -> str:
    if takes_cards:
        return f"x={number}"
    signed = any("+" in word for word in shape)
    return f"{number:+}" if signed else str(number)


def _grouped(names: Iterable[str]) -> list[str]:
    """Cards by name; unknown ones in a row as ``??x7``."""
    grouped: list[str] = []
    run = 0
    for name in (*names, ""):
        if name == UNKNOWN:
            run += 1
            continue
        if run:
            grouped.append(UNKNOWN if run == 1 else f"{UNKNOWN}x{run}")
            run = 0
        grouped.append(name)
    return grouped[:-1]
