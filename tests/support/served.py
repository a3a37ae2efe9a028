"""The pages of a log, served on this machine as ``kifuda dashboard`` serves them."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

SECONDS = 60
"""Far more than a server needs, for machines that do many things at once."""


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("localhost", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def served(log: Path, *options: str, port: int | None = None) -> Iterator[str]:
    """Serve the pages of a log, which need not be there yet where ``options`` say ``--record``; gives their
    address. Raises ``RuntimeError`` with the exit status of a server that ends before it answers."""
    port = port or free_port()
    address = f"http://localhost:{port}"
    command = [sys.executable, "-m", "kifuda", "dashboard", "--log", str(log), "--port", str(port)]
    command += ["--no-browser", *options]
    with subprocess.Popen(command, cwd=log.parent, stdout=subprocess.DEVNULL) as server:
        try:
            _wait_for(server, f"{address}/_stcore/health")
            yield address
        finally:
            server.terminate()


def _wait_for(server: subprocess.Popen[bytes], address: str) -> None:
    end = time.monotonic() + SECONDS
    while True:
        try:
            with urlopen(address, timeout=SECONDS):
                return
        except OSError:
            if server.poll() is not None:
                raise RuntimeError(f"the server ended with status {server.returncode}") from None
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
