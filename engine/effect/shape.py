"""The fields of a card file: names, types, and which are required.

Not here: whether the names in them exist (``lint``), nor the cards made from them (``engine.kernel.card``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.effect.diagram import DRAWN, is_drawn
from engine.effect.locate import Path
from engine.effect.problem import nearest


class Field(NamedTuple):
    """A field: ``holds`` tests its value, ``accepts`` says in words what passes."""

    holds: Callable[[Any], bool]
    accepts: str
    needed: bool = False
    code: str = "SYNTAX"
    table: str = ""
    """The shape of what it holds, where that is a table or a list of tables."""


class Flaw(NamedTuple):
    """Something wrong with the shape; ``of_key`` where the name of the field is meant, not its value."""

    code: str
    path: Path
    message: str
    of_key: bool = False


TOO_MANY = 1_000_000


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < TOO_MANY


def _word(value: Any) -> bool:
    return isinstance(value, str) and value != "" and value == value.strip()


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(_word(item) for item in value)


def _lines(value: Any) -> bool:
    return _words(value) and bool(value)


def _numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(_whole(number) for number in value.values())


def _timed_numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(_numbers(numbers) for numbers in value.values())


def _diagrams(value: Any) -> bool:
    return isinstance(value, dict) and all(is_drawn(rows) for rows in value.values())


def _copies(value: Any) -> bool:
    return isinstance(value, dict) and all(_whole(number) and number for number in value.values())


def _cost(value: Any) -> bool:
    return _whole(value) or value == "X"


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _table(value: Any) -> bool:
    return isinstance(value, dict)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


WORD = Field(_word, "a word in quotes")
WORDS = Field(_words, "a list of words in quotes")
NUMBERS = Field(_numbers, "a table of whole numbers from 0 to 999999")
TIMED_NUMBERS = Field(_timed_numbers, "tables of numbers, by state of the game")
FLAG = Field(_flag, "true or false")
TEXT = Field(_word, "a text in quotes")
BOTH = Field(_table, 'both languages: { ja = "…", en = "…" }', table="both")


COPIES = "a table of card ids with their copies, from 1 on"


def _needed(field: Field) -> Field:
    return field._replace(needed=True)


SHAPES: Mapping[str, Mapping[str, Field]] = {
    "card set": {
        "id": _needed(WORD),
        "name": _needed(BOTH),
        "extends": WORDS,
        "pool": Field(_copies, COPIES),
        "deck": Field(_tables, "tables [[deck]]", table="deck"),
        "card": Field(_tables, "tables [[card]]", table="card"),
        "role": Field(_tables, "tables [[role]]", table="role"),
    },
    "card": {
        "id": _needed(WORD),
        "number": Field(_whole, "a whole number from 0 to 999999"),
        "name": _needed(BOTH),
        "kind": _needed(WORD),
        "cost": Field(_cost, 'a whole number from 0 to 999999, or "X"', needed=True, code="COST"),
        "cost_setting": WORD,
        "limited": FLAG,
        "keywords": WORDS,
        "answers": WORDS,
        "tags": WORDS,
        "stats": NUMBERS,
        "diagrams": Field(_diagrams, DRAWN),
        "text": _needed(BOTH),
        "ability": Field(_tables, "tables [[card.ability]]", table="ability"),
        "invented": FLAG,
        "playable": FLAG,
        "note": TEXT,
    },
    "role": {
        "id": _needed(WORD),
        "name": _needed(BOTH),
        "kind": _needed(WORD),
        "tags": WORDS,
        "stats": NUMBERS,
        "stats_at": TIMED_NUMBERS,
        "ability": Field(_tables, "tables [[role.ability]]", table="ability"),
    },
    "ability": {
        "on": _needed(WORD),
        "do": Field(_lines, "a list of lines of card text"),
        "symbol": WORD,
        "name": BOTH,
        "zone": WORD,
        "cost": Field(_whole, "a whole number from 0 to 999999"),
        "needs": TEXT,
        "keywords": WORDS,
        "targets": Field(_lines, "a list of lines of card text"),
        "price": Field(_lines, "a list of lines of card text"),
    },
    "deck": {
        "id": _needed(WORD),
        "name": _needed(BOTH),
        "cards": Field(_copies, COPIES, needed=True),
    },
    "both": {"ja": _needed(TEXT), "en": _needed(TEXT)},
}

_PRINTED = {name: field._replace(needed=False) for name, field in SHAPES["card"].items()}
FACTS: Mapping[str, Field] = {
    **{name: field for name, field in _PRINTED.items() if name not in ("ability", "invented")},
    **{name: _needed(SHAPES["card"][name]) for name in ("id", "name")},
}
"""The fields of a card that is held as facts (``playable = false``)."""


def is_playable(table: Mapping[str, Any]) -> bool:
    """Whether a ``[[card]]`` is a card that can be played, not one that is held as facts."""
    return table.get("playable") is not False


FIELDS_READ = ("cost_setting", "limited", "keywords", "answers", "tags", "stats", "stats_at", "diagrams")
"""Fields of cards and roles that mean something only where a ruleset reads them."""


HEADER = ("zone", "cost", "needs", "keywords", "targets", "price")
"""Fields of an ability's header; they are read only at moments that a ruleset names."""


def _instead(field: Field, value: Any) -> str:
    """What a value would have to be, as the end of a message."""
    if field.holds is _word and isinstance(value, str) and value.strip():
        return "must not begin or end with a space"
    return f"must be {field.accepts}, not {_shown(value)}"


def flaws(table: Mapping[str, Any], shape: str, path: Path = ()) -> Iterator[Flaw]:
    """What is wrong with ``table``, which should have ``shape``, and with the tables inside it."""
    fields = SHAPES[shape]
    if shape == "card" and not is_playable(table):
        shape, fields = "card that is held as facts", FACTS
    a = f"'{path[-1]}'" if shape == "both" else f"{'an' if shape == 'ability' else 'a'} {shape}"
    for name in table:
        if name not in fields:
            hint = nearest(name, fields)
            yield Flaw("UNKNOWN-FIELD", (*path, name), f"unknown field '{name}' of {a}; {hint}", of_key=True)
    for name, field in fields.items():
        here = (*path, name)
        if name not in table:
            if field.needed:
                code = field.code if field.code != "SYNTAX" else "MISSING"
                yield Flaw(code, path, f"{a} needs '{name}': {field.accepts}")
        elif not field.holds(table[name]):
            yield Flaw(field.code, here, f"'{name}' {_instead(field, table[name])}")
        elif field.table:
            yield from _inside(table[name], field.table, here)


def _inside(value: Any, shape: str, path: Path) -> Iterator[Flaw]:
    if isinstance(value, dict):
        yield from flaws(value, shape, path)
    else:
        for index, table in enumerate(value):
            yield from flaws(table, shape, (*path, index))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)
