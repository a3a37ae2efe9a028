"""What the server says at addresses that no page has: those of Streamlit that no page needs are closed, and
whoever mistypes the name of a page is told so in both languages.

Not here: what pages show to whom (``access``).
"""

from html import escape
from typing import Any
from urllib.parse import unquote

import streamlit as st

METRICS = "/_stcore/metrics"
"""Counters of the server, for programs that watch it: how many sessions there are, what is cached."""
AGENTS = "/_stcore/agent/"
"""Where programs could ask for pages, if Streamlit were told to let them."""
OF_STREAMLIT = ("_stcore", "auth", "oauth2callback", "static", "media", "component", "app")
"""First parts of paths that are no pages, and that Streamlit answers."""
NOWHERE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>404 · kifuda</title>
<style>body {{ font: 1.1rem/1.6 sans-serif; margin: 20vh auto; max-width: 34rem; padding: 0 1rem }}</style>
</head><body>{texts}<p><a href="{home}">kifuda</a></p></body></html>
"""


class Addresses:
    """Middleware (ASGI) in front of ``app`` that answers at addresses that lead nowhere."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, or let the request pass."""
        path = str(scope.get("path", ""))
        if scope["type"] == "http" and _closed(path):
            await _answer(send, "text/plain", "Not Found")
        elif scope["type"] == "http" and _asks_for_page(scope) and (name := _unknown(path)):
            await _answer(send, "text/html", _nowhere(name, scope))
        else:
            await self._app(scope, receive, send)


async def _answer(send: Any, kind: str, text: str) -> None:
    headers = [(b"content-type", f"{kind}; charset=utf-8".encode())]
    await send({"type": "http.response.start", "status": 404, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


def _closed(path: str) -> bool:
    """Whether nobody gets an answer at this path, wherever the pages are served."""
    return path.rstrip("/").endswith(METRICS) or AGENTS in path


def _header(scope: Any, name: bytes) -> str:
    return b",".join(value for key, value in scope.get("headers", ()) if key == name).decode("latin-1")


def _asks_for_page(scope: Any) -> bool:
    """Whether somebody opens the address in a browser."""
    return scope.get("method") == "GET" and "text/html" in _header(scope, b"accept")


def _home() -> str:
    """The path of the first page."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/" if base else "/"


def _unknown(path: str) -> str:
    """The name in the path if it is that of no page; else nothing."""
    from dashboard.app.pages import PAGES  # all pages, which are loaded while the server already answers

    name = f"{path.rstrip('/')}/".removeprefix(_home()).strip("/")
    first = name.partition("/")[0]
    known = {one for members in PAGES.values() for one in members}
    return "" if not name or name in known or first in OF_STREAMLIT or "." in name else unquote(name)


def _nowhere(name: str, scope: Any) -> str:
    """The page that says so, first in the language that the browser asks for."""
    from dashboard.app.language import LANGUAGES, say

    japanese = _header(scope, b"accept-language").startswith("ja") or b"lang=ja" in scope["query_string"]
    languages = sorted(LANGUAGES, reverse=japanese)
    texts = (f'<p lang="{one}">{escape(say(one, "address.nowhere", name=name))}</p>' for one in languages)
    return NOWHERE.format(language=languages[0], texts="".join(texts), home=escape(_home()))
