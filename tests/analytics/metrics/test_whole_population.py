"""Whole populations: shares add up to 1, each game counts once, and what is left out is said."""

from collections import Counter

import msgspec
import polars as pl
import pytest

from analytics.archetypes.decks import decks as known_decks
from analytics.metrics import METRICS, Filters, Metric, population
from analytics.metrics.estimators.grouped import Shares
from analytics.metrics.estimators.model import Conversion
from analytics.metrics.population.summary import Population
from analytics.metrics.publish.export import columns, export_metric
from analytics.metrics.reports.archetypes import MET, decks
from analytics.metrics.reports.measured import measured
from analytics.query.filters import SOUND
from analytics.store.reader import Store
from tests.analytics.imports.samples import LEAGUE, sample
from tests.analytics.metrics.test_field_decks import Make, made  # noqa: F401  # a fixture

SHARES = [metric for metric in METRICS.values() if isinstance(metric.estimator, Shares)]
ACTS = [metric for metric in SHARES if "archetype" not in metric.by]


@pytest.mark.parametrize("by", ["", "tournament", "archetype"])
def test_shares_of_decks_add_up_to_one(made: Make, by: str) -> None:  # noqa: F811
    """Also where nobody named some decks: these are one more item."""
    store = made(sample("friday.csv"), sample(*LEAGUE), sample("melee.csv"))
    rows = measured(store, METRICS["meta_share"], (by,) if by else ())
    cells = rows.partition_by("tournament") if by == "tournament" else [rows]
    assert [cell["value"].sum() for cell in cells] == pytest.approx([1] * (3 if by == "tournament" else 1))
    assert rows[by if by == "archetype" else "item"].null_count() > 0
    met = decks(store, Filters()).of(MET.id)
    assert met["value"].sum() == pytest.approx(1) and met["archetype"].null_count() == 1


@pytest.mark.parametrize("metric", ACTS, ids=lambda metric: metric.id)
@pytest.mark.parametrize("by", ["", "turn", "archetype"])
def test_shares_of_acts_add_up_to_one(store: Store, metric: Metric, by: str) -> None:
    if by == "turn" and by not in columns(metric):
        by = "month"
    rows = measured(store, metric, (by,) if by else ())
    cells = rows.partition_by(by) if by else [rows]
    assert rows["n"].sum()
    assert all(cell["value"].sum() == pytest.approx(1) for cell in cells if cell["n"].sum())


def test_a_conversion_is_a_share_of_the_cut_over_one_of_the_field(made: Make) -> None:  # noqa: F811
    """Weighted by the field, conversions of all items, the unnamed among them, are 1."""
    found = measured(made(sample("friday.csv"), sample(*LEAGUE)), METRICS["conversion"])
    assert isinstance(METRICS["conversion"].estimator, Conversion)
    assert (found["value"] * found["n"]).sum() == pytest.approx(found["n"].sum())


@pytest.mark.parametrize("by", [(), ("game",), ("month",), ("reason",), ("archetype",), ("player",)])
def test_each_game_counts_once_in_a_share_of_draws(cup: Store, by: tuple[str, ...]) -> None:
    """Of a mirror as well, in the row of its deck."""
    matches = population(cup, counted="matches").matches
    rows = measured(cup, METRICS["match_tie_rate"], by)
    if by == ("player",):
        assert rows["n"].sum() == 2 * matches, "one for each player"
    elif by != ("archetype",):
        assert rows["n"].sum() == matches
    else:
        sides = cup.query(
            "SELECT archetype, count(DISTINCT match)::BIGINT AS n FROM seat_match WHERE won + lost + tied > 0"
            " GROUP BY ALL"
        )
        assert dict(rows.select("archetype", "n").iter_rows()) == dict(sides.iter_rows())


PLAYED = "FROM seat_match WHERE won + lost + tied > 0"
LANTERN = "(match, seat) IN (SELECT match, seat FROM deck_card WHERE card = 'Lantern')"


@pytest.mark.parametrize(
    ("filters", "by", "sides"),
    [
        (Filters(archetype="Tide"), (), f"{PLAYED} AND archetype = 'Tide'"),
        (Filters(opponent_archetype="Tide"), (), f"{PLAYED} AND opponent_archetype = 'Tide'"),
        (Filters(archetype="Tide", opponent_archetype="Tide"), (), f"{PLAYED} AND archetype = 'Tide'"
            " AND opponent_archetype = 'Tide'"),
        (Filters(), ("opponent_archetype",), PLAYED),
        (Filters(), ("archetype", "opponent_archetype"), PLAYED),
        (Filters(archetype="Tide"), ("opponent_archetype",), f"{PLAYED} AND archetype = 'Tide'"),
        (Filters(card="Lantern"), (), f"{PLAYED} AND {LANTERN}"),
        (Filters(card="Lantern"), ("archetype",), f"{PLAYED} AND {LANTERN}"),
        (Filters(without="Lantern"), ("opponent_archetype",), f"{PLAYED} AND NOT {LANTERN}"),
        (Filters(card="Lantern"), ("player",), f"{PLAYED} AND {LANTERN}"),
    ],
)  # fmt: skip
def test_a_mirror_counts_once_in_a_share_of_draws(
    cup: Store, filters: Filters, by: tuple[str, ...], sides: str
) -> None:
    """Whatever chooses both of its seats: a filter or a row."""
    grouped = f"GROUP BY {', '.join(by)}" if by else ""
    drawn = "count(DISTINCT match) FILTER (tied > 0)::BIGINT"
    names = ", ".join((*by, f"count(DISTINCT match)::BIGINT AS n, {drawn} AS drawn"))
    expected = cup.query(f"SELECT {names} {sides} {grouped}")
    rows = measured(cup, METRICS["match_tie_rate"], by, filters)
    told = rows.select(*by, "n", drawn=(pl.col("value") * pl.col("n")).round().cast(pl.Int64))
    assert sorted(told.rows()) == sorted(expected.rows()) != []


def test_a_list_is_a_deck_and_one_without_matches_is_told(made: Make) -> None:  # noqa: F811
    friday = sample("friday.csv")
    last = friday.rounds[-1]
    store = made(msgspec.structs.replace(friday, rounds=(last,)))
    through = {player for pairing in last.pairings for player in pairing.players}
    listed = [player for player in friday.players if player.deck]
    named = Counter(player.deck.archetype or None for player in listed if player.deck)
    counted = decks(store, Filters()).labels.select("archetype", "decks")
    found = {name: n for name, n in counted.iter_rows() if name}
    assert found == {name: n for name, n in named.items() if name}
    about = population(store, counted="matches")
    assert about.lists == sum(player.id not in through for player in listed) > 0
    assert "known from lists alone, which may hold the best" in about.sentence("en")
    assert population(store, Filters(tournament=friday.name), counted="matches").lists == about.lists
    assert population(store, Filters(grades=SOUND[:1]), counted="matches").lists == 0


def test_a_population_says_what_numbers_of_named_decks_leave_out(made: Make) -> None:  # noqa: F811
    """Each match that is counted is between decks with names, or is said to be left out."""
    friday = sample("friday.csv")
    some = [
        msgspec.structs.replace(player, deck=None) if number % 3 else player
        for number, player in enumerate(friday.players)
    ]
    store = made(msgspec.structs.replace(friday, players=tuple(some)), sample(*LEAGUE))
    seats = store.query(
        "SELECT match, archetype, opponent_archetype FROM seat_match WHERE won + lost + tied > 0"
    )
    named = seats.drop_nulls()["match"].n_unique()
    either = seats.filter(pl.col("archetype").is_not_null())["match"].n_unique()
    every = population(store, counted="matches").matches
    assert 0 < named < either <= every

    def about(id: str, *by: str) -> Population:
        filters = Filters() if by or id == "field_score" else Filters(archetype=str(seats["archetype"].max()))
        return export_metric(store, METRICS[id], by, filters).population

    assert about("field_score").unnamed == every - named
    assert f"{every - named} of them without the name of a deck" in about("field_score").sentence("en")
    assert about("match_win_rate_apart", "player").unnamed == every - either
    assert about("match_win_rate", "archetype").unnamed == 0, "decks without a name have a row"
    assert about("meta_share", "week").unnamed == 0


def test_the_cards_of_every_list_are_known(made: Make) -> None:  # noqa: F811
    """So that groups are suggested of them, and labels given to them, though their matches are not known."""
    friday = sample("friday.csv")
    store = made(msgspec.structs.replace(friday, rounds=(friday.rounds[-1],)))
    lists = {player.id for player in friday.players if player.deck and player.deck.main}
    rows = store.query("SELECT DISTINCT seat FROM deck_card WHERE match IN (SELECT match FROM entrant)")
    assert set(rows["seat"]) == lists
    known = known_decks(store, friday.game)
    assert {one.deck for one in known.seats} == set(known.cards)
