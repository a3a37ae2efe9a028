"""Decks of a field and of its cut, counted over a store: the same as by the tournament itself."""

from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path

import msgspec
import pytest

from analytics.imports.tournament import Tournament
from analytics.imports.writing.tournament_writer import write
from analytics.metrics import METRICS, Filters
from analytics.metrics.publish.export_difference import split
from analytics.metrics.reports.measured import measured
from analytics.query.choices import choices
from analytics.query.cubes.answer import answer
from analytics.query.filters import FilterError, checked
from analytics.query.sum_query import SumQuery, equal
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.contract import Log
from events.log.sqlite_log import SqliteLog
from tests.analytics.imports.samples import LEAGUE, sample
from tests.analytics.imports.test_writer import import_
from tests.analytics.tournaments.test_gather import record

Make = Callable[..., Store]


@pytest.fixture
def made(tmp_path: Path) -> Make:
    """A store of these tournaments, and of whatever else is put into its log."""

    def make(*tournaments: Tournament, more: Callable[[Log], None] = lambda log: None) -> Store:
        with SqliteLog(tmp_path / "log.db", writing=True) as log:
            for number, tournament in enumerate(tournaments):
                write(log, tournament, import_(number), at=1)
            more(log)
            project(log, tmp_path / "store")
        return Store(tmp_path / "store")

    return make


def sums(store: Store, *names: str, **where: str) -> dict[str | None, tuple[int, ...]]:
    """Archetype → sums."""
    conditions = tuple(equal(column, value) for column, value in where.items())
    found = answer(store, SumQuery(names, by=("archetype",), where=conditions))
    return {row["archetype"]: tuple(row[name] for name in names) for row in found.to_dicts()}


def field(tournament: Tournament) -> Counter[str | None]:
    """Decks by archetype."""
    decks = [player.deck for player in tournament.players]
    return Counter((deck.archetype or None) if deck else None for deck in decks)


def test_a_field_and_its_cut(made: Make) -> None:
    """A deck counts once, however many matches it played; those that got to play on are the cut."""
    friday, league = sample("friday.csv"), sample(*LEAGUE)
    store = made(friday, league)
    through = {
        player
        for tournament in (friday, league)
        for round, pairing in tournament.pairings()
        for player in pairing.players
        if round.kind == "elimination"
    }
    players = [*friday.players, *league.players]
    cut = Counter(
        player.deck.archetype if player.deck else None for player in players if player.id in through
    )
    whole = field(friday) + field(league)
    assert sums(store, "decks", "decks_entered", "decks_cut") == {
        archetype: (decks, decks, cut[archetype]) for archetype, decks in whole.items()
    }
    every = sum(whole.values())
    shares = measured(store, METRICS["meta_share"])
    assert dict(shares.select("item", "value").iter_rows()) == pytest.approx(
        {archetype: decks / every for archetype, decks in whole.items()}
    )
    assert measured(store, METRICS["conversion"])["n"].sum() == every
    only = Filters(tournament=friday.name)
    assert measured(store, METRICS["meta_share"], (), only)["n"].unique().to_list() == [len(friday.players)]


def test_without_elimination_rounds_there_is_no_cut(made: Make) -> None:
    """And its decks are not what a cut is compared with."""
    melee = sample("melee.csv")
    store = made(melee, sample("friday.csv"))
    assert sums(store, "decks", "decks_entered", "decks_cut", tournament=melee.name) == {
        archetype: (decks, 0, 0) for archetype, decks in field(melee).items()
    }


def test_players_whose_matches_a_file_does_not_list_brought_decks_too(made: Make) -> None:
    friday = sample("friday.csv")
    last = friday.rounds[-1]
    assert last.kind == "elimination"
    store = made(msgspec.structs.replace(friday, rounds=(last,)))
    found = sums(store, "decks", "decks_cut")
    assert {archetype: decks for archetype, (decks, _) in found.items()} == field(friday)
    assert sum(cut for _, cut in found.values()) == len({p for one in last.pairings for p in one.players})


def test_lists_alone_are_a_field_whatever_lies_beside_them(made: Make) -> None:
    """The same decks in a log without a match and in one with matches of another tournament, which filters by
    the name, the id, the game and a player of the lists choose."""
    friday = sample("friday.csv")
    lists = msgspec.structs.replace(friday, id="lists", name="Lists", game="swu", rounds=())
    alone = made(lists)
    for store in (alone, made(lists, friday)):
        assert "swu" in choices(store)["game"]
        for chosen in (Filters(tournament="Lists"), Filters(tournament="lists"), Filters(game="swu")):
            found = measured(store, METRICS["meta_share"], (), chosen)
            assert found["n"].unique().to_list() == [len(friday.players)]
        of_ada = Filters(player="Ada", tournament="Lists")
        assert measured(store, METRICS["meta_share"], (), of_ada)["n"].to_list() == [1]
    assert {archetype: decks for archetype, (decks,) in sums(alone, "decks").items()} == field(friday)


def test_weeks_end_where_days_begin(made: Make) -> None:
    """A log may have a day that is refused by now."""
    store = made(msgspec.structs.replace(sample("friday.csv"), date="0001-01-01"))
    for weeks in (2, 5200):
        assert checked(store, Filters(weeks=weeks)).since == date.min
    with pytest.raises(FilterError, match="is not split by"):
        split(Filters(), date.min)


def test_records_that_name_a_tournament_bring_one_deck_a_player(made: Make) -> None:
    """And what is no tournament brings one for every seat."""

    def records(log: Log) -> None:
        record(log, "one", ("Ada", "Ben"), "A")
        record(log, "two", ("Ada", "Cyd"), "", round=2)
        for match in ("three", "four"):
            record(log, match, ("Ada", "Ben"), "A", name="")

    assert sums(made(more=records), "decks") == {None: (3 + 4,)}


def test_over_nothing_there_are_none(made: Make) -> None:
    assert sums(made(), "decks", "decks_cut") == {}
