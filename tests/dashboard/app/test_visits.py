"""An address leads back: whoever opens it in another browser gets the same tables, charts and numbers. And
what axe finds serious or critical on any page, in English and light or in Japanese and dark: nothing. And no
page is wider than a laptop or a phone.

For every page its choices are made in a real Chromium, then the address is opened by somebody else. Loading a
page is what takes time, so both are tried on one visit; where time is short, nobody else comes to some of the
pages, and the first one turns the light off.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.dashboard.accessibility import LAPTOP, PHONE, THEMES, barriers, too_wide
from tests.dashboard.browsing import STILL_MS, Theme, Visitors, needs_chromium, shown, soon
from tests.dashboard.logs import POISON
from tests.dashboard.opening import PAGES
from tests.support.effort import LONG
from tests.support.field import GAME

pytestmark = needs_chromium

KEY_MS = 60
"""Between two keys: nobody types faster."""
FRAGMENT = ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY
SHOWN = ("dataframe", "table", "vega_lite_chart", "metric", "markdown", "heading", "alert", "bidi_component")
"""What of a page people read."""


class Reader:
    """Somebody with a browser, and all that the server has sent for what is on the page now."""

    def __init__(self, visitors: Visitors, theme: Theme) -> None:
        self.page = visitors.come(theme=theme, hears=self._take)
        self._kept: dict[str, Any] = {}
        self._now: dict[tuple[int, ...], Any] = {}
        self._before: dict[tuple[int, ...], Any] = {}
        self._runs = 0

    def _take(self, frame: bytes) -> None:
        message = ForwardMsg.FromString(frame)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._before, self._now = self._now, {}
        if kind == "script_finished" and message.script_finished == FRAGMENT:
            self._now = {**self._before, **self._now}  # a run of a fragment leaves the rest as it is
        self._runs += kind == "script_finished"
        if kind == "delta":
            self._kept[message.hash] = message.delta
        delta = self._kept[message.ref_hash] if kind == "ref_hash" else message.delta
        if kind in ("delta", "ref_hash"):
            self._now[tuple(message.metadata.delta_path)] = delta

    def open(self, address: str) -> None:
        """Go there, and wait until the page stands still."""
        self.page.goto(address)
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        shown(self.page)

    def digest(self) -> str:
        """One hash of the tables, charts and texts on the page, which stands still."""
        told = sha256()
        for _, delta in sorted(self._now.items()):
            element = delta.new_element
            kind = element.WhichOneof("type")
            # What is typed over a field is no part of what the server sent for it.
            if kind in SHOWN and not (kind == "dataframe" and element.dataframe.editing_mode):
                told.update(getattr(element, kind).SerializeToString(deterministic=True))
        return told.hexdigest()

    def chosen(self) -> list[str]:
        """What stands in the widgets, and which of several options are pressed, once the browser has drawn
        everything: fields come after the texts."""
        before: list[str] | None = None
        while (now := self._chosen_now()) != before:
            before = now
            self.page.wait_for_timeout(STILL_MS)
        return now

    def _chosen_now(self) -> list[str]:
        fields = self.page.locator("input:visible").evaluate_all("all => all.map(one => one.value)")
        pressed = self.page.locator("[data-testid$=Active]:visible").all_inner_texts()
        return [*fields, *pressed]

    def act(self, action: Callable[[Page], object]) -> None:
        """Do something, and wait until the server has drawn the page anew: who went on before that would take
        the choice back where the next one hides it."""
        before = self._runs
        action(self.page)
        assert soon(self.page, lambda: self._runs > before)
        shown(self.page)


Action = Callable[[Page], object]


def pick(label: str, option: str, *, typed: bool = False) -> Action:
    """Choose from a list; key by key if ``typed``, else at one go."""

    def act(page: Page) -> None:
        field = page.get_by_role("combobox", name=label).locator("visible=true").first
        field.click()
        if typed:
            field.press_sequentially(option, delay=KEY_MS)
        else:
            field.fill(option)
        page.get_by_role("option", name=option, exact=True).first.click()

    return act


def press(option: str) -> Action:
    """Press one of several options side by side, or a tab."""
    return lambda page: _side_by_side(page, option).click()


def _side_by_side(page: Page, option: str) -> Locator:
    group = page.locator(
        "[data-testid=stButtonGroup] button, [data-testid=stTab], [data-testid=stTabs] button"
    )
    return group.locator("visible=true").get_by_text(option, exact=True).first


def least(number: int) -> Action:
    def act(page: Page) -> None:
        field = page.get_by_role("spinbutton").locator("visible=true").first
        field.fill(str(number))
        field.press("Enter")

    return act


def number_in(row: int, number: str) -> Action:
    """Type a number of decks into a row of the field."""

    def act(page: Page) -> None:
        grid = page.locator("[data-testid=stDataFrame]").first
        box = grid.bounding_box()
        assert box is not None
        page.mouse.dblclick(box["x"] + 0.35 * box["width"], box["y"] + 35 * (row + 1) + 17)
        cell = page.locator("#portal input")
        cell.fill(number)
        cell.press("Enter")

    return act


BLADE = {"game": "blade-rondo"}
DUEL = {"game": GAME}
STORIES: dict[str, tuple[dict[str, str], list[Action], set[str]]] = {
    "overview": (DUEL, [press("Half a win"), press("Diverged"), least(60)], {"draws", "grade", "min"}),
    "meta": (
        BLADE,
        [pick("Player", "heuristic"), press("Only"), press("resolve rate"), press("Players"), least(6)],
        {"player", "simulated", "cards-metric", "tab", "min"},
    ),
    "matchups": (
        DUEL,
        [press("as counted"), pick("One against all", "Stone"), press("Not won"), least(30)],
        {"rates", "archetype", "draws", "min"},
    ),
    "archetype": (DUEL, [pick("Archetype", "Ember"), press("Matchups")], {"archetype", "tab"}),
    "compare": (
        DUEL,
        [pick("Deck", "Stone"), pick("Compared with", "Ember"), press("Half a win")],
        {"deck", "versus", "draws"},
    ),
    "cards": (
        BLADE,
        [
            pick("Metric", "win rate when played"),
            press("Two metrics"),
            pick("Across", "keep rate"),
            pick("Up", "resolve rate"),
        ],
        {"metric", "tab", "x", "y"},
    ),
    "card": (BLADE, [pick("Card in the deck", "Dancing Sword", typed=True), least(6)], {"card", "min"}),
    "tempo": (BLADE, [pick("Player", "random", typed=True), press("Only")], {"player", "simulated"}),
    "chains": (BLADE, [press("Diverged"), least(3)], {"grade", "min"}),
    "costs": (BLADE, [press("Without"), least(3)], {"simulated", "min"}),
    "tournaments": (
        {},
        [pick("Tournament", "Open Day"), press("Rounds"), pick("Round", "Round 2 · Swiss")],
        {"cup", "part", "round"},
    ),
    "players": (
        {"game": "magic"},
        [least(1), press("P1, P2 …"), pick("Player", "P2")],
        {"names", "who", "min"},
    ),
    "lab": (
        DUEL,
        [number_in(0, "12"), number_in(1, "3"), number_in(2, "5"), number_in(0, "4"), least(40)],
        {"field", "min"},
    ),
    "matches": (BLADE, [pick("Player", "random"), press("Exact")], {"player", "grade"}),
    "replay": ({"match": POISON, "at": "60"}, [press("Public")], {"as"}),
    "audit": ({"match": POISON}, [], {"match"}),
    "health": ({}, [], set()),
    "methods": ({}, [pick("Kind", "Mulligan")], {"family"}),
}
"""Where somebody begins on each page, what is chosen there, and the keys of that in the address."""


VISITED_TWICE = {"overview", "replay"} if not LONG else {*PAGES}
"""Without a path in the address, and with a component."""
VISITED = VISITED_TWICE | {"cards"}
"""With a table, a tab and charts; the others are visited in the long run."""


@pytest.mark.parametrize(
    "name", [name if name in VISITED else pytest.param(name, marks=pytest.mark.sampled(0)) for name in PAGES]
)
def test_an_address_leads_back_and_no_page_shuts_anybody_out(
    visitors: Visitors, site: str, name: str
) -> None:
    """Two people look at the page, one in English from where it begins, then the other in Japanese by the
    address of what the first one chose: both try whether they can read it."""
    begin, actions, keys = STORIES[name]
    one = Reader(visitors, THEMES["en"])
    one.open(f"{site}/{'' if name == PAGES[0] else name}?{urlencode({'lang': 'en', **begin})}")
    before = one.digest()
    if keys & {"tab", "part"}:  # what is behind the first tab is gone later
        one.page.set_viewport_size(PHONE)
        shown(one.page)
        assert too_wide(one.page, PHONE) == []
        one.page.set_viewport_size(LAPTOP)
        shown(one.page)
    for action in actions:
        one.act(action)
    assert not actions or one.digest() != before, "nothing was chosen"
    assert barriers(one.page) == []
    one.act(press("日本語"))  # on the phone
    one.page.wait_for_url("**lang=ja**")
    copied, chosen = one.page.url, one.chosen()
    asked = parse_qs(urlsplit(copied).query)
    assert keys <= asked.keys() and asked["lang"] == ["ja"]
    if name not in VISITED_TWICE:
        one.page.emulate_media(color_scheme=THEMES["ja"])
        shown(one.page)
        assert barriers(one.page) == []
        return
    visitors.leave(one.page)
    other = Reader(visitors, THEMES["ja"])
    other.open(copied)
    assert other.digest() == one.digest()
    assert other.page.url == copied
    assert name == "lab" or soon(other.page, lambda: other.chosen() == chosen), other.chosen()
    assert barriers(other.page) == []
