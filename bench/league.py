"""Stores of any size, of facts made from random numbers: what the figures of statistics are measured on.

Not here: matches that are really played (``workload``), of which a million would take days.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from analytics.facts.schema import SCHEMAS
from analytics.manifest import Manifest, Part, save
from analytics.parts import write_part

Columns = Mapping[str, Any]
"""Column → its values: numbers of NumPy, Python values, or an Arrow array."""

CARDS, ARCHETYPES, POOL, DECK = 600, 24, 80, 40
"""Cards of a game, archetypes, cards that decks of an archetype choose from, different cards of a deck."""
PLAYERS = 2_000
PART_MATCHES = 2_048
"""As many matches make a part as in a store that was projected."""
FIRST_DAY = date(2025, 1, 1)


def facts(table: str, rows: int, columns: Columns) -> pa.Table:
    """A fact table of these columns; where one is missing it is null if it may be, else 0, true or ``""``."""
    return pa.table(
        [_column(field, rows, columns.get(field.name)) for field in SCHEMAS[table]], schema=SCHEMAS[table]
    )


def _column(field: pa.Field, rows: int, values: Any) -> pa.Array:
    if isinstance(values, pa.Array):
        return values.cast(field.type)
    if values is not None:
        plain = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        return pa.array(values, plain).cast(field.type)
    if field.nullable:
        return pa.nulls(rows, field.type)
    if pa.types.is_dictionary(field.type):
        return words(np.zeros(rows, np.int32), [""])
    return pa.array(
        np.ones(rows, bool) if pa.types.is_boolean(field.type) else np.zeros(rows, np.int32)
    ).cast(field.type)


def words(indices: Any, dictionary: list[str]) -> pa.Array:
    """A column of words by their number."""
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int32()), pa.array(dictionary, pa.string()))


def part(folder: Path, tables: Mapping[str, pa.Table], *, game: str, month: str, number: int) -> Part:
    """Write a part of a store; tables that are not given have no rows."""
    every = {table: facts(table, 0, {}) for table in SCHEMAS} | dict(tables)
    return write_part(folder, every, name=f"{number:06d}-0000", game=game, month=month, stamp={})


def shelved(folder: Path, parts: Sequence[Part]) -> Manifest:
    """Let these parts count in the store in ``folder``."""
    manifest = Manifest(
        log="bench",
        position=len(parts),
        head="",
        root="",
        edge=(),
        code="bench",
        judging="",
        generation=1,
        parts=tuple(parts),
    )
    save(folder, manifest)
    return manifest


class League:
    """``games`` with matches of two seats on ``days`` days; decks are of archetypes, some stronger."""

    def __init__(self, *, games: int, days: int, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.games = [f"game-{number}" for number in range(games)]
        self.days = days
        self.pools = np.stack([self.random.permutation(CARDS)[:POOL] for _ in range(ARCHETYPES)])
        self.strength = self.random.normal(0, 0.4, ARCHETYPES)
        self.made = 0

    def write(self, folder: Path, matches: int) -> Manifest:
        """A store of so many matches, evenly over games and days."""
        months = sorted({_month(FIRST_DAY + timedelta(day)) for day in range(self.days)})
        each = max(1, matches // (len(self.games) * len(months)))
        parts = [self.parts(folder, game, month, each) for game in self.games for month in months]
        return shelved(folder, [*chain.from_iterable(parts)])

    def parts(self, folder: Path, game: str, month: str, matches: int) -> Iterator[Part]:
        """Parts of so many matches of one game in one month."""
        while matches > 0:
            size = min(matches, PART_MATCHES)
            yield part(folder, self.tables(month, size), game=game, month=month, number=self.made)
            self.made += 1
            matches -= size

    def tables(self, month: str, matches: int) -> dict[str, pa.Table]:
        """The facts of so many matches: of the match, its seats, and the cards of their decks."""
        random, seats, rows = self.random, 2 * matches, 2 * matches * DECK
        ids = [f"m{self.made:06d}-{number:04d}" for number in range(matches)]
        day = np.datetime64(f"{month}-01") + random.integers(0, 28, matches)
        archetype = random.integers(0, ARCHETYPES, (matches, 2)).astype(np.int32)
        first = random.random(matches) < 0.5
        edge = self.strength[archetype[:, 0]] - self.strength[archetype[:, 1]] + np.where(first, 0.1, -0.1)
        won = random.random(matches) < 1 / (1 + np.exp(-edge))
        of_seat = {
            "match": words(np.repeat(np.arange(matches, dtype=np.int32), 2), ids),
            "seat": words(np.tile(np.array([0, 1], np.int32), matches), ["A", "B"]),
            "day": np.repeat(day, 2),
            "archetype": words(archetype.ravel(), _names("archetype", ARCHETYPES)),
            "opponent_archetype": words(archetype[:, ::-1].ravel(), _names("archetype", ARCHETYPES)),
            "went_first": np.stack([first, ~first], 1).ravel(),
            "won": np.stack([won, ~won], 1).ravel().astype(np.int8),
            "lost": np.stack([~won, won], 1).ravel().astype(np.int8),
        }
        players = random.integers(0, PLAYERS, seats).astype(np.int32)
        return {
            "match": facts(
                "match",
                matches,
                {
                    "match": words(np.arange(matches, dtype=np.int32), ids),
                    "edition": ["1.0"] * matches,
                    "cards": ["all"] * matches,
                    "granularity": ["event"] * matches,
                    "grade": words((random.random(matches) < 0.1).astype(np.int32), ["EXACT", "CONSISTENT"]),
                    "simulated": random.random(matches) < 0.2,
                    "day": day,
                    "tournament": words(random.integers(0, 40, matches), _names(f"cup {month}", 40)),
                },
            ),
            "seat_game": facts(
                "seat_game", seats, of_seat | {"player": words(players, _names("player", PLAYERS))}
            ),
            "card_seat_game": facts("card_seat_game", rows, self._cards(archetype.ravel(), of_seat, seats)),
        }

    def _cards(self, archetype: Any, of_seat: Columns, seats: int) -> Columns:
        """The cards of every seat: copies, and how many of them came to hand and were played."""
        random = self.random
        chosen = np.argsort(random.random((seats, POOL)), axis=1)[:, :DECK]
        card = np.sort(np.take_along_axis(self.pools[archetype], chosen, 1), axis=1)
        deck = random.choice(np.array([1, 2, 3], np.int32), seats * DECK, p=[0.6, 0.3, 0.1])
        opened = random.binomial(deck, 0.12)
        drawn = random.binomial(deck - opened, 0.2)
        each = {name: _repeated(values) for name, values in of_seat.items()}
        return each | {
            "card": words(card.ravel().astype(np.int32), _names("card", CARDS)),
            "dealt": opened,
            "kept": opened,
            "deck": deck,
            "open": opened,
            "drawn": drawn,
            "played": random.binomial(opened + drawn, 0.7),
        }


def _repeated(values: Any) -> Any:
    """The values of a seat, once for each of its cards."""
    if isinstance(values, pa.DictionaryArray):
        return pa.DictionaryArray.from_arrays(
            pa.array(np.repeat(values.indices.to_numpy(), DECK)), values.dictionary
        )
    return np.repeat(values, DECK)


def _names(word: str, number: int) -> list[str]:
    return [f"{word} {index:04d}" for index in range(number)]


def _month(day: date) -> str:
    return f"{day:%Y-%m}"
