"""A replay as one HTML file in a real Chromium, without a server: no key is dropped, names are text, and
pictures of the moment can be saved."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

import kifuda
from dashboard.match.finding_markers import finding_markers
from dashboard.match.replay.browser_replay import html_file, words
from dashboard.match.replay.frames import frames
from engine.games.registry import RULESETS
from engine.record.match import Match
from events.model.kinds import Ended, Noted, Opened, Retracted
from kifuda.bots.simulate import simulate
from tests.dashboard.accessibility import LAPTOP, PHONE
from tests.dashboard.browsing import Visitors, needs_chromium

pytestmark = needs_chromium

HOSTILE = "<img src=x onerror=alert(1)> & </script>"
SVG = "{http://www.w3.org/2000/svg}"
START = 30
SAMPLES = Path(kifuda.__file__).with_name("samples")


@pytest.fixture(scope="module")
def match() -> Match:
    """A match of Blade Rondo of which one player's name is markup."""
    [played] = simulate(RULESETS["blade-rondo@1.03"], matches=1, seed=7)
    (opened, cause), *rest = played.derived
    assert isinstance(opened, Opened)
    named = replace(opened, players={**opened.players, "B": HOSTILE})
    return Match([(named, cause), *rest], id="league-7")


@pytest.fixture
def reader(visitors: Visitors, match: Match, tmp_path: Path) -> Iterator[Page]:
    """Somebody who has the file open at an event."""
    file = tmp_path / "replay.html"
    file.write_text(html_file(match, match, viewer=None, at=START, language="en"), "utf-8")
    page = visitors.come()
    page.set_viewport_size(LAPTOP)
    page.goto(file.as_uri())
    expect(page.locator(".where")).to_contain_text(f"#{START} ")
    yield page
    page.goto("about:blank")


def saved(page: Page, kind: str) -> tuple[str, bytes]:
    with page.expect_download() as download:
        page.get_by_role("button", name=kind).click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


def test_no_key_is_dropped(reader: Page, match: Match) -> None:
    """However fast they come; and what stands there afterwards is what stands there after single steps."""
    for _ in range(12):
        reader.keyboard.press("ArrowRight")
    expect(reader.locator(".where")).to_contain_text(f"#{START + 12} ")
    reader.evaluate(
        """steps => { for (let i = 0; i < steps; i++)
        document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"})); }""",
        300,
    )
    last = min(START + 312, len(match) - 1)
    expect(reader.locator(".where")).to_contain_text(f"#{last} ")
    for key, at in (("Home", 0), ("ArrowRight", 1), ("End", len(match) - 1), ("ArrowLeft", len(match) - 2)):
        reader.keyboard.press(key)
        expect(reader.locator(".where")).to_contain_text(f"#{at} ")


def test_the_picture_of_the_moment_is_an_image_of_shapes_and_text(reader: Page, match: Match) -> None:
    name, data = saved(reader, "SVG")
    assert name == f"league-7-{START}.svg"
    root = ElementTree.fromstring(data)
    assert root.tag == f"{SVG}svg"
    assert {one.tag for one in root.iter()} == {f"{SVG}{tag}" for tag in ("svg", "g", "rect", "text")}
    texts = [one.text or "" for one in root.iter(f"{SVG}text")]
    assert any(HOSTILE in text for text in texts), "names are text"
    assert "hand" in texts and not any(text.startswith("hand") for text in texts if text != "hand")
    assert any(text.startswith(f"league-7 #{START} ") for text in texts), "it says which moment it is"
    shown = reader.locator(".card:not(.rider) .name").all_inner_texts()
    drawn = ["".join(text.text or "" for text in card.iter(f"{SVG}text")) for card in root.iter(f"{SVG}g")]
    assert len(shown) > 10
    for name in shown:
        start = "".join(name.replace("\u00ad", "").split())[:6]
        assert any(start in "".join(text.split()) for text in drawn), name


def test_the_picture_is_as_dark_as_the_page(reader: Page) -> None:
    for theme in ("light", "dark"):
        reader.emulate_media(color_scheme=theme)
        reader.wait_for_timeout(100)
        root = ElementTree.fromstring(saved(reader, "SVG")[1])
        ground, ink = root[0].attrib["fill"], root[-1].attrib["fill"]
        assert (lightness(ground) < lightness(ink)) == (theme == "dark")


def lightness(colour: str) -> float:
    """Of ``rgb(1, 2, 3)`` or ``color(srgb 0.1 0.2 0.3)``."""
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3]))


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_the_picture_has_twice_the_size_of_the_board(reader: Page, size: dict[str, int]) -> None:
    reader.set_viewport_size(size)  # type: ignore[arg-type]  # a size
    reader.wait_for_timeout(300)
    board = reader.locator(".board").bounding_box()
    assert board is not None
    name, data = saved(reader, "PNG")
    assert name == f"league-7-{START}.png" and data.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", data[16:24])
    assert abs(wide - 2 * board["width"]) <= 4 and abs(high - 2 * (board["height"] + 28)) <= 4


WHOLE = """
() => {
    const board = document.querySelector(".board"), area = board.getBoundingClientRect(), found = [];
    const things = [...board.querySelectorAll(".strip .card:not(.rider), .spot.square")];
    const boxes = things.map(one => [one, one.getBoundingClientRect()]);
    if (board.scrollHeight > board.clientHeight + 1) found.push("cut off below");
    for (const [one, box] of boxes) {
        if (box.bottom > area.bottom + 1 || box.right > area.right + 1) found.push("outside: " + one.title);
        for (const number of one.querySelectorAll(".numbers > span"))
            if (number.offsetTop + number.offsetHeight > one.clientHeight + 2) found.push("cut " + one.title);
        for (const [other, its] of boxes)
            if (one !== other && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 3
                && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 3)
                found.push(`${one.title} lies on ${other.title}`);
    }
    for (const one of document.querySelectorAll(".steps button, .tools > *"))
        if (one.getBoundingClientRect().right > innerWidth) found.push("at the right: " + one.textContent);
    return found;
}
"""
CROWDED = {"aquarian-age/disputed-damage-pile": 200, "fertcg/disputed-chip-count": 273}


def test_both_players_are_whole_and_the_way_back_to_a_dispute_stays(reader: Page) -> None:
    """On a laptop and on a phone, of crowded tables: no card lies on another one's numbers."""
    for name, at in CROWDED.items():
        match = Match.read(SAMPLES / f"{name}.kfd")
        markers = finding_markers(match, match.verdict)
        data = frames(match, match, markers, language="en", near="A", sees_all=True)
        for size in (LAPTOP, PHONE):
            reader.set_viewport_size(size)
            reader.evaluate(
                "([data, at]) => replay(document.getElementById('replay'), data, at, () => {})",
                [{**data, "words": words("en")}, at],
            )
            expect(reader.locator(".count")).to_have_text(f"{len(match)} events")
            assert reader.evaluate(WHOLE) == [], (name, size)
        assert reader.locator(".badge.disputed, .track .disputed").inner_text() in ("1 ≠ 2", "9 ≠ 10")
        reader.locator(".jump.cause").click()
        reader.get_by_role("button", name=f"Back to the dispute #{at}").click()
        expect(reader.locator(".where")).to_contain_text(f"#{at} ")
        expect(reader.locator(".return")).to_be_hidden()
    legend = reader.locator(".legend")
    expect(legend.locator("b")).to_have_text("unused chips")
    expect(legend.locator(".key")).to_have_text(["A (Ren)", "B (Kenji)"])


def test_on_a_phone_the_sentence_stays_in_sight(reader: Page, match: Match) -> None:
    """Also where the table is higher than the window; on a laptop it stands beside the table."""
    for size, beside in ((PHONE, False), (LAPTOP, True)):
        reader.set_viewport_size(size)
        expect(reader.locator(".timeline .sentence")).to_have_count(0 if beside else 1)
        sentence = reader.locator(".sentence")
        for end in ("0", "document.body.scrollHeight"):
            reader.evaluate(f"window.scrollTo(0, {end})")
            expect(sentence).to_be_in_viewport(ratio=1)
    expect(sentence).to_contain_text(f"#{START} ")


def test_after_the_end_the_winner_is_told(reader: Page, match: Match) -> None:
    """The record that is kept behind it says nothing of the match."""
    end = len(match) - 1
    assert isinstance(match.events[end], Ended)
    kept = Match([*match.derived, (Noted("record", "…"), None)], id="league-7")
    data = frames(kept, kept, [], language="en", near="A", sees_all=True)
    banner = reader.locator(".banner")
    for at in (end, end + 1):
        reader.evaluate(
            "([data, at]) => replay(document.getElementById('replay'), data, at, () => {})",
            [{**data, "words": words("en")}, at],
        )
        expect(banner).to_be_visible(visible=at > end)
    expect(banner).to_have_text(data["events"][end]["t"])
    taken_back = Match([*kept.derived, (Retracted(end, "a mistake"), None)], id="league-7")
    assert frames(taken_back, taken_back, [], language="en", near="A", sees_all=True)["end"] == -1


def test_a_picture_has_all_piles_closed(reader: Page) -> None:
    pile = reader.locator(".pile .open").first
    before = saved(reader, "SVG")
    pile.click()
    expect(pile).to_have_attribute("aria-expanded", "true")
    assert saved(reader, "SVG") == before
    expect(pile).to_have_attribute("aria-expanded", "false")


REFUSED = {
    "aquarian-age/disputed-spent-attacker": (190, "吸血鬼の給仕"),
    "fertcg/disputed-fourth-chip": (60, "蒼原の軽騎兵"),
}


def test_the_card_of_a_refused_act_is_marked(reader: Page) -> None:
    """In a row and on a square, in the picture as on the table, and at no other event."""
    for name, (at, card) in REFUSED.items():
        match = Match.read(SAMPLES / f"{name}.kfd")
        markers = finding_markers(match, match.verdict)
        data = frames(match, match, markers, language="ja", near="A", sees_all=True)
        reader.evaluate(
            "([data, at]) => replay(document.getElementById('replay'), data, at, () => {})",
            [{**data, "words": words("ja")}, at],
        )
        marked = reader.locator(".card.refused")
        expect(marked).to_have_attribute("aria-label", re.compile(f"^{card}, {words('ja')['refused']}"))
        expect(marked.locator(".no")).to_have_text("✕")
        assert "✕" in saved(reader, "SVG")[1].decode()
        reader.keyboard.press("ArrowLeft")
        expect(marked).to_have_count(0)


def test_on_a_phone_the_last_move_is_seen_above_the_timeline(reader: Page) -> None:
    """However far the page is scrolled, if the list is there to be seen at all."""
    reader.set_viewport_size(PHONE)
    reader.keyboard.press("End")
    reader.wait_for_function("""() => {
        const list = document.querySelector(".moves"), off = list.getBoundingClientRect().top - 580;
        scrollBy(0, off);
        return Math.abs(off) < 5;
    }""")
    reader.keyboard.press("ArrowLeft")
    reader.keyboard.press("ArrowRight")
    reader.wait_for_function("""() => {
        const box = one => document.querySelector(one).getBoundingClientRect();
        return box(".moves .here").bottom <= box(".timeline").top;
    }""")


def test_what_lasts_opens_at_a_tap(reader: Page, match: Match) -> None:
    """On a phone it has one line, with an ellipsis where that is not enough."""
    reader.set_viewport_size(PHONE)
    told = " · ".join(f"effect number {number}" for number in range(20))
    data = frames(match, match, [], language="en", near="A", sees_all=True)
    data["events"][-1]["ops"].append(["last", "A", [told]])
    reader.evaluate(
        "([data, at]) => replay(document.getElementById('replay'), data, at, () => {})",
        [{**data, "words": words("en")}, len(match) - 1],
    )
    line = reader.get_by_role("button", name=told)
    cut = "one => one.scrollHeight > one.clientHeight + 1"
    assert line.locator("span").evaluate(cut)
    line.click()
    expect(line).to_have_attribute("aria-expanded", "true")
    assert not line.locator("span").evaluate(cut)


def test_markup_in_names_is_shown_as_it_is(reader: Page) -> None:
    expect(reader.locator(".player", has_text=HOSTILE)).to_be_visible()
    assert reader.locator("#replay img").count() == 0
