"""What worlds are made of: a league that bots played, and imported tournaments, as fact tables.

Not here: what is shuffled in them (``worlds``).
"""

import random
from collections.abc import Mapping
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import numpy as np
import polars as pl

from analytics.facts import SCHEMAS
from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write as write_tournament
from analytics.query.measures.sources import Scans, collected
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.games.registry import RULESETS
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate, write

Tables = Mapping[str, pl.DataFrame]
DECKS = {"ember": 0.4, "stone": 0.3, "tide": 0.2, "wind": 0.1}
"""Deck → the chance that a player brings it."""
CARDS = ("Anchor", "Bell", "Candle", "Drum")
"""Each is in a deck, by a coin."""
TIES = 0.1
FIRST_DAY = date(2026, 1, 1)


def of_bots(folder: Path, edition: str, *, matches: int, seed: int) -> Store:
    """Matches that bots played."""
    with SqliteLog(folder / "log.db", writing=True) as log:
        write(log, simulate(RULESETS[edition], matches=matches, seed=seed), lambda: 0)
        project(log, folder / "store")
    return Store(folder / "store")


def of_tournaments(folder: Path, number: int, *, seed: int, players: int, rounds: int) -> Store:
    """Imported tournaments in which chance decides everything: who brings which deck with which cards, who
    meets whom, who goes first, who wins, and which sixth is in the cut."""
    chance = random.Random(seed)
    with SqliteLog(folder / "log.db", writing=True) as log:
        for at in range(number):
            one = _tournament(at, chance, players=players, rounds=rounds)
            write_tournament(log, one, Import(sha256(one.id.encode()).hexdigest(), "sample", ()), at=0)
        project(log, folder / "store")
    return Store(folder / "store")


def _tournament(at: int, chance: random.Random, *, players: int, rounds: int) -> Tournament:
    ids = [f"{at}-{number}" for number in range(players)]
    people = tuple(Player(id, f"Player {id}", _deck(chance)) for id in ids)
    swiss = [
        Round(number, f"Round {number}", "swiss", _pairings(chance, chance.sample(ids, players)))
        for number in range(1, rounds + 1)
    ]
    cut = Round(
        rounds + 1, "Quarter-finals", "elimination", _pairings(chance, chance.sample(ids, players // 12 * 2))
    )
    return Tournament(
        f"cup-{at}",
        f"Cup {at}",
        "harbour-duel",
        date=f"{FIRST_DAY + timedelta(days=at)}",
        players=people,
        rounds=(*swiss, cut),
    )


def _deck(chance: random.Random) -> Deck:
    (name,) = chance.choices([*DECKS], [*DECKS.values()])
    return Deck(name, {card: 1 for card in CARDS if chance.random() < 0.5} | {"Keel": 4})


def _pairings(chance: random.Random, ids: list[str]) -> tuple[Pairing, ...]:
    return tuple(_played(chance, pair) for pair in zip(ids[::2], ids[1::2], strict=True))


def _played(chance: random.Random, pair: tuple[str, str]) -> Pairing:
    first, winner = chance.randrange(2), chance.randrange(2)
    if chance.random() < TIES:
        return Pairing(pair, "tie", games=(-1,), first=first)
    return Pairing(pair, "win", winner, games=(winner,), first=first)


def played(store: Store, *, seed: int) -> Tables:
    """The fact tables of bots, with what these lack: times to decide, and payments that were taken back. Each
    match has its pace and its share of these."""
    tables, chance = dict(tables_of(store)), np.random.default_rng(seed)
    acts = tables["declaration"].sort("match", "seq")
    match = acts["match"].rank("dense").to_numpy() - 1
    matches = tables["match"].height
    pace, fouls = chance.lognormal(2.5, 0.5, matches), chance.beta(1, 9, matches)
    spent = np.ceil(pace[match] * chance.lognormal(0, 1, len(acts)))
    tables["declaration"] = acts.with_columns(pl.Series("spent", spent).cast(acts.schema["spent"]))
    reversed = acts.filter(pl.Series(chance.random(len(acts)) < fouls[match]))
    lacking = {"how": "taken back", "resource": None, "amount": 1}
    schema = tables["reversal"].schema
    rows = reversed.with_columns(pl.lit(value).alias(name) for name, value in lacking.items())
    tables["reversal"] = rows.select(pl.col(name).cast(kind) for name, kind in schema.items())
    return tables


def tables_of(store: Store) -> Tables:
    """All fact tables, with words as texts: those of different tables are numbered differently."""
    read = Scans(store.folder, store.manifest.parts)
    words = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
    return {name: collected(read[name]).with_columns(words) for name in SCHEMAS}
