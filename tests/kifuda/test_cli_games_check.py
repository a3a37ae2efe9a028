"""``kifuda games check``: what a game lacks or breaks is told, with the place where it is written."""

import dataclasses

import msgspec
import pytest

from engine.games.registry import GAMES, RULESETS
from engine.kernel.clause import Clause
from engine.kernel.ruleset import Ruleset
from events.model.kinds import Happened
from kifuda.bots.simulate import simulate
from kifuda.conformance.check import written
from kifuda.conformance.play import played, repeats
from tests.support.command import kifuda

RULES = RULESETS["genesis-garden@2011-04"]


@pytest.mark.parametrize("rules", GAMES.values(), ids=lambda rules: rules.game)
def test_every_game_passes_what_is_asked_of_games_from_outside(rules: Ruleset) -> None:
    matches = list(simulate(rules, matches=2, seed=7))
    assert [*written(rules), *played(rules, matches), *repeats(rules, matches[0], seed=7)] == []


def test_a_clause_that_nothing_shows_and_a_text_that_is_missing_are_told() -> None:
    new = Clause(id="GG-NEW-1", kind="legality", origin="seed", en="New.", ja="")
    texts = {key: text for key, text in RULES.texts.items() if key != "act.summon"}
    explained = next(iter(RULES.meanings))
    meanings = {key: text for key, text in RULES.meanings.items() if key != explained}
    meanings["moments.at-dawn"] = new.says
    broken = dataclasses.replace(RULES, clauses=RULES.clauses | {new.id: new}, texts=texts, meanings=meanings)
    assert [(miss.what, *miss.facts.values())[:2] for miss in written(broken)] == [
        ("clause-text", "GG-NEW-1"),
        ("clause-not-cited", "GG-NEW-1"),
        ("clause-not-shown", "GG-NEW-1"),
        ("no-text", "act.summon"),
        ("no-text", explained),
        ("text-of-nothing", "moments.at-dawn"),
    ]


def test_a_match_that_is_not_what_the_rules_give_is_told() -> None:
    """A card is drawn that no rule draws; what nobody may see is still hidden."""
    (match,) = simulate(RULES, matches=1, seed=7)
    at = next(seq for seq, (event, _) in enumerate(match.derived) if isinstance(event, Happened))
    spoilt = [*match.derived]
    event, cause = spoilt[at]
    spoilt[at] = (msgspec.structs.replace(event, amount=99), cause)
    (other,) = simulate(RULES, matches=1, seed=8)
    found = [miss.what for miss in played(RULES, [match._replace(derived=tuple(spoilt))])]
    assert found == ["not-exact", "reads-otherwise"]
    assert [miss.what for miss in repeats(RULES, other, seed=7)] == ["not-deterministic"]


def test_the_command_says_that_nothing_is_missing() -> None:
    done = kifuda("games", "check", "genesis-garden", "-n", 2)
    assert (done.status, "genesis-garden@2011-04: 2 matches played; missing or wrong: 0" in done.out) == (
        0,
        True,
    )
