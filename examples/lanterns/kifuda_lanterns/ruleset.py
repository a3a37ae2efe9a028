"""The ruleset of Lanterns.

Not here: its parts.
"""

from pathlib import Path

from engine.common.game_folder import load_game
from engine.common.table_limits import copies_in_pool
from engine.effect.common_words import common
from engine.effect.tree import Add, Nullify, SetTo, StatOf, TrackOf
from engine.effect.vocabulary import Vocabulary
from engine.effect.word import ACTION, Moment, Word
from engine.kernel.bilingual import Bilingual
from engine.kernel.ruleset import Ruleset
from kifuda_lanterns.board import SEATS, TRACKS, ZONES
from kifuda_lanterns.course import check_shuffle, nullify, play, resume
from kifuda_lanterns.verbs import VERBS

VOCABULARY = Vocabulary(
    game="lanterns",
    kinds=("lantern", "wind", "screen"),
    tracks=("light",),
    fields={"stats": ("lantern",)},
    stats={"light": ("lantern",)},
    moments={
        "play": Moment(kinds=("lantern", "wind")),
        "ward": Moment(kinds=("screen",), gives=(ACTION,)),
    },
    words={**common(Add, SetTo, StatOf, TrackOf), Nullify: Word(does=nullify, on=("ward",))},
)

LANTERNS = Ruleset(
    game="lanterns",
    edition="1",
    name=Bilingual("灯籠", "Lanterns"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(Path(__file__).parent, VOCABULARY),
    verbs=VERBS,
    play=play,
    resume={"main": resume},
    check_shuffle=check_shuffle,
    deals=(*(f"dealt.{seat}" for seat in SEATS), "rest"),
    frame_clause="LA-2",
    end_clause="LA-4",
    copies_clause="LA-1",
    table_limits=(copies_in_pool("LA-1"),),
)
