"""Tables of metrics against a second computation in plain Python from the same rows.

What the rows are is tested in ``test_match_facts``, the metrics in ``test_registry``.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analytics.facts import FACTS, SCHEMAS
from analytics.facts.extract.walk import extract_facts
from analytics.metrics import DRAWS, METRICS, VIEWS, Draws, Filters, games, population, table
from analytics.metrics.both_seats import as_in_rows
from analytics.metrics.estimators.rates import WinRate
from analytics.metrics.intervals.match_intervals import is_of_matches
from analytics.metrics.population.match_list import latest
from analytics.metrics.publish.pivot import pivot
from analytics.query.filters import GRADES, SOUND
from analytics.query.sum_query import equal
from analytics.store.projection import project
from analytics.store.reader import Store
from engine.audit.verdict import Grade
from events.log.sqlite_log import SqliteLog
from tests.support import effort
from tests.support.league import PLAYERS, league

Row = dict[str, Any]

# --- tables against plain Python -----------------------------------------------------------------------


@cache
def facts_of(name: str) -> list[Row]:
    """All rows of a kind of fact in the league."""
    return [
        dict(zip(SCHEMAS[name], row, strict=True))
        for match in league()
        for row in FACTS[name](extract_facts(match.id, match.derived))
    ]


@cache
def matches_of_league() -> dict[str, Row]:
    """Match → its row."""
    return {row["match"]: row for row in facts_of("match")}


@cache
def grades() -> dict[str, Grade]:
    """Match → its grade."""
    return {match.id: match.grade for match in league()}


def chosen(filters: Filters) -> set[tuple[str, str]]:
    """(match, seat) of the seat-games that pass, finished ones only."""
    decks = {(row["match"], row["seat"], row["card"]) for row in facts_of("card_seat_game") if row["deck"]}
    found = set()
    for row in facts_of("seat_game"):
        match = matches_of_league()[row["match"]]
        day = match["day"]
        if (
            match["finished"]
            and grades()[row["match"]] in filters.grades
            and filters.player in ("", row["player"])
            and filters.tournament in ("", match["tournament"])
            and {"any": True, "only": match["simulated"], "none": not match["simulated"]}[filters.simulated]
            and (filters.since is None or (day is not None and day >= filters.since))
            and (filters.until is None or (day is not None and day <= filters.until))
            and (not filters.card or (row["match"], row["seat"], filters.card) in decks)
        ):
            found.add((row["match"], row["seat"]))
    return found


@cache
def cards_of_league() -> dict[tuple[str, str, str], Row]:
    """(match, seat, card) → its row."""
    return {(row["match"], row["seat"], row["card"]): row for row in facts_of("card_seat_game")}


def reference(view: str, filters: Filters) -> dict[tuple[str, ...], dict[str, int]]:
    """Sums by key, counted one row after the other."""
    pick = chosen(filters)
    sums: dict[tuple[str, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in facts_of("card_seat_game") if view == "cards" else facts_of("seat_game"):
        if (row["match"], row["seat"]) in pick:
            into = sums[KEYS[view](row)]
            if view == "cards":
                count_card(row, into)
                if not (filters.player or filters.card):
                    count_shared(
                        row,
                        cards_of_league().get((row["match"], "AB".replace(row["seat"], ""), row["card"])),
                        into,
                    )
            else:
                count_seat(row, into)
    return sums


KEYS: dict[str, Callable[[Row], tuple[str, ...]]] = {
    "cards": lambda row: (row["card"], "blade-rondo"),
    "players": lambda row: (row["player"],),
    "seats": lambda row: ("first" if row["went_first"] else "second",),
    "duels": lambda row: (row["player"], row["opponent"]),
}


def count_seat(row: Row, into: dict[str, int]) -> None:
    for name, column in (("wins", "won"), ("losses", "lost"), ("ties", "tied")):
        into[name] += row[column]
        into[f"match_{name}"] += row[column]  # of one game each
        into[f"first_{name}"] += row[column] * row["went_first"]


def count_card(row: Row, into: dict[str, int]) -> None:
    for name, column in (("wins", "won"), ("losses", "lost"), ("ties", "tied")):
        into[f"kept_{name}"] += row[column] * (row["keep_known"] and row["kept"] > 0)
        into[f"played_{name}"] += row[column] * (row["played"] > 0)
    if row["deal_known"] and row["keep_known"]:
        into["offered_copies"] += row["dealt"]
        into["kept_copies"] += row["kept"]
    if row["deck_known"] and row["deck"]:
        into["deck_games"] += 1
    if row["deck_known"]:
        into["deck_plays"] += row["played"]
    if row["hand_known"]:
        into["played_copies"] += row["played"]
    for name in ("acted", "resolved", "nullified"):
        into[name] += row[name]


def count_shared(row: Row, other: Row | None, into: dict[str, int]) -> None:
    """Games in which both seats have the card."""
    for name, decided in (("", row["won"] + row["lost"]), ("tied_", row["tied"])):
        into[f"kept_{name}games_shared"] += 0
        into[f"played_{name}games_shared"] += 0
        if other is not None:
            known = row["keep_known"] and other["keep_known"]
            into[f"kept_{name}games_shared"] += decided * (known and row["kept"] > 0 and other["kept"] > 0)
            into[f"played_{name}games_shared"] += decided * (row["played"] > 0 and other["played"] > 0)


SPANS: list[tuple[date | None, date | None]] = [
    (None, None),
    (date(2026, 3, 1), None),
    (date(2026, 3, 2), date(2026, 4, 30)),
    (None, date(2026, 4, 29)),
    (date(2026, 5, 1), date(2026, 5, 1)),
]
filters = st.builds(
    lambda span, **rest: Filters(since=span[0], until=span[1], **rest),
    st.sampled_from(SPANS),
    player=st.sampled_from(["", *PLAYERS]),
    card=st.sampled_from(["", "BR-001", "BR-B3", "BR-020"]),
    tournament=st.sampled_from(["", "Spring Cup", "月見杯"]),
    simulated=st.sampled_from(["any", "only", "none"]),
    grades=st.sampled_from([SOUND, GRADES, ("DIVERGED",), ("EXACT",), ()]),
)


@settings(
    max_examples=effort.examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(filters=filters, view=st.sampled_from(list(VIEWS)), draws=st.sampled_from(DRAWS))
def test_tables_are_what_a_plain_count_gives(store: Store, filters: Filters, view: Any, draws: Draws) -> None:
    shape, expected = VIEWS[view], reference(view, filters)
    found = {
        tuple(row[key] for key in ("key", *shape.keys[1:])): row
        for row in pivot(table(store, view, filters, draws=draws)).to_dicts()
    }
    assert set(found) == set(expected)
    for key, sums in expected.items():
        row = found[key]
        assert [row["wins"], row["losses"], row["ties"]] == [sums[name] for name in shape.results]
        lead = shape.lead.estimate(sums, draws=draws)
        assert (row["rate"], row["n"], row["low"], row["high"]) == pytest.approx(lead, abs=1e-12)
        for metric in shape.more:
            rate = metric.estimate(sums, draws=draws)
            told = slice(2 if is_of_matches(metric, shape.keys) else 4)  # sums do not tell matches apart
            values = [row.get(metric.id + end) for end in ("", "_n", "_low", "_high")]
            assert values[told] == pytest.approx([*rate][told], abs=1e-12)


@settings(
    max_examples=effort.examples(40),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(filters=filters)
def test_a_population_counts_what_its_tables_count(store: Store, filters: Filters) -> None:
    found, pick = population(store, filters), chosen(filters)
    matches = {match for match, _ in pick}
    seats = facts_of("seat_game")
    players = {row["player"] for row in seats if (row["match"], row["seat"]) in pick}
    partly = (
        row
        for row in facts_of("seat_game")
        if row["first_hand"] and not row["keep_known"] and not row["hand_known"]
    )
    unknown = [row for row in partly if (row["match"], row["seat"]) in pick]
    assert (found.matches, found.seat_games, found.players) == (len(matches), len(pick), len(players))
    assert found.simulated == sum(matches_of_league()[match]["simulated"] for match in matches)
    assert found.drawn == sum(matches_of_league()[match]["winner"] is None for match in matches)
    assert found.partly_known == len(unknown)


@pytest.mark.parametrize(
    ("per", "given", "both"),
    [
        (("card",), Filters(), True),
        (("card", "game"), Filters(simulated="none"), True),
        (("card", "archetype"), Filters(), False),
        (("card", "went_first"), Filters(), False),
        (("card",), Filters(player="Mio"), False),
        (("card",), Filters(archetype="Ember"), False),
        (("card",), Filters(card="BR-001"), False),
    ],
)
def test_rows_of_one_side_count_the_opponent_nowhere(
    per: tuple[str, ...], given: Filters, both: bool
) -> None:
    for id in ("gp_wr", "played_wr"):
        rate = as_in_rows(METRICS[id], per, given, (equal("card", "BR-001"),)).estimator
        assert isinstance(rate, WinRate)
        assert bool(rate.shared) == both
    assert as_in_rows(METRICS["gp_wr"], ("card",), Filters(), (equal("player", "Mio"),)) != METRICS["gp_wr"]


# --- what every table keeps to -------------------------------------------------------------------------


def test_seats_mirror(store: Store) -> None:
    """Whatever one seat wins the other loses, so both rates add up to one."""
    rows = {row["key"]: row for row in pivot(table(store, "seats")).to_dicts()}
    first, second = rows["first"], rows["second"]
    assert (first["wins"], first["losses"], first["ties"]) == (
        second["losses"],
        second["wins"],
        second["ties"],
    )
    assert first["rate"] + second["rate"] == pytest.approx(1)
    assert first["ties"] > 0


def test_duels_mirror(store: Store) -> None:
    rows = {(row["key"], row["opponent"]): row for row in pivot(table(store, "duels")).to_dicts()}
    assert len(rows) == 12
    for (player, opponent), row in rows.items():
        other = rows[opponent, player]
        assert (row["wins"], row["losses"], row["ties"]) == (other["losses"], other["wins"], other["ties"])


def test_diverging_matches_are_counted_apart_never_dropped(store: Store) -> None:
    said = population(store)
    assert said.diverged == said.left_out == sum(match.grade == "DIVERGED" for match in league()) > 0
    everything = population(store, Filters(grades=GRADES))
    assert everything.diverged == said.diverged
    assert everything.left_out == 0
    assert everything.matches + everything.unfinished == len(league())


def test_few_games_do_not_rank_high(store: Store) -> None:
    for view in VIEWS:
        lows = pivot(table(store, view))["low"].to_list()  # type: ignore[arg-type]  # a name from a list of them
        known = [low for low in lows if low is not None]
        assert known == sorted(known, reverse=True)
        assert lows[len(known) :] == [None] * (len(lows) - len(known))


def test_counts_are_whole_numbers(store: Store) -> None:
    """DuckDB's own sums would come out as decimals."""
    for view in VIEWS:
        schema = pivot(table(store, view)).schema  # type: ignore[arg-type]  # a name from a list of them
        assert not [name for name, kind in schema.items() if kind not in (pl.String, pl.Int64, pl.Float64)]
        assert {schema[name] for name in ("n", "wins", "losses", "ties")} == {pl.Int64}


def test_names_in_both_languages(store: Store) -> None:
    cards = {row["key"]: (row["name"], row["name_en"]) for row in pivot(table(store, "cards")).to_dicts()}
    assert cards["BR-001"][0] == "斬撃剣"
    assert cards["BR-001"][1] != cards["BR-001"][0]
    assert pivot(table(store, "seats", Filters(player="Aoi"))).filter(key="first")["name"].item() == "先攻"


def test_the_sentence_of_a_population(store: Store) -> None:
    said = population(store)
    for language in ("en", "ja"):
        sentence = said.sentence(language)
        for number in (
            said.matches,
            said.players,
            said.unfinished,
            said.diverged,
            said.partly_known,
            said.drawn,
        ):
            assert f"{number:,}" in sentence
        assert said.head[:12] in sentence
    assert "draws excluded" in said.sentence("en")
    assert "not won" in population(store, draws="loss").sentence("en")
    assert "half a win" in population(store, draws="half").sentence("en")
    assert "third of a win" in population(store, draws="points").sentence("en")


def test_the_matches_behind_a_number(store: Store) -> None:
    """Finished or not, the latest first, undated last; each once although two seats pass."""
    found = games(store, Filters(grades=GRADES))
    assert sorted(found["match"]) == [match.id for match in league()]
    played = found["played"].drop_nulls().to_list()
    assert played == sorted(played, reverse=True)
    assert found["played"].tail(3).null_count() == 3
    row = found.filter(match="league-000").row(0, named=True)
    assert row["players"] == ["Aoi", "Ren"]
    assert row["winner_name"] == dict(zip("AB", row["players"], strict=True)).get(row["winner"])
    one = games(store, Filters(player="Mio", simulated="none"))
    assert all("Mio" in players for players in one["players"])
    assert not one["simulated"].any()


def test_the_latest_of_more_matches_than_are_listed(store: Store) -> None:
    """As many as are asked for, those of one day by their names, and of those without a day last."""
    filters = Filters(grades=GRADES)
    every = games(store, filters)
    for most in effort.some(range(len(every) + 2), each=5):
        number, rows = latest(store, filters, most=most)
        assert number == len(every)
        assert rows.equals(every.head(most)), most


def test_a_match_counts_once_although_both_seats_have_the_card(store: Store) -> None:
    cards = pivot(table(store, "cards", Filters(grades=GRADES)))["key"].unique().to_list()
    assert cards
    for card in effort.some(cards, each=4):
        filters = Filters(card=card, grades=GRADES)
        number, rows = latest(store, filters, most=5)
        every = games(store, filters)["match"]
        assert number == every.n_unique() == len(every)
        assert rows["match"].to_list() == every.head(5).to_list()


def test_without_a_single_match(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        project(log, tmp_path / "store")
    store = Store(tmp_path / "store")
    for view in VIEWS:
        assert pivot(table(store, view)).is_empty()  # type: ignore[arg-type]  # a name from a list of them
    assert games(store).is_empty()
    said = population(store)
    assert (said.matches, said.simulated_share) == (0, None)
    assert said.sentence("en").startswith("0 matches · 0 players · draws excluded")


def test_the_sentence_counts_one_as_one(store: Store) -> None:
    many = population(store)
    names = ("matches", "players", "diverged", "partly_known", "position")
    one = replace(many, **dict.fromkeys(names, 1))  # type: ignore[arg-type]  # all of them numbers
    words = ("1 match ·", "1 player ·", "1 diverges from", "1 hand known in part", "log of 1 entry,")
    assert [word for word in words if word not in one.sentence("en")] == []
    two = replace(many, **dict.fromkeys(names, 2)).sentence("en")  # type: ignore[arg-type]  # all of them numbers
    words = ("2 matches ·", "2 players ·", "2 diverge from", "2 hands known in part", "log of 2 entries,")
    assert [word for word in words if word not in two] == []
    assert "1試合 · 1人" in one.sentence("ja") and "ログ1件" in one.sentence("ja")


@pytest.mark.parametrize(("view", "draws"), [("decks", "exclude"), ("cards", "thirds")])
def test_unknown_views_and_policies(store: Store, view: Any, draws: Any) -> None:
    with pytest.raises(ValueError, match="accepted are"):
        pivot(table(store, view, draws=draws))
