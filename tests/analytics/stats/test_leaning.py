"""What an interval says about a rate and one half, as a number and as a word."""

import pytest

from analytics.stats.interval import wilson
from analytics.stats.leaning import Word, lean, leaning


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (0.51, 0.60, "above"), (0.40, 0.49, "below"),
        (0.47, 0.60, "probably-above"), (0.40, 0.53, "probably-below"),
        (0.40, 0.62, "open"), (0.10, 0.90, "open"), (None, None, "open"),
        (0.47, 0.53, "even"), (0.505, 0.52, "even"),
    ],
)  # fmt: skip
def test_the_word_for_an_interval(low: float | None, high: float | None, word: Word) -> None:
    assert leaning(low, high, 0.5) == word


def test_the_lean_grows_with_the_matches_and_ends_at_one() -> None:
    found = []
    for n in (0, 5, 20, 80, 320, 1280):
        low, high = wilson(round(0.6 * n), n) if n else (None, None)
        found.append(lean(low, high, 0.5))
    assert found[0] == 0 and found == sorted(found) and found[-1] == 1
    assert 0 < found[1] < found[2] < 1


def test_it_is_the_same_on_both_sides() -> None:
    for low, high in ((0.5, 0.7), (0.45, 0.6), (0.2, 0.9), (0.6, 0.6)):
        assert lean(low, high, 0.5) == pytest.approx(-lean(1 - high, 1 - low, 0.5))


def test_without_an_interval_it_leans_nowhere() -> None:
    assert lean(None, None, 0.5) == lean(None, 0.9, 0.5) == 0
