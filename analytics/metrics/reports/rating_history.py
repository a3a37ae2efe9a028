"""Ratings that are kept beside the facts: of every game what was believed at the end of each month, and how
good the forecasts were in all of them.

They go from one match to the next and cannot be added up, so what came in late is followed anew from its
month on, and what came at the end from the end. A file is called after all that it follows from (the facts
up to its month, the code): it is either there and right, or not there. Not here: the ratings themselves
(``analytics.stats.rating``), and judging forecasts (``analytics.stats.calibration``).
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
from analytics.store.derived import Derived
from analytics.store.manifest import REBUILD, DamagedStore, Manifest, Part
from analytics.store.projection_run import UNDATED

FOLDER = "ratings"
ENDING = ".msgpack"


NUMBERS = np.dtype("<f8")
"""What forecasts are kept as: of a million matches there are as many."""


class Heard(msgspec.Struct, frozen=True):
    """What a month told: of each of its matches the forecast, and what came, as ``NUMBERS``."""

    forecasts: bytes
    outcomes: bytes


class Known(Heard, frozen=True):
    """The same, with what was believed of everybody behind it, those included who did not play in it."""

    players: dict[str, Belief]


Read = TypeVar("Read", bound=Heard)


class RatingHistory(NamedTuple):
    """What is believed of the ``players`` at the end, and how good the forecasts were until then."""

    players: dict[str, Belief]
    calibration: Calibration


class Month(NamedTuple):
    """The facts of a month of a game, and the file of what was believed behind it."""

    parts: tuple[Part, ...]
    path: Path


class _RatingHistory(Derived[int]):
    """``refresh`` gives the number of months of games that were rated."""

    def is_fresh(self, folder: Path, manifest: Manifest) -> bool:
        return not any(map(_outdated, _games(folder, manifest).values()))

    def update(self, folder: Path, manifest: Manifest) -> int:
        games = _games(folder, manifest).values()
        number = sum(_follow(folder, months) for months in games if _outdated(months))
        _sweep(folder, {month.path for months in games for month in months} | {*map(_judged, games)})
        return number


RATING_HISTORY = _RatingHistory(
    FOLDER, (rating.__file__, calibration.__file__, interval.__file__, __file__), nothing=0
)


def rating_history(folder: Path, manifest: Manifest, game: str) -> RatingHistory | None:
    """What was kept of a game, over all of its matches whose outcome the rules do not dispute; None where
    that is not all that the facts of ``manifest`` tell, and where they do not tell of the game."""
    months = _months(folder, manifest, game)
    if not months:
        return None
    try:
        told = msgspec.msgpack.decode(_judged(months).read_bytes(), type=Calibration)
        return RatingHistory(_read(months[-1], Known).players, told)
    except (OSError, msgspec.DecodeError):
        return None


def _games(folder: Path, manifest: Manifest) -> dict[str, list[Month]]:
    """Game → its months in order."""
    games = sorted({part.game for part in manifest.parts})
    return {game: _months(folder, manifest, game) for game in games}


def _months(folder: Path, manifest: Manifest, game: str) -> list[Month]:
    """The months of a game in order, what has no day first, as if it were long ago."""
    of_game = [part for part in manifest.parts if part.game == game]
    of_game.sort(key=lambda part: (part.month != UNDATED, part.month, part.name))
    digest = hashlib.sha256(RATING_HISTORY.code(manifest).encode())
    months = []
    for month, of_month in groupby(of_game, lambda part: part.month):
        told = tuple(of_month)
        digest.update(repr([mark(part) for part in told]).encode())
        place = folder / FOLDER / f"game={quote(game, safe='')}" / f"month={quote(month, safe='')}"
        months.append(Month(told, place / f"{digest.hexdigest()}{ENDING}"))
    return months


def _judged(months: list[Month]) -> Path:
    """The file of how good the forecasts of these months were, which are all of a game."""
    last = months[-1].path
    return last.parents[1] / last.name


def _outdated(months: list[Month]) -> bool:
    """Whether anything is to be followed, or to be told of it."""
    return _missing(months) > 0 or not _judged(months).is_file()


def _missing(months: list[Month]) -> int:
    """How many of the months have to be followed: the first one that is not there, and all behind it."""
    there = 0
    while there < len(months) and months[there].path.is_file():
        there += 1
    return len(months) - there


def _follow(folder: Path, months: list[Month]) -> int:
    """Follow what is missing, and write it down month by month, and what it comes to."""
    first = len(months) - _missing(months)
    try:
        heard = [_read(month, Heard) for month in months[:first]]
        known = _read(months[first - 1], Known).players if first else {}
    except msgspec.DecodeError:  # then nothing that was kept is of use
        first, heard, known = 0, [], {}
    for month in months[first:]:
        known, forecasts, outcomes = follow(_played(folder, month.parts), known)
        heard.append(Known(_packed(forecasts), _packed(outcomes), known))
        write_atomically(month.path, msgspec.msgpack.encode(heard[-1]))
    all_forecasts = np.frombuffer(b"".join(month.forecasts for month in heard), NUMBERS)
    all_outcomes = np.frombuffer(b"".join(month.outcomes for month in heard), NUMBERS)
    told = calibration.calibration(all_forecasts, all_outcomes)
    write_atomically(_judged(months), msgspec.msgpack.encode(told))
    return len(months) - first


def _packed(heard: Floats) -> bytes:
    return heard.astype(NUMBERS).tobytes()


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


def _sweep(folder: Path, kept: set[Path]) -> None:
    """Remove what follows from facts that are gone, and drafts that a crash left behind."""
    for pattern in ("game=*/*", "game=*/month=*/*"):
        for path in (folder / FOLDER).glob(pattern):
            if path not in kept and path.is_file():
                path.unlink(missing_ok=True)
