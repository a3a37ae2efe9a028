"""What every page needs to know: the language, where the data is, and the other pages.

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
    """One run of a page. ``pages`` by name, for links; ``viewer`` is who reads; ``evidence``
    makes bundles, where somebody has lent that."""

    language: str
    source: Source
    pages: Mapping[str, Any]
    viewer: Viewer
    evidence: Evidence | None = None

    def say(self, key: str, **facts: object) -> str:
        """A text of the pages in this language."""
        return say(self.language, key, **facts)
