"""How many matches belong to which place, by what the facts say: counted, and kept beside them.

To count a million matches anew takes longer than all else that a list of tournaments does. Of every game
there is a file, called after all that it follows from (the facts of the game, the code): it is either there
and right, or not there. Not here: what only the log says (``register``), nor tournaments (``gather``).
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import quote

import msgspec
import polars as pl

from analytics.cubes.shelf import mark
from analytics.files import write_atomically
from analytics.imports.record import RESULT
from analytics.manifest import REBUILD, DamagedStore, Manifest, Part, load, writing
from analytics.measures.sources import scanned

What = Literal["sheet", "result", "record"]
FOLDER = "tournaments"
ENDING = ".msgpack"
PLACE = ("game", "tournament_id", "tournament")
"""The columns of the facts that make a ``Place``."""
IN_A_TOURNAMENT = pl.any_horizontal(pl.col("tournament_id", "tournament").is_not_null())


class Place(NamedTuple):
    """What a head says of where a match belongs; ``id`` is ``""`` where it names the tournament alone."""

    game: str
    id: str
    name: str


class Group(NamedTuple):
    """What belongs to one place: a ``number`` of imported results or written records, or the sheet of an
    import with a number of players, which is no match and has entries of its own (``stream``). ``day`` is
    that of the first."""

    place: Place
    what: What
    number: int
    day: date | None
    stream: str = ""


def groups(folder: Path, manifest: Manifest, *, without: Collection[str]) -> list[Group]:
    """All of them, but for some matches. Raises ``OSError``, ``polars.exceptions.PolarsError``."""
    if without:
        return _counted(folder, manifest.parts, without)
    kept = _decoded(_paths(folder, manifest).values())
    return _counted(folder, manifest.parts, ()) if kept is None else kept


def refresh(folder: Path) -> int:
    """Count what is new in the store in ``folder``; gives how many games were counted.

    Raises ``analytics.manifest.StoreError``: there is no store, it is damaged, or another process is writing
    to it.
    """
    if all(path.is_file() for path in _paths(folder, load(folder)).values()):
        return 0
    with writing(folder):
        manifest = load(folder)
        paths = _paths(folder, manifest)
        missing = {game: path for game, path in paths.items() if not path.is_file()}
        for game, path in missing.items():
            try:
                found = _counted(folder, _of(manifest, game), ())
            except (OSError, pl.exceptions.PolarsError) as error:
                raise DamagedStore(f"a part of {folder} cannot be read ({error}): {REBUILD}") from error
            write_atomically(path, msgspec.msgpack.encode(found))
        for path in (folder / FOLDER).glob("*"):
            if path not in paths.values():
                path.unlink(missing_ok=True)
        return len(missing)


def rows(folder: Path, parts: Sequence[Part], table: str, without: Collection[str]) -> pl.LazyFrame:
    """The rows of a fact table, but for those of some matches."""
    found = scanned(folder, parts, table=table)
    return found.filter(~pl.col("match").cast(pl.String).is_in(list(without))) if without else found


# --- kept ----------------------------------------------------------------------------------------------


def _decoded(paths: Collection[Path]) -> list[Group] | None:
    """What these files say; None where one is not there, or broken."""
    try:
        found = [msgspec.msgpack.decode(path.read_bytes(), type=list[Group]) for path in paths]
    except (OSError, msgspec.DecodeError):
        return None
    return [*chain.from_iterable(found)]


def _paths(folder: Path, manifest: Manifest) -> dict[str, Path]:
    """Game → the file of its groups."""
    found = {}
    for game in sorted({part.game for part in manifest.parts}):
        told = (_code(), manifest.code, sorted(map(mark, _of(manifest, game))))
        digest = hashlib.sha256(repr(told).encode()).hexdigest()
        found[game] = folder / FOLDER / f"{quote(game, safe='')}-{digest}{ENDING}"
    return found


def _of(manifest: Manifest, game: str) -> list[Part]:
    return [part for part in manifest.parts if part.game == game]


@cache
def _code() -> str:
    """SHA-256 (hex) of the code that decides what is counted."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


# --- counted -------------------------------------------------------------------------------------------


def _counted(folder: Path, parts: Sequence[Part], without: Collection[str]) -> list[Group]:
    return [*_matches(folder, parts, without), *_sheets(folder, parts, without)]


def _matches(folder: Path, parts: Sequence[Part], without: Collection[str]) -> Iterator[Group]:
    imported = (pl.col("granularity") == RESULT) & (pl.col("tournament_id") != "")
    found = _sums(rows(folder, parts, "match", without), "granularity")
    found = found.group_by(*PLACE, imported.alias("imported")).agg(
        pl.col("number").sum(), pl.col("day").min()
    )
    for *place, result, number, day in found.iter_rows():
        yield Group(Place(*place), "result" if result else "record", number, day)


def _sheets(folder: Path, parts: Sequence[Part], without: Collection[str]) -> Iterator[Group]:
    for *place, match, number, day in _sums(rows(folder, parts, "entrant", without), "match").iter_rows():
        yield Group(Place(*place), "sheet", number, day, match)


def _sums(found: pl.LazyFrame, key: str) -> pl.DataFrame:
    """The rows of each ``PLACE`` and ``key``, all of which are text: their ``number`` and first ``day``.

    Words become text when they are counted: a million rows have a few thousand.
    """
    by = found.filter(IN_A_TOURNAMENT).group_by(*PLACE, key)
    sums = by.agg(pl.len().alias("number"), pl.col("day").min()).collect()
    return sums.with_columns(pl.col(*PLACE, key).cast(pl.String).fill_null(""))
