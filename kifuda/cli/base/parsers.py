"""Parsers of single arguments, with messages in both languages about what is accepted.

Not here: which argument uses which parser (``options`` and the commands).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from difflib import get_close_matches
from typing import Any

from kifuda.cli.base.language import Misuse, say

SHOWN = 40
"""Characters of a wrong number in its message."""


def number(*, least: int | None = None, most: int | None = None) -> Callable[[Any], int]:
    """A parser of a whole number within limits, which raises ``Misuse``."""

    def read(given: Any) -> int:
        written = str(given)
        shown = written if len(written) <= SHOWN else f"{written[:SHOWN]}…"
        try:
            found = int(written)
        except ValueError:
            raise Misuse("number", given=shown, accepted=_range(least, most)) from None
        if (least is not None and found < least) or (most is not None and found > most):
            raise Misuse("number", given=shown, accepted=_range(least, most))
        return found

    return read


def one_of(*words: str) -> Callable[[Any], str]:
    """A parser of one of these words, in any case, which raises ``Misuse``."""

    def read(given: Any) -> str:
        by_form = {word.casefold(): word for word in words}
        form = str(given).casefold()
        if form not in by_form:
            near = ", ".join(by_form[close] for close in get_close_matches(form, by_form, n=1))
            raise Misuse("word", given=given, near=near, accepted=", ".join(filter(None, words)))
        return by_form[form]

    return read


def day(given: Any) -> date:
    """Reads a day such as ``2026-05-03``. Raises ``Misuse``."""
    try:
        return date.fromisoformat(str(given))
    except ValueError:
        raise Misuse("date", given=given) from None


def _range(least: int | None, most: int | None) -> str:
    if least is None and most is None:
        return say("misuse.any-number")
    return f"{'' if least is None else least}…{'' if most is None else most}"
