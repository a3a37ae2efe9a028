"""How likely deals and draws were: in one match, or for its players over all of their matches.

Each card of a deck is a separate test by a metric of the registry, with its p-value and the expected number.
Notable results are those left after correction for the number of tests; they are worth a look and prove
nothing. Not here: the tests (``analytics.metrics.definitions.audit``), shuffles (``engine.shuffle.proofs``).
"""

from collections.abc import Iterable, Iterator

import numpy as np
import polars as pl

from analytics.facts.extract.roles import roles_of
from analytics.metrics import METRICS
from analytics.metrics.population.matching_seats import matching_seats
from analytics.metrics.reports.notable import notable
from analytics.query.filters import Filters
from analytics.stats import deal
from analytics.stats.deal import Expected
from analytics.stats.number import Floats
from analytics.store.reader import Store
from engine.games.registry import find

HANDS, DRAWS, COIN = METRICS["deal_hands"], METRICS["deal_draws"], METRICS["first_coin"]
SCHEMA = {
    "who": pl.String,
    "card": pl.String,
    "metric": pl.String,
    "n": pl.Int64,
    "seen": pl.Int64,
    "expected": pl.Float64,
    "low": pl.Int64,
    "high": pl.Int64,
    "value": pl.Float64,
}


def of_match(store: Store, match: str) -> pl.DataFrame:
    """The deals of one match, a row for each seat (``who``), card and test.

    Columns: ``who card metric`` (``deal_hands``, ``deal_draws``), ``n`` hands or draws, copies ``seen`` in
    them, the ``expected`` number with its 95 % range ``low`` to ``high``, ``value`` and ``p`` (both the
    p-value), ``adjusted`` over all rows, and ``notable``; the smallest p-values first. No rows if the record
    does not know the cards or the match was not projected. Raises ``DamagedStore``.
    """
    game = store.query("SELECT game FROM match WHERE match = $match", {"match": match})
    if game.is_empty():
        return _as_table([])
    seats = store.query(
        "SELECT match, seat, seat AS who FROM seat_match WHERE match = $match", {"match": match}
    )
    return _as_table(_cards(store, game.item(), seats))


def of_players(store: Store, match: str) -> pl.DataFrame:
    """The same for each player of a match (``who``) over all matches of the game in the store, of any grade;
    for a simulated match over the simulated ones, otherwise over those of people.

    There is one more test without a card, ``first_coin``: how often the player went first.
    """
    seats = store.query(
        "SELECT m.game, m.simulated, s.player FROM match m JOIN seat_match s USING (match)"
        " WHERE m.match = $match AND s.player IS NOT NULL",
        {"match": match},
    )
    if seats.is_empty():
        return _as_table([])
    game, simulated, _ = seats.row(0)
    filters = Filters(game=game, simulated="only" if simulated else "none")
    players = pl.col("player").is_in(seats["player"].unique().implode())
    played = matching_seats(store, filters, ("match", "seat", "player"), players, grades=False)
    chosen = played.rename({"player": "who"})
    return _as_table([*_cards(store, game, chosen), *_coins(store, chosen)])


def _as_table(rows: Iterable[tuple[object, ...]]) -> pl.DataFrame:
    found = notable(pl.DataFrame(list(rows), SCHEMA, orient="row"), HANDS)
    return found.sort("p", "who", "card", "metric", nulls_last=True)


def _cards(store: Store, game: str, chosen: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    """Hands and draws of every card. Without a library, hands are dealt from the pool of the set."""
    roles = roles_of(game)
    if roles.library:
        hands = _hands(store, chosen)
        yield from _rows(_draws(store, chosen), DRAWS.id)
    else:
        hands = _pools(store, game, chosen)
    yield from _rows(hands, HANDS.id)


# --- sums ----------------------------------------------------------------------------------------------
# ``chosen``: the seats to count, with columns ``match``, ``seat`` and ``who`` they are counted for.


def _hands(store: Store, chosen: pl.DataFrame) -> pl.DataFrame:
    """Copies in the first hand from a library, before any mulligan: hands kept by choice are not random.
    Cards that begin elsewhere are no part of the library."""
    return store.query(
        """
        SELECT chosen.who, c.card, c.in_library::BIGINT AS in_library, s.library_size::BIGINT AS library_size,
            s.first_hand::BIGINT AS first_hand, count(*)::BIGINT AS hands,
            sum(c.first_dealt)::BIGINT AS hand_copies
        FROM card_seat_game c JOIN seat_game s USING (match, game_no, seat) JOIN chosen USING (match, seat)
        WHERE c.deal_known AND c.in_library > 0 AND s.first_hand BETWEEN 1 AND s.library_size
            AND c.first_dealt <= c.in_library
        GROUP BY ALL ORDER BY ALL""",
        chosen=chosen,
    )


def _draws(store: Store, chosen: pl.DataFrame) -> pl.DataFrame:
    """Random draws, with the remaining copies of each card."""
    return store.query(
        """
        SELECT chosen.who, l.card, l.copies::BIGINT AS copies, d.library::BIGINT AS library,
            count(*)::BIGINT AS draws, sum((d.card = l.card)::INT)::BIGINT AS hits
        FROM draw d JOIN library l USING (match, game_no, seat)
            JOIN chosen USING (match, seat)
        WHERE d.clean AND d.k BETWEEN l.first_k AND l.last_k
        GROUP BY ALL ORDER BY ALL""",
        chosen=chosen,
    )


def _pools(store: Store, game: str, chosen: pl.DataFrame) -> pl.DataFrame:
    """Copies in deals from the pool of a card set, including cards that were never dealt."""
    dealt = store.query(
        """
        SELECT chosen.who, c.match, c.seat, m.edition, m.cards AS set, c.card,
            c.dealt::BIGINT AS dealt
        FROM card_seat_game c JOIN chosen USING (match, seat) JOIN match m USING (match)
        WHERE c.deal_known AND c.dealt > 0 ORDER BY ALL""",
        chosen=chosen,
    )
    sums: dict[tuple[str, str, int, int, int], list[int]] = {}
    for (who, _, _, edition, name), hand in dealt.group_by("who", "match", "seat", "edition", "set"):
        rules = find(game, str(edition))
        pool = rules.sets[str(name)].pool if rules is not None and name in rules.sets else {}
        seen = dict(hand.select("card", "dealt").iter_rows())
        size, total = sum(seen.values()), sum(pool.values())
        for card, copies in pool.items():
            found = sums.setdefault((str(who), card, copies, total, size), [0, 0])
            found[0] += 1
            found[1] += seen.get(card, 0)
    names = ("who", "card", "in_library", "library_size", "first_hand", "hands", "hand_copies")
    rows = [(*key, *found) for key, found in sorted(sums.items())]
    schema = {name: pl.String if name in ("who", "card") else pl.Int64 for name in names}
    return pl.DataFrame(rows, schema, orient="row")


def _coins(store: Store, chosen: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    """How often each player went first."""
    sums = store.query(
        """
        SELECT chosen.who, s.went_first::INT::BIGINT AS went_first, count(*)::BIGINT AS games
        FROM seat_game s JOIN chosen USING (match, seat)
        WHERE s.went_first IS NOT NULL GROUP BY ALL ORDER BY ALL""",
        chosen=chosen,
    )
    for (who,), of_one in sums.group_by("who", maintain_order=True):
        games = int(of_one["games"].sum())
        first = int(of_one.filter(pl.col("went_first") == 1)["games"].sum())
        p = COIN.estimate(of_one.to_dict(as_series=False)).value
        yield who, None, COIN.id, games, first, *deal.in_tosses(games), p


# --- tests ---------------------------------------------------------------------------------------------


def _rows(sums: pl.DataFrame, metric: str) -> Iterator[tuple[object, ...]]:
    """A test for each card of each seat or player."""
    number, seen = METRICS[metric].sums
    for (who, card), groups in sums.group_by("who", "card", maintain_order=True):
        p = METRICS[metric].estimate(groups.to_dict(as_series=False)).value
        counted = int(groups[number].sum()), int(groups[seen].sum())
        yield who, card, metric, *counted, *_expected(groups, metric), p


def _expected(groups: pl.DataFrame, metric: str) -> Expected:
    columns = {name: _floats(groups[name]) for name in groups.columns if name not in ("who", "card")}
    if metric == DRAWS.id:
        return deal.in_draws(columns["copies"], columns["library"], number=columns["draws"])
    hand = columns["in_library"], columns["library_size"], columns["first_hand"]
    return deal.in_hands(*hand, number=columns["hands"])


def _floats(column: pl.Series) -> Floats:
    return np.asarray(column, np.float64)
