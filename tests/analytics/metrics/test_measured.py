"""Metrics over a store: by key, by strata and by item, the same as from sums that are counted by hand."""

import polars as pl
import pytest

from analytics.metrics import METRICS, Filters, Metric, table
from analytics.metrics.cell_estimates import ITEM
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimators.tiebreaks import Tiebreak
from analytics.metrics.models import MODELS
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.measured import measured
from analytics.store.reader import Store


def test_a_rate_by_key_is_that_of_the_table(store: Store) -> None:
    found = measured(store, METRICS["win_rate"], ("player",), draws="half")
    expected = pivot(table(store, "players", draws="half")).sort("key")
    assert found["player"].to_list() == expected["key"].to_list()
    assert found["value"].to_list() == pytest.approx(expected["rate"].to_list())
    assert found["low"].to_list() == pytest.approx(expected["low"].to_list())
    assert found["n"].to_list() == expected["n"].to_list()


def test_over_everything_it_is_one_row(store: Store) -> None:
    found = measured(store, METRICS["win_rate"], filters=Filters(simulated="none"))
    assert found.shape == (1, 5)
    assert found["value"].item() == pytest.approx(0.5)


def test_a_difference_within_strata(store: Store) -> None:
    """Blade Rondo deals: the effect of being dealt a card, against a count of the rows."""
    found = measured(store, METRICS["deal_effect"], ("card",))
    rows = store.query(
        """
        SELECT c.card, sum(won)::BIGINT AS won, sum(won + lost)::BIGINT AS n
        FROM card_seat_game c JOIN match m USING (match)
        WHERE m.finished AND m.grade <> 'DIVERGED' AND c.dealt > 0 AND c.deal_known
        GROUP BY ALL"""
    )
    whole = store.query(
        """
        SELECT sum(won)::BIGINT AS won, sum(won + lost)::BIGINT AS n
        FROM seat_game s JOIN match m USING (match)
        WHERE m.finished AND m.grade <> 'DIVERGED' AND s.deal_known"""
    ).row(0)
    told = {card: (value, n) for card, value, n, *_ in found.iter_rows()}
    assert len(rows) > 10
    assert {card for card, (value, _) in told.items() if value is not None} == set(rows["card"])
    for card, won, n in rows.iter_rows():
        value, counted = told[card]
        assert value == pytest.approx(won / n - (whole[0] - won) / (whole[1] - n))
        assert counted == whole[1]


def test_items_stand_in_a_column(store: Store) -> None:
    found = measured(store, METRICS["negation_share"])
    assert found.columns == [ITEM, "value", "n", "low", "high", "basis"]
    shares = found["value"].drop_nulls()
    assert not len(shares) or shares.sum() == pytest.approx(1)


def test_items_that_are_a_key_stand_in_its_column(store: Store) -> None:
    found = measured(store, METRICS["negation_share"], ("card",))
    assert found.rows() == measured(store, METRICS["negation_share"]).rows()
    assert found.columns == ["card", "value", "n", "low", "high", "basis"]
    by_seat = measured(store, METRICS["negation_share"], ("went_first", "card"))
    assert by_seat.columns[:2] == ["went_first", "card"] and len(by_seat) > 0
    assert by_seat.group_by("went_first").agg(pl.col("value").sum())["value"].to_list() == pytest.approx(
        [1, 1]
    )


def test_a_stratum_that_is_a_key_is_held_fixed_already(store: Store) -> None:
    found = measured(store, METRICS["resolved_effect"], ("went_first",))
    assert found.columns[0] == "went_first" and len(found) == 2


def test_what_is_made_of_all_together_cannot_be_told_of_one(store: Store) -> None:
    with pytest.raises(
        LookupError, match="strength is made of all archetype and opponent_archetype together"
    ):
        measured(store, METRICS["strength"], ("archetype",))


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_every_metric_can_be_asked_of_a_store(store: Store, metric: Metric) -> None:
    """Tiebreakers are of tournaments, which have their own way to the standings; what no store tells is
    not known, never zero."""
    if isinstance(metric.estimator, Tiebreak):
        return
    found = measured(store, metric)
    assert found.columns[-5:] == ["value", "n", "low", "high", "basis"]
    if not_computed(metric) is not None and metric.id not in MODELS:
        assert found["value"].null_count() == found.height and not found["n"].sum()


def test_what_cannot_be_asked_is_told(store: Store) -> None:
    with pytest.raises(ValueError, match="accepted are exclude"):
        measured(store, METRICS["win_rate"], draws="thirds")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(LookupError):
        measured(store, METRICS["win_rate"], ("weather",))
