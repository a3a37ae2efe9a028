"""The ruleset of Aquarian Age: two players with their own decks, and an invented starter set.

Not here: its parts.
"""

from pathlib import Path

from engine.common.agreed_end import agreed, conceded
from engine.common.game_folder import load_game
from engine.common.turns import Part, Turns
from engine.games.aquarian_age.board import AREAS, FIELD, MARKS, SEATS, TRACKS, ZONES, shown_to_texts
from engine.games.aquarian_age.draw import DEALS
from engine.games.aquarian_age.effect_handlers import topic
from engine.games.aquarian_age.leaving import removed
from engine.games.aquarian_age.limits import LIMITS
from engine.games.aquarian_age.measures import numbers
from engine.games.aquarian_age.setup import check_deck, check_shuffle, most_copies, set_up
from engine.games.aquarian_age.standing_texts import CONTINUOUS
from engine.games.aquarian_age.state_checks import end_if_lost
from engine.games.aquarian_age.turn import turn
from engine.games.aquarian_age.verbs import VERBS
from engine.games.aquarian_age.vocabulary import VOCABULARY
from engine.kernel.bilingual import Bilingual
from engine.kernel.edition import editions
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end
from engine.kernel.ruleset import Ruleset

HERE = Path(__file__).parent


TURNS = Turns(turn)
"""Alternating turns (AA-base-6-1)."""


def play(game: Game) -> Procedure:
    """A whole match: set-up, then turns until it ends."""
    yield from to_the_end(set_up(game), TURNS.since(game, 1, SEATS[0]))


def _resume_from(phase: str) -> Part:
    """The rest of a match from a phase of a turn."""
    return TURNS.resume_in(lambda game, number, seat: turn(game, number, seat, phase))


SUMMARY_2005 = Ruleset(
    game="aquarian-age",
    edition="2005-11-22",
    name=Bilingual("アクエリアンエイジ", "Aquarian Age"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(HERE, VOCABULARY),
    verbs=VERBS,
    anytime_acts={"concede": conceded("AA-base-1-4"), "agreed-end": agreed("AA-base-1-4")},
    play=play,
    resume={
        "turn": TURNS.resume,
        **{phase: _resume_from(phase) for phase in ("faction", "main", "power", "discard")},
    },
    check_shuffle=check_shuffle,
    deals=DEALS,
    topic=topic,
    frame_clause="AA-base-6-1",
    end_clause="AA-base-1-3",
    copies_clause="AA-base-2-1",
    marks=MARKS,
    areas=AREAS,
    check_deck=check_deck,
    most_copies=most_copies,
    continuous=CONTINUOUS,
    layout_zones=FIELD,
    shown=shown_to_texts,
    table_limits=LIMITS,
    removal=removed,
    end_if_lost=end_if_lost,
    numbers=numbers,
    curve="damage",
    number_names=("power", "mind", "endurance", "attack", "own-attack", "mental"),
)

EDITIONS = editions(SUMMARY_2005, HERE / "editions.toml")
"""The summary of 2005, which takes no precedence over answers (AA-0-1), and the changes of later editions."""
