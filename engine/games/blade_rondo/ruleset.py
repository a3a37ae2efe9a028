"""The ruleset of Blade Rondo 1.03: the duel, with the base set and the known cards of the expansions.

Not here: its parts.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.common.game_folder import load_game
from engine.common.turns import Turns
from engine.games.blade_rondo.action import numbers
from engine.games.blade_rondo.board import SEATS, TRACKS, ZONES
from engine.games.blade_rondo.effect_handlers import topic
from engine.games.blade_rondo.life import end_if_lost
from engine.games.blade_rondo.limits import LIMITS
from engine.games.blade_rondo.setup import DEALT, UNDEALT, check_shuffle, set_up
from engine.games.blade_rondo.turn import from_main_part, turn
from engine.games.blade_rondo.verbs import VERBS
from engine.games.blade_rondo.vocabulary import VOCABULARY
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end
from engine.kernel.ruleset import Ruleset

HERE = Path(__file__).parent


TURNS = Turns(turn)
"""Alternating turns (BR-base-5-6)."""


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it ends."""
    yield from to_the_end(set_up(game), TURNS.since(game, 1, SEATS[0]))


BLADE_RONDO = Ruleset(
    game="blade-rondo",
    edition="1.03",  # a match is judged by one named version (BR-0-2), and never by 1.00 (BR-OP-12)
    name=Bilingual("ブレイドロンド", "Blade Rondo"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(HERE, VOCABULARY),  # the detailed rules settle what the others leave open (BR-0-1)
    verbs=VERBS,
    anytime_acts={"concede": conceded("BR-base-10-3"), "agreed-end": agreed("BR-base-10-4")},
    play=play,
    resume={"turn": TURNS.resume, "main": TURNS.resume_in(from_main_part)},
    check_shuffle=check_shuffle,
    deals=(*DEALT, UNDEALT),
    topic=topic,
    frame_clause="BR-base-6.2-1",
    end_clause="BR-base-10-1",
    copies_clause="BR-base-3-1",
    table_limits=LIMITS,
    end_if_lost=end_if_lost,
    numbers=numbers,
    curve="life",
    number_names=("budget", "cost"),
)
