"""One card as a case writes it, such as ``猛り狂うカデンツァ of A as bull-man`` or ``月光のルチル (down)``.

Not here: where the card lies (``arrange``), or which card on the table is meant (``lying``).
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from engine.case.problem import Place, hint, message
from engine.kernel.ask import TABLE
from engine.kernel.card import CardSet
from engine.record.notation.glossary import Glossary
from engine.record.notation.problem import Misread
from events.model.changes import CardRef, FaceId

ACCEPTED = "[COPY=]CARD [of SEAT] [as ROLE] [on CARD [of SEAT]] [(down)] [(turned)] [(reversed)] [(MARK [N])]"

_MARKS = {
    "down": "down",
    "裏": "down",
    "turned": "turned",
    "横": "turned",
    "reversed": "reversed",
    "逆": "reversed",
}


class CardSpec(NamedTuple):
    """A card and how it lies; ``""`` and False where nothing is written.

    ``copy`` is the instance, where the case gives it a name or means it by that name; ``host`` and
    ``host_copy`` are the same of the card that it is attached to. ``marks`` are the marks of the rules on the
    card, each with its number.
    """

    face: FaceId
    owner: str = ""
    role: str = ""
    host: FaceId = ""
    down: bool = False
    quarter: int = 0
    marks: tuple[tuple[str, int], ...] = ()
    copy: CardRef = ""
    host_copy: CardRef = ""
    host_owner: str = ""

    @property
    def marked(self) -> dict[str, int]:
        """The sum of the marks of each kind."""
        return {name: sum(n for other, n in self.marks if other == name) for name, _ in self.marks}


def read_card_spec(
    text: object, words: Glossary, cards: CardSet, at: Place, *, made: bool = False
) -> CardSpec:
    """Read a card spec. ``made``: it says what lies on a table that is set up; elsewhere a copy may stand for
    its card. Raises ``CaseErrors`` at the first part that means nothing."""
    seats = words.rules.seats
    found = _pattern(seats).fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise at.wrong("shape", field=str(text), accepts=ACCEPTED)
    down, quarter, marks = _marks(text, found["marks"], words, at)
    copy, face = found["copy"] or "", ""
    if not made and not copy and is_copy(found["name"], seats):
        copy = found["name"]
    else:
        face = _face(found["name"], words, at)
    host = found["host"] or ""
    host_copy = host if is_copy(host, seats) else ""
    return CardSpec(
        face=face,
        owner=found["owner"] or "",
        role=_role(found["role"], cards, at) if found["role"] else "",
        host=_face(host, words, at) if host and not host_copy else "",
        down=down,
        quarter=quarter,
        marks=marks,
        copy=copy,
        host_copy=host_copy,
        host_owner=found["host_owner"] or "",
    )


def is_copy(text: str, seats: tuple[str, ...]) -> bool:
    """Whether ``text`` names a copy, such as ``A.3``, or ``table.3`` for one that belongs to all players."""
    seat, dot, number = text.partition(".")
    return dot == "." and seat in (*seats, TABLE) and number.isdecimal()


@cache
def _pattern(seats: tuple[str, ...]) -> re.Pattern[str]:
    seat = "|".join(map(re.escape, seats))
    return re.compile(
        rf"(?:(?P<copy>(?:{seat}|{TABLE})\.[0-9]+) ?= ?)?(?P<name>.+?)(?: of (?P<owner>{seat}))?"
        rf"(?: as (?P<role>.+?))?(?: on (?P<host>.+?)(?: of (?P<host_owner>{seat}))?)?"
        rf"(?P<marks>(?: \([^()]*\))*)"
    )


def _marks(
    text: object, written: str, words: Glossary, at: Place
) -> tuple[bool, int, tuple[tuple[str, int], ...]]:
    """Return whether the card lies face down, its quarter turns, and what the rules have noted on it."""
    lies, noted = [], []
    for mark in re.findall(r"\(([^()]*)\)", written):
        name, _, number = mark.partition(" ")
        if mark in _MARKS:
            lies.append(_MARKS[mark])
        elif name in words.rules.marks and (number.isdecimal() or not number):
            noted.append((name, int(number or 1)))
        else:
            known = ", ".join(words.rules.marks)
            meant = message("known", known=f"({name} N)") if name in words.rules.marks else None
            meant = meant or hint(mark, [*_MARKS, *words.rules.marks])
            raise at.wrong("no-mark", text=str(text), word=mark, hint=meant, known=known)
    quarter = 2 if "reversed" in lies else 1 if "turned" in lies else 0
    return "down" in lies, quarter, tuple(noted)


def _face(name: str, words: Glossary, at: Place) -> FaceId:
    if held := words.held(name):
        raise at.wrong("held-card", word=held.name.ja, id=held.id, lacks=held.missing)
    try:
        face = words.face(name, 1)
    except Misread as misread:
        raise at.wrong("ambiguous", word=name, candidates=", ".join(misread.candidates)) from None
    if face is not None:
        return face
    card, _, seat = name.rpartition(" of ")
    if card and words.faces(card):
        raise at.unknown(seat, "seat", words.rules.seats)
    raise at.unknown(name, "card", words.similar(name) or [card.name.ja for card in words.cards.values()])


def _role(name: str, cards: CardSet, at: Place) -> str:
    """Return the id of the role with this id or printed name."""
    for role in cards.roles.values():
        if name in (role.id, role.name.ja, role.name.en):
            return role.id
    raise at.unknown(name, "role", cards.roles)
