"""What in a file cannot be imported, where it is, and what would have been accepted.

Not here: finding such places (``formats``).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from engine.kernel.bilingual import load_texts
from engine.record.notation.problem import Problem as RecordProblem
from engine.text.phrase import fill

_TEXTS = load_texts(Path(__file__).with_name("texts.toml"))
MAX_SHOWN = 10
"""How many problems of one file are listed."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong at ``place`` in ``file`` (a line, or a path such as ``Rounds[3].Matches[17]``).

    ``key`` names the text in ``texts.toml``, ``facts`` fill it in.
    """

    file: str
    place: str
    key: str
    facts: Mapping[str, str] = {}

    def say(self, language: str = "en") -> str:
        """The message: ``FILE: PLACE: what is wrong``."""
        what = say(f"problem.{self.key}", language, **self.facts)
        return ": ".join(part for part in (self.file, self.place, what) if part)


class BadFile(ValueError):
    """A file of which nothing is imported; ``problems`` say why, in the order of the file. ``partly``: the
    rest of it could be imported."""

    def __init__(self, problems: Sequence[Problem], *, partly: bool = False) -> None:
        self.problems = tuple(problems)
        self.partly = partly
        super().__init__(self.say())

    def say(self, language: str = "en") -> str:
        """The first problems, one a line, and how many more there are."""
        lines = [problem.say(language) for problem in self.problems[:MAX_SHOWN]]
        if more := len(self.problems) - len(lines):
            lines.append(say("problem.more", language, number=more))
        if self.partly:
            lines.append(say("problem.partly", language))
        return "\n".join(lines)


def deal_refused(file: str, place: str, refusal: RecordProblem, *, seed: str = "") -> BadFile:
    """The deal of a log is one that the rules do not allow; ``seed``: the one from which other cards follow
    than the log lists, where there is such."""
    what = refusal.what.en
    clause = "" if refusal.clause in what else refusal.clause
    return BadFile([Problem(file, place, "deal-refused", {"what": what, "clause": clause, "seed": seed})])


def say(key: str, language: str = "en", **facts: object) -> str:
    """The text under ``key`` with ``facts`` filled in."""
    return fill(_TEXTS[key][language], facts)
