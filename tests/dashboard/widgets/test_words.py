"""Streamlit's own words are in the language of the page, whatever somebody opens, points at or types there;
what people wrote stays as it is.

What stands on a page and was never sent by the server is Streamlit's own.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from dashboard.app.language import LANGUAGES
from dashboard.app.pages import WRITING
from dashboard.widgets.scripts import STREAMLIT_WORDS
from tests.dashboard.browsing import STILL_MS, Visitors, needs_chromium, shown, soon
from tests.dashboard.opening import PAGES
from tests.support.effort import LONG

READ = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Text ? node.parentElement : node;
    if (element.closest("script, style, noscript, svg, td")) continue;
    if (element.closest("[data-testid=stCode], [data-testid=stIconMaterial]")) continue;
    if (node instanceof Text) found.push(node.nodeValue);
    else for (const name of ["alt", "aria-label", "aria-roledescription", "placeholder", "title"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return found;
}"""
"""All texts of a page, but those in drawings, tables and what may be copied, and the names of icons."""
ENGLISH = re.compile(r"[A-Za-z]{3,}")
NAMES = {"CSV", "PNG", "Vega", "Lite", "Enter", "Ctrl"}
"""Of kinds of files and of keys: the same in Japanese."""
FIELDS = (
    *(f"[data-testid={kind}] [role=combobox]" for kind in ("stSelectbox", "stMultiSelect")),
    *(f"[data-testid={kind}] input" for kind in ("stNumberInput", "stTextInput")),
    "textarea",
)
DRAWN = ("[data-testid=stDataFrame]", "[data-testid=stVegaLiteChart]")
TOOLS = "[data-testid=stElementToolbar] button"
SHOWN = "visible=true"


class Listener:
    """Somebody with a browser who knows which words came from the server."""

    def __init__(self, visitors: Visitors) -> None:
        self._sent: list[str] = []
        self.page = visitors.come(locale="ja-JP", hears=lambda frame: self._sent.append(_plain(frame)))

    def foreign(self) -> set[str]:
        """English on the page that is Streamlit's own."""
        sent = "\n".join(self._sent)
        help = STREAMLIT_WORDS["ja"]["Help for {}"].removeprefix("{}")
        own = (text.strip().removesuffix(help) for text in self.page.evaluate(READ))
        return {
            text for text in own if text not in sent and not NAMES.issuperset(ENGLISH.findall(text)) and text
        }


def _plain(frame: bytes) -> str:
    """The texts in a message, in JSON as well, without the signs by which markdown is kept from reading
    names."""
    text = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), frame.decode("utf-8", "ignore"))
    return text.replace("\\", "")


def things_to_see(page: Page) -> Iterator[str]:
    """Open, point at and type into everything there is, where time is short into one field of each kind: they
    have the same words. Gives what it was, each time there may be words."""
    yield "the page"
    for opened in ("[data-testid=stExpander] summary", "[data-testid=stPopoverButton]"):
        for one in _each(page, opened):
            one.click()
            shown(page)
            yield opened
            page.keyboard.press("Escape")
    for field in _of_each_kind(page, FIELDS):
        field.click()
        page.wait_for_timeout(STILL_MS)
        yield "a field"
        field.press_sequentially("0q")
        page.wait_for_timeout(STILL_MS)
        yield "a field in which nobody finds anything"
        for key in ("Backspace", "Backspace", "Escape"):
            field.press(key)
        page.mouse.click(1, 1)
    for drawn in _of_each_kind(page, DRAWN):
        drawn.hover()
        page.wait_for_timeout(STILL_MS)
        yield "tools"
    for table in _each(page, "[data-testid=stDataFrame]")[:1]:
        table.hover()
        for tool in page.locator(TOOLS).locator(SHOWN).all():
            tool.focus()
            page.wait_for_timeout(STILL_MS)
            yield "a tool"
        table.click(button="right", position={"x": 120, "y": 14})
        page.wait_for_timeout(STILL_MS)
        yield "a heading"
        page.keyboard.press("Escape")


def _each(page: Page, selector: str) -> list[Locator]:
    return page.locator(selector).locator(SHOWN).all()


def _of_each_kind(page: Page, selectors: Sequence[str]) -> list[Locator]:
    alike = ([one for one in _each(page, kind) if one.is_enabled()] for kind in selectors)
    return [one for those in alike for one in (those if LONG else those[:1])]


@needs_chromium
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [*PAGES, *WRITING])
def test_no_page_in_japanese_has_english_of_streamlit(
    visitors: Visitors, site: str, desk: str, name: str
) -> None:
    one = Listener(visitors)
    one.page.goto(f"{desk if name in WRITING else site}/{name if name != PAGES[0] else ''}?lang=ja")
    shown(one.page)
    one.page.wait_for_function("!!window.kifudaSpeak")  # the script comes with the page, not before it
    found = {(seen, text) for seen in things_to_see(one.page) for text in one.foreign()}
    assert found == set()


@needs_chromium
def test_words_change_with_the_language_and_names_never_do(page: Page, desk: str, tmp_path: Path) -> None:
    """Somebody has a file that is called like one of Streamlit's buttons."""
    named = tmp_path / "Upload"
    named.write_text("?")
    page.goto(f"{desk}/import?lang=ja")
    button = page.get_by_test_id("stFileUploaderDropzone").get_by_test_id("stBaseButton-secondary")
    words = {"en": "Upload", "ja": STREAMLIT_WORDS["ja"]["Upload"]}
    for language in ("ja", "en", "ja"):
        page.get_by_test_id("stButtonGroup").get_by_text(LANGUAGES[language], exact=True).click()
        expect(button).to_contain_text(words[language])
        assert page.evaluate("document.documentElement.lang") == language
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(named)
    expect(page.get_by_test_id("stFileChipName")).to_have_text("Upload")
    assert soon(page, lambda: page.get_by_role("button", name="Uploadを外す").count() == 1)


def test_every_word_is_in_japanese_and_keeps_what_is_filled_in() -> None:
    for own, told in STREAMLIT_WORDS["ja"].items():
        assert own.count("{}") >= told.count("{}"), own
        assert NAMES.issuperset(ENGLISH.findall(told)), own
