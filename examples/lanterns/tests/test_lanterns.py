"""Lanterns: its rules by cases and play, and what each player may see."""

import pytest

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from kifuda.bots.simulate import simulate
from kifuda.conformance.check import written
from kifuda.conformance.play import played, repeats


@pytest.fixture
def rules() -> Ruleset:
    return RULESETS["lanterns@1"]


def test_nothing_is_missing(rules: Ruleset) -> None:
    assert list(written(rules)) == []


def test_whole_matches_are_played_and_judged(rules: Ruleset) -> None:
    matches = list(simulate(rules, matches=40, seed=1, players=("random", "random")))
    assert list(played(rules, matches)) == []
    verdicts = [adjudicate(match.derived) for match in matches]
    assert {verdict.reason for verdict in verdicts} == {"light"}
    assert {verdict.winner for verdict in verdicts} >= {"A", "B"}


def test_the_same_seed_gives_the_same_match(rules: Ruleset) -> None:
    assert list(repeats(rules, next(simulate(rules, matches=1, seed=3)), seed=3)) == []


def test_a_player_with_a_head_beats_chance(rules: Ruleset) -> None:
    won: list[str] = []
    for match in simulate(rules, matches=60, seed=2, players=("heuristic", "random")):
        players = match.derived[0][0].players
        won.append(players.get(adjudicate(match.derived).winner, ""))
    assert won.count("heuristic") > won.count("random")
