"""The ruleset of Koi-Koi, as it is published most; houses differ by settings.

Not here: its parts.
"""

from pathlib import Path

from engine.common.game_folder import load_game
from engine.common.table_limits import copies_in_pool
from engine.effect.vocabulary import Vocabulary
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from kifuda_koikoi.board import KINDS, SEATS, TRACKS, ZONES, captured
from kifuda_koikoi.match_course import DEALS, check_shuffle, play, resume
from kifuda_koikoi.verbs import VERBS
from kifuda_koikoi.yaku import total, yaku_of

VOCABULARY = Vocabulary(
    game="koi-koi",
    kinds=KINDS,
    fields={"stats": KINDS, "tags": KINDS},
    stats={"month": KINDS},
    needed={kind: ("stats",) for kind in KINDS},
    needed_stats={kind: ("month",) for kind in KINDS},
    limits={"month": (1, 12)},
)


def numbers(game: Game, of: str) -> dict[str, int]:
    """The sum of a player's yaku now."""
    return {"yaku": total(yaku_of(game, of, captured(game, of)))} if of in SEATS else {}


KOI_KOI = Ruleset(
    game="koi-koi",
    edition="common",
    name=Bilingual("こいこい", "Koi-Koi"),
    seats=SEATS,
    zones=ZONES,
    tracks=TRACKS,
    **load_game(Path(__file__).parent, VOCABULARY),
    verbs=VERBS,
    play=play,
    resume={"main": resume},
    check_shuffle=check_shuffle,
    deals=DEALS,
    frame_clause="KK-TURN-2",
    end_clause="KK-END-5",
    copies_clause="KK-SETUP-1",
    table_limits=(copies_in_pool("KK-SETUP-1"),),
    numbers=numbers,
    number_names=("yaku",),
    kind_colours={"light": "yellow", "seed": "green", "ribbon": "red", "plain": "grey"},
)
