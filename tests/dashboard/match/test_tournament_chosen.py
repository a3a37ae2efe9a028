"""A tournament that is chosen, or named in the address, where a match is meant."""

import pytest

from tests.dashboard.conftest import LogOf
from tests.dashboard.opening import opened, text_of

TOURNAMENT = "friday-night-2026-05-08"


@pytest.mark.parametrize("page", ["replay", "audit"])
def test_the_page_of_the_tournament_is_named(page: str, log_of: LogOf) -> None:
    text = text_of(opened(log_of("cups"), page, match=TOURNAMENT))
    assert "This is a tournament and no match" in text
