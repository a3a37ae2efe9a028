"""Filters that select by something that does not exist say so, and name what would be accepted."""

from datetime import date
from typing import Any

import msgspec
import pytest

from analytics.metrics import FilterError, Filters, games, population, table
from analytics.metrics.publish.pivot import pivot
from analytics.store.reader import Store
from tests.analytics.imports.samples import sample
from tests.analytics.metrics.test_field_decks import Make, made  # noqa: F401  # a fixture


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


def test_a_tournament_by_its_id(made: Make) -> None:  # noqa: F811
    """An id that the import printed; of two with one name none is meant by it."""
    friday, melee = sample("friday.csv"), sample("melee.csv")
    again = msgspec.structs.replace(friday, id="next-week", name=melee.name)
    store = made(friday, melee, again)
    by_id = population(store, Filters(tournament=friday.id))
    assert by_id.matches == population(store, Filters(tournament=friday.name)).matches > 0
    with pytest.raises(FilterError, match=f"next-week is called '{melee.name}', as are {melee.id}: give"):
        population(store, Filters(tournament="next-week"))
    with pytest.raises(FilterError, match="no match has the tournament 'next-month'"):
        population(store, Filters(tournament="next-month"))
