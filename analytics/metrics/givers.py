"""How much of a cell one player can give at most, out of what is quickly known.

Who gives more than a tenth of a cell has played a tenth of it: a cell ten times as large as what anybody
played is nobody's. A card is in decks of a few archetypes, and nobody plays much of each, which bounds cells
of cards. What is said here is never too little, and often too much. Not here: how much one gives (``over``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from analytics.cubes.answer import answer
from analytics.cubes.ask import Ask, equal
from analytics.cubes.seats import of_seats
from analytics.measures import MEASURES
from analytics.metrics.filters import Filters
from analytics.metrics.portion import ACTS, CARDS, CHANCES, SEATS, portion
from analytics.store import Store, once_a_projection

CARD, ARCHETYPE = "card", "archetype"
OF_PLAYERS = """
    SELECT player, CASE WHEN player IS NULL THEN number END AS alone, archetype,
        sum(games + games_unplayed)::BIGINT AS games, count(*) AS matches
    FROM seat s WHERE finished AND {where} GROUP BY ALL"""
"""Where nobody knows who played, each match is a player of its own."""
COUNTED = {CARDS: "deck_games", ACTS: "acted", CHANCES: "draws"}
"""Fact table that tells cards and archetypes apart → a sum over it."""
UNITS = {SEATS: "games", "seat_match": "matches"}


class Most(NamedTuple):
    """How many ``players`` there are, and what one has at most: ``games`` and ``matches``, and of each
    archetype in ``archetypes`` (columns ``archetype games matches``, a row for decks without a name)."""

    players: int
    games: int
    matches: int
    archetypes: pl.DataFrame


def at_most(
    store: Store, names: Sequence[str], cells: pl.DataFrame, per: Sequence[str], filters: Filters
) -> pl.Series:
    """For each of the ``cells``, which columns ``per`` tell apart: what one player adds at most to the total
    of the sums ``names``; null where nobody knows without counting.

    Of the filters only the game and the archetype are looked at: without the others there is more.
    """
    facts = {MEASURES[name].fact for name in names}
    (fact,) = facts if len(facts) == 1 else ("",)
    if not (fact in UNITS or (CARD in per and fact in COUNTED)):
        return _alike(cells, None)
    times = 1 if fact in UNITS else portion(store, names, filters.game)
    if times is None:
        return _alike(cells, None)
    most, unit = most_of(store, filters.game), UNITS.get(fact, "games")
    whole = most.matches if unit == "matches" else most.games
    if filters.archetype:
        whole = int(most.archetypes.filter(pl.col(ARCHETYPE) == filters.archetype)[unit].sum())
    if ARCHETYPE in per:
        found = _of(cells, most.archetypes, ARCHETYPE, unit)
    elif fact in COUNTED:
        found = _of(cells, _of_cards(store, fact, filters.game), CARD, unit)
    else:
        return _alike(cells, whole * times)
    return found.clip(upper_bound=whole) * times


def most_of(store: Store, game: str) -> Most:
    """What one player has at most of a game; of all together where it is ``""``."""
    known = _of_games(store)
    if game not in known:
        where, given = ("s.game = $game", {"game": game}) if game else ("true", {})
        rows = of_seats(store, OF_PLAYERS.format(where=where), given)
        units = pl.col("games", "matches")
        whole = rows.group_by("player", "alone").agg(units.sum())
        most = whole.select(pl.len().alias("players"), units.max().fill_null(0)).row(0, named=True)
        known[game] = Most(**most, archetypes=rows.group_by(ARCHETYPE).agg(units.max()))
    return known[game]


@once_a_projection
def _of_games(store: Store) -> dict[str, Most]:
    """What was asked so far."""
    return {}


def _of_cards(store: Store, fact: str, game: str) -> pl.DataFrame:
    """Columns ``card games``: the games of one player with decks of all archetypes that have rows of it."""
    known = _of_facts(store)
    if (fact, game) not in known:
        where = (equal("game", game),) if game else ()
        rows = answer(store, Ask((COUNTED[fact],), (CARD, ARCHETYPE), where))
        named = rows.join(most_of(store, game).archetypes, on=ARCHETYPE, how="left", nulls_equal=True)
        known[fact, game] = named.group_by(CARD).agg(pl.col("games").sum())
    return known[fact, game]


@once_a_projection
def _of_facts(store: Store) -> dict[tuple[str, str], pl.DataFrame]:
    """What was asked so far, by fact table and game."""
    return {}


def _of(cells: pl.DataFrame, bounds: pl.DataFrame, key: str, unit: str) -> pl.Series:
    """The bound of each cell by one of its columns."""
    return pl.DataFrame([cells[key]]).join(bounds, on=key, how="left", maintain_order="left")[unit]


def _alike(cells: pl.DataFrame, bound: int | None) -> pl.Series:
    return pl.repeat(bound, cells.height, dtype=pl.Int64, eager=True)
