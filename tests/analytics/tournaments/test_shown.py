"""Tiebreakers as they are shown: one rounding for pages, command line and files."""

from fractions import Fraction as F

import pytest

from analytics.tournaments.table import rounded, share_text
from analytics.tournaments.tiebreak import KONAMI, MTR, POKEMON, Rules


@pytest.mark.parametrize(
    ("share", "rules", "text"),
    [
        (F(17, 32), POKEMON, "0.5313"),  # 0.53125
        (F(1, 3), MTR, "0.3333"),
        (F(2469, 20000), MTR, "0.1235"),  # 0.12345, which no float is
        (F(17, 32), KONAMI, "0.531"),
        (F(1, 2000), KONAMI, "0.001"),
        (1, KONAMI, "1.000"),
        (None, MTR, ""),
    ],
)
def test_half_of_the_last_digit_is_rounded_up(share: F | int | None, rules: Rules, text: str) -> None:
    assert share_text(share, rules) == text
    assert rounded(share, rules) == (F(text) if text else None)
