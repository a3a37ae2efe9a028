"""Keeps addresses of Streamlit that no page needs from everybody who asks the server for them.

Not here: what pages show to whom (``access``).
"""

from typing import Any

METRICS = "/_stcore/metrics"
"""Counters of the server, for programs that watch it: how many sessions there are, what is cached."""
AGENTS = "/_stcore/agent/"
"""Where programs could ask for pages, if Streamlit were told to let them."""


class ClosedPaths:
    """Middleware (ASGI) in front of ``app`` that answers for closed addresses as for missing ones."""

    def __init__(self, app: Any) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer, or let the request pass."""
        if scope["type"] != "http" or not _closed(str(scope["path"])):
            await self._app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain; charset=utf-8")]
        await send({"type": "http.response.start", "status": 404, "headers": headers})
        await send({"type": "http.response.body", "body": b"Not Found"})


def _closed(path: str) -> bool:
    """Whether nobody gets an answer at this path, wherever the pages are served."""
    return path.rstrip("/").endswith(METRICS) or AGENTS in path
