"""What is above every table is what the matches say one by one, however much of it is remembered."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from analytics.metrics import Filters, population
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.filters import GRADES
from analytics.store.manifest import load, save
from analytics.store.reader import Store
from tests.analytics.query.leagues import Match, Shop, cubes_of, match, of_few_places
from tests.support import effort

GRADED = st.lists(st.sampled_from(GRADES), unique=True, max_size=3).map(tuple)
SIMULATED = st.sampled_from(("any", "only", "none"))
Told = dict[str, int]


def by_hand(there: list[Match], simulated: str, grades: tuple[str, ...]) -> Told:
    """What is to be said of these matches of one game each."""
    asked = [one for one in there if simulated == "any" or one.simulated == (simulated == "only")]
    graded = [one for one in asked if one.grade in grades]
    ended = [one for one in graded if one.finished]
    return {
        "matches": len(ended),
        "seat_games": 2 * len(ended),
        "players": len({player for one in ended for player in one.players}),
        "simulated": sum(one.simulated for one in ended),
        "drawn": sum(one.winner is None for one in ended),
        "diverged": sum(one.grade == "DIVERGED" for one in asked),
        "left_out": len(asked) - len(graded),
    }


def said(store: Store, filters: Filters, counted: Literal["games", "matches"]) -> Told:
    found = population(store, filters, counted=counted)
    return {name: getattr(found, name) for name in by_hand([], "any", ())}


@settings(
    deadline=None,
    max_examples=effort.examples(8, fewest=3),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
@given(
    of_few_places(lambda matches: st.lists(st.lists(matches, max_size=4), min_size=1, max_size=3)),
    SIMULATED,
    GRADED,
)
def test_what_is_remembered_is_what_the_matches_say(
    days: list[list[Match]], simulated: Literal["any", "only", "none"], grades: tuple[str, ...]
) -> None:
    with TemporaryDirectory() as name, cubes_of({"seat_match"}):
        shop = Shop(Path(name))
        there: list[Match] = []
        store = None
        for generation, day in enumerate(days, start=1):
            shop.put(day)
            save(shop.folder, msgspec.structs.replace(load(shop.folder), generation=generation))
            refresh(shop.folder)
            store = store or Store(shop.folder)
            store.refresh()
            there += day
            of_matches = by_hand(there, simulated, grades)
            filters = Filters(simulated=simulated, grades=grades)  # type: ignore[arg-type]  # some of them
            assert said(store, filters, "matches") == of_matches
            for game in sorted({one.game for one in there}):
                of_game = by_hand([one for one in there if one.game == game], simulated, grades)
                asked = Filters(game=game, simulated=simulated, grades=grades)  # type: ignore[arg-type]  # some of them
                assert said(store, asked, "matches") == of_game
        assert store is not None
        store.close()


def test_a_match_counts_once_whichever_of_its_seats_are_chosen(tmp_path: Path) -> None:
    Shop(tmp_path).put([match(), match()])
    store = Store(tmp_path)
    everything = population(store)
    seats = [
        population(store, Filters(game=match().game, player=player), counted="matches")
        for player in match().players
    ]
    assert [one.matches for one in seats] == [everything.matches] * 2
    assert [one.seat_games for one in seats] == [everything.matches] * 2
    assert [one.players for one in seats] == [1, 1]
    store.close()
