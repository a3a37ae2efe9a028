"""TOML of strangers: read as ``tomllib`` reads it, with every refusal as one error.

Not here: what the tables mean.
"""

import re
import tomllib
from typing import Any

LONGEST_KEY = 100
"""Parts of a dotted key. ``tomllib`` takes time and memory that grow with the square of their number."""

MOST_DIGITS = 4_300
"""Of a number: Python writes none that is longer, however it was spelt."""

_DIGITS = re.compile(r"(?<![\w])[+-]?(?:0[xob])?[0-9A-Fa-f][0-9A-Fa-f_]{3000}")
_PART = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?>{_PART}){{{LONGEST_KEY}}}")


def parse(text: str) -> dict[str, Any]:
    """The tables of ``text``. Raises ``tomllib.TOMLDecodeError``, whose message ends with the place."""
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start()) + 1
        column = long.start() - text.rfind("\n", 0, long.start())
        raise _error(f"a key of more than {LONGEST_KEY} parts", line, column)
    try:
        tables = tomllib.loads(text)
        digits = _DIGITS.search(text)
        if digits and _unwritable(tables):
            raise ValueError
        return tables
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise _error("nested too deeply", 1, 1) from None
    except ValueError:
        digits = _DIGITS.search(text)
        start = digits.start() if digits else 0
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        raise _error("a number of thousands of digits", line, column) from None


def _unwritable(value: Any) -> bool:
    """Whether an integer somewhere in ``value`` has more digits than can be written."""
    if isinstance(value, dict | list):
        return any(map(_unwritable, value.values() if isinstance(value, dict) else value))
    return type(value) is int and abs(value) >= 10**MOST_DIGITS


def _error(what: str, line: int, column: int) -> tomllib.TOMLDecodeError:
    return tomllib.TOMLDecodeError(f"{what} (at line {line}, column {column})")
