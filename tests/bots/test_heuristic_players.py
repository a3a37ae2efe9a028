"""The heuristic players of all games: they choose by what they may know, use their cards, and beat chance.

Not here: the simulation itself (``test_simulate``), and what matches show (``test_coverage_by_play``).
"""

from collections import Counter

import pytest

from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import check
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN
from events.model.kinds import ACTS, AnyAct, Ended, Opened, Revealed, Shuffled
from kifuda.bots.dice import Dice
from kifuda.bots.player import Player
from kifuda.bots.roster import HEURISTIC, bot
from kifuda.bots.simulate import SimulatedMatch, simulate

every_ruleset = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)


def played(rules: Ruleset, number: int, second: str = "random", seed: int = 3) -> list[SimulatedMatch]:
    return list(simulate(rules, matches=number, seed=seed, players=(HEURISTIC, second)))


def blindfolded(game: Game, player: Player, number: int) -> AnyAct:
    """What it chooses when every face that its seat may not see is blotted out."""
    assert game.ask is not None
    table, faces = game.table, dict(game.table.face)
    shown = next((event.cards for event in reversed(game.history) if isinstance(event, Revealed)), ())
    for card, place in table.place.items():
        if card not in shown and not game.rules.sees(place, game.ask.seat, down=card in table.down):
            table.face[card] = UNKNOWN
    game.table.layout_version += 1  # nothing remembered holds
    try:
        return player.choose(game, Dice(number))
    finally:
        table.face.update(faces)
        game.table.layout_version += 1


@every_ruleset
def test_it_never_looks_at_hidden_faces(rules: Ruleset) -> None:
    player, chosen = bot(rules, HEURISTIC), Counter[str]()
    for match in played(rules, 3):
        opened = match.derived[0][0]
        assert isinstance(opened, Opened)
        game = Game(rules, opened)
        game.begin()
        for number, (event, _) in enumerate(match.derived):
            if not isinstance(event, (*ACTS, Shuffled)):
                continue
            assert game.ask is not None
            if game.ask.seat != TABLE:
                open_eyed = player.choose(game, Dice(number))
                check(game, open_eyed)
                assert blindfolded(game, player, number) == open_eyed
                chosen[game.ask.about] += 1
            game.act(event)
    assert sum(chosen.values()) > 100 and len(chosen) > 4


@pytest.mark.sampled(2)
@every_ruleset
def test_it_beats_chance(rules: Ruleset) -> None:
    won = 0
    for match in played(rules, 20):
        opened, ended = match.derived[0][0], match.derived[-1][0]
        assert isinstance(opened, Opened) and isinstance(ended, Ended)
        won += bool(ended.winner) and opened.players[ended.winner].startswith(HEURISTIC)
    assert won >= 16
