"""What every page needs to know: the language, where the data is, and the other pages.

Not here: any page.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dashboard.language import say
from dashboard.source import Source


@dataclass(frozen=True, slots=True)
class Here:
    """One run of a page. ``pages`` by name, for links; ``keeper`` is who records."""

    language: str
    source: Source
    pages: Mapping[str, Any]
    keeper: str = ""

    def say(self, key: str, **facts: object) -> str:
        """A text of the pages in this language."""
        return say(self.language, key, **facts)
