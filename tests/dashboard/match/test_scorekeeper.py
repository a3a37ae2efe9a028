"""A scorekeeper's story in a real Chromium: matches of Blade Rondo are entered on the page, with what goes
wrong at tables, and what is taken home audits as it should.

Everything else about recording is tested without a browser (``test_record``).
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from dashboard.app.language import LANGUAGES, TEXTS
from engine.games.registry import RULESETS
from engine.record.notation.read import read
from engine.text.label import Labels
from events.log.sqlite_log import SqliteLog
from events.model.kinds import ACTS, Fouled, Retracted, Ruled, Shuffled
from tests.dashboard.accessibility import PHONE, THEMES, barriers
from tests.dashboard.browsing import Visitors, needs_chromium, settled, shown
from tests.dashboard.logs import CLEAN, SAMPLES
from tests.support.command import kifuda
from tests.support.effort import some

pytestmark = needs_chromium

LABELS = Labels(RULESETS["blade-rondo@1.03"], "en")
DEALT = SAMPLES / f"{CLEAN}.kfd"
"""Whose cards are dealt."""
LINES = (
    "A keep 斬撃剣 マナティックルピナス マナティックルピナス 絶対剣 加速するロンド 絶対剣 霧紡ぎのパール",
    "B keep 舞踏剣 斬撃剣 猛り狂うカデンツァ お気の毒の刃 霧紡ぎのパール 加速するロンド お気の毒の刃",
    "A breath 加熱法", "A end",
    "B breath 加熱法", "B breath 鼓動法", "B set 霧紡ぎのパール", "B end",
    "A breath 加熱法", "A use 斬撃剣", "B reveal 霧紡ぎのパール",
    "! agreed-end A",
)  # fmt: skip
"""A short match in which an act is answered."""
FIELD = TEXTS["tap.find"]["en"]
TYPED = {"A use 斬撃剣": "Slashing Sword", "B reveal 霧紡ぎのパール": "Mist-Spinning Pearl"}
"""What somebody types who looks for these acts; for others the line of a record."""

REDRAWN_MS = 8_000


class Keeper:
    """A scorekeeper at the page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address

    def open(self) -> None:
        self.page.goto(f"{self.address}/record?lang=en")
        settled(self.page)

    def begin(self, id: str, dealt: dict[str, str], **players: str) -> None:
        """A new match of which the cards ``dealt`` are known."""
        page = self.page
        for seat, name in players.items():
            page.get_by_role("textbox", name=f"Player {seat}").fill(name)
        page.get_by_role("textbox", name="Id of the match").fill(id)
        page.get_by_role("button", name="Begin to record").click()
        # What comes while Streamlit loads the script of the table may get lost: people see the table first.
        expect(page.locator(".recorder")).to_be_visible()
        for part, cards in dealt.items():
            page.get_by_role("textbox", name=LABELS.place(part)).fill(cards)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_text("decides")).to_be_visible()

    def stored(self) -> str:
        """What the page says of how much is on disk."""
        return settled(self.page).get_by_text("events stored").inner_text()

    def still(self) -> str:
        """The same, once the page stands still: answers that take themselves may follow an act."""
        shown(self.page)
        return self.stored()

    def record(self, line: str, *, typed: str = "") -> None:
        """An act, looked for by ``typed`` where that is given; it is on disk afterwards."""
        before = self.stored()
        self.enter(line, typed=typed)
        try:
            expect(self.page.get_by_text("events stored")).not_to_have_text(before, timeout=REDRAWN_MS)
        except AssertionError:  # The page was drawn anew while somebody typed, who does it once more.
            self.enter(line, typed=typed)
            expect(self.page.get_by_text("events stored")).not_to_have_text(before)

    def enter(self, line: str, *, typed: str = "") -> None:
        page = self.page
        shown(page)  # An answer that takes itself draws the page anew, and what is typed meanwhile is gone.
        field = page.get_by_role("combobox", name=FIELD)
        field.fill(typed or line)
        field.press("Enter")

    def tapped(self, button: Locator) -> None:
        """A tap that records something; it is on disk afterwards."""
        before = self.still()
        button.click()
        expect(self.page.get_by_text("events stored")).not_to_have_text(before)

    def pressed(self, *keys: str) -> None:
        """Keys that record something; it is on disk afterwards."""
        before = self.still()
        for key in keys:
            self.page.keyboard.press(key)
        expect(self.page.get_by_text("events stored")).not_to_have_text(before)

    def taken_home(self, folder: Path) -> Path:
        """The record that the page gives at the end."""
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Download the record").click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path


@pytest.fixture
def log(log_of_desk: Path) -> Path:
    return log_of_desk


@pytest.fixture
def keeper(visitors: Visitors, desk: str) -> Keeper:
    made = Keeper(visitors.come(), desk)
    made.open()
    return made


def number_in(told: str) -> int:
    return int(told.split()[0])


def grade(log: Path, match: str) -> str:
    (told,) = kifuda("audit", match, "--log", log, "--json").lines()
    return str(told["grade"])


def imported(record: Path, folder: Path) -> Path:
    """A fresh log with just this record."""
    fresh = folder / "fresh.db"
    kifuda("import", record, "--log", fresh)
    return fresh


@pytest.mark.sampled(0)
def test_a_whole_match_audits_exact(keeper: Keeper, log: Path, tmp_path: Path) -> None:
    """From the deal to the end, with an answer, a slip of the keyboard and a reload in the middle."""
    dealt = next(event for event in read(DEALT.read_text("utf-8")).events if isinstance(event[0], Shuffled))
    faces = dealt[0].order
    known = {"dealt.A": " ".join(faces[:15]), "dealt.B": " ".join(faces[15:30])}
    keeper.begin("cup-final", known, A="Hana", B="Riku")
    page = keeper.page
    for number, line in enumerate(LINES):
        if number == 3:
            before = keeper.still()
            keeper.enter("B use 絶対剣")
            expect(page.get_by_text("[BR-base-7-1]").first).to_be_visible()
            page.get_by_role("button", name="It was a slip of the keyboard").click()
            assert keeper.still() == before
        if number == len(LINES) // 2:
            before = keeper.still()
            page.reload()
            assert number_in(keeper.still()) >= number_in(before), "nothing is lost; answers may follow"
        if line != LINES[-1]:
            keeper.record(line, typed=TYPED.get(line, ""))
        else:
            keeper.enter(line)
    expect(page.get_by_text("Exact")).to_be_visible()
    record = keeper.taken_home(tmp_path)
    assert grade(log, "cup-final") == "EXACT"
    assert grade(imported(record, tmp_path), "cup-final") == "EXACT"
    with SqliteLog(log) as source, SqliteLog(tmp_path / "fresh.db") as fresh:
        acts = [
            [event for event in one.events("cup-final") if isinstance(event, ACTS)] for one in (source, fresh)
        ]
    assert [(act.seat, act.verb, act.cards) for act in acts[0]] == [
        (act.seat, act.verb, act.cards) for act in acts[1]
    ]


@pytest.mark.sampled(0)
def test_what_went_wrong_at_a_table_stands_in_the_record(keeper: Keeper, log: Path, tmp_path: Path) -> None:
    """Cards that nobody saw, a foul with a ruling, an act that is taken back, a reload: AMENDED."""
    keeper.begin("side-table", {}, A="Aoi", B="Ren")
    page = keeper.page
    for line in ("A keep ??x7", "B keep ??x7"):
        keeper.record(line)
    keeper.enter("A use 絶対剣")
    expect(page.get_by_text("[BR-5.2-2a]").first).to_be_visible()
    page.get_by_role("textbox", name="Ruling").fill("life A 14")
    page.get_by_role("textbox", name="Judge").fill("Kei")
    page.get_by_role("button", name="Record as a foul").click()
    expect(page.get_by_role("button", name="Record as a foul")).to_have_count(0)
    keeper.record("A breath 加護法 x=0", typed="Ward")
    before = keeper.stored()
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("textbox", name="Why is the last act or ruling taken back?").fill("the other card")
    page.get_by_role("button", name="Take back").last.click()
    expect(page.get_by_text("events stored")).not_to_have_text(before)
    page.reload()
    keeper.record("A breath 加熱法", typed="加熱")
    keeper.enter("! agreed-end A")
    expect(page.get_by_text("AMENDED")).to_be_visible()
    record = keeper.taken_home(tmp_path)
    assert grade(log, "side-table") == "AMENDED"
    assert grade(imported(record, tmp_path), "side-table") == "AMENDED"
    with SqliteLog(log) as source:
        kinds = {type(event) for event in source.events("side-table")}
    assert {Fouled, Ruled, Retracted} <= kinds


def test_on_a_phone_an_act_is_tapped_and_undone(keeper: Keeper, log: Path) -> None:
    """Hands that nobody saw; a card that cannot be used says why; what was undone can be done again."""
    keeper.begin("phone", {}, A="Aoi", B="Ren")
    page = keeper.page
    page.set_viewport_size(PHONE)
    for _ in "AB":
        keeper.tapped(page.get_by_role("button", name="keep ??×7"))
    seats = acting(log, "phone")
    hidden = page.locator(".side:not(.far) .fan .card.back").nth(3)
    ring = hidden.evaluate("""card => {
        const {outlineWidth, outlineOffset} = getComputedStyle(card);
        return parseFloat(outlineWidth) + parseFloat(outlineOffset);
    }""")
    assert ring <= 1, "it covers the name of the zone"
    hidden.click()
    page.get_by_role("button", name="Slashing Sword", exact=True).click()
    expect(page.locator(".card.chosen")).to_have_count(1)
    expect(page.locator(".about")).to_contain_text("Slashing Sword")
    page.get_by_role("button", name="Undo the last tap").click()
    page.locator(".side:not(.far) .card:not(.back)", has_text="Heat").click()
    keeper.tapped(page.get_by_role("button", name="breath", exact=True))
    expect(page.locator(".told.recorded")).to_contain_text("Heat")
    keeper.tapped(page.get_by_role("button", name="Undo", exact=False).first)
    expect(page.locator(".told.undone")).to_contain_text("Heat")
    keeper.tapped(page.get_by_role("button", name="Redo"))
    expect(page.locator(".told.recorded")).to_contain_text("Heat")
    page.locator(".side.far .fan .card.back").first.click()
    expect(page.locator(".told.refused")).to_contain_text("[BR-")
    page.get_by_text(TEXTS["tap.clause"].en).click()
    expect(page.locator(".told details")).to_have_text(re.compile(r"BR-[\w.-]+: \w+ "))
    assert acting(log, "phone") == [*seats, "A", "A"]
    field = page.locator(".recorder input")
    field.fill("end")
    expect(page.get_by_role("option", name="agreed")).to_have_count(0)
    field.fill("agreed")
    expect(page.get_by_role("option", name="agreed")).to_have_count(3)
    field.fill("")
    page.get_by_role("button", name=TEXTS["tap.ending"].en).click()
    agreed = page.locator(".chip.standing", has_text="agreed")
    expect(agreed).to_have_text(
        [re.compile(end) for end in ("a draw$", "A .*Aoi.* wins$", "B .*Ren.* wins$")]
    )


def test_on_a_phone_no_button_covers_who_is_asked(keeper: Keeper) -> None:
    """However long a name is, in either language."""
    keeper.begin("long", {}, A="Wilhelmina Featherstonehaugh", B="Ren")
    page = keeper.page
    page.set_viewport_size(PHONE)
    for language in ("ja", "en"):
        page.get_by_test_id("stButtonGroup").get_by_text(LANGUAGES[language], exact=True).click()
        tools, asked = page.locator(".recorder .tools"), page.locator(".recorder .asked")
        expect(tools.get_by_role("button").first).to_contain_text(TEXTS["tap.undo"][language])
        one, other = tools.bounding_box(), asked.bounding_box()
        assert one is not None and other is not None
        assert other["x"] + other["width"] <= one["x"] and one["x"] + one["width"] <= PHONE["width"]


def test_the_keyboard_is_enough(keeper: Keeper, log: Path) -> None:
    """Hints, typing and Enter; the focus stays where the next key is wanted; Escape takes back a tap."""
    keeper.begin("keys", {}, A="Aoi", B="Ren")
    page = keeper.page
    keeper.tapped(page.get_by_role("button", name="keep ??×7"))
    expect(page.locator(".recorder .astext")).to_contain_text("hand 7")
    page.locator(".recorder").focus()
    keeper.pressed("1")
    keeper.pressed("/", *"heat", "Enter")
    expect(page.locator(".told.recorded")).to_contain_text("Heat")
    field = page.get_by_role("combobox", name=FIELD)
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator(".recorder")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    keeper.pressed("Control+z")
    expect(page.locator(".told.undone")).to_contain_text("Heat")
    hint = page.locator(".board .lit", has_text="Heat").get_attribute("data-key")
    page.keyboard.press(str(hint))
    expect(page.locator(".card.chosen")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".card.chosen")).to_have_count(0)
    page.keyboard.press(str(hint))
    keeper.pressed("1")
    assert acting(log, "keys") == ["A", "B", "A", "A"]


def test_names_on_the_table_are_text(keeper: Keeper) -> None:
    """A player's name with markup stands there as it was typed."""
    keeper.begin("names", {}, A="<img src=x onerror=alert(1)>", B="B**o**")
    page = keeper.page
    expect(page.locator(".player", has_text="<img src=x onerror=alert(1)>")).to_be_visible()
    assert page.locator(".recorder img").count() == 0


def acting(log: Path, match: str) -> list[str]:
    """Who has acted so far, undone acts included."""
    with SqliteLog(log) as source:
        return [event.seat for event in source.events(match) if isinstance(event, ACTS) and not event.implied]


def test_the_page_shuts_nobody_out(keeper: Keeper, visitors: Visitors) -> None:
    """A match that is begun and one that goes on, by axe, in both languages; where time is short, each in one
    of them."""
    keeper.begin("next-table", {}, A="Aoi", B="Ren")
    begun, goes_on = "", "&match=next-table"
    visits = [("ja", goes_on), ("en", goes_on), ("en", begun), ("ja", begun)]
    for language, match in some(visits):
        page = visitors.come(theme=THEMES[language])
        page.goto(f"{keeper.address}/record?lang={language}{match}")
        assert barriers(page) == [], (language, match)
        visitors.leave(page)
