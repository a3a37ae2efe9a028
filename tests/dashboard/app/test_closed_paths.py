"""Addresses of Streamlit that no page needs are closed, in front of everything else."""

import asyncio
from typing import Any

import pytest
import streamlit as st

from dashboard.app.closed_paths import ClosedPaths
from dashboard.serve import app


def status(path: str, kind: str = "http") -> list[Any]:
    """What is sent for a path; ``passed`` where the request went on."""
    sent: list[Any] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        sent.append("passed")

    async def send(message: Any) -> None:
        sent.append(message.get("status"))

    asyncio.run(ClosedPaths(inner)({"type": kind, "path": path}, None, send))
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


def test_the_server_has_it() -> None:
    assert isinstance(app, st.App)
    assert any(part.cls is ClosedPaths for part in app._user_middleware)
