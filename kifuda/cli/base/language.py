"""The language of the command line, and its texts in both languages.

It is chosen once, before any output, so that help and error messages use it as well. Not here:
the texts of the rules and of events (``engine.text.messages``, ``engine.text.sentence``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from pathlib import Path

from analytics.tournaments.words import TEXTS as OF_TOURNAMENTS
from engine.kernel.bilingual import Bilingual, load_texts
from engine.text.phrase import fill

LANGUAGES = ("en", "ja")
OPTION = "--lang"
VARIABLE = "KIFUDA_LANG"

TEXTS = OF_TOURNAMENTS | load_texts(Path(__file__).with_name("texts.toml"))
_language: ContextVar[str] = ContextVar("language", default="en")


def current() -> str:
    """The language in use: ``en`` or ``ja``."""
    return _language.get()


def say(key: str, /, **facts: object) -> str:
    """The text under ``key`` with ``facts`` filled in. Raises ``KeyError`` for a key without a text."""
    return fill(TEXTS[key][current()], facts)


def localized(name: Bilingual) -> str:
    """A name in the language in use."""
    return name[current()]


class Misuse(Exception):
    """An error that the user can correct; ``key`` and ``facts`` make the message, before which stands the
    ``option`` whose value it is about."""

    def __init__(self, key: str, *, option: str = "", **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts
        self.option = option

    def __str__(self) -> str:
        detail = say(f"misuse.{self.key}", **self.facts)
        return say("misuse.of-option", option=self.option, detail=detail) if self.option else detail


def choose_language(arguments: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Choose the language and return the arguments without ``--lang``, which may stand anywhere.

    Raises ``Misuse`` for an unknown language.
    """
    use(_of_environment(environment))
    rest: list[str] = []
    given = iter(arguments)
    for argument in given:
        name, equals, value = argument.partition("=")
        if argument == "--":
            rest += [argument, *given]
        elif name == OPTION:
            use(value if equals else next(given, ""))
        else:
            rest.append(argument)
    return rest


def _of_environment(environment: Mapping[str, str]) -> str:
    if asked := environment.get(VARIABLE):
        return asked
    set_ones = (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name))
    locale = next(set_ones, "")
    return "ja" if locale.startswith("ja") else "en"


def use(language: str) -> None:
    """Set the language. Raises ``Misuse`` for an unknown one."""
    if language not in LANGUAGES:
        raise Misuse("language", given=language, accepted=", ".join(LANGUAGES))
    _language.set(language)
