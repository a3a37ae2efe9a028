"""The card language: grammar and printer agree on every tree, and a bad line says what is wrong with it."""

from __future__ import annotations

import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine
from engine.effect import form, grammar, tree
from engine.effect.grammar import LONGEST, TextError, parse
from engine.effect.print import show
from engine.effect.problem import CODES
from engine.kernel.known_card import CODE as NOTE
from tests.support import effort

OPS_AT_MOST = 24
COMBINATORS_AT_MOST = 10

FILES = sorted(Path(str(engine.__file__)).parent.glob("games/*/cards/*.toml"))
LINES = sorted(
    {
        line
        for file in FILES
        for table in ("card", "role")
        for thing in tomllib.loads(file.read_text("utf-8")).get(table, ())
        for ability in thing.get("ability", ())
        for line in ability.get("do", ())
    }
)


# --- trees out of the classes themselves -------------------------------------------------------------


@cache
def fixed_words() -> frozenset[str]:
    """Every word that the language itself uses: no name in a card file may be one of them."""
    phrases = [
        phrase
        for word in form.words()
        for fillings in form.fillings(word).values()
        for filling in fillings
        if isinstance(filling, form.OneOf)
        for phrase in filling.phrases
    ]
    sentences = [word.form for word in form.words()]
    return frozenset("".join(c if c.isalpha() else " " for c in " ".join([*phrases, *sentences])).split())


open_words = st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,6}", fullmatch=True).filter(
    lambda word: word not in fixed_words()
)
phrases = st.lists(st.from_regex(r"[a-z]{1,6}", fullmatch=True), min_size=1, max_size=3).map(" ".join)


def values(filling: form.Filling) -> st.SearchStrategy[Any]:
    match filling:
        case form.WholeNumber():
            return st.integers(0, 999_999)
        case form.OneOf():
            return st.sampled_from(filling.phrases)
        case form.DefinedWord():
            return phrases if filling.several else open_words
        case _:
            return nodes(filling)


@cache
def nodes(word: type[tree.Node]) -> st.SearchStrategy[Any]:
    """All nodes of one class, the fields that may be left out left out at times."""
    required = set(word.__struct_fields__[: len(word.__struct_fields__) - len(word.__struct_defaults__)])
    defaults = dict(zip(reversed(word.__struct_fields__), reversed(word.__struct_defaults__), strict=False))

    def field(name: str) -> st.SearchStrategy[Any]:
        filled = st.one_of([values(filling) for filling in form.fillings(word)[name]])
        return filled if name in required else st.just(defaults[name]) | filled

    return st.deferred(lambda: st.builds(word, **{name: field(name) for name in word.__struct_fields__}))


@st.composite
def effects(draw: st.DrawFn) -> tree.Effect:
    """Effects that are not too long for a card. A filter would now and then tell its whole strategy, which
    takes two hundred megabytes to write down."""
    effect: tree.Effect = draw(st.one_of([nodes(word) for word in get_args(tree.Effect)]))
    assume(len(show(effect)) <= LONGEST)
    return effect


nested = st.recursive(
    st.just(tree.Nullify()),
    lambda inner: (
        st.builds(tree.If, st.just(tree.Time("day")), inner, st.none() | inner)
        | st.builds(tree.May, inner)
        | st.builds(tree.Later, st.just("dusk"), inner)
        | st.builds(tree.Either, inner, inner)
        | st.builds(tree.Both, inner, inner)
    ),
    max_leaves=6,
).filter(lambda effect: len(show(effect)) <= LONGEST)
"""Effects inside effects: where one ends and the next begins is all that is hard about them."""


# --- the laws ------------------------------------------------------------------------------------------


@settings(max_examples=effort.examples(400))
@given(effects())
def test_what_is_printed_is_read_back(effect: tree.Effect) -> None:
    assert parse(show(effect)) == effect


@settings(max_examples=effort.examples(400))
@given(nested)
def test_effects_inside_effects_are_read_back(effect: tree.Effect) -> None:
    assert parse(show(effect)) == effect


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_a_card_file_is_printed_as_it_stands(line: str) -> None:
    assert show(parse(line)) == line


def test_there_are_card_files_to_read() -> None:
    assert len(FILES) >= 4
    assert len(LINES) >= 25


@settings(max_examples=effort.examples(400))
@given(st.lists(st.sampled_from(sorted(fixed_words())) | open_words | st.text(max_size=4), max_size=9))
def test_any_line_is_read_as_one_way_to_write_it_or_refused(words: list[str]) -> None:
    line = " ".join(words)
    try:
        effect = parse(line)
    except TextError as error:
        assert 1 <= error.column <= len(line) + 1
    else:
        assert show(effect) == line


def test_an_else_goes_to_the_nearest_if() -> None:
    """The printer puts the parentheses that keep the other reading apart."""
    inner = parse("if it is day: if it is night: nullify action else: damage you by 1")
    outer = parse("if it is day: (if it is night: nullify action) else: damage you by 1")
    assert isinstance(inner, tree.If)
    assert inner.otherwise is None
    assert isinstance(outer, tree.If)
    assert outer.otherwise == tree.Damage("you", tree.Number(1))


# --- the size of the language ------------------------------------------------------------------------


def test_the_language_stays_small() -> None:
    """Raising a limit takes a reason in docs/cards.md."""
    assert len(get_args(tree.Op)) <= OPS_AT_MOST
    assert len(get_args(tree.Combinator)) <= COMBINATORS_AT_MOST
    assert set(get_args(tree.Effect)) == set(get_args(tree.Op)) | set(get_args(tree.Combinator))


@pytest.mark.parametrize("word", form.words(), ids=lambda word: word.__name__)
def test_a_sentence_has_a_slot_for_every_field(word: type[tree.Node]) -> None:
    assert sorted(form.slots(word)) == sorted(word.__struct_fields__)


def test_every_word_can_be_reached_from_an_effect() -> None:
    reached: set[type[tree.Node]] = set()
    left = list(get_args(tree.Effect))
    while left:
        word = left.pop()
        if word not in reached:
            reached.add(word)
            for fillings in form.fillings(word).values():
                left += [filling for filling in fillings if isinstance(filling, type)]
    assert reached == set(form.words())


# --- what a bad line is told ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("atack physical", "UNKNOWN-OP", "column 1: unknown word 'atack'; did you mean 'attack'?"),
        ("may atack physical", "UNKNOWN-OP", "column 5: unknown word 'atack'; did you mean 'attack'?"),
        ("attach self to you a poison", "SYNTAX", "column 20: unknown word 'a'; did you mean 'as'?"),
        ("add 3 to life of yuo", "SYNTAX", "column 18: unknown word 'yuo'; did you mean 'you'?"),
        ("damage you bye 3", "SYNTAX", "column 12: unknown word 'bye'; did you mean 'by'?"),
        ("damage you by", "SYNTAX",
         "column 14: the line ends too early; here may stand a number below 1000000, a word of the "
         "game, count, current, damage, half, minus, printed, x"),
        ("damage you by haf life of you", "SYNTAX", "column 15: unknown word 'haf'; did you mean 'half'?"),
        ("damage you 3", "SYNTAX", "column 12: '3' cannot stand here; here may stand by"),
        ("damage you by 03", "SYNTAX", "column 15: write it as 'damage you by 3'"),
        ("damage  you by 3", "SYNTAX", "column 8: write it as 'damage you by 3'"),
        ("damage you by 3 ", "SYNTAX", "column 16: write it as 'damage you by 3'"),
        ("(nullify action)", "SYNTAX", "column 1: write it as 'nullify action'"),
        ("if it is day nullify action", "SYNTAX", "column 14: 'nullify' cannot stand here; here may stand :"),
        ("modify ATK of you add 2 until end of trun", "SYNTAX",
         "column 38: unknown word 'trun'; did you mean 'turn'?"),
    ],
)  # fmt: skip
def test_a_bad_line_is_told_where_and_what_instead(line: str, code: str, message: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(line)
    assert (caught.value.code, str(caught.value)) == (code, message)


def test_an_empty_line_is_told_every_beginning() -> None:
    with pytest.raises(TextError, match=r"the line ends too early; here may stand .*add, at, attach, attack"):
        parse("")


def test_a_number_has_a_limit() -> None:
    parse("damage you by 999999")
    with pytest.raises(TextError, match="'1000000' cannot stand here; here may stand a number below 1000000"):
        parse("damage you by 1000000")


def test_nesting_has_a_limit_and_no_traceback() -> None:
    deep = "may " * 90 + "nullify action"
    assert show(parse(deep)) == deep
    with pytest.raises(TextError, match="at most 400 characters"):
        parse("may " * 2000 + "nullify action")


# --- the page about it -----------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[3] / "docs" / "cards.md").read_text("utf-8")


SENTENCES = [word.form for word in form.words() if " " in word.form or "(" in word.form]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_page_has_every_sentence(sentence: str) -> None:
    assert f"`{sentence}`" in PAGE


def test_the_examples_of_the_page_can_be_read() -> None:
    table = PAGE.partition("## You want")[2].partition("Each effect")[0]
    lines = [line for row in table.splitlines()[4:] for line in row.split("`")[1::2]]
    assert len(lines) >= 20
    assert [line for line in lines if show(parse(line)) != line] == []


def test_the_page_has_every_code() -> None:
    section = PAGE.partition("## What the linter says")[2]
    assert [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")] == [*CODES, NOTE]


def test_tables_of_the_parser_are_kept_beside_bytecode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And are computed again where what is kept cannot be read."""
    monkeypatch.setattr(grammar, "cache_from_source", lambda file: str(tmp_path / "grammar.pyc"))
    line, tables = LINES[0], tmp_path / "grammar.lark"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    built = grammar._parser.__wrapped__().parse(line)
    assert not tables.exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for _ in ("computed", "kept"):
        assert grammar._parser.__wrapped__().parse(line) == built
        assert tables.stat().st_size
    tables.write_bytes(tables.read_bytes()[:1000])
    assert grammar._parser.__wrapped__().parse(line) == built
    assert tables.stat().st_size > 1000
