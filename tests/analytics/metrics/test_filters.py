"""Filters that select by something that does not exist say so, and name what would be accepted."""

from datetime import date
from typing import Any

import pytest

from analytics.metrics import FilterError, Filters, games, population, table
from analytics.metrics.publish.pivot import pivot
from analytics.store.reader import Store


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"player": "Aio"}, "no match has the player 'Aio'; the nearest: .*Aoi"),
        ({"tournament": "Spring Cap"}, "no match has the tournament 'Spring Cap'; the nearest: Spring Cup"),
        ({"game": "blade-rond"}, "no match has the game 'blade-rond'; the nearest: blade-rondo"),
        ({"card": "斬撃拳"}, "there is no card '斬撃拳'; the nearest: 斬撃剣"),
        ({"card": "BR-1"}, "there is no card 'BR-1'; the nearest: BR-"),
        ({"simulated": "some"}, "simulated is 'some': accepted are any, only, none"),
        ({"grades": ("GOOD",)}, "there is no grade 'GOOD': accepted are EXACT, CONSISTENT"),
        ({"since": date(2026, 5, 2), "until": date(2026, 5, 1)}, "ends .2026-05-01. before it begins"),
    ],
)
def test_what_does_not_exist(store: Store, fields: dict[str, Any], said: str) -> None:
    for ask in (
        lambda f: pivot(table(store, "cards", f)),
        lambda f: population(store, f),
        lambda f: games(store, f),
    ):
        with pytest.raises(FilterError, match=said):
            ask(Filters(**fields))


def test_a_card_by_any_of_its_names(store: Store) -> None:
    by_id = pivot(table(store, "players", Filters(card="BR-001")))
    assert by_id.equals(pivot(table(store, "players", Filters(card="斬撃剣"))))
    assert not by_id.equals(pivot(table(store, "players")))


def test_nobody_gets_out_of_the_quotes(store: Store) -> None:
    """Values are parameters, never text of the query."""
    with pytest.raises(FilterError):
        pivot(table(store, "players", Filters(player="' OR true --")))
