"""Hypothesis strategies for events, changes and entries, read off their types.

A new kind or field is covered without a line here. What is made is well-formed and within the canonical
profile (NFC, ASCII keys, integers within ±2^53); whether a match could go that way is not asked.
"""

import unicodedata
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from events.log.contract import Pending
from events.model.changes import AnyChange, Step
from events.model.codec import LARGEST, SALT_BYTES, Entry
from events.model.kinds import AnyEvent

CHANGES: tuple[type, ...] = get_args(AnyChange)
KINDS: tuple[type, ...] = get_args(AnyEvent)

ints = st.integers(-LARGEST, LARGEST)
keys = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=8)
_any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
texts = _any_text.map(lambda text: unicodedata.normalize("NFC", text))


def of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type as it stands in a field: scalars, tuples, dicts, unions, structs, ``Step``."""
    scalars: dict[Any, st.SearchStrategy[Any]] = {
        bool: st.booleans(),
        int: ints,
        str: texts,
        NoneType: st.none(),
    }
    if kind in scalars:
        return scalars[kind]
    if get_origin(kind) in (Union, UnionType):
        return st.one_of(*map(of_type, get_args(kind)))
    if get_origin(kind) is tuple:
        return st.lists(of_type(get_args(kind)[0]), max_size=3).map(tuple)
    if get_origin(kind) is dict:
        return st.dictionaries(keys, of_type(get_args(kind)[1]), max_size=3)
    if kind is Step:
        return st.builds(Step, *map(of_type, get_type_hints(Step).values()))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return structs(kind)
    if kind is bytes:
        return st.binary(max_size=SALT_BYTES)
    raise TypeError(f"no strategy for {kind!r}")


def structs(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Structs of ``kind``; a field that has a default is now and then left at it."""
    made: dict[str, st.SearchStrategy[Any]] = {}
    for field in msgspec.structs.fields(kind):
        made[field.name] = of_type(field.type)
        if not field.required:
            default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            made[field.name] |= st.just(default)
    return st.builds(kind, **made)


changes = st.one_of(*map(structs, CHANGES))
events: st.SearchStrategy[AnyEvent] = st.one_of(*map(structs, KINDS))
entries = structs(Entry)
acts: st.SearchStrategy[list[Pending]] = st.lists(events.map(Pending), min_size=1, max_size=4)
"""What one ``append`` takes; no event names a cause, which would have to be an earlier one."""
