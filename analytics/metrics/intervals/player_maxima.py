"""How many games the most active player of a game has, and the largest values in its facts: kept beside them.

Counting this takes longer than most questions that need it. Not here: what follows for a cell
(``player_share_bounds``).
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from analytics.query.measures.sources import scanned
from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.part_paths import path_of
from analytics.store.reader import Store, cached_per_projection

if TYPE_CHECKING:
    import pyarrow.parquet as pq

CARDS, DRAWS = "card_seat_game", "draw"
COLUMNS = ((CARDS, ("deck", "open", "drawn", "dealt", "acted")), (DRAWS, ("k",)))
"""Fact tables and the columns of which the largest value is kept."""
FEWEST = 10
"""The fewest players that are resampled: fewer show too little of how players differ."""
SEAT = ("match", "seat")


class OfArchetype(NamedTuple):
    """The most that one player has of an archetype; ``archetype`` is None for decks without a name."""

    archetype: str | None
    games: int
    matches: int


class PlayerMaxima(NamedTuple):
    """How many ``players`` there are, their ``names`` if they are fewer than ``FEWEST``, and the most that
    one of them has: ``games`` and ``matches``, and of each archetype (``of_archetypes``).

    If the player is unknown, each match is a player of its own. ``largest``: the largest value of
    ``table.column``, None where files do not say.
    """

    players: int
    names: list[str]
    games: int
    matches: int
    of_archetypes: list[OfArchetype]
    largest: dict[str, int | None]


NOTHING = PlayerMaxima(0, [], 0, 0, [], {})


@cached_per_projection
def player_maxima(store: Store) -> dict[str, PlayerMaxima]:
    """Game → its maxima; ``""`` → those of all games together, which may be too large. Raises
    ``DamagedStore``."""
    found = PLAYER_MAXIMA.of(store)
    return found | {"": reduce(_together, found.values(), NOTHING)}


def _together(one: PlayerMaxima, other: PlayerMaxima) -> PlayerMaxima:
    """The maxima of two games together: no player has more than the sum of both."""
    shared = len({*one.names} & {*other.names})
    few = max(one.players, other.players) < FEWEST
    return PlayerMaxima(
        one.players + other.players - shared if few else max(one.players, other.players),
        sorted({*one.names, *other.names}),
        one.games + other.games,
        one.matches + other.matches,
        _added(one.of_archetypes, other.of_archetypes),
        {name: _larger(one.largest, other.largest, name) for name in {**one.largest, **other.largest}},
    )


def _added(one: Iterable[OfArchetype], other: Iterable[OfArchetype]) -> list[OfArchetype]:
    found = {each.archetype: each for each in one}
    for name, games, matches in other:
        before = found.get(name, OfArchetype(name, 0, 0))
        found[name] = OfArchetype(name, before.games + games, before.matches + matches)
    return [*found.values()]


def _larger(one: dict[str, int | None], other: dict[str, int | None], name: str) -> int | None:
    values = [each[name] for each in (one, other) if name in each]
    return None if None in values else max(filter(None, values), default=0)


def _counted(folder: Path, parts: Sequence[Part]) -> PlayerMaxima:
    finished = scanned(folder, parts, table="match").filter("finished").select("match")
    games = scanned(folder, parts, table="seat_game").group_by(SEAT).agg(pl.len().alias("games"))
    seats = scanned(folder, parts, table="seat_match").select(*SEAT, "player", "archetype")
    played = seats.join(finished, on="match", how="semi").join(games, on=SEAT, how="left")
    alone = pl.when(pl.col("player").is_null()).then("match")
    apart = played.group_by("player", alone.alias("alone"), pl.col("archetype").cast(pl.String))
    sums = apart.agg(pl.col("games").sum().cast(pl.Int64), pl.len().cast(pl.Int64).alias("matches")).collect()
    whole = sums.group_by("player", "alone").agg(pl.col("games", "matches").sum())
    names = whole["player"].drop_nulls().cast(pl.String).sort().to_list() if whole.height < FEWEST else []
    games_most, matches_most = whole.select(pl.col("games", "matches").max().fill_null(0)).row(0)
    by_archetype = sums.group_by("archetype").agg(pl.col("games", "matches").max())
    return PlayerMaxima(
        whole.height,
        names,
        games_most,
        matches_most,
        [OfArchetype(*row) for row in by_archetype.sort("archetype").iter_rows()],
        dict(chain.from_iterable(_largest(folder, parts, *asked) for asked in COLUMNS)),
    )


def _largest(
    folder: Path, parts: Sequence[Part], table: str, columns: Sequence[str]
) -> Iterator[tuple[str, int | None]]:
    """The largest value of each column by the statistics in the files' footers; None if one has none."""
    import pyarrow.parquet as pq  # which those who ask do not need

    footers = [pq.read_metadata(path_of(folder, part, table=table)) for part in parts if table in part.files]
    for column in columns:
        values = [_largest_in(footer, column) for footer in footers]
        yield f"{table}.{column}", None if None in values else max(filter(None, values), default=0)


def _largest_in(footer: "pq.FileMetaData", column: str) -> int | None:
    place = footer.schema.names.index(column)
    groups = [footer.row_group(number).column(place).statistics for number in range(footer.num_row_groups)]
    if any(group is None or not group.has_min_max for group in groups):
        return None
    return max((int(group.max) for group in groups), default=0)


PLAYER_MAXIMA = by_game("most", PlayerMaxima, _counted, __file__)
