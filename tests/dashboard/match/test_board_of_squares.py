"""A board of squares that both sides share: where it lies, how it is turned, and what it shows of a unit.

Not here: zones of one side (``test_panes``).
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from analytics.store.projection import project
from dashboard.board.layout import build_board, zones_used
from dashboard.board.model import Board
from dashboard.match.replay.browser_replay import html_file
from engine.games.registry import RULESETS
from engine.record.match import Match
from events.log.sqlite_log import SqliteLog
from kifuda import deposit, prepare
from kifuda.bots.simulate import simulate
from tests.dashboard.accessibility import LAPTOP, PHONE
from tests.dashboard.browsing import needs_chromium
from tests.dashboard.opening import LANGUAGES, opened, table_of
from tests.support.command import kifuda

FOLDER = Path(__file__).parents[3] / "kifuda/samples/fertcg"
RECORD = FOLDER / "harvest-cup-r1.kfd"
OTHER = Path(__file__).parents[3] / "kifuda/samples/blade-rondo/spring-cup-r1-t1.kfd"


@pytest.fixture(scope="module")
def match() -> Match:
    return Match.read(RECORD)


def board_at(match: Match, seq: int, *, near: str = "A") -> Board:
    assert match.rules is not None
    return build_board(
        match.table(seq), match.rules, "en", near=near, used=zones_used(match), players=match.opened.players
    )


def test_the_near_row_is_that_of_whoever_looks(match: Match) -> None:
    ahead = [[spot.zone for spot in row] for row in board_at(match, 100).grid]
    assert ahead == [["a4", "b4", "c4"], ["a3", "b3", "c3"], ["a2", "b2", "c2"], ["a1", "b1", "c1"]]
    turned = [[spot.zone for spot in row] for row in board_at(match, 100, near="B").grid]
    assert turned == [row[::-1] for row in ahead[::-1]]


def test_every_unit_stands_on_its_square_with_its_seat_and_its_chips(match: Match) -> None:
    seen = 0
    for seq in range(0, len(match), 20):
        table = match.table(seq)
        for spot in (spot for row in board_at(match, seq).grid for spot in row):
            for piece in spot.pieces:
                assert table.place[piece.ref] == f"{spot.zone}.{piece.seat}"
                chips = sum(grant.amount for grant in table.effects(piece.ref, "chips"))
                # One that has just spent its last chips stands there until its damage is done.
                assert piece.counters == ((("chips (気力チップ)", chips),) if chips else ())
                seen += 1
    assert seen > 20


def test_chips_are_not_told_once_more_as_effects(match: Match) -> None:
    sides = board_at(match, len(match) - 1).sides
    assert not any("気力チップ" in told for side in sides for told in side.effects)


def test_squares_belong_to_neither_side(match: Match) -> None:
    zones = {spot.zone for side in board_at(match, 100).sides for row in side.rows for spot in row}
    assert not zones & {"a1", "b2", "c4"}


def test_a_board_without_squares_has_no_grid() -> None:
    assert board_at(Match.read(OTHER), 20).grid == ()


def test_the_terminal_draws_the_squares_between_the_sides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert kifuda("import", RECORD).status == 0
    out = kifuda("show", "harvest-cup-r1", "--at", 100).out
    grid = [line for line in out.splitlines() if line.startswith(("│ A4", "│ A3", "│ A2", "│ A1"))]
    assert [line[2:4] for line in grid] == ["A4", "A3", "A2", "A1"]
    assert "気力チップ" in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_draws_the_squares(tmp_path: Path, language: str) -> None:
    path = tmp_path / "cup.db"
    with SqliteLog(path, writing=True) as log:
        deposit(log, prepare(RECORD))
        project(log, path.with_suffix(".store"))
    table = table_of(opened(path, "replay", language, match="harvest-cup-r1", at="100"))
    squares = {zone["name"]: zone["square"] for zone in table["zones"] if zone["square"]}
    assert (squares["A1"], squares["B2"], squares["C4"]) == ([1, 1], [2, 2], [3, 4])
    counted = [op for event in table["events"] for op in event["ops"] if op[0] == "count" and op[2]]
    assert "気力チップ" in str(counted)


COVERED = """
async key => {
    const found = {turned: 0, counted: 0, covered: []};
    for (let i = 0; i < 25; i++) {
        document.dispatchEvent(new KeyboardEvent("keydown", {key}));
        await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        for (const card of document.querySelectorAll(".square .card:not(.rider)")) {
            const angle = Math.abs(parseFloat(getComputedStyle(card).rotate) || 0);
            const numbers = [...card.querySelectorAll(".numbers > span")];
            const counter = card.querySelector(".counter");
            const right = one => one.offsetLeft + one.offsetWidth;
            const end = one => one.offsetTop + one.offsetHeight;
            const cut = [counter, ...numbers].some(one => one && end(one) > card.offsetHeight);
            const over = counter && numbers.some(
                one => end(one) > counter.offsetTop + 2 && right(one) > counter.offsetLeft);
            found.turned += angle > 0;
            found.counted += Boolean(counter);
            if (angle > 10 || cut || over) found.covered.push(card.title);
        }
    }
    return found;
}
"""


@needs_chromium
@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_name_and_numbers_of_a_unit_can_be_read(page: Page, tmp_path: Path, window: ViewportSize) -> None:
    """Also of one that is turned, and of one with chips on it, and in a window that lets cards be high.
    The course of the match begins where chips are set up, not at 0."""
    [played] = simulate(RULESETS["fertcg@web"], matches=1, seed=3)
    match = Match(played.derived, id="league-3")
    file = tmp_path / "replay.html"
    file.write_text(html_file(match, match, viewer=None, at=150, language="ja"), "utf-8")
    page.set_viewport_size(window)
    page.goto(file.as_uri())
    expect(page.locator(".where")).to_contain_text("#150 ")
    found = page.evaluate(COVERED, "ArrowDown")
    first = "all => all.map(one => one.points[0]).map(point => [point.x > 0, point.y])"
    begins = page.locator("polyline.curve").evaluate_all(first)
    page.set_viewport_size({**window, "height": 1400})
    higher = page.evaluate(COVERED, "ArrowUp")
    page.goto("about:blank")
    for one in (found, higher):
        assert one["turned"] and one["counted"]
        assert one["covered"] == []
    assert begins == [[True, 6], [True, 6]]  # twenty chips, the most that there are
