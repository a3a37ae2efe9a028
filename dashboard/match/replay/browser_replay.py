"""The replay as a component of a page, and as one HTML file that needs no server.

Both run the same script. What comes from records goes in as data: the script writes it as text, and the file
holds it as JSON in which nothing can end the element around it. Not here: the data (``frames``).
"""

import html
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

from dashboard.app.language import say
from dashboard.board.layout import seats_from
from dashboard.match.finding_markers import finding_markers
from dashboard.match.replay.frames import frames
from engine.record.match import Match

WEB = Path(__file__).parents[2] / "board" / "web"
WORDS = (
    "title", "moves", "event", "first", "last", "back", "on", "act_back", "act_on", "turn_back", "turn_on",
    "turn", "play", "speed", "link", "linked", "svg", "png", "unknown", "down", "turned", "cost", "recorded",
    "ruled", "refused", "reasons", "computation", "because", "compared", "holds", "count", "dispute", "close",
)  # fmt: skip
"""Texts of the script: those of the pages under ``table.``."""


def words(language: str) -> dict[str, str]:
    """What the script says, in one language."""
    return {word: say(language, f"table.{word.replace('_', '-')}", seq="{seq}", n="{n}") for word in WORDS}


@cache
def script() -> str:
    """The script without its export."""
    names = ("fit.js", "table.js", "picture.js", "curve.js", "replay.js")
    return "".join((WEB / name).read_text("utf-8") for name in names)


@cache
def style() -> str:
    """The style of table and replay."""
    return (WEB / "replay.css").read_text("utf-8")


@cache
def _component() -> Any:
    mount = (WEB / "mount.js").read_text("utf-8")
    return st.components.v2.component("kifuda.replay", css=style(), js=script() + mount)


def show(data: Mapping[str, Any], *, match: str, at: int, mark: str, jump: str) -> int:
    """Draw the replay of ``match`` and return the event at which its reader is. ``mark`` changes with the
    data; ``at`` counts at first and whenever ``jump`` changes."""
    result = _component()(
        key=f"table {match}",
        data={**data, "at": at, "mark": mark, "jump": jump},
        default={"at": at},
        on_at_change=lambda: None,
    )
    return int(result.at)


def html_file(match: Match, whole: Match, *, viewer: str | None, at: int, language: str) -> str:
    """The replay of ``match`` as one HTML file: what ``viewer`` may see of ``whole``, None for everything."""
    markers = finding_markers(whole, whole.verdict) if viewer is None else []
    near = seats_from(match.rules, match.opened.players, viewer)[0]
    data = frames(match, whole, markers, language=language, near=near, sees_all=viewer is None)
    return page_of({**data, "words": words(language)}, at=at)


def page_of(data: Mapping[str, Any], *, at: int) -> str:
    """The data of a replay as one HTML file."""
    told = json.dumps({**data, "embedded": True}, ensure_ascii=False, separators=(",", ":"))
    safe = told.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"""<!doctype html>
<html lang="{html.escape(data["language"])}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:">
<title>{html.escape(data["id"])} · kifuda</title>
<style>:root {{ color-scheme: light dark; }} body {{ margin: 6px; background: light-dark(#fff, #14181d); }}
{style()}</style>
<main id="replay"></main>
<script type="application/json" id="match">{safe}</script>
<script>
{script()}
const asked = Number(new URLSearchParams(location.search).get("at") || location.hash.slice(1) || {at});
const told = JSON.parse(document.getElementById("match").textContent);
replay(document.getElementById("replay"), told, asked, () => {{}});
</script>
</html>
"""
