"""Ratings that are kept beside the facts: those of every game at the end of each month, and their
calibration.

Ratings go from one match to the next and cannot be added up, so late matches make their month and all later
ones be rated anew. The name of a file depends on all that it follows from (the facts up to its month, the
code): a file is either right or absent. Not here: the model (``analytics.stats.rating``), and the
calibration of forecasts (``analytics.stats.calibration``).
"""

import hashlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import quote

import msgspec
import numpy as np
import polars as pl

from analytics.query.cubes.cube_files import mark
from analytics.query.filters import SOUND
from analytics.query.measures.sources import scanned
from analytics.stats import calibration, interval, rating
from analytics.stats.calibration import Calibration
from analytics.stats.number import Floats
from analytics.stats.rating import Belief, Played, follow
from analytics.store.atomic_files import write_atomically
from analytics.store.derived import DerivedData
from analytics.store.manifest import REBUILD, UNDATED, DamagedStore, Manifest, Part

FOLDER = "ratings"
ENDING = ".msgpack"


NUMBERS = np.dtype("<f8")
"""The compact form of forecasts: a million matches have a million."""


class Forecasts(msgspec.Struct, frozen=True):
    """The forecast and the outcome of each match of a month, as ``NUMBERS``."""

    forecasts: bytes
    outcomes: bytes


class RatedMonth(Forecasts, frozen=True):
    """The same, with the ratings of all players after the month, whether they played in it or not."""

    players: dict[str, Belief]


Read = TypeVar("Read", bound=Forecasts)


class RatingHistory(NamedTuple):
    """The ratings of the ``players`` at the end, and the calibration of all forecasts."""

    players: dict[str, Belief]
    calibration: Calibration


class Month(NamedTuple):
    """The facts of a month of a game, and the file of the ratings after it."""

    parts: tuple[Part, ...]
    path: Path


class _RatingHistory(DerivedData[int]):
    """``refresh`` gives the number of months of games that were rated."""

    def is_fresh(self, folder: Path, manifest: Manifest) -> bool:
        return not any(map(_outdated, _games(folder, manifest).values()))

    def update(self, folder: Path, manifest: Manifest) -> int:
        games = _games(folder, manifest).values()
        number = sum(_follow(folder, months) for months in games if _outdated(months))
        _remove_unused_files(
            folder, {month.path for months in games for month in months} | {*map(_calibration_file, games)}
        )
        return number


RATING_HISTORY = _RatingHistory(
    FOLDER, (rating.__file__, calibration.__file__, interval.__file__, __file__), nothing=0
)


def rating_history(folder: Path, manifest: Manifest, game: str) -> RatingHistory | None:
    """The kept ratings of a game, over all matches whose outcome follows the rules; None if they
    do not match the facts of ``manifest``, or the facts have no such game."""
    months = _months(folder, manifest, game)
    if not months:
        return None
    try:
        judged = msgspec.msgpack.decode(_calibration_file(months).read_bytes(), type=Calibration)
        return RatingHistory(_read(months[-1], RatedMonth).players, judged)
    except (OSError, msgspec.DecodeError):
        return None


def _games(folder: Path, manifest: Manifest) -> dict[str, list[Month]]:
    """Game → its months in order."""
    games = sorted({part.game for part in manifest.parts})
    return {game: _months(folder, manifest, game) for game in games}


def _months(folder: Path, manifest: Manifest, game: str) -> list[Month]:
    """The months of a game in order, matches without a day first."""
    of_game = [part for part in manifest.parts if part.game == game]
    of_game.sort(key=lambda part: (part.month != UNDATED, part.month, part.name))
    digest = hashlib.sha256(RATING_HISTORY.code(manifest).encode())
    months = []
    for month, of_month in groupby(of_game, lambda part: part.month):
        parts = tuple(of_month)
        digest.update(repr([mark(part) for part in parts]).encode())
        place = folder / FOLDER / f"game={quote(game, safe='')}" / f"month={quote(month, safe='')}"
        months.append(Month(parts, place / f"{digest.hexdigest()}{ENDING}"))
    return months


def _calibration_file(months: list[Month]) -> Path:
    """The file of the calibration over these months, which are all of a game."""
    last = months[-1].path
    return last.parents[1] / last.name


def _outdated(months: list[Month]) -> bool:
    """Whether ratings or the calibration are missing."""
    return _missing(months) > 0 or not _calibration_file(months).is_file()


def _missing(months: list[Month]) -> int:
    """The number of months that have to be rated: the first one without a file, and all after it."""
    there = 0
    while there < len(months) and months[there].path.is_file():
        there += 1
    return len(months) - there


def _follow(folder: Path, months: list[Month]) -> int:
    """Rate the missing months, and write each one and the calibration of all."""
    first = len(months) - _missing(months)
    try:
        monthly = [_read(month, Forecasts) for month in months[:first]]
        known = _read(months[first - 1], RatedMonth).players if first else {}
    except msgspec.DecodeError:  # then all kept files are useless
        first, monthly, known = 0, [], {}
    for month in months[first:]:
        known, forecasts, outcomes = follow(_played(folder, month.parts), known)
        monthly.append(RatedMonth(_packed(forecasts), _packed(outcomes), known))
        write_atomically(month.path, msgspec.msgpack.encode(monthly[-1]))
    all_forecasts = np.frombuffer(b"".join(month.forecasts for month in monthly), NUMBERS)
    all_outcomes = np.frombuffer(b"".join(month.outcomes for month in monthly), NUMBERS)
    judged = calibration.calibration(all_forecasts, all_outcomes)
    write_atomically(_calibration_file(months), msgspec.msgpack.encode(judged))
    return len(months) - first


def _packed(monthly: Floats) -> bytes:
    return monthly.astype(NUMBERS).tobytes()


def _read(month: Month, kind: type[Read]) -> Read:
    return msgspec.msgpack.decode(month.path.read_bytes(), type=kind)


def _played(folder: Path, parts: tuple[Part, ...]) -> Iterator[Played]:
    """Each match of these parts once, from the side of one of its players, in order. Raises
    ``DamagedStore``."""
    seats = scanned(folder, parts, table="seat_match").select(
        "match", "day", "won", "lost", "tied", pl.col("player", "opponent").cast(pl.String)
    )
    matches = scanned(folder, parts, table="match").select(
        "match", "finished", pl.col("grade").cast(pl.String)
    )
    counted = pl.sum_horizontal("won", "lost", "tied") > 0
    rows = (
        seats.filter(counted, pl.col("player") < pl.col("opponent"))
        .join(matches.filter("finished", pl.col("grade").is_in(SOUND)), on="match")
        .select(
            "player",
            "opponent",
            pl.col("match").cast(pl.String),
            day=pl.col("day").cast(pl.Int32).fill_null(0),
            place=pl.when(pl.col("lost") > 0).then(2).otherwise(1),
            other=pl.when(pl.col("won") > 0).then(2).otherwise(1),
        )
        .sort("day", "match")
    )
    try:
        found = rows.drop("match").collect()
    except (OSError, pl.exceptions.PolarsError) as error:
        raise DamagedStore(f"a part of {folder} cannot be read ({error}): {REBUILD}") from error
    for player, opponent, day, place, other in found.iter_rows():
        yield Played(day, (player, opponent), (place, other))


def _remove_unused_files(folder: Path, kept: set[Path]) -> None:
    """Remove files of facts that are gone, and drafts that a crash left."""
    for pattern in ("game=*/*", "game=*/month=*/*"):
        for path in (folder / FOLDER).glob(pattern):
            if path not in kept and path.is_file():
                path.unlink(missing_ok=True)
