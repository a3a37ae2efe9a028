"""Brings the seats of a store, its lists of decks and its tallies up to date: only what changed is written
again.

New rows are appended to those of their month; where rows were removed, the month is read again from the
facts. A tally is computed again for these months and copied for the others. Not here: what seats, lists and
tallies are (``seats``, ``tallies``), nor their files (``cube_refresh``).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import polars as pl

from analytics.query.cubes.cube_files import ALL_MONTHS, Piece, read
from analytics.query.cubes.part_changes import Change, Place
from analytics.query.cubes.seats import LISTS, SEATS, lists_in, seats_in
from analytics.query.cubes.tallies import TALLIES, tallies_of
from analytics.query.measures.sources import scanned

SEAT_TABLES = frozenset({SEATS, LISTS, *TALLIES})
"""The names of the pieces that this module writes."""
PLACES_MOST = 1 << 16
"""There are fewer games and months than that."""
Frames = dict[str, pl.DataFrame]


def untouched(pieces: Sequence[Piece], changes: Mapping[Place, Change]) -> list[Piece]:
    """The pieces that stay as they are."""
    games = {game for game, _ in changes}
    return [
        piece
        for piece in pieces
        if (
            piece.game not in games if piece.month == ALL_MONTHS else (piece.game, piece.month) not in changes
        )
    ]


def refreshed_seats(
    folder: Path, pieces: Sequence[Piece], changes: Mapping[Place, Change], *, generation: int
) -> Iterator[tuple[Place, Frames]]:
    """The rows that replace the others, game by game. Every call on a store has another ``generation``.

    Raises ``analytics.store.manifest.DamagedStore`` and what reading raises where pieces are of no use.
    """
    kept = {(piece.cube, piece.game, piece.month): piece for piece in pieces}
    # no two matches have the same number
    numbered = enumerate(sorted(changes), start=generation * PLACES_MOST)
    for game, places in groupby(numbered, key=lambda one: one[1][0]):
        tallies: list[Frames] = []
        months = []
        for number, (_, month) in places:
            change = changes[game, month]
            every = [*change.unchanged, *change.added]
            parts = every if change.removed else change.added
            frames = {SEATS: seats_in(folder, parts, place=number), LISTS: lists_in(folder, parts)}
            if not change.removed:
                frames = {
                    name: pl.concat([*_before(folder, kept.get((name, game, month))), rows])
                    for name, rows in frames.items()
                }
            frames[LISTS] = frames[LISTS].unique()
            yield (game, month), frames
            entrants = scanned(folder, every, table="entrant")
            tallies.append(tallies_of(frames[SEATS], entrants, game=game, month=month))
            months.append(month)
        others = ~pl.col("month").is_in(months)
        yield (
            (game, ALL_MONTHS),
            {
                name: pl.concat(
                    [
                        *(
                            rows.filter(others)
                            for rows in _before(folder, kept.get((name, game, ALL_MONTHS)))
                        ),
                        *(tally[name] for tally in tallies),
                    ]
                )
                for name in TALLIES
            },
        )


def _before(folder: Path, piece: Piece | None) -> list[pl.DataFrame]:
    """The rows of a piece; one without rows was never written."""
    return [] if piece is None else [read(folder, piece)]
