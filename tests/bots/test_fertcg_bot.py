"""FERTCG's player with a head: it plays by what it may see, beats chance, and comes to an end.

Not here: the simulation itself (``test_simulate``).
"""

from collections import Counter

from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import check
from engine.kernel.table import UNKNOWN
from events.model.kinds import ACTS, AnyAct, Ended, Opened, Shuffled
from kifuda.bots.dice import Dice
from kifuda.bots.fertcg.heuristic import FertcgPlayer
from kifuda.bots.simulate import SimulatedMatch, simulate

RULES = RULESETS["fertcg@web"]


def played(number: int) -> list[SimulatedMatch]:
    return list(simulate(RULES, matches=number, seed=3, players=("heuristic", "random")))


def blindfolded(game: Game, player: FertcgPlayer, number: int) -> AnyAct:
    """What it chooses when every face that its seat may not see is blotted out."""
    assert game.ask is not None
    faces = dict(game.table.face)
    for card, place in game.table.place.items():
        if not RULES.sees(place, game.ask.seat, down=False):
            game.table.face[card] = UNKNOWN
    try:
        return player.choose(game, Dice(number))
    finally:
        game.table.face.update(faces)


def test_it_never_looks_at_hidden_faces() -> None:
    player, chosen = FertcgPlayer("draft"), Counter[str]()
    for match in played(5):
        opened = match.derived[0][0]
        assert isinstance(opened, Opened)
        game = Game(RULES, opened)
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
    assert chosen["unit"] > 50 and chosen["move"] > 50 and chosen["preparation"] > 20


def test_it_beats_chance() -> None:
    won = 0
    for match in played(30):
        opened, ended = match.derived[0][0], match.derived[-1][0]
        assert isinstance(opened, Opened) and isinstance(ended, Ended)
        won += bool(ended.winner) and opened.players[ended.winner].startswith("heuristic")
    assert won >= 24
