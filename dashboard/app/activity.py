"""Whether a page is being drawn: what can wait gives way to those who wait for a page.

Not here: what can wait (``prefetch``).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition
from time import monotonic

QUIET = 2.0
"""Seconds after a page during which its reader's next click is likely, and a browser on the same machine is
busy. Python does not share a core fairly: each small question of a page waits for what runs beside it."""


class Activity:
    """Counts the pages that are being drawn, in any thread. ``quiet``: as ``QUIET``."""

    def __init__(self, *, quiet: float = QUIET) -> None:
        self._changed, self._quiet = Condition(), quiet
        self._pages = 0
        self._ended = 0.0

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """While a page is drawn."""
        with self._changed:
            self._pages += 1
        try:
            yield
        finally:
            with self._changed:
                self._pages -= 1
                self._ended = monotonic()
                self._changed.notify_all()

    def wait_until_idle(self) -> None:
        """Return once no page is drawn."""
        with self._changed:
            self._changed.wait_for(lambda: not self._pages)

    def wait_until_quiet(self) -> None:
        """Return once no page is drawn, nor was within the last seconds."""
        with self._changed:
            while self._pages or (left := self._ended + self._quiet - monotonic()) > 0:
                self._changed.wait(None if self._pages else left)


ACTIVITY = Activity()
"""That of this server."""
