"""An act as it is written in a record, by the shortest words that mean just it.

Not here: whole records (``write``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import UNKNOWN, Glossary, glossary_of
from engine.record.notation.line.parsed_act import SIDES, read_act
from engine.record.notation.line.tokens import clock, read_line
from engine.record.notation.problem import Misread
from engine.record.notation.resolve import resolve
from events.model.changes import CardRef
from events.model.kinds import ACTS, AnyAct

Call = Callable[[CardRef], str]


def sketch(game: Game, act: AnyAct) -> str:
    """The line for ``act`` with all cards by name: for people, who do not care which copy it is."""
    return _line(glossary_of(game), act, _caller(game, glossary_of(game), act, set()))


def spell(game: Game, act: AnyAct) -> str:
    """The line for ``act`` at the open ask, without the time it took.

    Cards stand by name where the name leads back to the same copy, else by instance.
    """
    words = glossary_of(game)
    pointed: set[CardRef] = set()
    while True:
        text = _line(words, act, _caller(game, words, act, pointed))
        other = _other(game, text, act)
        if other is None or not other - pointed:
            return text
        pointed |= other


def timed(text: str, act: AnyAct) -> str:
    """The line with the time that the act took, where that is known."""
    return text if act.spent is None else f"{text}  ({clock(act.spent)})"


def in_language(rules: Ruleset | None, text: str, language: str) -> str:
    """A line of an act, or a verb alone, with the verb as records call it in ``language``; other text as it
    stands."""
    if rules is None or language != "ja":
        return text
    words = text.split(" ")
    at = int(len(words) > 1 and words[0] in rules.seats)
    verb = rules.verbs.get(words[at])
    if verb is not None and verb.japanese and (at or len(words) == 1):
        words[at] = verb.japanese[0]
    return " ".join(words)


def _other(game: Game, text: str, act: AnyAct) -> set[CardRef] | None:
    """The cards of ``act`` that the line would not lead back to; None if it leads back to the act."""
    line = read_line(text, 0)
    assert line is not None  # an act line is never empty
    named = (*act.cards, *act.targets)
    try:
        found = resolve(game, read_act(line, glossary_of(game))).decision
        assert isinstance(found, ACTS)  # a line of this kind is never a shuffle
    except (Refused, Misread):
        return set(named)
    if found == msgspec.structs.replace(act, spent=None):
        return None
    pairs = zip(named, (*found.cards, *found.targets), strict=True)
    return {meant for meant, read in pairs if meant != read} or set(named)


def _caller(game: Game, words: Glossary, act: AnyAct, pointed: set[CardRef]) -> Call:
    """How to call the cards of ``act``: those in ``pointed`` by instance, the others by name."""
    learned = {change.card: change.face for change in act.changes}

    def call(card: CardRef) -> str:
        if card in pointed:
            return f"{card}={words.short_name(learned[card])}" if card in learned else card
        face = learned.get(card) or game.table.face.get(card)
        return words.short_name(face) if face else UNKNOWN

    return call


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
