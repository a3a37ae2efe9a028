"""Random games in the form that 17Lands publishes: one side known, 40 cards, no ties.

The same games are written twice: as the published wide table (a column for each card and place) and as the
facts of a store. Not here: measuring (``analytics_cards``).
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from analytics.store.manifest import Manifest
from bench.league import PART_MATCHES, facts, part, words, write_manifest

SET = "SYN"
LANDS, SPELLS, DECK = 5, 245, 40
CARDS = [f"Card {number:03d}" for number in range(SPELLS + LANDS)]
PLACES = ("deck", "opening_hand", "drawn", "tutored")
CHUNK = 20_000


class Games(NamedTuple):
    """``counts``: place → copies by game and card · ``won`` and ``turns`` by game."""

    counts: dict[str, Any]
    won: Any
    turns: Any


def played(number: int, *, seed: int) -> Games:
    """``number`` games with cards of different popularity and strength."""
    random = np.random.default_rng(seed)
    popularity, strength = random.normal(0, 1, SPELLS), random.normal(0, 0.06, len(CARDS))
    chunks = [
        _chunk(random, min(CHUNK, number - start), popularity, strength) for start in range(0, number, CHUNK)
    ]
    return Games(
        {place: np.concatenate([chunk.counts[place] for chunk in chunks]) for place in PLACES},
        np.concatenate([chunk.won for chunk in chunks]),
        np.concatenate([chunk.turns for chunk in chunks]),
    )


def _chunk(random: np.random.Generator, number: int, popularity: Any, strength: Any) -> Games:
    chosen = np.argpartition(-(random.gumbel(size=(number, SPELLS)) + popularity), 21, axis=1)[:, :21]
    twice = np.take_along_axis(chosen, random.integers(0, 21, (number, 2)), 1)
    colours = SPELLS + random.integers(0, LANDS, (number, 2))
    lands = np.where(random.random((number, 17)) < 0.5, colours[:, :1], colours[:, 1:])
    deck = np.concatenate([chosen, twice, lands], 1)
    shuffled = np.take_along_axis(deck, np.argsort(random.random((number, DECK)), axis=1), 1)
    turns, tutors = random.integers(4, 12, number), (random.random(number) < 0.2).astype(int)
    power = strength[deck].sum(1)
    won = random.random(number) < 1 / (1 + np.exp(power.mean() - power))
    ends = {"opening_hand": np.full(number, 7), "drawn": 7 + turns, "tutored": 7 + turns + tutors}
    counts, start = {"deck": _counted(shuffled, np.ones(shuffled.shape, bool))}, np.zeros(number)
    place = np.arange(DECK)[None, :]
    for name, end in ends.items():
        counts[name] = _counted(shuffled, (place >= start[:, None]) & (place < end[:, None]))
        start = end
    return Games(counts, won, turns)


def _counted(cards: Any, where: Any) -> Any:
    """The number of each card at these places, by game."""
    number = len(cards)
    flat = (np.arange(number)[:, None] * len(CARDS) + cards)[where]
    return np.bincount(flat, minlength=number * len(CARDS)).reshape(number, -1).astype(np.int8)


def write_wide(games: Games, path: Path) -> None:
    """Write the published form: five columns for each card."""
    number = len(games.won)
    columns: dict[str, Any] = {
        "expansion": [SET] * number,
        "event_type": ["PremierDraft"] * number,
        "draft_id": [f"d{index // 6}" for index in range(number)],
        "draft_time": ["2026-01-01 00:00:00"] * number,
        "num_turns": games.turns.astype(np.int8),
        "won": games.won,
    }
    for place in (*PLACES, "sideboard"):
        copies = games.counts.get(place, np.zeros((number, len(CARDS)), np.int8))
        columns |= {
            f"{place}_{card}": np.ascontiguousarray(copies[:, index]) for index, card in enumerate(CARDS)
        }
    pl.DataFrame(columns).write_parquet(path)


def write_store(games: Games, folder: Path) -> Manifest:
    """Write the facts: one match a game, of one seat."""
    starts = range(0, len(games.won), PART_MATCHES)
    return write_manifest(
        folder, [_part(games, folder, number, start) for number, start in enumerate(starts)]
    )


def _part(games: Games, folder: Path, number: int, start: int) -> Any:
    chunk = slice(start, start + PART_MATCHES)
    won = games.won[chunk]
    counts = {place: copies[chunk] for place, copies in games.counts.items()}
    ids = [f"g{start + index:07d}" for index in range(len(won))]
    game, card = np.nonzero(counts["deck"])

    def seats(rows: Any) -> dict[str, Any]:
        return {
            "match": words(rows.astype(np.int32), ids),
            "seat": ["A"] * len(rows),
            "won": won[rows].astype(np.int8),
            "lost": (~won[rows]).astype(np.int8),
        }

    every = np.arange(len(won))
    named = {"open": "opening_hand", "deck": "deck", "drawn": "drawn", "tutored": "tutored"}
    copies = {column: counts[place][game, card].astype(np.int32) for column, place in named.items()}
    tables = {
        "match": facts(
            "match", len(won), {"match": words(every.astype(np.int32), ids), "grade": ["EXACT"] * len(won)}
        ),
        "seat_game": facts("seat_game", len(won), seats(every)),
        "card_seat_game": facts(
            "card_seat_game",
            len(game),
            seats(game) | {"card": words(card.astype(np.int32), CARDS)} | copies,
        ),
    }
    return part(folder, tables, game="draft", month="2026-01", number=number)
