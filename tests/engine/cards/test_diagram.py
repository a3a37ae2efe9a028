"""Patterns of squares on cards: what they mean, and what is none."""

import pytest

from engine.effect.diagram import is_drawn, offsets


def test_ahead_is_up_and_right_is_right() -> None:
    assert offsets(("..#", ".@.", "#..")) == ((1, 1), (-1, -1))


def test_a_pattern_may_be_wider_than_its_middle() -> None:
    assert offsets(("#", ".", "@")) == ((0, 2),)


def test_nothing_is_meant_by_a_bare_card() -> None:
    assert offsets(("@",)) == ()


@pytest.mark.parametrize(
    ("rows", "drawn"),
    [
        ([".#.", "#@#"], True),
        ([".#.", "#@"], False),
        ([".#.", "#.#"], False),
        (["@#@"], False),
        (["@x"], False),
        ([], False),
        ("@#", False),
        ([1], False),
    ],
)
def test_what_is_no_pattern_is_told(rows: object, drawn: bool) -> None:
    assert is_drawn(rows) is drawn
