"""The language of the pages, and their texts in both languages.

The default is the browser's language; a reader's choice is stored in the URL. Not here: the texts of rules
and events (``engine.text.messages``, ``engine.text.sentence``).
"""

from pathlib import Path

import streamlit as st

from analytics.tournaments.words import TEXTS as TOURNAMENT_TEXTS
from dashboard.app import url
from engine.kernel.bilingual import load_texts
from engine.text.phrase import fill

KEY = "lang"
LANGUAGES = {"en": "English", "ja": "日本語"}
TEXTS = TOURNAMENT_TEXTS | load_texts(Path(__file__).with_name("texts.toml"))


def say(language: str, key: str, **facts: object) -> str:
    """The text under ``key`` with ``facts`` filled in. Raises ``KeyError`` for an unknown key."""
    return fill(TEXTS[key][language], facts)


def current() -> str:
    """The language of this reader, ``en`` or ``ja``: the one chosen, else that of the browser."""
    chosen = url.current_value(KEY, everywhere=True)
    if chosen in LANGUAGES:
        return chosen
    return "ja" if (st.context.locale or "").startswith("ja") else "en"


def switch() -> None:
    """Draw the control that switches the language."""
    url.segmented_control(
        KEY,
        "Language / 言語",
        list(LANGUAGES),
        names=LANGUAGES.__getitem__,
        default=current(),
        hidden_label=True,
        everywhere=True,
    )
