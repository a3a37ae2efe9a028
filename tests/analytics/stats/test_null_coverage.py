"""The null law, at a size for every day: where chance decides, 95 % intervals hold the truth.

Seeds do not change, so that it cannot fail by chance. The long run: ``python -m tests.support.known_truth``,
whose figures stand in ``docs/analytics.md``.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analytics.metrics import METRICS, Metric
from analytics.metrics.cell_estimates import estimate
from analytics.metrics.definitions.card import copies, games
from analytics.metrics.estimators.grouped import Within, WithinGames
from analytics.metrics.estimators.rates import Apart, Versus, WinRate
from analytics.metrics.intervals.match_intervals import over_matches, ratios_of
from analytics.query.measures import MEASURES
from tests.support.known_truth import campaign
from tests.support.known_truth.held import NONE, TRUTH, Held, estimates, held
from tests.support.known_truth.laws import LAWS, of_law
from tests.support.known_truth.leagues import Tables, of_bots, of_tournaments, tables_of
from tests.support.known_truth.reports import REPORTS, of_report
from tests.support.known_truth.truths import (
    COIN,
    COINS,
    IN_DECKS,
    LOT,
    MATCHES,
    NOT_TRIED,
    SEATS,
    TABLES,
    TOGETHER,
    Truth,
    fair_deals,
    shuffled_again,
    tried,
    with_interval,
)
from tests.support.known_truth.worlds import WORLD, matches_drawn, winners_tossed

SLOW = {"rde", "rde_early"}
"""``tests/analytics/test_simulations.py`` tries these in worlds of their own."""
LEAST, MOST = 0.92, 0.99
"""What so few worlds let a right interval come to; the cells of one world depend on one another."""
SOME = 300
"""Fewer intervals tell nothing, for those of one world depend on one another."""
CELLS = {
    "shrunk_win_rate": 4,
    "matchup_rate": 6,
    "field_score": 40,
    "adjusted_effect": 12,
    "player_rating": 6,
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return tables_of(of_bots(tmp_path_factory.mktemp("null"), "blade-rondo@1.03", matches=50, seed=1))


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """A game with libraries and many answers; of rounds there is none without a package."""
    return tables_of(of_bots(tmp_path_factory.mktemp("acts"), "chronocard@web", matches=14, seed=1))


@pytest.fixture(scope="module")
def hindered(answered: Tables) -> Tables:
    """The same game, in which all acts of some turns are nullified, by lot, in some matches far more than in
    others: bots seldom hinder one another."""
    acts, chance = answered["declaration"], np.random.default_rng(7)
    words = acts.with_columns(pl.col("match", "seat", "outcome").cast(pl.String))
    turns = words.select("match", "seat", "turn").unique().sort("match", "seat", "turn")
    matches = turns.select(pl.col("match").unique().sort())
    often = matches.with_columns(often=pl.Series(chance.beta(0.3, 0.6, matches.height)))
    lots = turns.join(often, on="match").with_columns(lot=pl.Series(chance.random(turns.height)))
    drawn = words.join(lots, on=["match", "seat", "turn"], maintain_order="left")
    hit = (pl.col("lot") < pl.col("often")) & (pl.col("outcome") == "resolved")
    outcome = drawn.select(pl.when(hit).then(pl.lit("nullified")).otherwise("outcome").alias("outcome"))
    return {**answered, "declaration": acts.with_columns(outcome["outcome"])}


@pytest.fixture(scope="module")
def windows(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """A game of which some matches have many answers, and others few."""
    folder = tmp_path_factory.mktemp("windows")
    return tables_of(of_bots(folder, "genesis-garden@2011-04", matches=14, seed=1))


def astray(found: Mapping[str, Held]) -> dict[str, Held]:
    """Those of which some intervals, but too few or too many, hold the truth."""
    return {id: one for id, one in found.items() if one.intervals >= SOME and not LEAST <= one.share <= MOST}


def test_every_interval_has_a_truth_that_it_is_tried_on() -> None:
    """A new metric with an interval, or a p-value, is declared in ``tests.support.known_truth``."""
    assert tried() | set(NOT_TRIED) == with_interval()
    assert not tried() & set(NOT_TRIED)


@pytest.mark.parametrize(("kind", "size"), [(COIN, 120), (SEATS, 40)], ids=["coin", "seats"])
def test_intervals_hold_the_truth_of_shuffled_leagues(
    played: Tables, answered: Tables, kind: Truth, size: int
) -> None:
    quick = replace(kind, metrics={id: per for id, per in kind.metrics.items() if id not in SLOW})
    for tables in (played, answered):
        found = quick.tried(tables, np.random.default_rng(5), worlds=40, size=size, enough=80)
        assert astray(found) == {}


@pytest.mark.parametrize("kind", [COINS, MATCHES, TABLES], ids=["coins", "matches", "tables"])
def test_few_intervals_of_many_metrics_hold_the_truth(answered: Tables, kind: Truth) -> None:
    found = kind.tried(answered, np.random.default_rng(5), worlds=20, size=120, enough=80)
    every = sum(found.values(), NONE)
    assert every.intervals >= 40 and LEAST <= every.share <= MOST


def test_all_cards_of_a_deck_together_share_a_result(answered: Tables) -> None:
    one = replace(TOGETHER, metrics={"gih_wr": TOGETHER.metrics["gih_wr"]})
    (found,) = one.tried(answered, np.random.default_rng(5), worlds=100, size=60, enough=50).values()
    assert found.intervals >= 300 and 0.93 <= found.share <= 0.97


def test_acts_of_one_match_are_alike(hindered: Tables, windows: Tables) -> None:
    """These rates held in 59 to 91 % while each act was one of its own."""
    chance = np.random.default_rng(5)
    metrics = {"resolve_rate": hindered, "nullification_rate": hindered, "response_rate_all": windows}
    for id, tables in metrics.items():
        of_one = replace(MATCHES, metrics={id: MATCHES.metrics[id]})
        (found,) = of_one.tried(tables, chance, worlds=400, size=100).values()
        assert found.intervals == 400 and 0.93 <= found.share <= 0.97, id


@pytest.mark.parametrize(("id", "column"), [("round_points", "points"), ("decision_time", "seconds")])
def test_what_a_match_has_several_of_is_alike(id: str, column: str) -> None:
    """Of matches of twelve rounds, or decisions, some differ from others nearly as much as by chance."""
    worlds, matches, times, chance = 200, 60, 12, np.random.default_rng(5)
    drawn = chance.normal(0, 4, (worlds * matches, 1)) + chance.normal(0, 5, (worlds * matches, times))
    values, true = (drawn, 0) if column == "points" else (np.exp(drawn / 5) * 10_000, 10_000)
    metric, number = METRICS[id], np.arange(worlds * matches * times)
    (counts,) = metric.sums
    keys = {WORLD: number // (matches * times), "match": number // times}
    rows = pl.DataFrame(keys | {column: np.rint(values.ravel()), counts: 1})
    sums = rows.group_by(WORLD, column).agg(pl.col(counts).sum())
    alone = estimate(metric, sums, (WORLD,), draws="exclude")
    ratios = ratios_of(metric.estimator, {MEASURES[counts].fact: rows}, (WORLD,), draws="exclude")
    over = over_matches(metric, alone, sums, ratios, (WORLD,), draws="exclude", lent=WORLD)
    of_matches, each = (held(found.with_columns(pl.lit(true).alias(TRUTH))) for found in (over, alone))
    assert of_matches.intervals == worlds and 0.93 <= of_matches.share <= 0.97 and each.share < 0.8


def test_intervals_hold_the_truth_of_lots(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("lots")
    tables = tables_of(of_tournaments(folder, 1, seed=1, players=300, rounds=3))
    found = LOT.tried(tables, np.random.default_rng(2), worlds=90, size=0)
    assert set(found) == {id for id, one in found.items() if one.intervals >= 80}
    assert astray(found) == {}


@pytest.mark.parametrize("id", LAWS)
def test_intervals_hold_what_was_drawn(id: str) -> None:
    found = of_law(id, np.random.default_rng(3), times=CELLS.get(id, 200))
    assert found.intervals >= 100 and LEAST <= found.share <= MOST


def test_reports_hold_that_nothing_differs(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = of_tournaments(tmp_path_factory.mktemp("reports"), 2, seed=3, players=110, rounds=5)
    found = {name: of_report(name, store) for name in REPORTS}
    every = sum(found.values(), Held(0, 0))
    assert every.intervals > 80 and LEAST <= every.share <= MOST


def test_fair_deals_give_no_alarm_more_often_than_they_say(answered: Tables) -> None:
    for one in fair_deals(answered).values():
        assert one.intervals == 0 or one.share >= LEAST


def test_libraries_shuffled_again_give_as_many_alarms_as_they_say(answered: Tables) -> None:
    """Copies of one library never share a position: while that played no part, 98 % were no alarm."""
    found = shuffled_again(answered, np.random.default_rng(5), worlds=30, size=100)
    for one in found.values():
        assert one.intervals >= 1_000 and 0.93 <= one.share <= 0.97


def test_cards_of_one_deck_hold_the_truth(answered: Tables) -> None:
    """Too often where a deck is 40 % of the field: both seats of its mirrors count as games of their own."""
    one = replace(IN_DECKS, metrics={id: IN_DECKS.metrics[id] for id in ("gp_wr", "gih_wr", "iih")})
    found = one.tried(answered, np.random.default_rng(5), worlds=60, size=120)
    assert min(held.intervals for held in found.values()) >= 1_000 and astray(found) == {}


def test_a_part_of_the_long_run_is_as_it_is_in_all() -> None:
    """Of some laws alone, each has the worlds that it has among all."""
    few = [
        *campaign.rows(
            leagues=1, worlds=2, seed=2, parts=["laws"], only=["deal_hands", "first_coin"], cores=1
        )
    ]
    assert [name for _, name, _ in few] == ["deal_hands", "first_coin"]
    for what, name, found in few:
        assert [(what, name, found)] == [*campaign.of_laws(worlds=2, seed=2, only=[name])]
    assert [*campaign.rows(leagues=1, worlds=1, seed=2, parts=["reports", "lots"], only=["first_coin"])] == []


# --- what was wrong once ---------------------------------------------------------------------------------


TOSSED = COIN.metrics | COINS.metrics


def tossed(tables: Tables, metrics: list[Metric], *, worlds: int, enough: int) -> list[Held]:
    """The intervals of metrics by card, or of those over all, where a coin decides."""
    chance = np.random.default_rng(5)
    heads = winners_tossed(matches_drawn(tables, chance, worlds=worlds, size=80), chance)
    found = []
    for metric in metrics:
        rows = estimates(heads, metric, (WORLD, *TOSSED[metric.id.removeprefix("wrong ")]))
        true = 0.5 if metric.unit == "share" else 0.0
        found.append(held(rows.with_columns(pl.lit(true).alias(TRUTH)), enough=enough))
    return found


def test_two_seats_of_one_game_are_not_two_games(played: Tables) -> None:
    """Of a card that one seat was dealt the other was not: the same result is in both arms."""
    right = METRICS["deal_effect"]
    wrong = replace(right, id="wrong deal_effect", estimator=Apart(games("pooled"), games("deal")))
    of_games, seats = tossed(played, [right, wrong], worlds=20, enough=100)
    assert of_games.intervals == seats.intervals > 300
    assert seats.share < of_games.share and 0.93 <= of_games.share <= 0.98


def test_what_one_seat_wins_the_other_loses(played: Tables) -> None:
    """A game in which both seats have a card moves its rate by the difference of their copies."""
    right = METRICS["gp_wr"]
    assert isinstance(right.estimator, WinRate)
    alone = replace(right, id="wrong gp_wr", estimator=replace(right.estimator.one_sided(), shared=""))
    both, seats = tossed(played, [right, alone], worlds=60, enough=40)
    assert both.intervals == seats.intervals > 800
    assert 0.93 <= both.share <= 0.97


def test_a_game_with_a_seat_in_each_arm_moves_a_difference_twice(answered: Tables) -> None:
    """Of a card that both have, often one seat plays it and the other does not."""
    right = METRICS["played_lift"]
    assert isinstance(right.estimator, Versus)
    alone = replace(right, id="wrong played_lift", estimator=right.estimator.one_sided())
    of_games, seats = tossed(answered, [right, alone], worlds=100, enough=100)
    assert seats.share < of_games.share and 0.93 <= of_games.share <= 0.98


def test_acts_of_one_game_share_its_result(hindered: Tables) -> None:
    right = METRICS["resolved_effect"]
    assert isinstance(right.estimator, WithinGames)
    each = Within(right.estimator.strata, games("resolved"), games("nullified"))
    wrong = replace(right, id="wrong resolved_effect", estimator=each)
    of_games, acts = tossed(hindered, [right, wrong], worlds=400, enough=100)
    assert acts.share < 0.9 < 0.93 <= of_games.share <= 0.98


def test_copies_of_one_game_win_together() -> None:
    """Of three copies in a deck, those in hand and those not seen have the same result, by a coin."""
    chance, right = np.random.default_rng(3), METRICS["iih"]
    alone = replace(right, id="alone", estimator=Versus(copies("hand"), copies("unseen")))
    true = {right.id: 0, alone.id: 0}
    for _ in range(1500):
        hand = chance.binomial(3, 0.4, 150)
        sums = dict.fromkeys(right.sums, 0)
        won = chance.integers(0, 2, 150)
        for name, number in (("hand", hand), ("unseen", 3 - hand)):
            sums[f"{name}_won"], sums[f"{name}_lost"] = int(number @ won), int(number @ (1 - won))
            sums[f"{name}_squares"] = int(number @ number)
        sums["hand_unseen"] = int(hand @ (3 - hand))
        for metric in (right, alone):
            _, _, low, high = metric.estimate(sums)
            assert low is not None and high is not None
            true[metric.id] += low <= 0 <= high
    assert 0.93 <= true["iih"] / 1500 <= 0.97 < true["alone"] / 1500
