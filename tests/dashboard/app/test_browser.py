"""The reader's browser is opened once the server answers, and only if that is wanted."""

import socket
from threading import Event

import pytest

from dashboard.app import browser


def test_a_browser_opens_once_the_server_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    done = Event()

    def note(address: str) -> None:
        opened.append(address)
        done.set()

    monkeypatch.setattr("webbrowser.open", note)
    with socket.socket() as server:
        server.bind(("localhost", 0))
        address = f"http://localhost:{server.getsockname()[1]}"
        monkeypatch.setenv(browser.VARIABLE, address)
        browser.open_browser_when_ready()
        assert not done.wait(0.2)
        server.listen()
        assert done.wait(5)
    assert opened == [address]


def test_no_browser_opens_unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.setattr(browser, "_open", lambda address: pytest.fail("a browser was opened"))
    browser.open_browser_when_ready()
