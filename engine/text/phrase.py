"""Templates in both languages: found by key, filled with facts.

Not here: how cards, seats and places are called (``label``), nor which sentence describes an
event (``sentence``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from engine.kernel.bilingual import Bilingual, load_texts

NOT_GIVEN = "…"
"""Shown where a template has a field for which no fact was given."""

_OPTIONAL = re.compile(r"<([^<>]*)>")
_FIELD = re.compile(r"\{(\w+)")


KERNEL = load_texts(Path(__file__).with_name("kernel.toml"))
"""The words that all games share."""
UNRULED = load_texts(Path(__file__).with_name("unruled.toml"))
"""The words for matches whose rules are not installed."""


class HasTexts(Protocol):
    """The part of a ``Ruleset`` that texts need: a command that plays no match loads no rules."""

    @property
    def texts(self) -> Mapping[str, Bilingual]:
        """The game's own texts by key."""
        ...


def find(rules: HasTexts | None, key: str) -> Bilingual | None:
    """Return the text under ``key``: the game's own, or without rules the one for all such matches, else the
    one that all games share; None if there is none."""
    own = UNRULED if rules is None else rules.texts
    return own.get(key) or KERNEL.get(key)


def fill(template: str, facts: Mapping[str, object], *, instead: Mapping[str, str] | None = None) -> str:
    """Return ``template`` with its ``{fields}`` filled in. A part in ``<…>`` falls away where one of its
    fields is empty; elsewhere an empty field shows what stands ``instead`` of it, and a field without a fact
    shows as ``…``."""
    known = _Facts({key: _fact(fact) for key, fact in facts.items()})
    left = _OPTIONAL.sub(lambda found: _optional(found[1], known), template)
    for field, other in (instead or {}).items():
        if not str(known[field]):
            known[field] = _Plain(other)
    return left.format_map(known)


def _optional(part: str, facts: _Facts) -> str:
    return part if all(str(facts[field]) for field in _FIELD.findall(part)) else ""


def _fact(fact: object) -> object:
    if type(fact) in (int, Count):
        return Count(fact)  # type: ignore[call-overload]  # one of both
    return _Plain("" if fact is None else fact)


class _Facts(dict[str, object]):
    def __missing__(self, field: str) -> _Plain:
        return _Plain(NOT_GIVEN)


class _Plain(str):
    """A text where a template may expect a number: it is shown as it is, never an error."""

    def __format__(self, spec: str) -> str:
        return " ".join((self, *spec.split("|")[2:]))


SIBILANTS = ("ch", "sh", "s", "x")
"""Nouns with these endings have their plural with *es*."""


class Count(int):
    """A number that a template can put with a noun: ``{n:card}`` is ``1 card`` or ``3 cards``, ``{n:match}``
    is ``1 match`` or ``3 matches``, a thousand of them ``1,000 matches``, as ``{n:,}`` alone; ``{n:+}`` shows
    its sign, with a true minus. A verb agrees with it: ``{n:card|is|are}`` is ``1 card is`` or ``3 cards
    are``, ``{n:|is|are}`` is ``1 is`` or ``3 are``."""

    def __format__(self, spec: str) -> str:
        noun, *verbs = spec.split("|")
        return " ".join((self._counted(noun), *verbs[self != 1 :][:1]))

    def _counted(self, spec: str) -> str:
        if spec == "+":
            return signed(self)
        if spec in ("", ","):
            return f"{int(self):{spec}}".replace("-", "−")
        plural = "es" if spec.endswith(SIBILANTS) else "s"
        return f"{int(self):,} {spec}{'' if self == 1 else plural}"


def capital(sentence: str) -> str:
    """The sentence with a capital at its beginning, where its script has any."""
    return sentence[:1].upper() + sentence[1:]


def signed(number: int) -> str:
    """The number with its sign, such as ``+2``, ``−1`` or ``±0``."""
    return f"{'−' if number < 0 else '+' if number else '±'}{abs(number)}"
