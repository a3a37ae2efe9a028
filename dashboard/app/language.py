"""The language of the pages and their texts in both.

A reader gets the language of the browser until another is chosen; the choice stands in the URL. Not here:
the texts of rules and events (``engine.text.messages``, ``engine.text.sentence``).
"""

from pathlib import Path

import streamlit as st

from analytics.tournaments.words import TEXTS as OF_TOURNAMENTS
from dashboard.app import url
from engine.kernel.bilingual import load_texts
from engine.text.phrase import fill

KEY = "lang"
LANGUAGES = {"en": "English", "ja": "日本語"}
TEXTS = OF_TOURNAMENTS | load_texts(Path(__file__).with_name("texts.toml"))


def say(language: str, key: str, **facts: object) -> str:
    """The text under ``key`` with ``facts`` filled in. Raises ``KeyError`` for a key without a text."""
    return fill(TEXTS[key][language], facts)


def current() -> str:
    """The language that this reader has chosen, else that of the browser: ``en`` or ``ja``."""
    chosen = url.chosen(KEY)
    if chosen in LANGUAGES:
        return chosen
    return "ja" if (st.context.locale or "").startswith("ja") else "en"


def choice() -> None:
    """The switch between the languages."""
    url.segments(
        KEY,
        "Language / 言語",
        list(LANGUAGES),
        names=LANGUAGES.__getitem__,
        default=current(),
        hidden_label=True,
        everywhere=True,
    )
