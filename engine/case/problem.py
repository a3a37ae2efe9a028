"""What is wrong with a case file, in both languages.

Not here: what a case expects and does not find (``expect``).
"""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from engine.effect.problem import Problem
from engine.effect.source import Source
from engine.kernel.bilingual import Bilingual, load_texts
from engine.record.notation.problem import Misread
from engine.text.phrase import fill

TEXTS = load_texts(Path(__file__).with_name("texts.toml"))


def message(key: str, **facts: object) -> Bilingual:
    """The text ``case.KEY`` with ``facts`` filled in, each in its language where it has two. Raises
    ``KeyError`` for a key without a text."""
    found = TEXTS[f"case.{key}"]
    return Bilingual(*(fill(found[language], _in(language, facts)) for language in ("ja", "en")))


def _in(language: str, facts: dict[str, object]) -> dict[str, object]:
    return {key: fact[language] if isinstance(fact, Bilingual) else fact for key, fact in facts.items()}


def hint(word: str, known: Iterable[str]) -> Bilingual:
    """The end of a message about an unknown word: the nearest known one, or the first that there are."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(word, names, n=1)
    if near:
        return message("near", near=near[0])
    listed = ", ".join(names[:LISTED_MOST])
    return message("known", known=f"{listed}, …" if len(names) > LISTED_MOST else listed)


LISTED_MOST = 40
"""The most known words that a message lists."""


def misread_in_full(misread: Misread) -> Bilingual:
    """What is wrong with a line, and what was probably meant."""
    if not misread.candidates:
        return misread.what
    near = message("meant", candidates=", ".join(misread.candidates))
    return Bilingual(f"{misread.what.ja}{near.ja}", f"{misread.what.en} {near.en}")


class CaseProblem(NamedTuple):
    """One finding in a case file; ``line`` and ``column`` count from 1."""

    file: str
    line: int
    column: int
    what: Bilingual

    def say(self, language: str = "en") -> str:
        """``FILE:LINE:COLUMN: what is wrong and what would be accepted``."""
        return f"{self.file}:{self.line}:{self.column}: {self.what[language]}"


class CaseErrors(ValueError):
    """A case file that cannot be used; ``problems`` lists all that is wrong with it."""

    def __init__(self, problems: Iterable[CaseProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.say() for problem in self.problems))


def from_cards(problems: Iterable[Problem]) -> CaseErrors:
    """The same problems, found by the reader of card files."""
    return CaseErrors(
        CaseProblem(problem.file, problem.line, problem.column, Bilingual(problem.message, problem.message))
        for problem in problems
    )


class Place(NamedTuple):
    """A value in a case file: where something is wrong."""

    source: Source
    path: tuple[str | int, ...]

    def __truediv__(self, step: str | int) -> "Place":
        return Place(self.source, (*self.path, step))

    def wrong(self, key: str, *, of_key: bool = False, **facts: object) -> CaseErrors:
        """The error that something is wrong here; ``of_key`` where the name is meant, not its value."""
        at = (self.source.places.key if of_key else self.source.at)(self.path)
        return CaseErrors([CaseProblem(str(self.source.path), at.line, at.column, message(key, **facts))])

    def unknown(self, word: str, what: str, known: Iterable[str], *, of_key: bool = False) -> CaseErrors:
        """The error that ``word`` is no such thing, with the nearest that is."""
        facts = {"what": message(f"what-{what}"), "word": word, "hint": hint(word, known)}
        return self.wrong("unknown", of_key=of_key, **facts)

    @property
    def line(self) -> int:
        """The line in the file, from 1."""
        return self.source.at(self.path).line


def failed(at: Place, what: Bilingual) -> Bilingual:
    """What is not as ``then`` says, with the line and the field."""
    field = ".".join(map(str, at.path[at.path.index("then") + 1 :]))
    return message("then", line=at.line, field=field, what=what)
