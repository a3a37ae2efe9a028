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
