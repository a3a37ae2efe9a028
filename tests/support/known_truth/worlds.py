"""Many worlds in one set of fact tables: what chance decides is decided anew in each of them.

A world is a tournament of the tables (``WORLD``), so that the estimates of all worlds are one question. Not
here: what is true in them (``truths``).
"""

from collections.abc import Sequence

import polars as pl
from numpy.random import Generator

from tests.support.known_truth.leagues import DECKS, Tables

WORLD = "tournament"
ROUND = "number"
"""The column of tables of single rounds: these are won or lost one by one."""
FINE = 100_000
"""Into so many parts a turn or a second is divided where no two shall last equally long."""
LONG = {
    "match": ("turns",),
    "declaration": ("spent",),
    "card_seat_game": ("first_played_turn",),
    "holding": ("since_turn", "until_turn"),
}
"""Tables with their columns of times; of each, the last one is made finer."""


def matches_drawn(tables: Tables, chance: Generator, *, worlds: int, size: int) -> Tables:
    """Worlds of so many matches, each drawn from those of the league: this is what they are a sample of."""
    return _drawn(tables, tables["match"].filter("finished").select("match"), chance, worlds, size)


def seats_drawn(tables: Tables, chance: Generator, *, worlds: int, size: int) -> Tables:
    """Worlds of so many seats of matches, each drawn without its opponent."""
    finished = tables["match"].filter("finished").select("match")
    seats = tables["seat_match"].select("match", "seat").join(finished, on="match", how="semi")
    return _drawn(tables, seats, chance, worlds, size)


def league_again(tables: Tables, *, worlds: int) -> Tables:
    """Worlds of all matches, each once."""
    matches = pl.concat([tables["match"]["match"], tables["entrant"]["match"]]).unique().sort().to_frame()
    chosen = matches.join(_worlds(worlds, 1).to_frame(), how="cross")
    chosen = chosen.with_columns(copy=pl.concat_str("world", "match", separator=" "))
    return {name: _copied(rows, chosen) for name, rows in tables.items()}


def _worlds(worlds: int, size: int) -> pl.Series:
    return pl.Series("world", [f"{number}" for number in range(worlds) for _ in range(size)])


def _drawn(tables: Tables, things: pl.DataFrame, chance: Generator, worlds: int, size: int) -> Tables:
    """``things``: their keys; each becomes a match."""
    things = things.unique().sort(things.columns)
    chosen = things[chance.integers(0, things.height, worlds * size)]
    chosen = chosen.with_columns(_worlds(worlds, size), pl.int_range(pl.len()).cast(pl.String).alias("copy"))
    return {name: _copied(rows, chosen) for name, rows in tables.items()}


def _copied(rows: pl.DataFrame, chosen: pl.DataFrame) -> pl.DataFrame:
    keys = [name for name in ("match", "seat") if name in chosen.columns and name in rows.columns]
    copies = rows.join(chosen.select(*keys, "world", "copy"), on=keys).with_columns(match="copy")
    worlds = [pl.col("world").alias(name) for name in (WORLD, f"{WORLD}_id") if name in rows.columns]
    return copies.with_columns(worlds).select(rows.columns)


def winners_tossed(tables: Tables, chance: Generator, *, ties: float = 0.0) -> Tables:
    """The same, with the winner of each match, or of each round, by a coin; ``ties``: the chance of none."""
    coins: dict[tuple[str, ...], pl.DataFrame] = {}
    found = dict(tables)
    for name, of in (("match", ("match",)), ("score", ("match", ROUND))):
        keys = tables[name].select(of).unique().sort(of)
        coins[of] = keys.with_columns(coin=pl.Series(chance.random(keys.height), dtype=pl.Float64))
    coin, ended = pl.col("coin"), pl.col("won") + pl.col("lost") + pl.col("tied") > 0
    up = (pl.col("seat") == "A") == (coin > (1 + ties) / 2)
    results = {"won": up & (coin > ties), "lost": ~up & (coin > ties), "tied": coin <= ties}
    columns = [(one & ended).cast(pl.Int8).alias(name) for name, one in results.items()]
    for name, rows in tables.items():
        if {"seat", *results} <= set(rows.columns):
            of = ("match", ROUND) if ROUND in rows.columns else ("match",)
            tossed = rows.join(coins[of], on=of, how="left", maintain_order="left")
            found[name] = tossed.with_columns(columns).drop("coin")
    return found


def decks_named(tables: Tables, chance: Generator) -> Tables:
    """The same, with the deck of each player of a tournament, or of each seat of what is none, by lot
    (``DECKS``)."""
    of = (f"{WORLD}_id", "pilot")
    places = tables["match"].select("match", of[0])
    seats = (
        tables["seat_match"]
        .join(places, on="match", how="left")
        .select(
            "match",
            "seat",
            of[0],
            pilot=pl.coalesce("player_id", pl.concat_str("match", "seat", separator=" ")),
        )
    )
    entrants = tables["entrant"].with_columns(pilot="player_id")
    pilots = pl.concat([seats.select(of), entrants.select(of)]).unique().sort(of)
    named = chance.choice(list(DECKS), pilots.height, p=list(DECKS.values()))
    pilots = pilots.with_columns(archetype=pl.Series(named, dtype=pl.String))
    seats = seats.join(pilots, on=of, nulls_equal=True).select("match", "seat", "archetype")
    both = seats.join(seats, on="match", suffix="_2").filter(pl.col("seat") != pl.col("seat_2"))
    both = both.select("match", "seat", "archetype", opponent_archetype="archetype_2")
    found = dict(tables)
    found["entrant"] = _renamed(entrants, pilots, of).select(tables["entrant"].columns)
    for name in ("seat_match", "seat_game", "card_seat_game"):
        found[name] = _renamed(tables[name], both, ("match", "seat"))
    return found


def libraries_shuffled(tables: Tables, chance: Generator) -> Tables:
    """The same, with the cards of each library in an order of their own."""
    rows = tables["shuffle"]
    lots = rows.with_columns(lot=pl.Series(chance.random(rows.height), dtype=pl.Float64))
    place = pl.col("lot").rank("ordinal").over("match", "game_no", "seat", "seq")
    return {**tables, "shuffle": lots.with_columns(position=place.cast(pl.Int32)).select(rows.columns)}


def _renamed(rows: pl.DataFrame, names: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    told = [name for name in names.columns if name not in keys]
    return rows.drop(told).join(names, on=keys, how="left", maintain_order="left").select(rows.columns)


def times_apart(tables: Tables, chance: Generator) -> Tables:
    """The same, with times so fine that no two are equal: of whole turns an interval holds its quantile
    more often than it says, as of any discrete law."""
    found = dict(tables)
    for name, columns in LONG.items():
        rows = tables[name]
        part = pl.Series(chance.integers(0, FINE, rows.height))
        fine = [pl.col(column).cast(pl.Int64) * FINE for column in columns]
        fine[-1] = fine[-1] + part
        found[name] = rows.with_columns(fine)
    return found
