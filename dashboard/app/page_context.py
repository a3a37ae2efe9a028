"""What every page gets: the language, the data, the reader, and the other pages to link to.

Not here: any page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.app.access import Viewer
from dashboard.app.language import say
from dashboard.app.options import Evidence
from dashboard.app.source import Source


@dataclass(frozen=True, slots=True)
class PageContext:
    """One run of a page. ``pages`` are Streamlit's page objects by name; ``viewer`` is the reader;
    ``evidence`` makes evidence bundles, and is None if the server was started without it."""

    language: str
    source: Source
    pages: Mapping[str, Any]
    viewer: Viewer
    evidence: Evidence | None = None

    def say(self, key: str, **facts: object) -> str:
        """A text of the pages in the language of this page."""
        return say(self.language, key, **facts)
