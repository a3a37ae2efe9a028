"""Parses one sentence of a log: its kind, and the players and cards that it names.

The sentences are data (``sentences.toml``). Not here: what a sentence changes (``match_builder``), nor which
lines belong together (``blocks``).
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import tomli

_DATA: dict[str, Any] = tomli.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_SPOTS = {"the Active Spot": "active", "the Bench": "bench", "the Stadium spot": "stadium"}
_PLAYERS = ("who", "owner", "other")
_PATTERNS = {
    "card": r".+?",
    "target": r".+?",
    "word": r".+",
    "number": r"\d{1,6}",
    "spot": "|".join(_SPOTS),
    "rest": r"(?: .+)?",
}

MAX_LENGTH = 400
"""Characters of a sentence; a longer line is not parsed."""


class Statement(msgspec.Struct, frozen=True):
    """A sentence that was understood.

    ``who``, ``owner`` and ``other`` are seats, ``spot`` a zone, ``cards`` the items of the list below the
    sentence. ``card``, ``target`` and ``word`` are as written; ``""`` and 1 where the sentence has none.
    ``top``: it stands at the margin; the others follow from the one above.
    """

    kind: str
    line: int
    text: str
    top: bool = True
    who: str = ""
    owner: str = ""
    other: str = ""
    card: str = ""
    target: str = ""
    word: str = ""
    spot: str = ""
    number: int = 1
    cards: tuple[str, ...] = ()


class Reason(NamedTuple):
    """Why a match ended, and who caused it: ``viewpoint``, ``other``, or ``""``."""

    reason: str
    by: str


class Grammar:
    """The sentences about two players; ``seats`` gives the seat of each by name."""

    def __init__(self, seats: dict[str, str]) -> None:
        self._seats = {straight_quotes(name): seat for name, seat in seats.items()}
        self._forms = _patterns_for(tuple(sorted(self._seats, key=lambda name: (-len(name), name))))

    def read(self, text: str, *, line: int, top: bool, cards: tuple[str, ...] = ()) -> Statement | None:
        """The statement of a sentence without its list marks; None if it has no known form."""
        sentence = straight_quotes(text)
        for kind, pattern in self._forms if len(sentence) <= MAX_LENGTH else ():
            if found := pattern.fullmatch(sentence):
                return Statement(kind, line, text, top, **self._facts(found.groupdict()), cards=cards)
        return None

    def _facts(self, found: dict[str, str | None]) -> dict[str, Any]:
        facts: dict[str, Any] = {name: text for name, text in found.items() if text and name != "rest"}
        for name in _PLAYERS:
            if name in facts:
                facts[name] = self._seats[facts[name]]
        if "number" in facts:
            facts["number"] = int(facts["number"])
        if "spot" in facts:
            facts["spot"] = _SPOTS[facts["spot"]]
        return facts


def straight_quotes(text: str) -> str:
    """The text with one kind of apostrophe: the program uses two, sometimes in one sentence."""
    return text.replace("’", "'")


def players(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Line and name, for every sentence that names a player."""
    patterns = _naming_patterns()
    for number, text in lines:
        for pattern in patterns if len(text) <= MAX_LENGTH else ():
            if found := pattern.fullmatch(straight_quotes(text)):
                yield number, found["who"]
                break


def reason_of(words: str) -> Reason:
    """The reason in the words of a result; ``other`` if they are not known."""
    for row in _DATA["reason"]:
        if re.search(row["pattern"], words):
            return Reason(row["reason"], row.get("by", ""))
    return Reason("other", "")


@lru_cache(maxsize=8)
def _patterns_for(names: tuple[str, ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The forms with these player names, longest first because one may begin with another."""
    anyone = "|".join(map(re.escape, names)) or "(?!)"
    return tuple((kind, _pattern(form, anyone)) for kind, form, _ in _forms())


def _forms() -> Iterator[tuple[str, str, bool]]:
    for sentence in _DATA["sentence"]:
        for form in sentence["forms"]:
            yield sentence["kind"], form, sentence.get("names", False)


@cache
def _naming_patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(form, r".{1,64}?") for _, form, names in _forms() if names)


def _pattern(form: str, names: str) -> re.Pattern[str]:
    parts = _PLACEHOLDER.split(form)
    kinds = {**_PATTERNS, **dict.fromkeys(_PLAYERS, names)}
    return re.compile(
        "".join(
            f"(?P<{part}>{kinds[part]})" if index % 2 else re.escape(part) for index, part in enumerate(parts)
        )
    )
