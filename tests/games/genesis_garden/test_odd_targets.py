"""Acts that name what cannot be a target at all are refused like any other illegal act."""

import pytest

from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.legality import Refused, check
from events.model.kinds import DECISIONS, Declared, Opened
from kifuda.bots.simulate import simulate


def test_a_player_is_no_card_to_unite_with() -> None:
    """GG-UNION-3: a union is with a unit in the front row."""
    rules = RULESETS["genesis-garden@2011-04"]
    match = next(simulate(rules, matches=1, seed=4))
    opened = match.derived[0][0]
    assert isinstance(opened, Opened)
    game = Game(rules, opened)
    game.begin()
    tried = 0
    for event, _ in match.derived:
        if not isinstance(event, DECISIONS):
            continue
        ask = game.ask
        if ask is not None and ask.about == "union" and (rear := game.table.at(f"rear.{ask.seat}")):
            with pytest.raises(Refused):
                check(game, Declared(ask.seat, "union", (rear[0],), (ask.seat,)))
            tried += 1
        game.act(event)
    assert tried
