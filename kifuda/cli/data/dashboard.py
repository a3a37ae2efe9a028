"""``kifuda dashboard``: serves the pages for a log in the browser.

Not here: the pages (``dashboard``).
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from getpass import getuser
from pathlib import Path
from typing import Annotated, NoReturn

import typer

import dashboard as pages
from dashboard.app import access as rights
from dashboard.app.browser import VARIABLE as BROWSE
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import VARIABLE, Misuse, current, say
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, LogFile, StoreFolder
from kifuda.cli.base.output import show
from kifuda.cli.base.parsers import number
from kifuda.cli.data.project import folder_of, projected
from kifuda.evidence_download import EVIDENCE

app = application()

SERVER = Path(pages.__file__).with_name("serve.py")
HOST, PORT = "localhost", 8501
LOCAL = ("localhost", "127.0.0.1", "::1")
"""Addresses that only this machine can reach, so that no login is needed."""


@app.command("dashboard", cls=Command)
def dashboard(
    port: Annotated[int, typer.Option("--port", metavar="N", parser=number(least=1, most=65535))] = PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser")] = True,
    record: Annotated[bool, typer.Option("--record")] = False,
    keeper: Annotated[str | None, typer.Option("--keeper", metavar="NAME")] = None,
    access: Annotated[Path | None, typer.Option("--access", metavar="FILE")] = None,
    address: Annotated[str, typer.Option("--address", metavar="HOST")] = HOST,
    store: StoreFolder = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Project new matches, then serve the pages until stopped; ``record`` also allows recording matches."""
    if access is not None:
        _check_access_file(access)
    elif address not in LOCAL:
        raise Misuse("address", address=address)
    folder = folder_of(log, store)
    if not record or log.exists():
        with opened(log) as source:
            projected(source, folder)
    more = ["--keeper", (keeper or getuser()).replace("/", "-")]
    if record:
        more.append("--record")
    if access is not None:
        more += ["--access", str(access.absolute())]
    serve(log, folder, port=port, browser=browser, address=address, access=access, more=more)


def serve(
    log: Path,
    store: Path,
    *,
    port: int = PORT,
    browser: bool = True,
    address: str = HOST,
    access: Path | None = None,
    more: Sequence[str] = (),
) -> NoReturn:
    """Replace this process by the server of the pages, with ``more`` options for them; ``access``: the file
    with Streamlit's login. Raises ``Misuse`` for a port in use."""
    _check_port_is_free(port)
    show(say("dashboard.serving", port=port))
    sys.stdout.flush()
    # -P: what lies in the folder of whoever starts it is nothing to import.
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(SERVER)]
    command += [f"--server.port={port}", "--server.headless=true", f"--server.address={address}"]
    if access is not None:
        command += [f"--secrets.files={access.absolute()}"]
    command += ["--", "--log", str(log.absolute()), "--store", str(store.absolute())]
    command += ["--evidence", EVIDENCE]
    command += more
    wanted = {BROWSE: f"http://{address}:{port}"} if browser else {}
    os.execve(sys.executable, command, os.environ | {VARIABLE: current()} | wanted)


def _check_access_file(path: Path) -> None:
    """Raise ``Misuse`` for a file that is no valid access file."""
    try:
        rights.load(path)
    except rights.AccessError as error:
        raise Misuse("access", reason=error) from error


def _check_port_is_free(port: int) -> None:
    """Raise ``Misuse`` if nothing can listen on this port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise Misuse("port", port=port, reason=error.strerror) from error
