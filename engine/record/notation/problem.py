"""A place in a record that cannot be read or is refused, and what would be accepted there.

Not here: finding such places (``read``).
"""

from collections.abc import Iterable
from difflib import get_close_matches

import msgspec

from engine.kernel.bilingual import Bilingual
from engine.record.notation.messages import message


class Problem(msgspec.Struct, frozen=True):
    """What is wrong at ``line`` and ``column`` (both from 1; 0: no place).

    ``text`` is the line, ``what`` says what is wrong, ``clause`` the rule it would break (``""`` where
    it is a matter of writing), ``candidates`` what would be accepted, in the order of likelihood.
    """

    line: int
    column: int
    text: str
    what: Bilingual
    clause: str = ""
    candidates: tuple[str, ...] = ()

    def say(self, name: str = "", language: str = "en") -> str:
        """One message: ``FILE:LINE:COLUMN: TEXT — what is wrong. accepted: …``."""
        place = ":".join(str(part) for part in (name, self.line, self.column) if part)
        said = f"{place}: {self.what[language]}" if place else self.what[language]
        if not self.candidates:
            return said
        if not said.endswith(STOPS):  # refusals by the rules end with their clause
            said += STOPS[language == "ja"]
        between = "、" if language == "ja" else ", "
        listed = between.join(self.candidates)
        return f"{said} {message('accepted', candidates=listed)[language]}"


class Unreadable(ValueError):
    """A record of which nothing can be read: it is no text, or its head has an error.

    ``problem`` says where and why, ``name`` is the file.
    """

    def __init__(self, problem: Problem, name: str = "") -> None:
        super().__init__(problem.say(name))
        self.problem = problem
        self.name = name

    def say(self, language: str = "en") -> str:
        """The message in ``language``."""
        return self.problem.say(self.name, language)


class Misread(Exception):
    """A line, or a word in it, that cannot be read; reading ends there."""

    def __init__(self, column: int, key: str, /, *candidates: str, clause: str = "", **facts: object) -> None:
        super().__init__(key)
        self.column = column
        shown = {name: _short(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
        self.what = message(key, clause=clause, **shown)
        self.candidates = candidates
        self.clause = clause

    def at(self, line: int, text: str) -> Problem:
        """The problem, now that its line is known."""
        return Problem(line, self.column, text, self.what, self.clause, self.candidates)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_MOST else f"{text[:SHOWN_MOST]}…"


SHOWN_MOST = 80
"""The most characters of a word that a message quotes."""
NEAR_PERCENT = 50
STOPS = (".", "。")
"""What ends a sentence, in English and in Japanese."""


def nearest(
    word: str, known: Iterable[str], *, most: int = 3, percent: int = NEAR_PERCENT
) -> tuple[str, ...]:
    """The known words that resemble ``word``, the most similar first."""
    by_form: dict[str, str] = {}
    for name in known:
        by_form.setdefault(name.casefold(), name)
    close = get_close_matches(word.casefold(), by_form, n=most, cutoff=percent / 100)
    return tuple(by_form[form] for form in close)
