"""The player-adjusted effect of every card: what it is worth apart from who plays it.

A game counts if both players, both decks and the first player are known. Not here: the regression
(``analytics.stats.effect``), and effects of cards that chance dealt (``measured``).
"""

import polars as pl

from analytics.metrics.both_seats import ONE_SIDE
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.estimators.estimate import Draws, Estimate, check_draws
from analytics.query.filter_conditions import conditions
from analytics.query.filters import FilterError, Filters, checked
from analytics.query.selection.selected_rows import FINISHED
from analytics.query.sum_query import filtered
from analytics.store.reader import Store
from analytics.store.stored_card_names import stored_card_names
from engine.kernel.bilingual import Bilingual

METRIC = METRICS["adjusted_effect"]
SCHEMA = {
    "key": pl.String,
    "name": pl.String,
    "name_en": pl.String,
    "game": pl.String,
    "value": pl.Float64,
    "n": pl.Int64,
    "low": pl.Float64,
    "high": pl.Float64,
}
# A game in which no copies differ has one row, without a card: it still counts for its players.
QUERY = """
    WITH played AS (
        SELECT row_number() OVER (ORDER BY s.game, s.match, s.game_no)::BIGINT AS number, s.game, s.match,
            s.game_no, s.seat, s.player AS first_player, o.player AS second_player,
            (s.won + s.tied / 2)::DOUBLE AS first_score
        FROM seat_game s SEMI JOIN chosen ON chosen.match = s.match
        JOIN seat_game o ON o.match = s.match AND o.game_no = s.game_no AND o.seat <> s.seat
        WHERE s.went_first AND s.opponent IS NOT NULL AND s.player IS NOT NULL
            AND s.player <> s.opponent AND s.deck_known AND o.deck_known AND s.won + s.lost + s.tied > 0
            AND (s.tied = 0 OR $draws <> 'exclude')
    ), differing AS (
        SELECT p.number, c.card, sum(if(c.seat = p.seat, c.deck, -c.deck))::BIGINT AS difference
        FROM played p JOIN card_seat_game c ON c.match = p.match AND c.game_no = p.game_no
        WHERE c.deck > 0 GROUP BY ALL HAVING sum(if(c.seat = p.seat, c.deck, -c.deck)) <> 0
    )
    SELECT p.game, p.number AS match, p.first_player, p.second_player, coalesce(d.card, '') AS card,
        coalesce(d.difference, 0) AS difference, p.first_score
    FROM played p LEFT JOIN differing d ON d.number = p.number
    ORDER BY p.number, card"""


def effects(store: Store, filters: Filters | None = None, *, draws: Draws = "exclude") -> pl.DataFrame:
    """A row a card, the best by the lower end of its interval first, game by game.

    Columns: ``key`` (the card), ``name`` and ``name_en`` (Japanese and English), ``game``, ``value`` in
    log-odds for one copy more, ``n`` games in which the copies differ, ``low`` and ``high``. A draw is half a
    win to both, unless it is excluded. Raises ``FilterError``, ``ValueError`` for an unknown draw policy.
    """
    check_draws(draws)
    chosen = checked(store, filters or Filters())
    if given := [name for name in ONE_SIDE if getattr(chosen, name)]:
        raise FilterError(f"effects of cards look at both seats of a game: no {given[0]} can be chosen")
    games = store.query(QUERY, {"draws": draws}, chosen=_matches(store, chosen))
    names = stored_card_names(store)
    rows = [
        (card, *_both(names.name(str(game), card)), game, *estimate)
        for (game,), played in games.group_by("game")
        for card, estimate in _of_game(played, draws).items()
    ]
    found = pl.DataFrame(rows, SCHEMA, orient="row")
    return found.sort("game", "low", "key", descending=[False, True, False])


def _matches(store: Store, chosen: Filters) -> pl.DataFrame:
    """The finished matches under the filters: ``match``."""
    where = (FINISHED, *conditions(chosen))
    return store.select(lambda tables: filtered(tables["match"], where).select("match"))


def _of_game(played: pl.DataFrame, draws: Draws) -> dict[str, Estimate]:
    """Card → its effect, of the games of one game."""
    return METRIC.estimate_items(played.to_dict(as_series=False), draws=draws)


def _both(name: Bilingual) -> tuple[str, str]:
    return name.ja, name.en
