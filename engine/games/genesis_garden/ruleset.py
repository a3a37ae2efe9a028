"""The ruleset of Genesis Garden: the rulebook of April 2011 with its starter cards.

Not here: its parts.
"""

from collections.abc import Callable
from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.common.game_folder import load_game
from engine.games.genesis_garden.board import AREAS, ROWS, SEATS, TRACKS, ZONES, first_player
from engine.games.genesis_garden.damage import UNTIL_STANDBY, removed
from engine.games.genesis_garden.effect_handlers import topic
from engine.games.genesis_garden.headquarters import end_if_lost
from engine.games.genesis_garden.limits import LIMITS
from engine.games.genesis_garden.setup import DEALS, check_deck, check_shuffle, set_up
from engine.games.genesis_garden.turn import BATTLE_TURN_PHASES, from_main, resumed, rounds
from engine.games.genesis_garden.unit import CONTINUOUS, numbers
from engine.games.genesis_garden.verbs import VERBS
from engine.games.genesis_garden.vocabulary import VOCABULARY
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end
from engine.kernel.ruleset import Ruleset

HERE = Path(__file__).parent
Resume = Callable[[Game, int, str], Procedure]


def play(game: Game) -> Procedure:
    """A whole match: set-up, then rounds until a headquarters is empty for the third time (GG-CYCLE-7)."""
    yield from to_the_end(_whole(game))


def _whole(game: Game) -> Procedure:
    yield from set_up(game)
    yield from rounds(game, 1, first_player(game))


def from_turn(game: Game, number: int, seat: str) -> Procedure:
    """The rest of the match from the start of a player's turn."""
    yield from to_the_end(rounds(game, number, seat))


def _from(resume: Resume) -> Resume:
    """The rest of the match from a later part of a turn."""
    return lambda game, number, seat: to_the_end(resume(game, number, seat))


GENESIS_GARDEN = Ruleset(
    game="genesis-garden",
    edition="2011-04",  # the later edition has other rules and is another game (GG-OP-21)
    name=Bilingual("ジェネシス・ガーデン", "Genesis Garden"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(HERE, VOCABULARY),
    verbs=VERBS,
    anytime_acts={"concede": conceded("GG-OP-24"), "agreed-end": agreed("GG-OP-24")},
    play=play,
    resume={
        "turn": from_turn,
        "main": _from(from_main),
        **{name: _from(resumed(name)) for name in BATTLE_TURN_PHASES},
    },
    check_shuffle=check_shuffle,
    deals=DEALS,
    topic=topic,
    frame_clause="GG-TURN-1",
    end_clause="GG-CYCLE-7",
    copies_clause="GG-SETUP-1",
    areas=AREAS,
    marks={"damage": UNTIL_STANDBY},
    check_deck=check_deck,
    continuous=CONTINUOUS,
    layout_zones=ROWS,
    table_limits=LIMITS,
    removal=removed,
    end_if_lost=end_if_lost,
    numbers=numbers,
    curve="hq",
    number_names=("attack", "defence", "speed"),
)
