"""The ruleset of ChronoCard TCG: two players with their own decks, and an invented starter set.

Not here: its parts.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.common.game_folder import load_game
from engine.common.turns import Turns
from engine.games.chronocard.board import MARKS, SEATS, TRACKS, ZONES
from engine.games.chronocard.draw import DEALS
from engine.games.chronocard.effect_handlers import topic
from engine.games.chronocard.limits import LIMITS
from engine.games.chronocard.setup import check_deck, check_shuffle, most_copies, set_up
from engine.games.chronocard.strength import CONTINUOUS, numbers
from engine.games.chronocard.turn import from_draw_phase, from_main_phase, turn
from engine.games.chronocard.verbs import VERBS
from engine.games.chronocard.vocabulary import VOCABULARY
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure, to_the_end
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct

HERE = Path(__file__).parent


TURNS = Turns(turn)
"""Alternating turns (CC-base-4-13)."""


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it ends."""
    yield from to_the_end(set_up(game), TURNS.since(game, 1, SEATS[0]))


def stalemate(game: Game, act: AnyAct) -> Procedure:
    """A valid claim: the same sequence once too often is a draw (CC-base-9-6, CC-OP-21)."""
    yield MatchOver("", "stalemate", "CC-base-9-6", "CC-OP-21").ended


CHRONOCARD = Ruleset(
    game="chronocard",
    edition="web",
    name=Bilingual("クロノカードTCG", "ChronoCard TCG"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(HERE, VOCABULARY),
    verbs=VERBS,
    anytime_acts={"concede": conceded("CC-OP-26"), "agreed-end": agreed("CC-OP-26"), "stalemate": stalemate},
    play=play,
    resume={
        "turn": TURNS.resume,
        "draw": TURNS.resume_in(from_draw_phase),
        "main": TURNS.resume_in(from_main_phase),
    },
    check_shuffle=check_shuffle,
    deals=DEALS,
    topic=topic,
    frame_clause="CC-base-4-1",
    end_clause="CC-base-9-4",
    copies_clause="CC-base-3-2",
    marks=MARKS,
    check_deck=check_deck,
    most_copies=most_copies,
    continuous=CONTINUOUS,
    layout_zones=("field",),
    table_limits=LIMITS,
    numbers=numbers,
    curve="taken",
    number_names=("AP", "DP"),
)
