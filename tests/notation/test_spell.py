"""Single acts as lines, and the small parts that lines are made of."""

import re
import tomllib

import pytest

from engine.games.registry import RULESETS
from engine.kernel.legality import options
from engine.record.notation.glossary import glossary_of
from engine.record.notation.head.toml import bare, literal, parted, readable
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.tokens import clock, read_line, seconds
from engine.record.notation.resolve import resolve
from engine.record.notation.spell import sketch, spell
from tests.laws.matches import again, matches, one_of_each_game


@one_of_each_game
def test_every_option_has_a_line_that_means_just_it(ruleset: str, cards: str) -> None:
    seen = 0
    for game, _ in again(RULESETS[ruleset], matches(ruleset, cards, 1)[0]):
        if game.ask is None or game.ask.seat not in game.rules.seats or game.ask.about == "keep":
            continue
        for act in options(game):
            line = read_line(spell(game, act), 1)
            assert line is not None
            assert resolve(game, read_act(line, glossary_of(game))).decision == act
            assert not re.search(r"\b[AB]\.\d", sketch(game, act))
            seen += 1
    assert seen > 50


@pytest.mark.parametrize(("text", "whole"), [("0:09", 9), ("3:20", 200), ("1:00:00", 3600)])
def test_times(text: str, whole: int) -> None:
    assert seconds(text) == whole and clock(whole) == text


@pytest.mark.parametrize("value", [True, 3, 'a"b\\c\nd\x01', ["x", 1], {"a b": {"c": 1}}, {}])
def test_a_literal_is_read_back(value: object) -> None:
    assert tomllib.loads(f"key = {literal(value)}") == {"key": value}


@pytest.mark.parametrize(
    ("key", "parts"),
    [("a", ("a", "")), ("a.b", ("a", "b")), ('"x.y".b.c', ('"x.y"', "b.c")), ('"x.y"', ('"x.y"', ""))],
)
def test_the_first_part_of_a_key(key: str, parts: tuple[str, str]) -> None:
    assert parted(key) == parts


def test_a_key_is_quoted_where_it_has_to_be() -> None:
    assert (bare("day"), bare("a b")) == ("day", '"a b"')


@pytest.mark.parametrize("key", ["ひと言", "a.b", "😀", "a\\u3072", "tab\t", "é"])
def test_a_key_is_ascii_in_a_log_and_readable_in_a_record(key: str) -> None:
    assert bare(key).isascii()
    assert tomllib.loads(f"{bare(key)} = 1") == tomllib.loads(f"{readable(bare(key))} = 1") == {key: 1}
    assert ("\\" in key or not key.isprintable()) != (key in readable(bare(key)))
