"""ChronoCard TCG as a value: two players with decks of their own, and an invented starter set.

Not here: anything but the putting together.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.effect.context import opponent
from engine.games.chronocard.board import MARKS, SEATS, TRACKS, TRAITS, ZONES
from engine.games.chronocard.draw import DEALS
from engine.games.chronocard.setup import check_deck, check_shuffle, most_copies, set_up
from engine.games.chronocard.strength import CONTINUOUS
from engine.games.chronocard.turn import from_draw_phase, from_main_phase, turn
from engine.games.chronocard.verbs import VERBS
from engine.games.chronocard.vocabulary import VOCABULARY
from engine.games.chronocard.words import TIMES, WORDS, topic
from engine.kernel.bilingual import Bilingual, load_texts
from engine.kernel.card import load_set
from engine.kernel.clause import load_clauses, load_settings
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure, to_the_end
from engine.kernel.ruleset import Ruleset
from events.model.kinds import AnyAct

HERE = Path(__file__).parent


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it ends."""
    yield from to_the_end(set_up(game), turns(game, 1, SEATS[0]))


def from_turn(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the start of a turn on."""
    yield from to_the_end(turns(game, number, seat))


def from_draw(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the draw phase of a turn on."""
    yield from to_the_end(from_draw_phase(game, number, seat), turns(game, number + 1, opponent(game, seat)))


def from_main(game: Game, number: int, seat: str) -> Procedure:
    """What is left of a match from the main phase of a turn on."""
    yield from to_the_end(from_main_phase(game, number, seat), turns(game, number + 1, opponent(game, seat)))


def turns(game: Game, number: int, seat: str) -> Procedure:
    """Turns in alternation (CC-base-4-13)."""
    while True:
        yield from turn(game, number, seat)
        number, seat = number + 1, opponent(game, seat)


def stalemate(game: Game, act: AnyAct) -> Procedure:
    """A claim that holds: the same course once too often is a draw (CC-base-9-6, CC-OP-21)."""
    yield MatchOver("", "stalemate", "CC-base-9-6", "CC-OP-21").ended


CHRONOCARD = Ruleset(
    game="chronocard",
    edition="web",
    name=Bilingual("クロノカードTCG", "ChronoCard TCG"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    clauses=load_clauses(HERE / "clauses.toml"),
    settings=load_settings(HERE / "settings.toml"),
    sets={path.stem: load_set(path, VOCABULARY) for path in sorted((HERE / "cards").glob("*.toml"))},
    verbs=VERBS,
    anytime_acts={"concede": conceded("CC-OP-26"), "agreed-end": agreed("CC-OP-26"), "stalemate": stalemate},
    play=play,
    resume={"turn": from_turn, "draw": from_draw, "main": from_main},
    check_shuffle=check_shuffle,
    deals=DEALS,
    effect_handlers=WORDS,
    times=TIMES,
    topic=topic,
    vocabulary=VOCABULARY,
    texts=load_texts(HERE / "texts.toml"),
    frame_clause="CC-base-4-1",
    end_clause="CC-base-9-4",
    copies_clause="CC-base-3-2",
    traits=TRAITS,
    marks=MARKS,
    check_deck=check_deck,
    most_copies=most_copies,
    continuous=CONTINUOUS,
)
