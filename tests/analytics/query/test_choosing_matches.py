"""Filters by format, several tournaments, rounds, the last weeks, and cards that decks have or have not."""

from pathlib import Path

import pytest

from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_writer import write
from analytics.metrics import METRICS, FilterError, Filters, population
from analytics.metrics.publish.export import export_metric
from analytics.metrics.reports.measured import measured
from analytics.query.cubes.cube_refresh import refresh
from analytics.query.filters import checked
from analytics.store.projection import project
from analytics.store.reader import Store
from events.log.sqlite_log import SqliteLog
from tests.analytics.imports.test_writer import import_

RED = Deck("Red", {"Mountain": 20, "Bolt": 4}, {"Pyroblast": 2})
BLUE = Deck("Blue", {"Island": 20, "Opt": 4}, {"Bolt": 1})
PLAIN = Deck("Plain", {"Mountain": 24})


def cup(name: str, play: str, date: str) -> Tournament:
    """Three rounds of Swiss and a final; Ada plays Red and wins everything, one player has no list."""
    decks = {"Ada": RED, "Ben": BLUE, "Cyd": PLAIN, "Dan": None}
    pairs = (
        [("Ada", "Ben"), ("Cyd", "Dan")],
        [("Ada", "Cyd"), ("Ben", "Dan")],
        [("Ada", "Dan"), ("Ben", "Cyd")],
    )
    rounds = [
        Round(number, f"Round {number}", "swiss", tuple(Pairing(one, "win", 0, table=str(at)) for at, one in
              enumerate(of_round, start=1)))
        for number, of_round in enumerate(pairs, start=1)
    ]  # fmt: skip
    final = Round(4, "Final", "elimination", (Pairing(("Ada", "Ben"), "win", 0, table="1"),))
    players = tuple(Player(player, player, deck) for player, deck in decks.items())
    return Tournament(name, name, "magic", play, date, players=players, rounds=(*rounds, final))


@pytest.fixture(scope="module", params=["cubes", "facts"])
def cups(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder: Path = tmp_path_factory.mktemp("cups")
    with SqliteLog(folder / "log.db", writing=True) as log:
        for number, one in enumerate(
            (
                cup("one", "modern", "2026-03-01"),
                cup("two", "legacy", "2026-03-20"),
                cup("three", "", "2026-05-01"),
            )
        ):
            write(log, one, import_(number), at=1)
        project(log, folder / "store")
    if request.param == "cubes":
        refresh(folder / "store")
    return Store(folder / "store")


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("chosen", "matches"),
    [
        (Filters(), 21),
        (Filters(format="modern"), 7),
        (Filters(tournament=("one", "two")), 14),
        (Filters(tournament=("one",)), 7),
        (Filters(rounds=(1, 4)), 9),
        (Filters(stage="elimination"), 3),
        (Filters(stage="swiss", format="legacy", rounds=(2,)), 2),
        (Filters(weeks=1), 7),
        (Filters(weeks=7), 14),
        (Filters(card="Bolt"), 12),
        (Filters(card="Bolt", board="side"), 12),
        (Filters(card="Bolt", board="either"), 18),
        (Filters(card="Pyroblast", board="side"), 12),
        (Filters(without="Bolt"), 18),
        (Filters(without="Bolt", board="either"), 9),
        (Filters(card="Mountain", without="Bolt"), 9),
    ],
)
def test_matches_of_filters(cups: Store, chosen: Filters, matches: int) -> None:
    """As many as were paired; a match in which both seats are chosen is one."""
    assert population(cups, chosen, counted="matches").matches == matches


def test_the_rate_of_a_deck_with_a_card_and_without_it(cups: Store) -> None:
    rate = METRICS["match_win_rate"]

    def won(**chosen: str) -> dict[str, float]:
        found = measured(cups, rate, ("archetype",), Filters(**chosen))  # type: ignore[arg-type]
        return dict(found.select("archetype", "value").drop_nulls().iter_rows())

    assert won(card="Bolt") == {"Red": 1.0}
    assert won(card="Bolt", board="side") == {"Blue": 0.5}
    assert won(without="Bolt", board="either") == pytest.approx({"Plain": 1 / 3})


def test_shares_by_format_and_by_week_are_those_of_their_filters(cups: Store) -> None:
    share = METRICS["meta_share"]
    by_format = measured(cups, share, ("format",))
    assert by_format["format"].unique().sort().to_list() == [None, "legacy", "modern"]
    assert set(by_format["n"]) == {4}
    weeks = measured(cups, share, ("week",))
    assert weeks["week"].unique().sort().to_list() == ["2026-W09", "2026-W12", "2026-W18"]
    with_bolt = measured(cups, share, (), Filters(card="Bolt"))
    assert with_bolt.select("item", "value", "n").rows() == [("Red", 1.0, 3)]


def test_what_is_not_there_or_means_nothing_is_refused(cups: Store) -> None:
    for wrong, said in (
        (Filters(format="modrn"), "the nearest: modern"),
        (Filters(tournament=("one", "four")), "no match has the tournament 'four'"),
        (Filters(card="Bolt", board="deck"), "accepted are main, side, either"),  # type: ignore[arg-type]
        (Filters(stage="final"), "accepted are swiss, elimination"),  # type: ignore[arg-type]
        (Filters(weeks=-1), "a number above 0"),
    ):
        with pytest.raises(FilterError, match=said):
            checked(cups, wrong)
    with pytest.raises(FilterError, match="not of rounds"):
        export_metric(cups, METRICS["meta_share"], (), Filters(rounds=(1,)))
