"""Addresses of Streamlit that no page needs are closed, in front of everything else; whoever mistypes a page
is told so in both languages."""

import asyncio
from typing import Any

import pytest
import streamlit as st

from dashboard.app.addresses import Addresses
from dashboard.serve import app


def status(path: str, kind: str = "http") -> list[Any]:
    """What is sent for a path; ``passed`` where the request went on."""
    sent: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        sent.append("passed")

    async def send(message: Any) -> None:
        sent.append(message.get("status"))

    asyncio.run(Addresses(inner)({"type": kind, "path": path}, None, send))
    return sent


@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/metrics/", "/cup/_stcore/metrics", "/_stcore/agent/openapi.json"]
)
def test_counters_are_for_nobody(path: str) -> None:
    assert status(path) == [404, None]


@pytest.mark.parametrize(
    ("path", "kind"), [("/_stcore/health", "http"), ("/overview", "http"), ("/_stcore/metrics", "lifespan")]
)
def test_the_rest_is_open(path: str, kind: str) -> None:
    assert status(path, kind) == ["passed"]


def opened(
    path: str, language: str = "en", accept: str = "text/html,*/*", query: str = ""
) -> tuple[int, str]:
    """Status and text of what a browser gets; 200 where the request went on."""
    sent: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        sent.extend(({"status": 200}, {"body": b""}))

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept", accept.encode()), (b"accept-language", language.encode())]
    scope = {
        "type": "http", "method": "GET", "path": path, "headers": headers, "query_string": query.encode(),
    }  # fmt: skip
    asyncio.run(Addresses(inner)(scope, None, send))
    return sent[0]["status"], sent[1]["body"].decode()


def test_a_page_that_there_is_not_says_so_in_both_languages() -> None:
    status, text = opened("/metta")
    assert status == 404
    assert text.index("There is no page metta here.") < text.index("metta というページはない。")
    _, japanese = opened("/metta", "ja,en;q=0.8")
    assert japanese.index("metta というページ") < japanese.index("There is no page metta")
    assert '<html lang="ja">' in opened("/metta", query="lang=ja")[1]
    assert 'href="/"' in text


def test_what_is_typed_is_text() -> None:
    _, text = opened("/<script>alert(1)</script>")
    assert "<script>" not in text and "&lt;script&gt;" in text


@pytest.mark.parametrize(
    "path",
    ["/", "/meta", "/meta/", "/record", "/import", "/_stcore/health", "/oauth2callback", "/auth/login",
     "/static/js/index.js", "/manifest.json"],
)  # fmt: skip
def test_pages_and_what_streamlit_answers_are_there(path: str) -> None:
    assert opened(path) == (200, "")


def test_programs_that_want_no_page_get_what_streamlit_says() -> None:
    assert opened("/metta", accept="application/json") == (200, "")


def test_below_another_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(st, "get_option", lambda name: "cup/kifuda")
    assert opened("/cup/kifuda") == opened("/cup/kifuda/meta") == (200, "")
    status, text = opened("/cup/kifuda/metta")
    assert status == 404 and 'href="/cup/kifuda/"' in text and "page metta here" in text


def test_the_server_has_it() -> None:
    assert isinstance(app, st.App)
    assert any(part.cls is Addresses for part in app._user_middleware)
