"""The grammar of card text, made from the sentences of ``tree``, and its parser.

Not here: whether the zones, tracks and roles that a line names exist (``lint``).
"""

from __future__ import annotations

import difflib
import re
import sys
from functools import cache, lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, get_args

from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from engine.effect import form
from engine.effect.print import show
from engine.effect.tree import Condition, Effect, If, Node

_TOKENS = re.compile(r"[a-z]+|[<>]=|\S")
LONGEST = 400
"""Characters of a line; it limits how deep effects nest in any text."""
_WORD = re.compile(r"[\w-]+|\S")


class TextError(ValueError):
    """A line of card text that cannot be read.

    ``column`` counts from 1; ``code`` is ``UNKNOWN-OP`` where an effect should begin, else ``SYNTAX``.
    """

    def __init__(self, message: str, column: int, code: str = "SYNTAX") -> None:
        super().__init__(f"column {column}: {message}")
        self.message = message
        self.column = column
        self.code = code


def parse_condition(line: str) -> Condition:
    """The tree of a condition that stands by itself. Raises ``TextError``."""
    try:
        found = parse(f"{_IF}{line}{_THEN}")
    except TextError as error:
        column = min(max(error.column - len(_IF), 1), len(line) + 1)
        raise TextError(error.message, column, error.code) from None
    if not isinstance(found, If) or show(found.condition) != line:
        raise TextError("write it as one condition, and nothing else", 1)
    return found.condition


_IF, _THEN = "if ", ": nullify action"


@lru_cache(maxsize=4096)  # lines that wait in events are parsed again whenever they are due
def parse(line: str) -> Effect:
    """The tree of one line of card text. Raises ``TextError``; there is one way to write each effect."""
    if len(line) > LONGEST:
        raise TextError(f"a line of card text has at most {LONGEST} characters", LONGEST + 1)
    try:
        found = _parser().parse(line)
    except (UnexpectedToken, UnexpectedCharacters) as error:
        raise _explained(line, error) from None
    effect: Effect = _node(found)
    plain = show(effect)
    if plain != line:
        raise TextError(f"write it as '{plain}'", _first_difference(line, plain))
    return effect


# --- grammar -----------------------------------------------------------------------------------------


@cache
def _parser() -> Lark:
    """The parser. Its tables take a tenth of a second to compute, in each process that plays a match: Lark
    keeps them beside this module's bytecode, and computes them again for another grammar, Lark or Python."""
    tables = Path(cache_from_source(__file__)).with_suffix(".lark")
    kept = False if sys.dont_write_bytecode else str(tables)
    return Lark(_Grammar().text(), parser="lalr", maybe_placeholders=True, cache=kept)


class _Grammar:
    """Collects the rules: ``w_TAG`` for each word, ``f_N`` for each set of things that may fill a slot."""

    def __init__(self) -> None:
        self.rules: dict[str, str] = {}
        self.fills: dict[tuple[form.Filling, ...], str] = {}
        self.keywords: dict[str, str] = {}

    def text(self) -> str:
        effect = self.fill(get_args(Effect))
        self.rules[f"?{effect}"] += f" | {self.literal('(')} {effect} {self.literal(')')}"
        rules = "\n".join(f"{name}: {body}" for name, body in self.rules.items())
        keywords = "\n".join(f"{name}.1: {pattern}" for pattern, name in self.keywords.items())
        return (
            f"?start: {effect}\n{rules}\nseveral: OPEN_WORD+\n{keywords}\n"
            'WHOLE: /[0-9]{1,6}(?![0-9])/\nOPEN_WORD: /[A-Za-z][A-Za-z0-9\\/-]*/\n%ignore " "'
        )

    def fill(self, fillings: tuple[form.Filling, ...]) -> str:
        """The name of the rule for a slot that takes one of ``fillings``."""
        if fillings not in self.fills:
            name = self.fills[fillings] = f"f_{len(self.fills)}"
            keeps = "!" if any(isinstance(filling, form.OneOf) for filling in fillings) else ""
            self.rules[f"{keeps}?{name}"] = " | ".join(self.option(filling) for filling in fillings)
        return self.fills[fillings]

    def option(self, filling: form.Filling) -> str:
        match filling:
            case form.WholeNumber():
                return "WHOLE"
            case form.DefinedWord():
                return "several" if filling.several else "OPEN_WORD"
            case form.OneOf():
                return " | ".join(self.literal(phrase) for phrase in filling.phrases)
            case _:
                return self.word(filling)

    def word(self, word: type[Node]) -> str:
        name = _rule(word)
        if name not in self.rules:
            self.rules[name] = ""  # words contain one another
            self.rules[name] = " ".join(self.piece(word, piece) for piece in form.pieces(word))
        return name

    def piece(self, word: type[Node], piece: form.Piece) -> str:
        match piece:
            case str():
                return self.literal(piece)
            case form.Part():
                return f"[{' '.join(self.piece(word, inner) for inner in piece.pieces)}]"
            case form.Slot():
                return self.fill(form.fillings(word)[piece.field])

    def literal(self, text: str) -> str:
        """Fixed text. A keyword is a whole word: ``attack`` does not begin with an ``at``."""
        names = []
        for token in _TOKENS.findall(text):
            pattern = f"/{token}(?![A-Za-z0-9-])/" if token.isalpha() else f'"{token}"'
            names.append(self.keywords.setdefault(pattern, f"_K{len(self.keywords)}"))
        return " ".join(names)


def _rule(word: type[Node]) -> str:
    return f"w_{word.__struct_config__.tag}"


@cache
def _words() -> dict[str, type[Node]]:
    return {_rule(word): word for word in form.words()}


def _node(found: Any) -> Any:
    """The value of a piece of the syntax tree: a node, a number, or words."""
    if isinstance(found, Token):
        return int(found) if found.type == "WHOLE" else str(found)
    word = _words().get(found.data)
    if word is None:
        return " ".join(found.children)
    values = zip(form.slots(word), found.children, strict=True)
    return word(**{field: _node(value) for field, value in values if value is not None})


# what is wrong with a line ---------------------------------------------------------------------------


def _explained(line: str, error: UnexpectedToken | UnexpectedCharacters) -> TextError:
    """The unexpected word, and what may stand there."""
    awaited = error.accepts if isinstance(error, UnexpectedToken) else error.allowed
    may = sorted(_texts()[name] for name in awaited)
    here = f"here may stand {', '.join(may)}"
    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    found = None if ended else _WORD.match(line, error.column - 1)
    if found is None:
        return TextError(f"the line ends too early; {here}", len(line) + 1)
    word, column = found[0], found.start() + 1
    strange = word[0].isalpha() and word not in _texts().values()
    near = difflib.get_close_matches(word, [text for text in may if text.isalpha()], n=1) if strange else []
    code = "UNKNOWN-OP" if "attack" in may else "SYNTAX"
    if near:
        return TextError(f"unknown word '{word}'; did you mean '{near[0]}'?", column, code)
    if misspelt := _misspelt_keyword(line, found.start()):
        return misspelt
    what = f"unknown word '{word}'" if strange else f"'{word}' cannot stand here"
    return TextError(f"{what}; {here}", column, code)


def _misspelt_keyword(line: str, stop: int) -> TextError | None:
    """The error if the word before ``stop`` is a misspelt keyword that was read as a word of the game: with
    the right keyword the line can be read further."""
    before = list(_WORD.finditer(line, 0, stop))[-1:]
    for word in before:
        for near in difflib.get_close_matches(word[0], filter(str.isalpha, _texts().values())):
            mended = f"{line[: word.start()]}{near}{line[word.end() :]}"
            if _readable_length(mended) > stop + len(near) - len(word[0]):
                return TextError(f"unknown word '{word[0]}'; did you mean '{near}'?", word.start() + 1)
    return None


def _readable_length(line: str) -> int:
    """How many characters can be parsed."""
    try:
        _parser().parse(line)
    except UnexpectedToken as error:
        return len(line) if error.token.type == "$END" else error.column - 1
    except UnexpectedCharacters as error:
        return int(error.column) - 1
    return len(line)


@cache
def _texts() -> dict[str, str]:
    """Terminal of the grammar → how a message calls it."""
    named = {
        "WHOLE": "a number below 1000000",
        "OPEN_WORD": "a word of the game",
        "$END": "the end of the line",
    }
    patterns = {terminal.name: terminal.pattern.value for terminal in _parser().terminals}
    keywords = {name: pattern.partition("(?!")[0] for name, pattern in patterns.items() if name[0] == "_"}
    return keywords | named


def _first_difference(line: str, plain: str) -> int:
    """The first column at which two lines differ."""
    same = (a == b for a, b in zip(line, plain, strict=False))
    return next((at for at, equal in enumerate(same, 1) if not equal), min(len(line), len(plain)) + 1)
