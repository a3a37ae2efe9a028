"""What a fact table is: a pure function from the story of one match to rows.

Not here: the types of the columns (``schema``).
"""

from collections.abc import Callable, Sequence
from typing import Any

from analytics.facts.extract.match_facts import Story

Row = tuple[Any, ...]
"""The values of one row, in the order of the columns in ``schema``."""
Fact = Callable[[Story], Sequence[Row]]
