"""The sentence of a word, split into fixed text, slots, and optional parts.

The grammar (``grammar``) and the printer (``print``) use it. Not here: the sentences themselves (``tree``).
"""

from __future__ import annotations

import re
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from engine.effect.tree import Node


class Slot(NamedTuple):
    """A place in a sentence that a field of the node fills."""

    field: str


class Part(NamedTuple):
    """A part of a sentence that is left out where its slot holds the default."""

    pieces: tuple[str | Slot, ...]

    @property
    def field(self) -> str:
        """The field whose default leaves this part out."""
        return next(piece.field for piece in self.pieces if isinstance(piece, Slot))


class OneOf(NamedTuple):
    """A slot for one of these phrases."""

    phrases: tuple[str, ...]


class DefinedWord(NamedTuple):
    """A slot for a word that is defined elsewhere: in which list, and whether several words may stand
    there."""

    words: str
    several: bool


class WholeNumber(NamedTuple):
    """A slot for a whole number."""


Piece = str | Slot | Part
Filling = type[Node] | OneOf | DefinedWord | WholeNumber

_PIECES = re.compile(r"\[(?P<part>[^]]*)\]|\{(?P<slot>\w+)\}|(?P<text>[^][{}]+)")


@cache
def pieces(word: type[Node]) -> tuple[Piece, ...]:
    """The sentence of ``word``, left to right."""
    return tuple(_pieces(word.form))


def _pieces(form: str) -> list[Any]:
    found: list[Piece] = []
    for match in _PIECES.finditer(form):
        if match["part"] is not None:
            found.append(Part(tuple(_pieces(match["part"]))))
        else:
            found.append(Slot(match["slot"]) if match["slot"] else match["text"])
    return found


@cache
def slots(word: type[Node]) -> tuple[str, ...]:
    """The fields of ``word`` in the order of its sentence."""
    return tuple(piece.field for piece in pieces(word) if not isinstance(piece, str))


@cache
def fillings(word: type[Node]) -> dict[str, tuple[Filling, ...]]:
    """Field → what may fill it, in the order of its type."""
    hints = get_type_hints(word, include_extras=True)
    return {field: tuple(_fillings(hints[field])) for field in word.__struct_fields__}


def _fillings(hint: Any) -> list[Filling]:
    origin = get_origin(hint)
    if origin is Annotated:
        return [DefinedWord(hint.__metadata__[0], "several" in hint.__metadata__)]
    if origin is Literal:
        return [OneOf(get_args(hint))]
    if origin in (Union, UnionType):
        return [filling for member in get_args(hint) for filling in _fillings(member)]
    if hint is NoneType:
        return []
    return [WholeNumber()] if hint is int else [hint]


def words() -> tuple[type[Node], ...]:
    """Every word of the language: each class of ``tree`` with a sentence, in the order of its files."""
    return tuple(word for word in Node.__subclasses__() if word.form)
