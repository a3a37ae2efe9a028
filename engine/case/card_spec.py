"""One card as a case writes it, such as ``猛り狂うカデンツァ of A as bull-man`` or ``月光のルチル (down)``.

Not here: where the card lies (``arrange``, ``expect``).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.case.problem import Place
from engine.kernel.card import CardSet
from engine.record.notation.glossary import Glossary
from engine.record.notation.problem import Misread
from events.model.changes import FaceId

ACCEPTED = "CARD [of SEAT] [as ROLE] [on CARD] [(down)] [(turned)] [(reversed)] [(MARK [N])]"

_SPEC = re.compile(
    r"(?P<name>.+?)(?: of (?P<owner>\S+))?(?: as (?P<role>.+?))?(?: on (?P<host>.+?))?"
    r"(?P<marks>(?: \([^()]*\))*)"
)
_MARKS = {
    "down": "down",
    "裏": "down",
    "turned": "turned",
    "横": "turned",
    "reversed": "reversed",
    "逆": "reversed",
}


class CardSpec(NamedTuple):
    """A card and how it lies; ``""`` and False where nothing is written."""

    face: FaceId
    owner: str = ""
    role: str = ""
    host: FaceId = ""
    down: bool = False
    quarter: int = 0
    marks: tuple[tuple[str, int], ...] = ()
    """The marks of the rules on the card, each with its number."""


def read_card_spec(text: object, words: Glossary, cards: CardSet, at: Place) -> CardSpec:
    """Read a card spec. Raises ``CaseErrors`` at the first part that means nothing."""
    found = _SPEC.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise at.wrong("shape", field=str(text), accepts=ACCEPTED)
    marks, noted = [], []
    for mark in re.findall(r"\(([^()]*)\)", found["marks"]):
        name, _, number = mark.partition(" ")
        if mark in _MARKS:
            marks.append(_MARKS[mark])
        elif name in words.rules.marks and (number.isdecimal() or not number):
            noted.append((name, int(number or 1)))
        else:
            known = ", ".join(words.rules.marks)
            raise at.wrong(
                "shape", field=str(text), accepts=f"{ACCEPTED}; MARK: {known}" if known else ACCEPTED
            )
    owner = found["owner"] or ""
    if owner and owner not in words.rules.seats:
        raise at.unknown(owner, "seat", words.rules.seats)
    return CardSpec(
        face=_face(found["name"], words, at),
        owner=owner,
        role=_role(found["role"], cards, at) if found["role"] else "",
        host=_face(found["host"], words, at) if found["host"] else "",
        down="down" in marks,
        quarter=2 if "reversed" in marks else 1 if "turned" in marks else 0,
        marks=tuple(noted),
    )


def _face(name: str, words: Glossary, at: Place) -> FaceId:
    try:
        face = words.face(name, 1)
    except Misread as misread:
        raise at.wrong("ambiguous", word=name, candidates=", ".join(misread.candidates)) from None
    if face is None:
        raise at.unknown(name, "card", [card.name.ja for card in words.cards.values()])
    return face


def _role(name: str, cards: CardSet, at: Place) -> str:
    """Return the id of the role with this id or printed name."""
    for role in cards.roles.values():
        if name in (role.id, role.name.ja, role.name.en):
            return role.id
    raise at.unknown(name, "role", cards.roles)
