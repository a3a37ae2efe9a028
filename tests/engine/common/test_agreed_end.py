"""Who may end a match by conceding, and who by agreement: the same in every game.

Not here: the clauses under which a game accepts it (its cases).
"""

from __future__ import annotations

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import Refused, check
from engine.kernel.ruleset import Ruleset
from events.model.kinds import Declared
from tests.engine.random_match import opened

each_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)


def begun(rules: Ruleset, *, enough: bool = True) -> Game:
    """A match at its first ask; where that is a setting, a concession is ``enough`` to end it."""
    known = {name: enough for name in rules.settings if name == "concession_ends_match"}
    game = Game(rules, opened(rules, next(iter(rules.sets)), **known))
    game.begin()
    return game


def refused(game: Game, act: Declared) -> str:
    """Why an act is refused."""
    with pytest.raises(Refused) as found:
        check(game, act)
    assert found.value.clause in game.rules.clauses
    return found.value.why


@each_ruleset
def test_whoever_concedes_has_lost(rules: Ruleset) -> None:
    for seat, other in (rules.seats, rules.seats[::-1]):
        game = begun(rules)
        game.act(Declared(seat, "concede"))
        assert game.table.result is not None
        assert (game.table.result.winner, game.table.result.reason) == (other, "concession")


@each_ruleset
def test_the_table_does_not_concede(rules: Ruleset) -> None:
    assert refused(begun(rules), Declared(TABLE, "concede")) == "not-a-player"


@pytest.mark.parametrize(
    "id", [id for id, rules in RULESETS.items() if "concession_ends_match" in rules.settings]
)
def test_by_setting_a_concession_needs_consent(id: str) -> None:
    rules = RULESETS[id]
    assert (
        refused(begun(rules, enough=False), Declared(rules.seats[0], "concede"))
        == "concession-needs-agreement"
    )


@each_ruleset
@pytest.mark.parametrize("winner", [(), ("A",), ("B",)])
def test_the_table_agrees_on_a_winner_or_on_none(rules: Ruleset, winner: tuple[str, ...]) -> None:
    game = begun(rules)
    game.act(Declared(TABLE, "agreed-end", targets=winner))
    assert game.table.result is not None
    assert (game.table.result.winner, game.table.result.reason) == ("".join(winner), "agreed")


@each_ruleset
def test_no_player_agrees_alone_and_nobody_else_wins(rules: Ruleset) -> None:
    game = begun(rules)
    assert refused(game, Declared(rules.seats[0], "agreed-end")) == "not-agreed"
    assert refused(game, Declared(TABLE, "agreed-end", targets=(TABLE,))) == "not-agreed"
