"""Chains, costs, lengths and profiles of cards, against counts of the rows by other means."""

from collections import Counter

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics.metrics import METRICS, FilterError, Filters
from analytics.metrics.cell_estimates import NUMBERS
from analytics.metrics.estimates import Estimates
from analytics.metrics.population.example_event import with_example_event
from analytics.metrics.reports.chains import (
    STAGES,
    answers,
    declared,
    depths,
    funnel,
    most_answered,
    of_card,
    verbs,
)
from analytics.metrics.reports.costs import paid_for, payments
from analytics.metrics.reports.measured import measured
from analytics.metrics.reports.profile import (
    CARD,
    CARD_METRICS,
    available_metrics,
    in_archetypes,
    metrics_of,
    opposed,
    plays,
    profile,
)
from analytics.metrics.reports.tempo import examples, going_first, lengths, median
from analytics.store.reader import Store
from engine.kernel.ask import TABLE
from tests.support import effort

GAME = "blade-rondo"
CHOSEN = Filters(game=GAME)
NOBODY = Filters(game=GAME, grades=("AMENDED",))


def counted_rows(store: Store, fact: str) -> list[dict[str, object]]:
    """The rows of matches that count, one by one, without acts of the table, which are no player's."""
    rows = store.query(
        f"""SELECT f.* FROM {fact} f JOIN match m USING (match)
        WHERE m.finished AND m.grade <> 'DIVERGED' AND m.game = '{GAME}'"""
    )
    return [row for row in rows.iter_rows(named=True) if row.get("seat") != TABLE]


def test_the_funnel_counts_what_has_an_outcome(store: Store) -> None:
    rows = [row for row in counted_rows(store, "declaration") if row["outcome"] != "none"]
    found = funnel(store, declared(store, CHOSEN), CHOSEN)
    told = dict(found.select("stage", "count").iter_rows())
    assert tuple(told) == STAGES
    assert told["declared"] == len(rows) > 0
    assert told["paid"] == sum(row["paid"] > 0 for row in rows)
    assert told["answered"] == sum(row["answered"] > 0 for row in rows)
    assert told["resolved"] == sum(row["outcome"] in ("resolved", "decisive") for row in rows)
    assert told["nullified"] == sum(row["outcome"] == "nullified" for row in rows)
    assert found["n"].unique().to_list() == [len(rows)]


def test_rates_of_the_funnel_are_those_of_the_registry(store: Store) -> None:
    found = funnel(store, declared(store, CHOSEN), CHOSEN).rename({"rate": "value"})
    for stage, id in (("resolved", "resolve_rate"), ("nullified", "nullification_rate")):
        expected = measured(store, METRICS[id], filters=CHOSEN).select(*NUMBERS)
        assert found.filter(stage=stage).select(*NUMBERS).row(0) == pytest.approx(expected.row(0))


def test_kinds_of_acts_are_all_acts_and_lead_to_one_of_them(store: Store) -> None:
    rows = counted_rows(store, "declaration")
    found = verbs(declared(store, CHOSEN))
    assert dict(found.select("verb", "declared").iter_rows()) == Counter(row["verb"] for row in rows)
    assert found["without"].sum() == sum(row["outcome"] == "none" for row in rows)
    kinds = {(row["match"], row["seq"]): (row["verb"], row["card"]) for row in rows}
    events = (
        with_example_event(store, found, CHOSEN, fact="declaration", by=("verb",))
        .select("match", "seq")
        .rows()
    )
    assert [kinds[event][0] for event in events] == found["verb"].to_list()
    card = next(str(row["card"]) for row in rows if row["card"])
    mine = verbs(declared(store, CHOSEN, card=card))
    assert mine["declared"].sum() == sum(row["card"] == card for row in rows)
    own = with_example_event(store, mine, CHOSEN, fact="declaration", by=("verb",), where=of_card(card))
    events = own.select("match", "seq").rows()
    assert [kinds[event] for event in events] == [(verb, card) for verb in mine["verb"]]


def test_answers_are_counted_by_pair(store: Store) -> None:
    rows = [row for row in counted_rows(store, "response") if row["card"] and row["answered_by"]]
    found = answers(store, CHOSEN)
    pairs = {(one, other): n for one, other, n in found.select("answered", "answered_by", "n").iter_rows()}
    assert pairs == Counter((row["card"], row["answered_by"]) for row in rows)
    assert found["count"].sum() == sum(row["outcome"] == "nullified" for row in rows)
    assert (found["low"] <= found["rate"]).all()
    card = found["answered"][0]
    mine = answers(store, CHOSEN, card=card)
    assert mine.rows() == [row for row in found.rows() if card in row[:2]]


def test_the_most_frequent_answers_are_those_of_few_cards(store: Store) -> None:
    every = answers(store, CHOSEN)
    assert_frame_equal(most_answered(store, CHOSEN, most=every.height), every)
    often: Counter[str] = Counter()
    for card, n in every.select("answered", "n").iter_rows():
        often[card] += n
    (pair,) = most_answered(store, CHOSEN, most=1).iter_rows(named=True)
    assert often[pair["answered"]] == max(often.values())
    assert pair == every.filter(answered=pair["answered"]).row(0, named=True)


def test_a_chain_is_as_deep_as_its_deepest_link(store: Store) -> None:
    rows = counted_rows(store, "declaration")
    by_seq = {(row["match"], row["seq"]): row for row in rows}

    def root(row: dict[str, object]) -> tuple[object, object]:
        while row["parent"] is not None:
            row = by_seq[row["match"], row["parent"]]
        return row["match"], row["seq"]

    deepest: dict[tuple[object, object], int] = {}
    for row in rows:
        key = root(row)
        if by_seq[key]["outcome"] != "none":
            deepest[key] = max(deepest.get(key, 0), int(str(row["depth"])))
    found = depths(declared(store, CHOSEN))
    assert dict(found.select("depth", "chains").iter_rows()) == Counter(deepest.values())
    mean = measured(store, METRICS["chain_depth"], (), CHOSEN)["value"].item()
    assert mean == pytest.approx(sum(deepest.values()) / len(deepest))


def test_payments_by_resource_and_by_card(store: Store) -> None:
    rows = counted_rows(store, "payment")
    assert rows
    found = payments(store, CHOSEN)
    assert dict(found.select("resource", "n").iter_rows()) == Counter(row["resource"] for row in rows)
    assert found["amount"].sum() == sum(int(str(row["amount"])) for row in rows)
    assert found["count"].sum() == sum(int(str(row["cards"])) > 0 for row in rows)
    declared = {(row["match"], row["declaration"]) for row in rows if row["declaration"] is not None}
    assert found["declarations"].sum() == len(declared)
    by_card = payments(store, CHOSEN, by="card")
    pairs = {
        (row["match"], row["declaration"], row["card"]) for row in rows if row["declaration"] is not None
    }
    assert by_card["declarations"].sum() == sum(card is not None for _, _, card in pairs)
    assert dict(by_card.select("card", "n").iter_rows()) == Counter(
        row["card"] for row in rows if row["card"]
    )


def test_who_declared_it_paid_for_it(store: Store) -> None:
    rows = counted_rows(store, "declaration")
    found = paid_for(store, declared(store, CHOSEN), CHOSEN)
    assert found["n"].sum() == len(rows)
    assert found["count"].sum() == sum(int(str(row["paid"])) > 0 for row in rows)


def test_each_game_has_one_length(store: Store) -> None:
    turns = sorted(int(str(row["turns"])) for row in counted_rows(store, "game") if row["first_seat"])
    found = lengths(store, CHOSEN)
    assert dict(found.select("turns", "games").iter_rows()) == Counter(turns)
    assert found.select(
        pl.sum_horizontal("first_wins", "first_losses", "first_ties")
    ).to_series().to_list() == (found["games"].to_list())
    half = median(found)
    assert half is not None
    assert half.median == turns[(len(turns) + 1) // 2 - 1]
    assert half.low <= half.median <= half.high
    assert half.n == len(turns)


def test_each_length_leads_to_a_match_of_it(store: Store) -> None:
    turns = {row["match"]: row["turns"] for row in counted_rows(store, "match")}
    found = examples(store, lengths(store, CHOSEN), CHOSEN)
    assert [turns[match] for match in found["match"]] == found["turns"].to_list()


def test_who_goes_first_by_game(store: Store) -> None:
    found = going_first(store, "game", CHOSEN)
    (expected,) = measured(store, METRICS["first_win_rate"], filters=CHOSEN).iter_rows(named=True)
    assert found["game"].to_list() == [GAME]
    assert found["value"].item() == pytest.approx(expected["value"])


def test_a_profile_has_every_metric_as_it_is_measured(store: Store) -> None:
    found = profile(store, CHOSEN)
    metrics = metrics_of(found)
    assert {"gp_wr", "played_wr", "deal_effect", "turn_played", "resolve_rate"} <= {one.id for one in metrics}
    assert "rde" not in found.metrics, "Blade Rondo has no library to draw from"
    for id in ("played_wr", "deal_effect", "turn_played"):
        expected = measured(store, METRICS[id], ("card",), CHOSEN)
        numbers = dict(expected.select("card", "value").iter_rows())
        for card, value in found.of(id).select("card", "value").iter_rows():
            assert value == pytest.approx(numbers.get(card), nan_ok=True)
    for metric in metrics:
        assert found.of(metric.id)["value"].is_not_null().any()


def test_a_part_of_a_profile_has_the_same_numbers(store: Store) -> None:
    whole = profile(store, CHOSEN)
    for metric in CARD_METRICS:
        part = profile(store, CHOSEN, ids=(metric.id,))
        assert part.metrics == tuple({metric.id} & set(whole.metrics))
        some = pl.col("value").is_not_null()
        assert_frame_equal(part.of(metric.id).filter(some), whole.of(metric.id).filter(some))


def test_a_profile_of_one_card_is_its_row(store: Store) -> None:
    whole = profile(store, CHOSEN)
    for card in effort.some(whole.labels[CARD].to_list(), each=4):
        found = profile(store, CHOSEN, card=card)
        assert found.labels.equals(whole.labels.filter(pl.col(CARD) == card))
        for id in whole.metrics:
            row = whole.of(id).filter(pl.col(CARD) == card).drop_nulls("value")
            assert_frame_equal(found.of(id).drop_nulls("value"), row)
    assert profile(store, CHOSEN, card="no such card").rows.is_empty()


def test_what_a_game_tells_is_offered_whichever_matches_are_chosen(store: Store) -> None:
    ids = available_metrics(store, GAME)
    for filters in (CHOSEN, Filters(game=GAME, simulated="none")):
        assert {metric.id for metric in metrics_of(profile(store, filters))} <= set(ids)
    assert set(ids).isdisjoint({"rde", "rde_early", "deal_draws"}), "Blade Rondo has no library to draw from"


def test_a_profile_names_its_cards(store: Store) -> None:
    found = profile(store, CHOSEN)
    row = found.labels.row(by_predicate=pl.col("card") == "BR-001", named=True)
    assert (row["name"], row["name_en"]) == ("斬撃剣", "Slashing Sword")
    assert found.labels["card"].is_unique().all()


def test_signs_that_differ_are_told() -> None:
    """Where neither interval holds 0: opposite signs alone (d) say nothing."""
    chosen = ("iih", [0.05, 0.05, -0.3, 0.05, None], [0.2, 0.2, -0.1, 0.2, None])
    lottery = ("rde", [-0.2, 0.1, 0.05, -0.3, 0.1], [-0.05, 0.3, 0.2, 0.1, 0.2])
    rows = [
        pl.DataFrame({"card": list("abcde"), "metric": id, "low": low, "high": high})
        for id, low, high in (chosen, lottery)
    ]
    found = Estimates(("card",), ("iih", "rde"), pl.concat(rows), rows[0].select("card"))
    assert opposed(found) == ["a", "c"]
    assert opposed(found.only(["iih"])) == []


def test_what_is_played_in_time_grows(store: Store) -> None:
    found = plays(store, "BR-001", CHOSEN)
    assert found.height > 1
    assert found["rate"].is_sorted()
    assert found["n"].is_sorted(descending=True)
    assert found.filter((pl.col("low") > pl.col("rate")) | (pl.col("rate") > pl.col("high"))).is_empty()


def test_archetypes_of_a_card_are_parts_of_its_decks(store: Store) -> None:
    cards = profile(store, Filters()).labels["card"].to_list()
    tables = {card: in_archetypes(store, card, Filters()) for card in cards}
    whole = dict(measured(store, METRICS["gp_wr"], ("card",)).select("card", "n").iter_rows())
    assert all(table["n"].sum() <= whole[card] for card, table in tables.items())


def test_over_nothing_there_is_nothing(store: Store) -> None:
    nothing = declared(store, NOBODY)
    for rows in (
        funnel(store, nothing, NOBODY), verbs(nothing), answers(store, NOBODY), depths(nothing),
        paid_for(store, nothing, NOBODY),
        payments(store, NOBODY), lengths(store, NOBODY), profile(store, NOBODY).rows,
        plays(store, "BR-001", NOBODY), in_archetypes(store, "BR-001", NOBODY),
    ):  # fmt: skip
        assert rows.is_empty()
    assert median(lengths(store, NOBODY)) is None


def test_a_filter_that_chooses_nobody_known_is_refused(store: Store) -> None:
    for asked in (declared, payments, lengths, profile):
        with pytest.raises(FilterError, match="nobody-at-all"):
            asked(store, Filters(player="nobody-at-all"))


def test_only_what_the_facts_tell_is_a_metric_of_cards() -> None:
    ids = {metric.id for metric in CARD_METRICS}
    assert {"rde", "iih", "negation_share", "resolve_rate", "chain_depth"} <= ids
    assert ids.isdisjoint({"win_rate", "failure_reasons", "alternative_share", "cost_efficiency"})
