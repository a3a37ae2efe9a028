"""One line of a record as words with their columns.

Not here: what the words mean (``parsed_act``, ``claim``, ``rulings``).
"""

import re
from typing import NamedTuple

from engine.record.notation.problem import Misread
from engine.record.notation.width import narrow


class Token(NamedTuple):
    """A word and where it begins (from 1). ``kind``: ``word quoted clause time target``."""

    kind: str
    text: str
    column: int

    def __str__(self) -> str:
        return WRITTEN[self.kind].format(self.text)


WRITTEN = {"word": "{}", "quoted": '"{}"', "clause": "[{}]", "time": "({})", "target": ">"}


class Line(NamedTuple):
    """A line that is more than a comment. ``kind``: ``act claim mark foul``; ``tokens`` follow its sign."""

    number: int
    kind: str
    tokens: tuple[Token, ...]
    text: str

    @property
    def end(self) -> int:
        """The column after the last word: where something is missing."""
        return self.tokens[-1].column + len(str(self.tokens[-1])) if self.tokens else len(self.text) + 1

    @property
    def plain(self) -> str:
        """The line in one spelling: its sign and words with single blanks, without comment."""
        return " ".join((*_SIGN_OF[self.kind], *map(str, self.tokens)))


SIGNS = {"=>": "claim", "==": "mark", "!": "foul"}
_SIGN_OF = {"act": (), **{kind: (sign,) for sign, kind in SIGNS.items()}}

_SIGN = re.compile(r"\s*(=>|==|!)?\s*")
_TOKEN = re.compile(
    r"""(?: "(?P<quoted>[^"]*)"
          | \[(?P<clause>[^\[\]\s\#]+)\]
          | \((?P<time>[0-9]{1,4}(?::[0-5][0-9]){1,2})\)
          | (?P<notime>\([0-9:.,]*\))
          | (?P<target>>)
          | (?P<word>[^\s\#">]+)
        )\s*""",
    re.VERBOSE,
)


_QUOTED = re.compile(r'("[^"]*")')


def _narrow(text: str) -> str:
    """Full-width signs, letters and digits, as a Japanese keyboard gives them, as the plain ones; what
    stands in quotation marks stays. Columns are the same."""
    parts = _QUOTED.split(text)
    parts[::2] = [narrow(part) for part in parts[::2]]
    return "".join(parts)


def read_line(text: str, number: int) -> Line | None:
    """The line as words; None if there is nothing in it but a comment. Raises ``Misread``."""
    written, text = text, _narrow(text)
    found = _SIGN.match(text)
    assert found is not None  # the pattern matches the empty string
    tokens, at, end = [], found.end(), len(text)
    while at < end and text[at] != "#":
        match = _TOKEN.match(text, at)
        if match is None:
            raise Misread(at + 1, "open-quote")
        kind = match.lastgroup or ""
        if kind == "notime":
            raise Misread(at + 1, "time-shape", word=match[kind])
        tokens.append(Token(kind, match[kind], at + 1))
        at = match.end()
    if not tokens and found[1] is None:
        return None
    return Line(number, SIGNS[found[1]] if found[1] else "act", tuple(tokens), written.strip())


def seconds(time: str) -> int:
    """``m:ss`` or ``h:mm:ss`` in seconds."""
    total = 0
    for part in time.split(":"):
        total = total * 60 + int(part)
    return total


def clock(spent: int) -> str:
    """Seconds as ``m:ss``, or ``h:mm:ss`` from an hour on."""
    minutes, rest = divmod(spent, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
