"""What charts are made of: each is Vega-Lite by the letter of its schema, over tables that have the columns
it names.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import altair
import polars as pl
import pytest
import vl_convert

from analytics.stats.calibration import Bin
from dashboard.charts.bars import stacked
from dashboard.charts.bubbles import bubbles
from dashboard.charts.calibration import calibration
from dashboard.charts.chart import LOOK, Chart, above
from dashboard.charts.heat import heat
from dashboard.charts.scatter import scatter
from dashboard.charts.steps import steps
from dashboard.charts.tiles import tiles
from dashboard.charts.whiskers import whiskers

RATE = {"rate": [0.8, 0.5], "low": [0.7, None], "high": [0.9, None], "n": [50, 3]}
TEXTS = {"text": ["80 %", "50 %"], "rate_text": ["80 %", "50 %"], "interval": ["70–90 %", ""]}
SHARE = {"share": [0.3, 0.7], "share_low": [0.2, 0.6], "share_high": [0.4, 0.8], "share_text": ["3", "7"]}
NAMED = pl.DataFrame({"name": ["a", "b"], "label": ["x", "y"], **RATE, **TEXTS})
PAIRS = pl.DataFrame(
    {
        "archetype": ["a", "b"],
        "opponent_archetype": ["b", "a"],
        "few": [False, True],
        "lean": [1.0, 0.0],
        "told": ["good (50 matches)", ""],
        **RATE,
        **TEXTS,
    }
)
BOTH = {f"{axis}{end}": [0.5] for axis in "xy" for end in ("", "_low", "_high", "_n")}
SAID = {name: name for name in ("name", "label", "archetype", "share_text", "text", "interval", "told")}
CHARTS = {
    "bars": stacked(
        pl.DataFrame({"value": [3], "kind": ["won"], "count": [2]}),
        along="turns",
        title="games",
        kinds=["won"],
    ),
    "bubbles": bubbles(
        pl.DataFrame({"archetype": ["a", "b"], **RATE, **SHARE, **TEXTS}),
        share="share",
        rate="rate",
        names={name: name for name in ("archetype", "share_text", "rate_text", "interval")},
    ),
    "calibration": calibration([Bin(0.3, 0.25, 0.1, 0.5, 12)], forecast="forecast", came="came"),
    "heat": heat(PAIRS, down="deck", across="against", names=SAID),
    "scatter": scatter(
        pl.DataFrame({"name": ["a"], **BOTH}), x="one", y="other", shares=(True, False), name="name"
    ),
    "steps": steps(pl.DataFrame({"turn": [1, 2], **RATE}), along="turn", title="seen", interval="95 %"),
    "tiles": tiles(
        pl.DataFrame({"down": ["a"], "across": ["b"], "count": [5], "text": ["5"]}),
        across="by",
        down="card",
        title="answers",
    ),
    "whiskers": whiskers(
        NAMED, title="rate", names={name: name for name in ("name", "label", "interval")}, base=0.5
    ),
    "whiskers without a base": whiskers(NAMED, title="times", names={"name": "name"}, share=False),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_a_chart_is_vega_lite(chart: Chart) -> None:
    altair.Chart.from_dict(chart.to_dict())


def test_what_is_no_vega_lite_is_noticed() -> None:
    chart = CHARTS["tiles"]
    wrong = {**chart.spec, "layer": [{"mark": "square peg"}]}
    with pytest.raises(Exception, match="square peg"):
        altair.Chart.from_dict(Chart(wrong, chart.tables).to_dict())


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_a_chart_names_columns_that_are_there(chart: Chart) -> None:
    seen = list(_fields(chart.spec, ""))
    assert seen
    for table, field in seen:
        assert field in chart.tables[table].columns or field in _made(chart.spec)


def test_numbers_on_axes_read_as_beside_the_charts() -> None:
    ends = {"x_low": [0.1, 0.3], "x_high": [0.3, 0.9], "y_low": [-42.0, 3.0], "y_high": [8.0, 51.0]}
    rows = pl.DataFrame({"name": ["a", "b"], "x": [0.2, 0.7], "y": [-20.0, 40.0], **ends}).with_columns(
        x_n=30, y_n=40
    )
    chart = scatter(rows, x="rate", y="points", shares=(True, False), name="name")
    drawn = vl_convert.vegalite_to_svg(json.dumps({**chart.to_dict(), "config": LOOK}))
    labels = set(re.findall("<text[^>]*>([^<]*)</text>", drawn))
    assert {"20 %", "40 %", "−20", "0", "40"} <= labels


@pytest.mark.parametrize("width", [250, 640])
def test_points_have_their_names_and_none_covers_another(width: int) -> None:
    """Of few decks each, however near to each other they are; of many cards those outside."""
    near = {"share": [0.12, 0.14, 0.14], "rate": [0.59, 0.55, 0.35], "n": [29, 29, 26]}
    ends = {"share_low": 0.05, "share_high": 0.26, "low": 0.2, "high": 0.74}
    decks = pl.DataFrame({"archetype": ["Control draft", "Aggressive draft", "Magic draft"], **near})
    decks = decks.with_columns(**ends, share_text=pl.lit(""), rate_text=pl.lit(""), interval=pl.lit(""))
    assert {*_names(bubbles(decks, share="s", rate="r", names={}), width)} == {*decks["archetype"]}
    ring = [(math.sin(at), math.cos(at)) for at in range(40)] + [
        (0.01 * (at % 10), 0.01 * (at // 10)) for at in range(100)
    ]
    cards = pl.DataFrame(ring, schema=["x", "y"], orient="row").with_columns(
        *(pl.col(axis).alias(axis + end) for axis in "xy" for end in ("_low", "_high")), x_n=9, y_n=9
    )
    cards = cards.with_columns(name=pl.Series([f"card {at}" for at in range(140)]))
    shown = _names(scatter(cards, x="one", y="other", shares=(False, False), name="name"), width)
    outside = [name for name in shown if int(name.split()[1]) < 40]
    assert len(outside) > 20 and len(shown) < len(outside) + 20


def _names(chart: Chart, width: int) -> list[str]:
    """The names in a chart whose plot is so wide; fails if two of them overlap."""
    spec: dict[str, Any] = {**chart.to_dict(), "config": {**LOOK, "autosize": "none"}, "width": width}
    spec["height"] -= 80  # of the axis
    drawn = vl_convert.vegalite_to_svg(json.dumps(spec))
    found = re.findall(
        r'<text [^>]*text-anchor="(start|end)" transform="translate\(([-.\d]+),([-.\d]+)\)"'
        r'[^>]*font-weight="600"[^>]*>([^<]+)</text>',
        drawn,
    )
    boxes = []
    for anchor, x, y, name in found:
        left = float(x) - (6.5 * len(name) if anchor == "end" else 0)
        boxes.append((left, left + 6.5 * len(name), float(y)))
    for at, (left, right, line) in enumerate(boxes):
        for start, end, other in boxes[:at]:
            assert left >= end or right <= start or abs(line - other) >= 14, found
    return [name for *_, name in found]


def test_names_above_a_chart_stand_upright_where_all_have_room() -> None:
    assert above(["Ember", "Stone", "Tide"], ticks=False)[0] == {
        "orient": "top",
        "labelAngle": 0,
        "ticks": False,
    }
    aslant, height = above(["Calamity-Sealing Agate", "Moonlight Rutile"])
    assert aslant["labelAngle"] == -60 and height > above(["Ember"])[1]


def _fields(part: Any, table: str) -> Iterator[tuple[str, str]]:
    """Every table and column that a part of a specification names."""
    if isinstance(part, dict):
        table = part.get("data", {}).get("name", table)
        if "field" in part:
            yield table, part["field"]
    for value in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _fields(value, table)


def _made(spec: dict[str, Any]) -> set[str]:
    """Columns that a specification computes."""
    return {step["as"] for step in spec.get("transform", ()) if "as" in step}


def test_long_names_leave_room_for_the_chart_of_a_phone() -> None:
    """What stands in brackets has a line of its own, and no name is left out for that."""
    names = ["見なかった時の勝率（試合ごと）", "無作為ドロー効果（序盤）", "手札勝率"]
    rows = pl.DataFrame({"name": names, "rate": 0.5, "low": 0.4, "high": 0.6, "n": 9}).with_columns(
        label=pl.lit("x"), interval=pl.lit("y")
    )
    spec = whiskers(rows, title="勝率", names={"name": "指標"}, base=0.5).to_dict()
    drawn = vl_convert.vegalite_to_svg(json.dumps({**spec, "config": LOOK, "width": 330}))
    for line in ("見なかった時の勝率", "（試合ごと）", "無作為ドロー効果", "（序盤）", "手札勝率"):
        assert f">{line}</t" in drawn
