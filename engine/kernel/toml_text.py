"""TOML of strangers: read as ``tomllib`` reads it, with every refusal as one error.

Not here: what the tables mean.
"""

import re
import tomllib
from typing import Any

LONGEST_KEY = 100
"""Parts of a dotted key. ``tomllib`` takes time and memory that grow with the square of their number."""

_PART = r"""(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)[ \t]*\.[ \t]*"""
_LONG_KEY = re.compile(rf"(?<![\w-])(?>{_PART}){{{LONGEST_KEY}}}")


def parse(text: str) -> dict[str, Any]:
    """The tables of ``text``. Raises ``tomllib.TOMLDecodeError``, whose message ends with the place."""
    if long := _LONG_KEY.search(text):
        line = text.count("\n", 0, long.start()) + 1
        column = long.start() - text.rfind("\n", 0, long.start())
        raise _error(f"a key of more than {LONGEST_KEY} parts", line, column)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except RecursionError:
        raise _error("nested too deeply", 1, 1) from None
    except ValueError:
        long = re.search(r"\d[\d_]{4299}", text)
        start = long.start() if long else 0
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        raise _error("a number of thousands of digits", line, column) from None


def _error(what: str, line: int, column: int) -> tomllib.TOMLDecodeError:
    return tomllib.TOMLDecodeError(f"{what} (at line {line}, column {column})")
