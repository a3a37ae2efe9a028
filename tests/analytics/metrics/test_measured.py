"""Metrics over a store: by key, by strata and by item, the same as from sums that are counted by hand."""

from typing import Any

import polars as pl
import pytest

from analytics.metrics import METRICS, Filters, Metric, table
from analytics.metrics.cell_estimates import ITEM
from analytics.metrics.decklists.copies import copies
from analytics.metrics.decklists.pairs import pairs
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimators.tiebreaks import Tiebreak
from analytics.metrics.models import MODELS
from analytics.metrics.publish.export import columns, export_metric
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.measured import measured
from analytics.query.choices import choices
from analytics.query.cubes.answer import answer
from analytics.query.filter_conditions import sum_query
from analytics.query.filters import FilterError, checked
from analytics.query.measures import MEASURES
from analytics.store.reader import Store
from tests.support import effort


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


# --- every metric by every column, under every filter ----------------------------------------------


def _kinds() -> dict[str, Metric]:
    """One metric of those that are made of the same tables and groups, for these meet the same columns."""
    found: dict[Any, Metric] = {}
    for metric in METRICS.values():
        facts = frozenset(MEASURES[name].fact for name in metric.sums if name in MEASURES)
        if set(metric.sums) <= set(MEASURES) and facts:
            found.setdefault((facts, metric.by), metric)
    return {metric.id: metric for metric in found.values()}


KINDS = _kinds()
OF_DECK = ("meta_share", "conversion")


@pytest.mark.parametrize("id", KINDS)
def test_sums_answer_by_every_column_that_a_metric_accepts(cup: Store, id: str) -> None:
    metric = KINDS[id]
    for column in effort.some(columns(metric), each=8):
        keys = tuple(dict.fromkeys((column, *metric.by)))
        found = answer(cup, sum_query(metric.sums, keys, Filters()))
        assert found.columns == [*keys, *metric.sums]


def test_no_column_is_accepted_that_means_several_things_or_that_decks_have_not(cup: Store) -> None:
    """The first are copies of a card and what a deck is called; a deck is brought to all of its rounds."""
    assert "deck" not in columns(METRICS["deck_share"]) and "deck" in columns(METRICS["gp_wr"])
    for id in OF_DECK:
        assert not {"stage", "round", "pod", "outcome", "turns", "best_of"} & set(columns(METRICS[id]))
        assert {"tournament", "week", "format", "archetype"} <= set(columns(METRICS[id]))
    assert "games" not in columns(METRICS["game_turns"]), "a sum of it"
    with pytest.raises(FilterError, match="cannot be told for each 'stage'"):
        export_metric(cup, METRICS["meta_share"], ("stage",))


def _one_of_each(store: Store) -> list[Filters]:
    """Filters by one thing each, that is there."""
    named = {name: values[-1] for name, values in choices(store).items() if values}
    more: dict[str, Any] = {"opponent_archetype": named["archetype"], "rounds": (1,), "stage": "swiss"}
    more |= {"simulated": "none", "weeks": 1}
    more |= dict.fromkeys(("card", "without"), store.query("SELECT min(card) FROM deck_card").item())
    return [Filters(**{name: value}) for name, value in (named | more).items()]


def test_every_filter_is_taken_or_refused_by_name(cup: Store) -> None:
    refusals = []
    for filters in _one_of_each(cup):
        chosen = checked(cup, filters)
        for metric in KINDS.values():
            try:
                query = sum_query(metric.sums, metric.by, chosen)
            except FilterError as error:
                refusals.append((metric.id, str(error)))
            else:
                answer(cup, query)
    assert {id for id, _ in refusals} >= {"meta_share"}
    assert all("cannot be chosen by" in told and "accepted filters: " in told for _, told in refusals)


@pytest.mark.parametrize("told", [copies, pairs])
def test_tables_of_decks_refuse_what_decks_have_not(cup: Store, told: Any) -> None:
    archetype = choices(cup)["archetype"][0]
    with pytest.raises(FilterError, match="cannot be chosen by opponent_archetype; accepted filters: game, "):
        told(cup, Filters(opponent_archetype=archetype))
