"""Texts from outside make no links on a page, not even by themselves."""

import re

import pytest

from dashboard.app.escape import escaped

LINKED = re.compile(r"https?://|www\.|mailto:|xmpp:|\w@\w", re.IGNORECASE)
"""What GitHub's Markdown turns into a link where it stands as plain text."""


@pytest.mark.parametrize(
    "name", ["https://evil.example", "see HTTP://x.y", "www.evil.example", "a@b.example"]
)
def test_an_address_in_a_name_makes_no_link(name: str) -> None:
    assert LINKED.search(name)
    shown = escaped(name)
    assert not LINKED.search(shown.replace("\\", ""))
    assert shown.replace("\\", "").replace("\u2060", "") == name


@pytest.mark.parametrize(
    "text", ["手順7.1の上限（4） (残りコストの範囲内)", "best-of-three + a tie", "Turn 2: draw"]
)
def test_signs_that_mean_nothing_where_they_stand_have_no_backslash(text: str) -> None:
    """Labels are read aloud as they are sent."""
    assert escaped(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[x](y)", r"\[x\]\(y)"), ("(y)", r"\(y)"), ("1. x", r"1\. x"), ("- x", r"\- x"), ("+ x", r"\+ x"),
        ("=== x", r"\=== x"),
        ("# x", r"\# x"), ("a -> b", r"a \-\> b"), (":red[x]", r"\:red\[x\]"), ("a:+1:", r"a\:+1\:"),
    ],
)  # fmt: skip
def test_signs_that_mean_something_have_one(text: str, shown: str) -> None:
    assert escaped(text) == shown
