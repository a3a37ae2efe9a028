"""Upper bounds of what one player contributes to a cell, from numbers that are quickly known.

A player who contributes more than a tenth of a cell has played a tenth of its games: a cell ten times as
large as what any player played is dominated by nobody. A card is in decks of a few archetypes, and no player
plays many games of each, which bounds cells of cards. A bound is never too small and often too large. Not
here: the numbers of the most active player (``player_maxima``), the exact count (``interval_basis``).
"""

from collections.abc import Mapping, Sequence

import polars as pl

from analytics.metrics.intervals.player_maxima import CARDS, DRAWS, PlayerMaxima, player_maxima
from analytics.query.cubes.answer import answer
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES
from analytics.query.sum_query import SumQuery, equal
from analytics.store.reader import Store, cached_per_projection

CARD, ARCHETYPE = "card", "archetype"
SEATS, ACTS, CHANCES = "seat_game", "declaration", "chance"
COUNTED = {CARDS: "deck_games", ACTS: "acted", CHANCES: "draws"}
"""Fact table that tells cards and archetypes apart → a sum over it."""
UNITS = {SEATS: "games", "seat_match": "matches"}
COPIES = {
    "deck": ("deck",),
    "open": ("open",),
    "drawn": ("drawn",),
    "hand": ("open", "drawn"),
    "unseen": ("deck",),
    "offered": ("dealt",),
}
"""Begin of the name of a sum over copies → the columns that are at least as large together."""
OF_COPIES = ("won", "lost", "tied", "copies")
"""End of the name of a sum over copies."""
ACTED = ("acted", "resolved", "nullified", "chains")
"""Begins of the names of sums over acts; rows of cards count each of these acts as ``acted``."""


def player_share_bounds(
    store: Store, names: Sequence[str], cells: pl.DataFrame, per: Sequence[str], filters: Filters
) -> pl.Series:
    """For each of the ``cells`` (a row for each combination of the columns ``per``): the most that one player
    can add to the total of the sums ``names``; null where that takes counting.

    Of the filters only the game and the archetype are used: the others can only make the number smaller.
    """
    facts = {MEASURES[name].fact for name in names}
    (fact,) = facts if len(facts) == 1 else ("",)
    if not (fact in UNITS or (CARD in per and fact in COUNTED)):
        return _same_bound(cells, None)
    known = player_maxima(store)[filters.game]
    per_game = 1 if fact in UNITS else _per_game(names, known.largest)
    if per_game is None:
        return _same_bound(cells, None)
    unit = UNITS.get(fact, "games")
    archetypes, whole = _archetypes(known), known.matches if unit == "matches" else known.games
    if filters.archetype:
        whole = int(archetypes.filter(pl.col(ARCHETYPE) == filters.archetype)[unit].sum())
    if ARCHETYPE in per:
        found = _of(cells, archetypes, ARCHETYPE, unit)
    elif fact in COUNTED:
        found = _of(cells, _of_cards(store, fact, filters.game), CARD, unit)
    else:
        return _same_bound(cells, whole * per_game)
    bounds = found.clip(upper_bound=whole) * per_game
    if fact == ACTS:  # how many acts without a card a game has is not known beforehand
        bounds = bounds.set(cells[CARD].is_null(), None)
    return bounds


def preload(store: Store, game: str) -> None:
    """Count the bounds of cells of cards in a game, or in all, before they are needed. Raises
    ``DamagedStore``."""
    for fact in COUNTED:
        _of_cards(store, fact, game)


def _archetypes(known: PlayerMaxima) -> pl.DataFrame:
    """Columns ``archetype games matches``, a row for decks without a name."""
    schema = {ARCHETYPE: pl.String, "games": pl.Int64, "matches": pl.Int64}
    return pl.DataFrame(known.of_archetypes, schema, orient="row")


def _of_cards(store: Store, fact: str, game: str) -> pl.DataFrame:
    """Columns ``card games``: the games of one player with decks of all archetypes that have rows of it."""
    known = _of_facts(store)
    if (fact, game) not in known:
        where = (equal("game", game),) if game else ()
        rows = answer(store, SumQuery((COUNTED[fact],), (CARD, ARCHETYPE), where))
        named = rows.join(_archetypes(player_maxima(store)[game]), on=ARCHETYPE, how="left", nulls_equal=True)
        known[fact, game] = named.group_by(CARD).agg(pl.col("games").sum())
    return known[fact, game]


@cached_per_projection
def _of_facts(store: Store) -> dict[tuple[str, str], pl.DataFrame]:
    """The bounds of cards that were counted so far, by fact table and game."""
    return {}


def _of(cells: pl.DataFrame, bounds: pl.DataFrame, key: str, unit: str) -> pl.Series:
    """The bound of each cell by one of its columns."""
    return pl.DataFrame([cells[key]]).join(bounds, on=key, how="left", maintain_order="left")[unit]


def _same_bound(cells: pl.DataFrame, bound: int | None) -> pl.Series:
    return pl.repeat(bound, cells.height, dtype=pl.Int64, eager=True)


def _per_game(names: Sequence[str], largest: Mapping[str, int | None]) -> int | None:
    """The most that one row of ``card_seat_game`` can add to the total of these sums over one fact table,
    from the ``largest`` values of ``table.column``; None where that takes counting."""
    fact = MEASURES[names[0]].fact
    begun = {name.partition("_")[0] for name in names}
    if fact == CARDS:
        return _copies_per_game(names, largest)
    if fact == ACTS and begun <= set(ACTED):
        return largest.get(f"{CARDS}.acted", 0)
    return largest.get(f"{DRAWS}.k", 0) if fact == CHANCES else None


def _copies_per_game(names: Sequence[str], largest: Mapping[str, int | None]) -> int | None:
    """The most copies in a row; a game counts once whether it was won, lost or drawn."""
    found = {}
    for name in names:
        kind, _, ending = name.rpartition("_")
        if ending not in OF_COPIES:
            found[kind] = 1
        elif kind not in COPIES:
            return None
        else:
            copies = [largest.get(f"{CARDS}.{column}", 0) for column in COPIES[kind]]
            if None in copies:
                return None
            found[kind] = sum(filter(None, copies))
    return sum(found.values())
