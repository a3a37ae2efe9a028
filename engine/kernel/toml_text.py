"""TOML of strangers: TOML 1.1 as ``tomli`` reads it, with every refusal as one error.

Not here: what the tables mean.
"""

import re
from typing import Any

import tomli

LONGEST_KEY = 100
"""Parts of a dotted key. ``tomli`` takes time and memory that grow with the square of their number."""

MOST_DIGITS = 4_300
"""Of a number: Python writes none that is longer, however it was spelt."""

_DIGITS = re.compile(r"(?<![\w])[+-]?(?:0[xob])?[0-9A-Fa-f][0-9A-Fa-f_]{3000}")
_PART = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?>{_PART}){{{LONGEST_KEY}}}")


def parse(text: str) -> dict[str, Any]:
    """The tables of ``text``. Raises ``tomli.TOMLDecodeError``, whose message ends with the place."""
    if long := _LONG_KEY.search(text):
        raise tomli.TOMLDecodeError(f"a key of more than {LONGEST_KEY} parts", text, long.start())
    try:
        tables = tomli.loads(text)
        digits = _DIGITS.search(text)
        if digits and _unwritable(tables):
            raise ValueError
        return tables
    except tomli.TOMLDecodeError:
        raise
    except RecursionError:
        raise tomli.TOMLDecodeError("nested too deeply", text, 0) from None
    except ValueError:
        digits = _DIGITS.search(text)
        start = digits.start() if digits else 0
        raise tomli.TOMLDecodeError("a number of thousands of digits", text, start) from None


def _unwritable(value: Any) -> bool:
    """Whether an integer somewhere in ``value`` has more digits than can be written."""
    if isinstance(value, dict | list):
        return any(map(_unwritable, value.values() if isinstance(value, dict) else value))
    return type(value) is int and abs(value) >= 10**MOST_DIGITS
