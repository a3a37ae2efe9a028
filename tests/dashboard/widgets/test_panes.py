"""The parts of the pages that can be judged without a page: board, steps, excerpts, numbers and charts."""

import json
import re
from functools import partial
from unittest.mock import Mock, patch

import polars as pl
import pytest
import streamlit as st

from dashboard.app.language import LANGUAGES, TEXTS, say
from dashboard.app.options import parse
from dashboard.app.page_context import PageContext
from dashboard.board.layout import build_board, zones_used
from dashboard.board.model import Board, Piece
from dashboard.charts.whiskers import ABOVE, BELOW, UNSURE, whiskers
from dashboard.match.audit import record_excerpt
from dashboard.match.dispute_text import dispute_text
from dashboard.match.event_text import describe
from dashboard.match.finding_markers import finding_markers
from dashboard.match.replay.stepping import (
    first_position,
    turn_stops,
)
from dashboard.numbers import number_format
from dashboard.widgets.tables import name_column, table
from engine.record.match import Match
from events.model.changes import Move
from tests.dashboard.logs import SAMPLES


@pytest.fixture(scope="module")
def sealed() -> Match:
    return Match.read(SAMPLES / "ruling-sealed-sword.kfd")


@pytest.fixture(scope="module")
def poison() -> Match:
    return Match.read(SAMPLES / "disputed-forgotten-poison.kfd")


def board_at(match: Match, seq: int, *, near: str = "A") -> Board:
    assert match.rules is not None
    return build_board(
        match.table(seq), match.rules, "en", near=near, used=zones_used(match), players=match.opened.players
    )


def pieces(board: Board) -> list[Piece]:
    top = [piece for side in board.sides for row in side.rows for spot in row for piece in spot.pieces]
    return top + [guest for piece in top for guest in piece.guests]


# --- board -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("near", ["A", "B"])
def test_every_card_lies_on_the_board_once(sealed: Match, near: str) -> None:
    for seq in range(len(sealed)):
        shown = sorted(piece.ref for piece in pieces(board_at(sealed, seq, near=near)))
        in_play = {ref for ref, place in sealed.table(seq).place.items() if "." in place}
        assert shown == sorted(in_play), seq


def test_whoever_looks_sits_at_the_bottom(sealed: Match) -> None:
    assert [side.seat for side in board_at(sealed, 50, near="A").sides] == ["B", "A"]
    assert [side.seat for side in board_at(sealed, 50, near="B").sides] == ["A", "B"]


def test_rows_run_outwards_and_never_jump(sealed: Match) -> None:
    assert sealed.rules is not None
    row_of = {zone.id: zone.row for zone in sealed.rules.zones}
    counts = set()
    for seq in range(len(sealed)):
        for side in board_at(sealed, seq).sides:
            rows = [row_of[spots[0].zone] for spots in side.rows]
            assert rows == sorted(rows)
            counts.add(len(rows))
    assert len(counts) == 1


def test_a_card_under_another_lies_with_it(sealed: Match) -> None:
    hosts = (seq for seq in range(len(sealed)) if _with_host(sealed, seq))
    board = board_at(sealed, next(hosts))
    assert any(piece.guests for side in board.sides for row in side.rows for s in row for piece in s.pieces)


def _with_host(match: Match, seq: int) -> bool:
    table = match.table(seq)
    return any(host in table.place for host, _ in table.host.values())


def test_unknown_cards_have_no_name(poison: Match) -> None:
    record = Match.read(SAMPLES / "kitchen-table-glow.kfd")
    unknown = [piece for piece in pieces(board_at(record, 20)) if not piece.name]
    assert unknown
    assert all(piece.printed_card is None for piece in unknown)


def test_the_zones_used_are_those_that_cards_come_to(sealed: Match) -> None:
    changes = (change for event in sealed.events for change in getattr(event, "changes", ()))
    moved_to = {change.place.split(".")[0] for change in changes if isinstance(change, Move)}
    assert moved_to <= zones_used(sealed).keys()


# --- steps, sentences, marks ---------------------------------------------------------------------------


def test_a_replay_begins_at_the_first_turn(sealed: Match) -> None:
    turns = turn_stops(sealed)
    assert len(turns) == sealed.verdict.turns
    assert first_position(sealed) == turns[0]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_telling_in_a_row_is_telling_one_by_one(sealed: Match, language: str) -> None:
    """A window that folds on from event to event says the same as each event folded by itself."""
    whole = [told.text for told in describe(sealed, 0, len(sealed), language)]
    assert len(whole) == len(sealed)
    alone = [next(describe(sealed, seq, seq, language)).text for seq in range(len(sealed))]
    assert whole == alone


def test_the_reckoning_begins_with_the_cause(poison: Match) -> None:
    divergence = poison.verdict.divergence
    assert divergence is not None
    told = dispute_text(poison, divergence, "en")
    assert told is not None and told.reasons[0].cause
    assert all(reason.seq < divergence.seq for reason in told.reasons)


def test_only_the_first_divergence_is_red(poison: Match, sealed: Match) -> None:
    found = finding_markers(poison, poison.verdict)
    assert [mark.colour for mark in found] == ["red"] + ["orange"] * (len(found) - 1)
    assert {mark.colour for mark in finding_markers(sealed, sealed.verdict)} == {"orange"}
    assert len({mark.icon for mark in finding_markers(sealed, sealed.verdict)}) == 2, (
        "a foul and a ruling look alike"
    )


# --- excerpts ------------------------------------------------------------------------------------------


def test_an_excerpt_has_the_line_in_its_middle() -> None:
    record = "\n".join(f"line {n}" for n in range(1, 21))
    lines = record_excerpt.lines_around(record, 10, around=2)
    assert [line.number for line in lines] == [8, 9, 10, 11, 12]
    assert [line.text for line in lines if line.highlighted] == ["line 10"]
    assert [line.number for line in record_excerpt.lines_around(record, 1, around=2)] == [1, 2, 3]
    assert record_excerpt.lines_around(record, 0) == record_excerpt.lines_around(record, 21) == []


@pytest.mark.parametrize("line", ["a `b` c", "a ``b`` ![c](d)", "``` [a](b)", "a `"])
def test_a_line_of_a_record_is_never_markdown(line: str) -> None:
    with patch.object(st, "markdown") as drawn:
        record_excerpt.show([record_excerpt.Line(1, line, highlighted=False)])
    [[shown]] = (call.args for call in drawn.call_args_list)
    fence = re.match("`+", shown)
    assert fence is not None
    runs = re.findall("`+", shown)  # code ends at the first run that is as long as the one it begins with
    assert runs.count(fence[0]) == 2 and runs[0] == runs[-1] and line in shown


def test_the_record_is_kept_whole(poison: Match) -> None:
    text = (SAMPLES / "disputed-forgotten-poison.kfd").read_text("utf-8")
    assert record_excerpt.written_record(poison) == text


# --- numbers and charts --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "n", "share", "told"),
    [
        (0.617, 50, True, "62 %"),
        (0.617, 399, True, "62 %"),
        (0.617, 400, True, "61.7 %"),
        (2.25, 4, False, "2.2"),
        (2.254, 4000, False, "2.25"),
        (None, 0, True, "–"),
        (0.5, 0, True, "–"),
    ],
)
def test_no_more_decimals_than_n_supports(value: float | None, n: int, share: bool, told: str) -> None:
    assert number_format.rate(value, n, share=share) == told


def test_intervals() -> None:
    assert number_format.interval(0.4815, 0.7414, 50) == "48–74 %"
    assert number_format.interval(0.4815, 0.7414, 500) == "48.1–74.1 %"
    assert number_format.interval(None, None, 50) == ""


def test_an_interval_that_is_narrow_does_not_look_like_none() -> None:
    assert number_format.interval(0.7512, 0.7538, 3) == "75.1–75.4 %"
    assert number_format.interval(0.5, 0.5, 3) == "50–50 %", "a mirror is even by itself"


@pytest.mark.parametrize(
    ("value", "low", "high", "told", "ends"),
    [
        (-6.12, -31.1, 18.9, "−6", "−31 – 19"),
        (-0.3, -21.4, 20.9, "0", "−21 – 21"),
        (27.53, 26.9, 28.2, "27.5", "26.9 – 28.2"),
        (0.7216, 0.6904, 0.7528, "0.72", "0.69 – 0.75"),
        (2.254, None, None, "2.3", ""),
    ],
)
def test_no_more_decimals_than_an_interval_supports(
    value: float, low: float | None, high: float | None, told: str, ends: str
) -> None:
    assert number_format.amount(value, low, high, 50) == told
    assert number_format.ends(low, high) == ends


NAMES = {"name": "Name", "label": "Rate", "interval": "95 %"}
ROWS = pl.DataFrame(
    {
        "name": ["斬撃剣", "舞踏剣", "闇黒剣"],
        "rate": [0.8, 0.5, 0.2],
        "low": [0.7, 0.4, 0.1],
        "high": [0.9, 0.6, 0.3],
        "n": [50, 51, 52],
        "label": ["80 % · n 50", "50 % · n 51", "20 % · n 52"],
        "interval": ["70–90 %", "40–60 %", "10–30 %"],
    }
)


def test_whiskers_are_coloured_where_they_exclude_the_base() -> None:
    chart = whiskers(ROWS, title="win rate", names=NAMES, base=0.5).to_dict()
    (rows,) = [data for data in chart["datasets"].values() if len(data) == 3]
    assert [row["side"] for row in rows] == ["above", "unsure", "below"]
    rule = chart["layer"][1]["encoding"]
    assert rule["color"]["scale"]["range"] == [ABOVE, BELOW, UNSURE]
    assert (rule["x"]["field"], rule["x2"]["field"]) == ("low", "high")
    assert rule["x"]["scale"]["domain"] == [0, 1]
    assert rule["y"]["sort"] is None, "rows must keep their order"


def test_value_and_n_stand_beside_every_row() -> None:
    chart = whiskers(ROWS, title="win rate", names=NAMES).to_dict()
    axis = chart["layer"][-1]["encoding"]["y"]["axis"]
    assert axis["orient"] == "right"
    numbers = json.loads(axis["labelExpr"].removesuffix("[datum.label]"))
    assert numbers == dict(zip(ROWS["name"], ROWS["label"], strict=True))


def test_a_rate_without_interval_has_an_open_scale() -> None:
    nothing = pl.lit(None, pl.Float64)
    rows = ROWS.with_columns(rate=pl.col("rate") * 10, low=nothing, high=nothing)
    x = whiskers(rows, title="times", names=NAMES).to_dict()["layer"][0]["encoding"]["x"]
    assert "domain" not in x["scale"]
    assert x["axis"]["format"] != "%"


def test_the_store_lies_beside_the_log_unless_it_is_named() -> None:
    assert str(parse(["--log", "/a/b.db"]).store) == "/a/b.store"
    assert str(parse(["--log", "/a/b.db", "--store", "/c"]).store) == "/c"


# --- lists -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Will-Breaker Hatchet", "ダメージ置き場に10枚"])
def test_a_column_of_names_has_room_for_the_longest(name: str) -> None:
    """Also where it stands far below the first rows."""
    narrow = name_column("Card", pl.Series(["A"] * 50))["width"]
    wide = name_column("Card", pl.Series(["A"] * 50 + [name, None]))["width"]
    assert narrow < 60 < 150 < wide
    assert name_column("Card", pl.Series([name]), max_width=100)["width"] == 100
    assert name_column(name, pl.Series([], dtype=pl.String))["width"] == wide


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_without_rows_says_so_in_the_language_of_the_page(language: str) -> None:
    """Streamlit itself says ``empty`` in both."""
    page = Mock(PageContext, language=language, say=partial(say, language))
    with patch.object(st, "caption") as told, patch.object(st, "dataframe") as drawn:
        table(page, pl.DataFrame({"name": []}), {"name": "Name"}, key="none")
    told.assert_called_once_with(TEXTS["table.empty"][language])
    drawn.assert_not_called()
