"""Scripts that every page has: a click in a row of a table opens what the row is about (``rows.js``), the
sidebar of a narrow window makes way for the page (``sidebar.js``), and Streamlit's own words are exchanged
for those of the language (``words.js``).

Streamlit drops a script in which ``<`` stands right before a letter. Not here: the table of a match
(``dashboard.board``).
"""

import json
from pathlib import Path

import streamlit as st
import tomli

from dashboard.app.language import LANGUAGES

FOLDER = Path(__file__).parent
NAMES = ("rows.js", "sidebar.js", "words.js")
STREAMLIT_WORDS: dict[str, dict[str, str]] = {
    "en": {},
    "ja": tomli.loads((FOLDER / "streamlit_words.toml").read_text("utf-8")),
}
"""Language → what Streamlit itself says in English → the same in that language."""


def _markup(language: str) -> str:
    scripts = "\n".join((FOLDER / name).read_text("utf-8") for name in NAMES)
    words = json.dumps(STREAMLIT_WORDS[language], ensure_ascii=False)
    return f"<script>{scripts}\nkifudaSpeak({json.dumps(language)}, {words});</script>"


MARKUP = {language: _markup(language) for language in LANGUAGES}


def load(language: str) -> None:
    """Load them into the page, which speaks this language.

    Rows are no ``st.dataframe(on_select=...)``: a cell is selected by the arrow keys as well, and
    ``st.switch_page`` leaves an address behind that nobody has been at, to which the way back would lead.
    """
    st.html(MARKUP[language], unsafe_allow_javascript=True)
