"""The pages speak both languages: no text is missing, none is unused, and none stands in the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import dashboard
from dashboard.app.language import LANGUAGES, TEXTS, say
from engine.kernel.bilingual import Bilingual

ROOT = Path(dashboard.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
SHOWING = {
    "title", "header", "subheader", "markdown", "caption", "text", "write", "badge", "metric", "button",
    "info", "warning", "error", "success", "selectbox", "segmented_control", "pills", "multiselect",
    "slider", "number_input", "text_input", "toggle", "tabs", "expander", "popover", "page_link",
}  # fmt: skip
"""Calls that put their first argument, or their ``label`` or ``help``, before people's eyes."""
DIRECTIVE = re.compile(r":[a-z-]+:?(?=\[)|:material/\w+:")


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Of the syntax tree of a module, which several tests walk."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def keys(path: Path) -> Iterator[str]:
    """Patterns of the keys for which a module asks ``say``: what is filled in later is ``.+``. A problem that
    says itself is asked for no key."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "say":
            for key in node.args[:1]:
                yield from patterns(key)


def patterns(key: ast.expr) -> Iterator[str]:
    match key:
        case ast.Constant(value=str(value)):
            yield re.escape(value)
        case ast.JoinedStr(values=parts):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts
            )
        case ast.IfExp(body=body, orelse=orelse):
            yield from patterns(body)
            yield from patterns(orelse)


def asked() -> dict[str, Path]:
    return {pattern: path for path in SOURCES for pattern in keys(path)}


def test_every_text_that_is_asked_for_exists() -> None:
    missing = [
        f"{path.name}: {pattern}"
        for pattern, path in asked().items()
        if not any(re.fullmatch(pattern, key) for key in TEXTS)
    ]
    assert missing == []


def test_no_text_is_left_over() -> None:
    literals = {
        node.value
        for path in SOURCES
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    patterns = [*asked()]
    unused = [
        key
        for key in TEXTS
        if key not in literals and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert unused == []


def test_both_languages_tell_the_same_facts() -> None:
    assert [(key, text.ja, text.en) for key, text in TEXTS.items() if not is_same_in_both(text)] == []


def is_same_in_both(text: Bilingual) -> bool:
    """Whether both languages have the same fields, and words of their own."""
    fields = {language: set(re.findall(r"\{(\w+)", text[language])) for language in LANGUAGES}
    own_words = text.en != text.ja or not re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", text.en))
    return fields["en"] == fields["ja"] and own_words


def test_languages_that_differ_in_facts_are_found() -> None:
    assert is_same_in_both(Bilingual(ja="{n}枚", en="{n} cards"))
    assert is_same_in_both(Bilingual(ja="{n} / {m}", en="{n} / {m}"))
    assert not is_same_in_both(Bilingual(ja="枚", en="{n} cards"))
    assert not is_same_in_both(Bilingual(ja="cards", en="cards"))


def words_in_code(path: Path) -> Iterator[str]:
    """Words that a module shows without looking them up."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and ast.unparse(node.func).removeprefix("st.") in SHOWING:
            shown = [*node.args[:1], *(word.value for word in node.keywords if word.arg in ("label", "help"))]
            for argument in shown:
                yield from (f"{path.relative_to(ROOT)}:{node.lineno} {text}" for text in spelled(argument))


def spelled(shown: ast.expr) -> Iterator[str]:
    """The words in an expression, without those in calls: ``say`` and its like look theirs up."""
    match shown:
        case ast.Constant(value=str(text)):
            if re.search(r"[A-Za-z]{2}|[\u3040-\u30ff\u4e00-\u9fff]", DIRECTIVE.sub("", text)):
                yield text
        case ast.JoinedStr(values=parts):
            yield from (text for part in parts for text in spelled(part))
        case ast.IfExp(body=body, orelse=orelse):
            yield from spelled(body)
            yield from spelled(orelse)


def test_no_words_stand_in_the_code() -> None:
    assert [word for path in SOURCES for word in words_in_code(path)] == []


def test_words_in_the_code_are_found() -> None:
    assert list(spelled(ast.parse("f'Turn {n}'", mode="eval").body)) == ["Turn "]
    assert list(spelled(ast.parse("':gray[ターン]'", mode="eval").body)) == [":gray[ターン]"]
    assert list(spelled(ast.parse("f':material/undo: **{say(1)}**'", mode="eval").body)) == []


@pytest.mark.parametrize(
    ("key", "one", "more"),
    [
        ("compare.matches", "1 match", "1,200 matches"),
        (
            "compare.matches-mirrors",
            "1 match, mirrors from both seats",
            "1,200 matches, mirrors from both seats",
        ),
        ("population.unreadable", "1 match that", "1,200 matches that"),
        ("archetype.lists", "From 1 deck ", "From 1,200 decks "),
    ],
)
def test_a_noun_agrees_with_its_number(key: str, one: str, more: str) -> None:
    assert say("en", key, n=1, share="80 %").startswith(one)
    assert say("en", key, n=1200, share="80 %").startswith(more)
