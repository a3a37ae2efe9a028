"""Blade Rondo 1.03 as a value: the duel, with the base set and the known cards of the expansions.

Not here: anything but the putting together.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.effect.context import opponent
from engine.games.blade_rondo.board import SEATS, TRACKS, ZONES
from engine.games.blade_rondo.setup import DEALT, UNDEALT, check_shuffle, set_up
from engine.games.blade_rondo.turn import from_main_part, turn
from engine.games.blade_rondo.verbs import VERBS
from engine.games.blade_rondo.vocabulary import VOCABULARY
from engine.games.blade_rondo.words import TIMES, WORDS, topic
from engine.kernel.bilingual import Bilingual, load_texts
from engine.kernel.card import load_set
from engine.kernel.clause import load_clauses, load_settings
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end
from engine.kernel.ruleset import Ruleset

HERE = Path(__file__).parent


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it ends."""
    yield from to_the_end(set_up(game), turns(game, 1, SEATS[0]))


def from_turn(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the start of a turn on."""
    yield from to_the_end(turns(game, number, seat))


def from_main(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the main part of a turn on."""
    yield from to_the_end(from_main_part(game, number, seat), turns(game, number + 1, opponent(game, seat)))


def turns(game: Game, number: int, seat: str) -> Procedure:
    """Turns in alternation (BR-base-5-6)."""
    while True:
        yield from turn(game, number, seat)
        number, seat = number + 1, opponent(game, seat)


BLADE_RONDO = Ruleset(
    game="blade-rondo",
    edition="1.03",  # a match is judged by one named version (BR-0-2), and never by 1.00 (BR-OP-12)
    name=Bilingual("ブレイドロンド", "Blade Rondo"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    clauses=load_clauses(
        HERE / "clauses.toml"
    ),  # the detailed rules fill what the others leave open (BR-0-1)
    settings=load_settings(HERE / "settings.toml"),
    sets={path.stem: load_set(path, VOCABULARY) for path in sorted((HERE / "cards").glob("*.toml"))},
    verbs=VERBS,
    anytime_acts={"concede": conceded("BR-base-10-3"), "agreed-end": agreed("BR-base-10-4")},
    play=play,
    resume={"turn": from_turn, "main": from_main},
    check_shuffle=check_shuffle,
    deals=(*DEALT, UNDEALT),
    effect_handlers=WORDS,
    times=TIMES,
    topic=topic,
    vocabulary=VOCABULARY,
    texts=load_texts(HERE / "texts.toml"),
    frame_clause="BR-base-6.2-1",
    end_clause="BR-base-10-1",
    copies_clause="BR-base-3-1",
)
