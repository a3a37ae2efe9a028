"""Lines of the proof of a shuffle: ``! commit A 1 HEX`` before it, ``! reveal A 1 HEX`` after the match.

Not here: whether they fit each other (``engine.shuffle.proofs``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.kernel.ruleset import Ruleset
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.problem import Misread
from engine.shuffle.commitments import COMMIT, REVEAL, parties, read
from engine.shuffle.provable import SECRET_BYTES
from events.model.kinds import Noted

WORDS = {"commit": COMMIT, "コミット": COMMIT, "reveal": REVEAL, "開示": REVEAL}
"""The topic by the word that a line begins with."""
DIGITS = 2 * SECRET_BYTES
_HEX = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


def is_proof_line(line: Line) -> bool:
    """Whether the line is one of these."""
    return line.kind == "foul" and bool(line.tokens) and line.tokens[0].text.casefold() in WORDS


def is_commit(line: Line) -> bool:
    """Whether the line is a commitment."""
    return is_proof_line(line) and WORDS[line.tokens[0].text.casefold()] == COMMIT


def read_proof_line(rules: Ruleset, line: Line) -> Noted:
    """The event that the line stands for. Raises ``Misread``."""
    word, *rest = line.tokens
    topic = WORDS[word.text.casefold()]
    if len(rest) != 3:
        raise Misread(line.end, "proof-shape", shape=f"! {topic} PARTY NUMBER {DIGITS}×HEX")
    party, number, digits = rest
    known = parties(rules.seats)
    if party.text not in known:
        raise Misread(party.column, "proof-party", *known, word=party.text)
    if not _NUMBER.fullmatch(number.text):
        raise Misread(number.column, "proof-number", word=number.text)
    if not _HEX.fullmatch(digits.text.casefold()):
        raise Misread(digits.column, "proof-hex", digits=DIGITS, word=digits.text)
    return Noted(topic, f"{number.text} {digits.text.casefold()}", line.number, by=party.text)


class Commitments:
    """Where the lines of a record hold commitments, so that a shuffle finds those that stand before it.

    ``first`` is the number of the first of ``lines``. ``taken`` are the numbers of the lines that were found.
    """

    def __init__(self, rules: Ruleset, lines: Sequence[str], first: int) -> None:
        self._rules = rules
        self._lines = lines
        self._first = first
        self.taken: set[int] = set()

    def ahead(self, number: int, since: int) -> list[Noted]:
        """Those to shuffle ``number`` that stand in the line ``since`` and below, with nothing but turn lines
        and commitments to others between them."""
        found = []
        for at in range(max(since, self._first), self._first + len(self._lines)):
            try:
                line = read_line(self._lines[at - self._first], at)
                note = self.of(line, number) if line is not None else None
            except Misread:
                break  # it is met again in its place
            if note is not None:
                found.append(note)
            elif line is not None and line.kind != "mark" and not is_commit(line):
                break
        return found

    def among(self, number: int, lines: list[Line]) -> list[Noted]:
        """Those to shuffle ``number`` among ``lines``, which lose them."""
        found = []
        for line in tuple(lines):
            try:
                note = self.of(line, number)
            except Misread:
                break
            if note is not None:
                lines.remove(line)
                found.append(note)
        return found

    def of(self, line: Line, number: int) -> Noted | None:
        """The commitment to shuffle ``number`` that the line is, if it is one. Raises ``Misread``."""
        if not is_commit(line):
            return None
        note = read_proof_line(self._rules, line)
        statement = read(note)
        if statement is None or statement.number != number:
            return None
        self.taken.add(line.number)
        return note


def write_proof_line(note: Noted) -> str:
    """The line for such an event."""
    return f"! {note.topic} {note.by} {note.text}"
