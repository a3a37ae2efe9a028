"""``python -m tests.referee``: leagues over everything there is, and what is said of them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.games.registry import RULESETS
from events.model.kinds import Determined
from kifuda.bots.simulate import simulate
from tests.referee.__main__ import GAMES, League, judged, leagues, main, objections

HERE = Path(__file__).parent


def test_every_game_has_a_referee() -> None:
    assert {f"{game.replace('-', '_')}.py" for game in GAMES} <= {path.name for path in HERE.iterdir()}
    assert len(GAMES) == 5


@pytest.mark.parametrize("game", GAMES)
def test_leagues_mix_everything(game: str) -> None:
    found = list(leagues(game, 10_000, seed=1))
    assert sum(league.matches for league in found) == 10_000
    assert len({league.seed for league in found}) == len(found)
    sets = {(league.edition, league.cards) for league in found}
    assert sets == {
        (edition, cards) for edition, rules in RULESETS.items() if rules.game == game for cards in rules.sets
    }
    assert len({league.players for league in found}) == 3


def test_matches_that_hold_bring_no_objection() -> None:
    heard = judged(next(leagues("blade-rondo", 2, seed=5)))
    assert (heard.matches, heard.objections) == (2, [])


def test_audit_and_referee_are_both_heard() -> None:
    league = League("blade-rondo@1.03", "base", ("random", "random"), ("draft", "draft"), 1, 3)
    match = next(simulate(RULESETS[league.edition], matches=1, seed=3, players=league.players))
    derived = list(match.derived)
    seq = next(seq for seq, (event, _) in enumerate(derived) if isinstance(event, Determined))
    event, cause = derived[seq]
    assert isinstance(event, Determined)
    derived[seq] = (replace(event, value=event.value + 1), cause)
    found = list(objections(match._replace(derived=tuple(derived)), league))
    assert any("audit: outcome" in one.kind for one in found)
    assert any("audit" not in one.kind and f"#{seq}" in one.where for one in found)
    assert "seed 3" in found[0].where


def test_what_stops_a_league_is_said() -> None:
    unknown = League("blade-rondo@1.03", "base", ("nobody", "random"), ("draft", "draft"), 1, 3)
    assert [one.kind for one in judged(unknown).objections] == ["the simulation stopped: CannotPlay"]


def test_a_short_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["blade-rondo", "--matches", "4", "--seed", "8", "--jobs", "1"]) == 0
    assert "seed 8, 4 matches, 0 unfinished, 0 objections of 0 kinds" in capsys.readouterr().out
