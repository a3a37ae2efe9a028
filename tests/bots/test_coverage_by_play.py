"""What simulated matches show of a game: counted without changing them, and never passed over in silence.

Not here: that each clause has code, cases and tests (``tests/games/test_clauses``).
"""

import json
from pathlib import Path

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from kifuda.bots.coverage.campaign import campaign
from kifuda.bots.coverage.code import CodeWatch
from kifuda.bots.coverage.report import (
    ANSWERS,
    CLAUSES,
    FAILURES,
    MOMENTS,
    NO_CARD,
    NOT_PLAYED,
    REFUSALS,
    WORDS,
    report,
    unshown,
)
from kifuda.bots.coverage.watch import CODE, OUTCOME, QUESTION, REFUSAL, Watch
from kifuda.bots.simulate import simulate
from tests.support.command import kifuda

every_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
SHARE = 80
"""Per cent of the clauses that are shown or listed after few matches; a campaign of 1,000 leaves none."""


@pytest.mark.sampled(1)
@every_ruleset
def test_few_matches_show_most_clauses(rules: Ruleset) -> None:
    watch = Watch(rules)
    played = sum(1 for _ in campaign(watch, rules, matches=18, seed=4))
    found = report(watch)
    assert played == found.matches >= 15
    assert found.sections.keys() == {CLAUSES, MOMENTS, WORDS, ANSWERS, FAILURES, REFUSALS}
    assert len(found.unexplained) * 100 <= (100 - SHARE) * len(rules.clauses), found.unexplained
    for way in (OUTCOME, QUESTION, REFUSAL, CODE):
        assert sum(way in line.ways for line in found.sections[CLAUSES]) > 5, way


@every_ruleset
def test_what_play_does_not_show_is_listed_with_reasons_in_both_languages(rules: Ruleset) -> None:
    listed = unshown(rules)
    assert listed.keys() <= rules.clauses.keys()
    assert all(reason.en and reason.ja for reason in listed.values())


def test_moments_that_no_deck_can_show_are_told_from_those_of_no_card() -> None:
    rules = RULESETS["fertcg@web"]
    watch = Watch(rules)
    assert sum(1 for _ in campaign(watch, rules, matches=6, seed=4))
    reasons = {line.key: line.reason for line in report(watch).never(MOMENTS)}
    assert reasons["transform"] == NOT_PLAYED
    assert NO_CARD not in reasons.values(), "every moment of the game is printed on a card"


@pytest.mark.sampled(2)
@every_ruleset
def test_watching_changes_no_match(rules: Ruleset) -> None:
    def played(watch: Watch | None) -> list[object]:
        return [match.derived for match in simulate(rules, matches=2, seed=9, watch=watch)]

    assert played(Watch(rules)) == played(None)


def test_code_counts_when_it_runs() -> None:
    """BR-base-6.2-5 is cited where life is judged; nothing runs, so nothing counts."""
    rules = RULESETS["blade-rondo@1.03"]
    watch = CodeWatch(rules)
    with watch.tracing():
        pass
    assert not watch.carried_out
    with watch.tracing():
        list(simulate(rules, matches=1, seed=1))
    assert watch.carried_out


def test_the_report_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = kifuda("simulate", "genesis-garden", "-n", 3, "--report", "--json")
    found = json.loads(done.out)
    assert found["matches"] == 3
    assert {line["key"] for line in found["sections"][CLAUSES]} == RULESETS[
        "genesis-garden@2011-04"
    ].clauses.keys()
    assert not list(tmp_path.iterdir()), "nothing is written"
