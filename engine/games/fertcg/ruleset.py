"""The ruleset of FERTCG: chapter 3 of its rules, the rest of a match reconstructed, and an invented starter
set.

Not here: its parts.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.common.game_folder import load_game
from engine.common.turns import Part, Turns
from engine.games.fertcg.board import AREAS, CHIP, MARKS, SEATS, TRACKS, ZONES, units
from engine.games.fertcg.chips import numbers
from engine.games.fertcg.effect_handlers import topic
from engine.games.fertcg.ending import judge_by_setting
from engine.games.fertcg.leaving import removed
from engine.games.fertcg.limits import LIMITS
from engine.games.fertcg.setup import DEALS, check_deck, check_shuffle, most_copies, set_up
from engine.games.fertcg.turn import from_invasion, from_preparation, from_unit_step, turn
from engine.games.fertcg.verbs import VERBS
from engine.games.fertcg.vocabulary import VOCABULARY
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure, to_the_end
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, Began

HERE = Path(__file__).parent


TURNS = Turns(turn)
"""Alternating turns (FE-base-5-11)."""


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it is won."""
    yield from to_the_end(set_up(game), TURNS.since(game, 1, SEATS[0]))


def _resume(rest: Part) -> Part:
    """A turn from the part at which ``rest`` begins."""

    def turn(game: Game, number: int, seat: str) -> Procedure:
        yield Began("turn", number=number, seat=seat, clauses=("FE-base-5-1",))
        yield from rest(game, number, seat)

    return TURNS.resume_in(turn)


def time_called(game: Game, act: AnyAct) -> Procedure:
    """Forty minutes are over: a draw, or by setting the player with more units on the field wins; these are
    the points then (FE-base-10-4, FE-OP-29)."""
    winner, counts = "", dict[str, int]()
    if game.settings["time_called"] == "more_units":
        counts = {seat: sum(1 for _ in units(game, seat)) for seat in SEATS}
        leaders = [seat for seat in SEATS if counts[seat] == max(counts.values())]
        winner = leaders[0] if len(leaders) == 1 else ""
    yield MatchOver(winner, "time", "FE-base-10-4", "FE-OP-29", scores=counts).ended


FERTCG = Ruleset(
    game="fertcg",
    edition="web",
    name=Bilingual("FERTCG", "FERTCG"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(HERE, VOCABULARY),
    verbs=VERBS,
    anytime_acts={
        "concede": conceded("FE-OP-28"),
        "agreed-end": agreed("FE-OP-28"),
        "time-called": time_called,
    },
    play=play,
    resume={
        "turn": TURNS.resume,
        "main": _resume(from_unit_step),
        "invasion": _resume(from_invasion),
        "preparation": _resume(from_preparation),
    },
    check_shuffle=check_shuffle,
    deals=DEALS,
    topic=topic,
    frame_clause="FE-base-5-1",
    end_clause="FE-base-10-1",
    copies_clause="FE-base-2-2",
    marks=MARKS,
    counters=(CHIP,),
    areas=AREAS,
    check_deck=check_deck,
    most_copies=most_copies,
    table_limits=LIMITS,
    removal=removed,
    end_if_lost=judge_by_setting,
    numbers=numbers,
    curve="unused",
    number_names=("chips", "stamina"),
)
