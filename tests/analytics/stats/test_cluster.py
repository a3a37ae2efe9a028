"""Design effects of ratios over clusters, worked out by hand."""

import numpy as np
import pytest

from analytics.stats.cluster import PRIOR, Ratios, design_effects

T3, T1 = 3.182446 / 1.959964, 12.706205 / 1.959964
"""Student's t for four clusters, and for two, over the normal quantile."""


def effects(*cells: tuple[list[int], list[int]], alike: list[int] | None = None) -> list[float]:
    """The design effects of ratios whose clusters have these k and n, of observations that are 0 or 1."""
    sums = []
    for k, n in (np.array(cell, np.float64) for cell in cells):
        sums.append((k.sum(), n.sum(), k.sum(), k @ k, k @ n, n @ n, float(len(n))))
    ratios = Ratios(*(np.array(column) for column in zip(*sums, strict=True)))
    found: list[float] = design_effects(ratios, np.array(alike or [0] * len(cells))).tolist()
    return found


def test_four_matches_of_five_acts() -> None:
    """12 of 20: off by 2, -2, 1, -1, squared 10, times 4/3; independent acts vary by 20 · 0.6 · 0.4."""
    assert effects(([5, 1, 4, 2], [5, 5, 5, 5])) == pytest.approx([10 * 4 / 3 / 4.8 * T3**2])


def test_where_all_acts_are_the_same_whole_matches_may_be() -> None:
    assert effects(([5, 3], [5, 3])) == pytest.approx([(25 + 9) / 8 * T1**2])


def test_one_match_does_not_tell_how_matches_differ() -> None:
    assert np.isnan(effects(([3], [5]))).all()


def test_two_matches_do_not_tell_that_acts_make_up_for_one_another() -> None:
    of_all = PRIOR / (PRIOR + 1)
    assert effects(([2, 2], [4, 4])) == pytest.approx([PRIOR * of_all / (PRIOR + 2) * T1**2])


def test_ratios_that_are_alike_lend_what_one_of_them_does_not_show() -> None:
    many = ([5, 0] * 30, [5] * 60)
    alone, lent, apart = effects(many, ([3], [3]), ([3], [3]), alike=[0, 0, 1])
    assert alone == pytest.approx(5 * 60 / 59, rel=0.05)
    assert lent == pytest.approx(alone, rel=0.2)
    assert np.isnan(apart)
