"""The ruleset of Hanabi for two to five players.

Not here: its parts.
"""

from pathlib import Path

from engine.common.game_folder import load_game
from engine.common.table_limits import copies_in_pool
from engine.effect.vocabulary import Vocabulary
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, to_the_end
from engine.kernel.ruleset import Ruleset
from kifuda_hanabi.board import COLOURS, SEATS, TRACKS, ZONES, best_possible, points
from kifuda_hanabi.knowledge import possible
from kifuda_hanabi.setup import DECK, check_shuffle, set_up
from kifuda_hanabi.shuffle import SHUFFLE, recorded_order
from kifuda_hanabi.turn import turns_since
from kifuda_hanabi.verbs import VERBS

EDITION = "2014"
VOCABULARY = Vocabulary(
    game="hanabi",
    kinds=tuple(COLOURS),
    fields={"stats": tuple(COLOURS)},
    stats={"number": tuple(COLOURS)},
    needed={colour: ("stats",) for colour in COLOURS},
    needed_stats={colour: ("number",) for colour in COLOURS},
    limits={"number": (1, 5)},
)


def play(game: Game) -> Procedure:
    """A whole match; seats are named from whoever begins (HA-SETUP-6)."""
    yield from to_the_end(set_up(game), turns_since(game, 1, game.rules.seats[0]))


def resume(game: Game, number: int, seat: str) -> Procedure:
    """The rest of a match from the start of a turn."""
    yield from to_the_end(turns_since(game, number, seat))


def numbers(game: Game, of: str) -> dict[str, int]:
    """Of the table the points, now and at best; of a card in a hand how many faces clues leave it."""
    if of == TABLE:
        return {"points": points(game), "best": best_possible(game)}
    if game.table.place.get(of, "").startswith("hand."):
        return {"possible": len(possible(game, of))}
    return {}


def hanabi(players: int) -> Ruleset:
    """The game for so many players; the one for two is the usual edition."""
    seats = SEATS[:players]
    return Ruleset(
        game="hanabi",
        edition=EDITION if players == 2 else f"{EDITION}-{players}p",
        name=Bilingual("花火", "Hanabi"),
        seats=seats,
        zones=ZONES,
        tracks=TRACKS,
        **load_game(Path(__file__).parent, VOCABULARY),
        verbs=VERBS,
        play=play,
        resume={"main": resume},
        check_shuffle=check_shuffle,
        deals=(*(f"dealt.{seat}" for seat in seats), DECK),
        frame_clause="HA-TURN-2",
        end_clause="HA-END-6",
        copies_clause="HA-SETUP-1",
        table_limits=(copies_in_pool("HA-SETUP-1"),),
        numbers=numbers,
        number_names=("points", "best", "possible"),
        seeded_orders={SHUFFLE: recorded_order},
        kind_colours={colour: "grey" if colour == "white" else colour for colour in COLOURS},
    )
