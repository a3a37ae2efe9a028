"""Single acts as lines, and the small parts that lines are made of."""

import re
import tomllib
from itertools import islice

import pytest

from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.record.match import Match
from engine.record.notation.choice import choices, has_subject
from engine.record.notation.glossary import glossary_of
from engine.record.notation.head.toml import bare, literal, parted, readable
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.tokens import clock, read_line, seconds
from engine.record.notation.resolve import resolve
from engine.record.notation.spell import sketch, spell
from events.model.kinds import AnyAct, Chose
from tests.laws.matches import again, matches, one_of_each_game
from tests.notation.records import reading_of


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


def names(game: Game, act: AnyAct) -> tuple[object, ...]:
    """An act by the names of its cards, those behind the first in any order."""
    first = int(has_subject(game.rules.verbs[act.verb]))
    faces = [game.table.face.get(card, card) for card in act.cards]
    aimed = tuple(game.table.face.get(target, target) for target in act.targets)
    return (act.verb, act.words, act.number, *faces[:first], tuple(sorted(faces[first:])), aimed)


@one_of_each_game
def test_of_acts_with_copies_of_one_card_each_choice_is_left_once(ruleset: str, cards: str) -> None:
    fewer = 0
    for game, _ in again(RULESETS[ruleset], matches(ruleset, cards, 1)[0]):
        acts = list(islice(options(game), 500))
        different = list(choices(game, acts))
        assert {names(game, act) for act in acts} == {names(game, act) for act in different}
        fewer += len(acts) - len(different)
    assert fewer


def test_the_order_of_cards_stays_a_choice_where_it_is_offered() -> None:
    events = reading_of().events
    game = Match(events).game(len(events) - 1)
    assert game.table.at("hand.A")[:3] == ["A.1", "A.2", "A.3"]  # two 斬撃剣, one 舞踏剣
    orders = [("A.1", "A.3"), ("A.3", "A.1"), ("A.2", "A.3"), ("A.3", "A.2")]
    acts = [Chose("A", "pick", order) for order in orders]
    assert list(choices(game, acts)) == acts[:2]
