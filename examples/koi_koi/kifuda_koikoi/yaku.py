"""Yaku: the scoring sets among the captured cards of one player (KK-YAKU-1 to KK-YAKU-18).

Not here: what a round counts (``score``).
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.game import Game
from events.model.changes import FaceId
from kifuda_koikoi.board import month, round_number

CURTAIN, MOON, CUP, RAIN = "M3-1", "M8-1", "M9-1", "M11-1"
BOAR_DEER_BUTTERFLIES = {"M7-1", "M10-1", "M6-1"}


class Yaku(NamedTuple):
    """A yaku by the key of its name, its points, and its clause."""

    name: str
    points: int
    clause: str


def yaku_of(game: Game, seat: str, faces: Sequence[FaceId]) -> list[Yaku]:
    """The yaku of a player who has captured these cards, with the present count of こいこい; those without
    points are none."""
    count = game.table.track("koikoi", seat)
    found = [
        *_lights(game, faces),
        *_viewings(game, faces, count),
        *_sets(game, faces),
        *_counts(game, faces),
    ]
    return [one for one in found if one.points]


def total(found: Sequence[Yaku]) -> int:
    """The sum of yaku: all that are listed count together (KK-YAKU-18)."""
    return sum(one.points for one in found)


def _of_kind(game: Game, faces: Sequence[FaceId], kind: str) -> list[FaceId]:
    return [face for face in faces if game.faces[face].kind == kind]


def _tagged(game: Game, faces: Sequence[FaceId], tag: str) -> int:
    return sum(tag in game.faces[face].tags for face in faces)


def _lights(game: Game, faces: Sequence[FaceId]) -> Iterator[Yaku]:
    """The highest of them (KK-YAKU-6)."""
    five, four, rainy, three = map(int, str(game.settings["light_points"]).split("-"))
    lights = _of_kind(game, faces, "light")
    dry = len(lights) - (RAIN in lights)
    if len(lights) == 5:
        yield Yaku("five lights", five, "KK-YAKU-2")
    elif dry == 4:
        yield Yaku("four lights", four, "KK-YAKU-3")
    elif len(lights) == 4:
        yield Yaku("rainy four lights", rainy, "KK-YAKU-4")
    elif dry == 3:
        yield Yaku("three lights", three, "KK-YAKU-5")


def _viewings(game: Game, faces: Sequence[FaceId], count: int) -> Iterator[Yaku]:
    points = {"five": 5, "three": 3, "one": 1, "one_then_three": 3 if count else 1, "none": 0}[
        str(game.settings["viewing_points"])
    ]
    if game.settings["rain_spoils_viewing"] and RAIN in faces:
        return  # KK-YAKU-10
    if CUP in faces and CURTAIN in faces:
        yield Yaku("blossom viewing", points, "KK-YAKU-8")
    if CUP in faces and MOON in faces:
        yield Yaku("moon viewing", points, "KK-YAKU-9")


def _sets(game: Game, faces: Sequence[FaceId]) -> Iterator[Yaku]:
    if {*faces} >= BOAR_DEER_BUTTERFLIES:
        yield Yaku("boar deer butterflies", 5, "KK-YAKU-7")
    poetry, blue = _tagged(game, faces, "poetry") == 3, _tagged(game, faces, "blue") == 3
    if poetry:
        yield Yaku("poetry ribbons", 5, "KK-YAKU-12")
    if blue:
        yield Yaku("blue ribbons", 5, "KK-YAKU-13")
    if poetry and blue:
        yield Yaku("both ribbons", int(game.settings["both_ribbons"]), "KK-YAKU-14")
    of_month = sum(month(game, face) == round_number(game) for face in faces)
    if of_month == 4:
        yield Yaku("month cards", int(game.settings["month_cards"]), "KK-YAKU-17")


def _counts(game: Game, faces: Sequence[FaceId]) -> Iterator[Yaku]:
    plains = len(_of_kind(game, faces, "plain"))
    if game.settings["cup_is_plain"] and CUP in faces:
        plains += 1  # KK-SETUP-3
    yield Yaku("seeds", max(0, len(_of_kind(game, faces, "seed")) - 4), "KK-YAKU-11")
    yield Yaku("ribbons", max(0, len(_of_kind(game, faces, "ribbon")) - 4), "KK-YAKU-15")
    yield Yaku("plains", max(0, plains - 9), "KK-YAKU-16")
