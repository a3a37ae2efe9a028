"""TOML as the head of a record needs it: values as literals, keys in one line, and where a key stands.

Not here: parsing (the standard library does it), or which keys there are (``head``).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from events.model.codec import LARGEST

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_WIDE = re.compile(r"[^\x00-\x7f]")
_SPELT = re.compile(r"\\\\|\\u((?!00[0-7])[0-9a-f]{4})|\\U([0-9a-f]{8})")
_CONTROL = re.compile(r'[\\"\x00-\x1f\x7f]')


def literal(value: Any) -> str:
    """A value as parsed from TOML, written as TOML on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{_CONTROL.sub(_escape, value)}"'
        case Mapping():
            inner = ", ".join(f"{bare(key)} = {literal(one)}" for key, one in value.items())
            return f"{{ {inner} }}" if inner else "{}"
        case list() | tuple():
            return f"[{', '.join(map(literal, value))}]"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in _ESCAPED:
        return _ESCAPED[sign]
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def composed(value: Any) -> Any:
    """A value with every text in it in Unicode NFC: an escape can spell what the file itself does not."""
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case Mapping():
            return {composed(key): composed(one) for key, one in value.items()}
        case list():
            return [composed(one) for one in value]
    return value


def too_large(value: Any) -> int | None:
    """An integer anywhere in ``value`` that is beyond what every reader of JSON holds exactly."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return next((found for one in inner if (found := too_large(one)) is not None), None)
    return value if type(value) is int and abs(value) > LARGEST else None


def bare(key: str) -> str:
    """One part of a key, quoted where it has to be, in ASCII: keys of a log are."""
    return key if _BARE.fullmatch(key) else _WIDE.sub(_escape, literal(key))


def readable(key: str) -> str:
    """A key from ``bare`` or ``flat`` with its characters as people write them."""
    return _SPELT.sub(lambda found: _character(found[1] or found[2]) or found[0], key)


def _character(digits: str | None) -> str:
    return chr(int(digits, 16)) if digits else ""


def flat(table: Mapping[str, Any], *above: str) -> Iterator[tuple[str, Any]]:
    """Every value in nested tables with its dotted key."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from flat(value, *above, bare(key))
        else:
            yield ".".join((*above, bare(key))), value


def parted(key: str) -> tuple[str, str]:
    """A dotted key as the table it begins with and the rest; the rest is empty for a plain key."""
    found = _FIRST.match(key)
    return (found[1], found[2] or "") if found else (key, "")


_FIRST = re.compile(r'("(?:[^"\\]|\\.)*"|[^."]+)(?:\.(.+))?$', re.DOTALL)
_HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]")


def place_of(head: str, key: str, value: str = "") -> tuple[int, int]:
    """Line and column (from 1) in the text of a head where ``key`` is given its value, or of ``value`` in
    that line or below; (1, 1) where it is not found. Good enough for a message."""
    table, lines = "", head.split("\n")
    for number, line in enumerate(lines, start=1):
        if header := _HEADER.match(line):
            table = header[1]
            if table == key:
                return number, line.index("[") + 1
        under = key.removeprefix(f"{table}.") if table else key
        found = re.match(rf"\s*({re.escape(under)})\s*(=|\.)", line)
        if found:
            return _below(lines, number, value) or (number, found.start(1) + 1)
    return 1, 1


def _below(lines: list[str], number: int, value: str) -> tuple[int, int] | None:
    if value:
        for below, line in enumerate(lines[number - 1 :], start=number):
            if value in line:
                return below, line.index(value) + 1
    return None
