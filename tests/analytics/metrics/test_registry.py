"""The registry: every metric says everything about itself, and its worked example holds, twice computed."""

from math import inf, nan
from typing import Any, get_args

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from analytics.metrics import DRAWS, FAMILIES, METRICS, Estimate, Metric
from analytics.metrics.cell_estimates import estimate_rows
from analytics.metrics.definitions.metric import Tag, Unit, Weighting
from analytics.metrics.definitions.terms import TERMS
from analytics.metrics.estimators.cells import single_cell
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.estimators.rates import Share
from analytics.metrics.publish.book import TEXTS, word
from tests.analytics.metrics.reference import REFERENCE, SAMPLED
from tests.support.effort import examples

EXACT = 0.00005
"""Four decimals."""
ROWWISE = [metric for metric in METRICS.values() if not metric.by]


def estimate_of_example(metric: Metric) -> Estimate:
    """What the metric makes of its example."""
    example = metric.example
    if metric.per_item:
        return metric.estimate_items(example.sums, draws=example.draws)[example.item]
    return metric.estimate(example.sums, draws=example.draws)


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_worked_examples(metric: Metric) -> None:
    assert estimate_of_example(metric) == pytest.approx(metric.example.estimate, abs=EXACT, nan_ok=False)


@pytest.mark.parametrize("id", REFERENCE)
def test_worked_examples_in_plain_python(id: str) -> None:
    """Without the code of the project."""
    metric, example = METRICS[id], METRICS[id].example
    again = REFERENCE[metric.id](example.sums, example.draws)
    if isinstance(again, dict):
        again = again[example.item]
    close = SAMPLED.get(metric.id, EXACT)
    expected = (example.estimate.value, example.estimate.low, example.estimate.high)
    assert list(again) == pytest.approx(list(expected[: len(again)]), abs=close)


def test_every_metric_has_a_reference() -> None:
    """But one, which counts equilibria of drawn matrices: both are tested in ``stats/test_strength``."""
    assert set(METRICS) - set(REFERENCE) == {"nash_support"}


@pytest.mark.parametrize("metric", ROWWISE, ids=lambda metric: metric.id)
@pytest.mark.parametrize("draws", DRAWS)
def test_columns_and_numbers_agree(metric: Metric, draws: Draws) -> None:
    """And a cell without games is empty in both."""
    nothing = dict.fromkeys(metric.sums, 0)
    frame = pl.DataFrame([{name: metric.example.sums[name] for name in metric.sums}, nothing])
    found = pl.DataFrame(estimate_rows(metric, frame, draws=draws))
    for row, sums in zip(found.to_dicts(), (metric.example.sums, nothing), strict=True):
        rate = metric.estimate(sums, draws=draws)
        values = [row["value"], row["n"], row.get("low"), row.get("high")]
        assert values == pytest.approx(list(rate), abs=1e-12)
    assert found.row(1, named=True)["value"] is None


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_a_metric_says_everything(metric: Metric) -> None:
    assert set(metric.sums) <= set(TERMS)
    assert {*metric.sums, *metric.by} == set(metric.example.sums)
    assert metric.name.ja and metric.name.en and metric.formula.ja and metric.formula.en
    assert metric.version >= 1
    assert METRICS[metric.id] is metric
    assert metric.example.estimate.n > 0
    assert bool(metric.example.item) == metric.per_item
    for kind, words in ((metric.unit, Unit), (metric.weighting, Weighting), (metric.tag, Tag)):
        assert kind in get_args(words)
        assert word(kind, "en") and word(kind, "ja")


BOUNDS: dict[Unit, tuple[float, float]] = {
    **dict.fromkeys(("share", "p-value"), (0, 1)),
    "difference": (-1, 1),
    **dict.fromkeys(("log-odds", "rating", "points", "index"), (-inf, inf)),
}
"""Unit → between what its numbers lie; others are not below 0."""
GROUPS = 3
OF_TRUE_SUMS = ("player_rating", "deal_hands", "deal_draws")
"""What refuses sums that no matches have: a rating wants scores, a test no more hits than there can be."""


@pytest.mark.sampled(40)
@pytest.mark.parametrize("id", sorted({*METRICS} - {*OF_TRUE_SUMS}))
@settings(max_examples=examples(40), deadline=None)
@given(some.data())
def test_an_interval_holds_the_value_and_both_are_possible(id: str, data: some.DataObject) -> None:
    """Whatever the sums are, also if those of two sides are no part of each other."""
    metric = METRICS[id]
    draws = data.draw(some.sampled_from(DRAWS))
    number = data.draw(some.integers(1, GROUPS)) if metric.by else 1
    counts = some.lists(some.integers(0, 9) | some.integers(0, 400), min_size=number, max_size=number)
    sums: dict[str, Any] = {name: data.draw(counts) for name in metric.sums}
    for name in metric.by:  # groups of different keys
        kinds = list(dict.fromkeys(metric.example.sums[name]))  # type: ignore[arg-type]  # of groups: a list
        sums[name] = [kinds[place % len(kinds)] for place in range(number)]
    if isinstance(metric.estimator, Share):  # a part is a part
        part, whole = metric.estimator.part, metric.estimator.whole
        for name in part:
            if name not in whole:
                sums[name] = [min(sums[name][0], min(sums[one][0] for one in whole) // len(part))]
    if metric.per_item:
        found = [*metric.estimate_items(sums, draws=draws).values()]
    else:
        found = [metric.estimate(sums, draws=draws)]
    least, most = BOUNDS.get(metric.unit, (0, inf))
    for value, n, low, high in found:
        assert n >= 0
        told = [one for one in (low, value, high) if one is not None]
        assert told == sorted(told) or told == pytest.approx(sorted(told), abs=1e-9)
        assert all(least - 1e-9 <= one <= most + 1e-9 for one in told)
        assert value is not None or not told
    groups = {name: np.array(column) for name, column in sums.items()}
    with np.errstate(invalid="ignore"):  # of no observations
        alone = metric.estimator.values(single_cell(groups), draws)
    values = [nan if one.value is None else one.value for one in found]
    assert alone == pytest.approx(values, rel=0, abs=0, nan_ok=True)


def test_a_part_that_is_none_is_no_estimate() -> None:
    """Three games of hands, one of a deck: there is no rest to compare with."""
    one, three = {"wins": 1, "losses": 0, "ties": 0}, {"wins": 0, "losses": 3, "ties": 0}
    sums = {f"kept_of_deck_{end}": number for end, number in three.items()}
    sums |= {f"deck_with_keep_{end}": number for end, number in one.items()}
    assert METRICS["kept_impact"].estimate(sums) == (None, 0, None, None)


def test_ids_are_unique() -> None:
    assert len(METRICS) == sum(map(len, FAMILIES.values()))
    assert not set(METRICS) & set(TERMS)


def test_every_term_is_used() -> None:
    assert set(TERMS) == {name for metric in METRICS.values() for name in metric.sums}


def test_the_book_is_bilingual() -> None:
    def leaves(part: dict[str, Any]) -> list[dict[str, Any]]:
        if all(isinstance(value, str) for value in part.values()):
            return [part]
        return [leaf for value in part.values() for leaf in leaves(value)]

    assert all(set(leaf) == {"en", "ja"} and all(leaf.values()) for leaf in leaves(TEXTS))


def test_draws_are_counted_as_the_policy_says() -> None:
    sums = {"wins": 3, "losses": 1, "ties": 2}
    found = {draws: METRICS["win_rate"].estimate(sums, draws=draws)[:2] for draws in DRAWS}
    assert found["exclude"] == (0.75, 4)
    assert found["half"] == pytest.approx((4 / 6, 6))
    assert found["points"] == pytest.approx((11 / 18, 6))
    assert found["loss"] == (0.5, 6)


@pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
def test_nothing_counted_is_no_rate(metric: Metric) -> None:
    if metric.by:
        empty: dict[str, list[int]] = {name: [] for name in (*metric.by, *metric.sums)}
        if not metric.per_item:
            assert metric.estimate(empty) == (None, 0, None, None)
        else:
            assert metric.estimate_items(empty) == {}
    else:
        assert metric.estimate(dict.fromkeys(metric.sums, 0)) == (None, 0, None, None)


def test_a_mean_over_nothing_is_no_number() -> None:
    """Cards that everybody has are played without ever having been held."""
    metric, sums = METRICS["cast_rate"], {"played_copies": 11, "held_copies": 0}
    assert metric.estimate(sums) == (None, 0, None, None)
    assert pl.DataFrame(estimate_rows(metric, pl.DataFrame([sums]), draws="exclude"))["value"].to_list() == [
        None
    ]


def test_what_wants_groups_says_so() -> None:
    with pytest.raises(TypeError, match="wants its sums by deck, k, copies"):
        estimate_rows(METRICS["rde"], pl.DataFrame(), draws="exclude")
    with pytest.raises(TypeError, match="use estimate_items"):
        METRICS["meta_share"].estimate({})
    with pytest.raises(TypeError, match=r"use estimate$"):
        METRICS["win_rate"].estimate_items({})
    with pytest.raises(KeyError, match="losses"):
        METRICS["win_rate"].estimate({"wins": 1, "ties": 0})
