"""The registry: every metric says everything about itself, and its worked example holds, twice computed."""

from typing import Any, get_args

import polars as pl
import pytest

from analytics.metrics import DRAWS, FAMILIES, METRICS, Estimate, Metric
from analytics.metrics.cell_estimates import estimate_rows
from analytics.metrics.definitions.metric import Tag, Unit, Weighting
from analytics.metrics.definitions.terms import TERMS
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.publish.book import TEXTS, word
from tests.analytics.metrics.reference import REFERENCE, SAMPLED

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
