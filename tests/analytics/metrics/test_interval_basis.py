"""Intervals are over players by themselves where one of them gives more than a tenth of a cell."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from polars.testing import assert_frame_equal

from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write as write_results
from analytics.metrics import METRICS, Filters, Metric
from analytics.metrics.cell_estimates import named
from analytics.metrics.definitions.not_computed import not_computed
from analytics.metrics.estimators.tiebreaks import Tiebreak
from analytics.metrics.intervals import interval_basis
from analytics.metrics.intervals.observations import counts, observed
from analytics.metrics.intervals.player_intervals import CLUSTER, sums_of_players
from analytics.metrics.intervals.player_maxima import FEWEST
from analytics.metrics.intervals.player_share_bounds import player_share_bounds
from analytics.metrics.publish.pivot import pivot
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.profile import profile
from analytics.metrics.reports.records import records, with_and_without_mirrors
from analytics.metrics.reports.table import table
from analytics.query.filters import checked
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.games.registry import RULESETS
from events.log.contract import Log
from events.log.sqlite_log import SqliteLog
from kifuda.bots.simulate import simulate, write
from tests.support import effort

RATE, APART = METRICS["match_win_rate"], METRICS["match_win_rate_apart"]
GAME = "harbour-duel"
PLAYERS = 12


class Played(NamedTuple):
    """A match of an Ember player against a Stone player, by their numbers; ``winner``: 0, 1, or None."""

    ember: int
    stone: int
    winner: int | None


def write_matches(log: Log, matches: Sequence[Played]) -> None:
    """One tournament, of a round a match."""
    decks = ("Ember", "Stone")
    names = sorted({(deck, one[at]) for one in matches for at, deck in enumerate(decks)})
    players = tuple(Player(f"{deck} {number}", f"{deck} {number}", Deck(deck)) for deck, number in names)
    rounds = tuple(
        Round(number, f"{number}", "swiss", (pairing(one),)) for number, one in enumerate(matches, start=1)
    )
    cup = Tournament("cup", "Cup", GAME, date="2026-05-09", players=players, rounds=rounds)
    write_results(log, cup, Import("0" * 64, "sample", ()), at=0)


def pairing(one: Played) -> Pairing:
    seats = (f"Ember {one.ember}", f"Stone {one.stone}")
    return Pairing(seats, "tie" if one.winner is None else "win", one.winner, first=0)


def stored(folder: Path, fill: Callable[[Log], object]) -> Store:
    with SqliteLog(folder / "log.db", writing=True) as log:
        fill(log)
        project(log, folder / "store")
    return Store(folder / "store")


def even(times: int) -> list[Played]:
    """Ten players of each deck, each with as many matches."""
    return [Played(number, number, number % 2) for number in range(10) for _ in range(times)]


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Games with cards, with libraries and without, played by bots."""
    clock = itertools.count(1_770_000_000_000_000)

    def fill(log: Log) -> None:
        for rules in ("blade-rondo@1.03", "genesis-garden@2011-04", "chronocard@web"):
            write(log, simulate(RULESETS[rules], matches=8, seed=3), lambda: next(clock))

    opened = stored(tmp_path_factory.mktemp("cards"), fill)
    yield opened
    opened.close()


def test_exactly_a_tenth_is_not_more_than_a_tenth(tmp_path: Path) -> None:
    found = records(stored(tmp_path, lambda log: write_matches(log, even(4))), ("archetype",))
    assert found["n"].to_list() == [40, 40]
    assert found["basis"].to_list() == ["games", "games"]


def test_one_match_more_is(tmp_path: Path) -> None:
    store = stored(tmp_path, lambda log: write_matches(log, [*even(4), Played(0, 1, 0)]))
    assert records(store, ("archetype",))["basis"].to_list() == ["players", "players"]
    whole = measured(store, RATE)
    assert (whole["n"].item(), whole["basis"].item()) == (82, "games")
    of_players = records(store, ("player",))["basis"]
    assert set(of_players) == {"games"}, "a number of one player has the games of this player as its basis"
    chosen = records(store, ("archetype",), Filters(player="Ember 0"))
    assert chosen["basis"].to_list() == ["games"]


@pytest.fixture(scope="module")
def regulars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Twenty players of each deck with five matches; one with forty more, who wins them all."""
    matches = [Played(n, n, (n + time) % 2) for n in range(20) for time in range(5)]
    matches += [Played(0, number % 20, 0) for number in range(40)]
    opened = stored(tmp_path_factory.mktemp("regulars"), lambda log: write_matches(log, matches))
    yield opened
    opened.close()


def test_where_one_plays_much_the_interval_is_wider(regulars: Store) -> None:
    rows = {
        kind: measured(regulars, RATE, ("archetype",), intervals=kind)
        for kind in ("fitting", "games", "players")
    }
    fitting, games, players = (rows[kind].row(0, named=True) for kind in rows)
    assert fitting["archetype"] == "Ember" and fitting["basis"] == "players"
    assert fitting["low"] < games["low"] - 0.05 and fitting["high"] >= games["high"]
    assert (fitting["low"], fitting["high"]) == pytest.approx((players["low"], players["high"]))
    stone = rows["fitting"].row(1, named=True)
    assert stone["basis"] == "games", "those who lost to them have seven or eight matches each of 140"
    assert stone == rows["games"].row(1, named=True)


def test_tables_tell_the_same(regulars: Store) -> None:
    rate = measured(regulars, RATE, ("archetype",)).rename({"value": "rate"})
    for found in (
        records(regulars, ("archetype",)),
        with_and_without_mirrors(regulars, Filters()).of("match_win_rate_apart").rename({"value": "rate"}),
        records(regulars, ("archetype",), mirrors=False),
    ):
        assert_frame_equal(found.select(rate.columns), rate)


def test_an_interval_over_players_holds_the_one_over_games(tmp_path: Path) -> None:
    """Ten who always won show nothing of how players differ, and not that everybody always wins."""
    won = [Played(number, number, 0) for number in range(10) for _ in range(1 + (number == 0))]
    found = records(stored(tmp_path, lambda log: write_matches(log, won)), ("archetype",))
    ember = found.row(0, named=True)
    assert (ember["rate"], ember["basis"]) == (1.0, "players")
    assert ember["low"] < 0.8 and ember["high"] == 1.0


def test_of_few_players_games_are_told_and_it_is_said(cup: Store) -> None:
    found = records(cup, ("archetype",), draws="half")
    assert dict(found.select("archetype", "basis").rows()) == {
        "Ember": "few",
        "Stone": "few",
        "Tide": "games",
    }
    own = measured(cup, RATE, ("archetype",), draws="half", intervals="games")
    assert found["low"].to_list() == own["low"].to_list()


def test_of_less_than_ten_in_all_nobody_is_asked(cards: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interval_basis, "sums_of_players", None)
    found = profile(cards, Filters(game="genesis-garden"))
    bases = [found.of(id)["basis"].drop_nulls().unique().to_list() for id in found.metrics]
    assert ["few"] in bases and all(kinds in ([], ["few"]) for kinds in bases)
    assert set(pivot(table(cards, "seats"))["basis"]) == {"few"}


def test_what_takes_too_long_is_not_looked_into(regulars: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interval_basis, "MANY", 0)
    found = measured(regulars, RATE, ("archetype",))
    assert found["basis"].to_list() == ["unasked", "games"]
    own = measured(regulars, RATE, ("archetype",), intervals="games")
    assert_frame_equal(found.drop("basis"), own.drop("basis"))


def most_given(store: Store, metric: Metric, per: Sequence[str], filters: Filters) -> pl.DataFrame:
    """Columns ``per`` and ``given``: what the player who gives most of a cell gives."""
    columns = tuple(dict.fromkeys((*per, *metric.by)))
    sums = named(metric.estimator, sums_of_players(store, metric.sums, columns, checked(store, filters)), per)
    of_players = sums.group_by(*per, CLUSTER).agg(observed(metric, "half").sum().alias("given"))
    return of_players.group_by(per).agg(pl.col("given").max())


STORED = [metric for metric in METRICS.values() if not isinstance(metric.estimator, Tiebreak)]
COUNTED = [metric for metric in METRICS.values() if not not_computed(metric) and counts(metric, "half")]


@pytest.mark.sampled(24)
@pytest.mark.parametrize("per", [("card",), ("archetype",), ("card", "archetype"), ("went_first",)])
@pytest.mark.parametrize("metric", COUNTED, ids=lambda metric: metric.id)
def test_nobody_gives_more_than_the_bound(
    store: Store, cup: Store, cards: Store, metric: Metric, per: tuple[str, ...]
) -> None:
    for one, game in itertools.product(
        (store, cup, cards), ("", "blade-rondo", "chronocard", "genesis-garden", GAME)
    ):
        filters = Filters(game=game, grades=("EXACT", "CONSISTENT", "OUTCOME_ONLY", "DIVERGED"))
        try:
            found = most_given(one, metric, per, filters)
        except (LookupError, ValueError):  # no such column, or no such game here
            continue
        bounds = player_share_bounds(one, counts(metric, "half"), found, per, filters)
        assert (bounds.fill_null(1 << 40) >= found["given"]).all()


@pytest.mark.parametrize(
    ("metric", "per"),
    [("win_rate", "went_first"), *((id, "card") for id in ("gih_wr", "dnp_wr", "resolve_rate", "rde"))],
)
def test_bounds_are_known_of_what_pages_ask(cards: Store, metric: str, per: str) -> None:
    filters = Filters(game="genesis-garden")
    found = most_given(cards, METRICS[metric], (per,), filters).drop_nulls(per)
    bounds = player_share_bounds(cards, counts(METRICS[metric], "half"), found, (per,), filters)
    assert len(found) and bounds.is_not_null().all()


@pytest.mark.parametrize("metric", ["deck_share", "deal_effect"])
def test_games_without_a_card_are_those_of_every_player(cards: Store, metric: str) -> None:
    """Sums over all games stand beside those of one card, also of players who never had it."""
    chosen = Filters(game="blade-rondo")
    plain = measured(cards, METRICS[metric], ("card",), chosen)
    found = measured(cards, METRICS[metric], ("card",), chosen, intervals="players")
    assert plain["value"].is_not_null().any()
    assert_frame_equal(found.select("card", "value", "n"), plain.select("card", "value", "n"))


@pytest.mark.parametrize("metric", STORED, ids=lambda metric: metric.id)
def test_only_observations_have_something_they_are_over(cup: Store, metric: Metric) -> None:
    found = measured(cup, metric)
    if metric.per_item:
        assert not counts(metric, "exclude")
    if not counts(metric, "exclude"):
        assert found["basis"].is_null().all()
    else:
        spanned = found["low"].is_not_null() | found["high"].is_not_null()
        assert (found["basis"].is_not_null() == (spanned & (not_computed(metric) is None))).all()


played = some.builds(
    Played,
    some.integers(0, PLAYERS).map(lambda number: max(0, number - 2)),
    some.integers(0, PLAYERS).map(lambda number: max(0, number - 1)),
    some.sampled_from((0, 1, None)),
)


@settings(max_examples=effort.examples(25), deadline=None)
@given(some.lists(played, min_size=1, max_size=60), some.sampled_from(("", "Stone")))
def test_whoever_gives_too_much_is_found(matches: list[Played], against: str) -> None:
    """Counted by hand: no bound rules out a cell that one player gives more than a tenth of."""
    with TemporaryDirectory() as folder:
        store = stored(Path(folder), lambda log: write_matches(log, matches))
        chosen = Filters(opponent_archetype=against)
        try:
            found = measured(store, RATE, ("archetype",), chosen, draws="half")
        finally:
            store.close()
    for archetype, at in (("Ember", 0), ("Stone", 1)):
        if against == archetype:
            continue
        given = Counter(one[at] for one in matches)
        kind = "games"
        if len({one[0] for one in matches}) + len({one[1] for one in matches}) < FEWEST:
            kind = "few"
        elif max(given.values()) * 10 > len(matches):
            kind = "players" if len(given) >= FEWEST else "few"
        assert found.filter(archetype=archetype)["basis"].to_list() == [kind]
