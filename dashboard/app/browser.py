"""Opens the reader's browser once the server answers.

Streamlit's own opening is not used: unless it believes itself to be headless, it shows its users offers for
developers. Not here: who wants a browser (``kifuda.cli.data.dashboard``).
"""

import os
import socket
import time
import webbrowser
from threading import Thread
from urllib.parse import urlsplit

VARIABLE = "KIFUDA_BROWSE"
"""The environment variable with the address to open."""
TRIES, PAUSE = 100, 0.1
"""How often the server is asked for, and the seconds between."""


def open_browser_when_ready() -> None:
    """Open the address of the environment in the background; nothing without one."""
    if address := os.environ.get(VARIABLE):
        Thread(target=_open, args=(address,), name="browser", daemon=True).start()


def _open(address: str) -> None:
    host, port = urlsplit(address).hostname, urlsplit(address).port
    for _ in range(TRIES):
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(PAUSE)
        else:
            webbrowser.open(address)
            return
