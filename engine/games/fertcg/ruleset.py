"""FERTCG as a value: chapter 3 of its rules, the rest of a match rebuilt, and an invented starter set.

Not here: anything but the putting together.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.effect.context import opponent
from engine.games.fertcg.board import AREAS, CHIP, MARKS, SEATS, TRACKS, TRAITS, ZONES, units
from engine.games.fertcg.setup import DEALS, check_deck, check_shuffle, most_copies, set_up
from engine.games.fertcg.turn import from_invasion, from_unit_step, turns
from engine.games.fertcg.verbs import VERBS
from engine.games.fertcg.vocabulary import VOCABULARY
from engine.games.fertcg.words import TIMES, WORDS, topic
from engine.kernel.bilingual import Bilingual, load_texts
from engine.kernel.card import load_set
from engine.kernel.clause import load_clauses, load_settings
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure, to_the_end
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct, Began

HERE = Path(__file__).parent


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it is won."""
    yield from to_the_end(set_up(game), turns(game, 1, SEATS[0]))


def from_turn(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the start of a turn on."""
    yield from to_the_end(turns(game, number, seat))


def from_main(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the unit step of a turn on."""
    rest = turns(game, number + 1, opponent(game, seat))
    yield from to_the_end(_resumed(number, seat), from_unit_step(game, number, seat), rest)


def from_invasion_phase(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the invasion phase of a turn on."""
    rest = turns(game, number + 1, opponent(game, seat))
    yield from to_the_end(_resumed(number, seat), from_invasion(game, number, seat), rest)


def _resumed(number: int, seat: str) -> Procedure:
    yield Began("turn", number=number, seat=seat, clauses=("FE-base-5-1",))


def time_called(game: Game, act: AnyAct) -> Procedure:
    """Forty minutes are over: a draw, or by setting the match of whoever has more units on the field
    (FE-base-10-4, FE-OP-29)."""
    winner = ""
    if game.settings["time_called"] == "more_units":
        counts = {seat: sum(1 for _ in units(game, seat)) for seat in SEATS}
        leaders = [seat for seat in SEATS if counts[seat] == max(counts.values())]
        winner = leaders[0] if len(leaders) == 1 else ""
    yield MatchOver(winner, "time", "FE-base-10-4", "FE-OP-29").ended


FERTCG = Ruleset(
    game="fertcg",
    edition="web",
    name=Bilingual("FERTCG", "FERTCG"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    clauses=load_clauses(HERE / "clauses.toml"),
    settings=load_settings(HERE / "settings.toml"),
    sets={path.stem: load_set(path, VOCABULARY) for path in sorted((HERE / "cards").glob("*.toml"))},
    verbs=VERBS,
    anytime_acts={
        "concede": conceded("FE-OP-28"),
        "agreed-end": agreed("FE-OP-28"),
        "time-called": time_called,
    },
    play=play,
    resume={"turn": from_turn, "main": from_main, "invasion": from_invasion_phase},
    check_shuffle=check_shuffle,
    deals=DEALS,
    effect_handlers=WORDS,
    times=TIMES,
    topic=topic,
    vocabulary=VOCABULARY,
    texts=load_texts(HERE / "texts.toml"),
    frame_clause="FE-base-5-1",
    end_clause="FE-base-10-1",
    copies_clause="FE-base-2-2",
    traits=TRAITS,
    marks=MARKS,
    counters=(CHIP,),
    areas=AREAS,
    check_deck=check_deck,
    most_copies=most_copies,
)
