"""Lines of the proof of a shuffle: ``! commit A 1 HEX`` before it, ``! reveal A 1 HEX`` after the match.

Not here: whether they fit each other (``engine.vouch``).
"""

from __future__ import annotations

import re

from engine.notation.line import Line
from engine.notation.problem import Misread
from engine.pledge import COMMIT, REVEAL, parties
from engine.ruleset import Ruleset
from engine.shuffle import SECRET_BYTES
from events.kinds import Noted

WORDS = {"commit": COMMIT, "コミット": COMMIT, "reveal": REVEAL, "開示": REVEAL}
"""The topic by the word that a line begins with."""
DIGITS = 2 * SECRET_BYTES
_HEX = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


def is_pledge(line: Line) -> bool:
    """Whether the line is one of these."""
    return line.kind == "foul" and bool(line.tokens) and line.tokens[0].text.casefold() in WORDS


def is_commit(line: Line) -> bool:
    """Whether the line is a commitment."""
    return is_pledge(line) and WORDS[line.tokens[0].text.casefold()] == COMMIT


def read_pledge(rules: Ruleset, line: Line) -> Noted:
    """The event that the line stands for. Raises ``Misread``."""
    word, *rest = line.tokens
    topic = WORDS[word.text.casefold()]
    if len(rest) != 3:
        raise Misread(line.end, "pledge-shape", shape=f"! {topic} PARTY NUMBER {DIGITS}×HEX")
    party, number, digits = rest
    known = parties(rules.seats)
    if party.text not in known:
        raise Misread(party.column, "pledge-party", *known, word=party.text)
    if not _NUMBER.fullmatch(number.text):
        raise Misread(number.column, "pledge-number", word=number.text)
    if not _HEX.fullmatch(digits.text.casefold()):
        raise Misread(digits.column, "pledge-hex", digits=DIGITS, word=digits.text)
    return Noted(topic, f"{number.text} {digits.text.casefold()}", line.number, by=party.text)


def spell_pledge(note: Noted) -> str:
    """The line for such an event."""
    return f"! {note.topic} {note.by} {note.text}"
