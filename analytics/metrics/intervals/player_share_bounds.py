"""How much of a cell one player can give at most, out of what is quickly known.

Who gives more than a tenth of a cell has played a tenth of it: a cell ten times as large as what anybody
played is nobody's. A card is in decks of a few archetypes, and nobody plays much of each, which bounds cells
of cards. What is said here is never too little, and often too much. Not here: how much one gives (``over``).
"""

from collections.abc import Sequence

import polars as pl

from analytics.metrics.intervals.largest_seat import ACTS, CHANCES, SEATS, largest_seat_contribution
from analytics.metrics.intervals.player_maxima import CARDS, PlayerMaxima, player_maxima
from analytics.query.cubes.answer import answer
from analytics.query.cubes.sum_query import SumQuery, equal
from analytics.query.filters import Filters
from analytics.query.measures import MEASURES
from analytics.store.reader import Store, once_a_projection

CARD, ARCHETYPE = "card", "archetype"
COUNTED = {CARDS: "deck_games", ACTS: "acted", CHANCES: "draws"}
"""Fact table that tells cards and archetypes apart → a sum over it."""
UNITS = {SEATS: "games", "seat_match": "matches"}


def player_share_bounds(
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
    known = player_maxima(store)[filters.game]
    times = 1 if fact in UNITS else largest_seat_contribution(names, known.largest)
    if times is None:
        return _alike(cells, None)
    unit = UNITS.get(fact, "games")
    archetypes, whole = _archetypes(known), known.matches if unit == "matches" else known.games
    if filters.archetype:
        whole = int(archetypes.filter(pl.col(ARCHETYPE) == filters.archetype)[unit].sum())
    if ARCHETYPE in per:
        found = _of(cells, archetypes, ARCHETYPE, unit)
    elif fact in COUNTED:
        found = _of(cells, _of_cards(store, fact, filters.game), CARD, unit)
    else:
        return _alike(cells, whole * times)
    return found.clip(upper_bound=whole) * times


def preload(store: Store, game: str) -> None:
    """Count what bounds cells of cards in a game, or in all, so that it is known when it is wanted. Raises
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


@once_a_projection
def _of_facts(store: Store) -> dict[tuple[str, str], pl.DataFrame]:
    """What was asked so far, by fact table and game."""
    return {}


def _of(cells: pl.DataFrame, bounds: pl.DataFrame, key: str, unit: str) -> pl.Series:
    """The bound of each cell by one of its columns."""
    return pl.DataFrame([cells[key]]).join(bounds, on=key, how="left", maintain_order="left")[unit]


def _alike(cells: pl.DataFrame, bound: int | None) -> pl.Series:
    return pl.repeat(bound, cells.height, dtype=pl.Int64, eager=True)
