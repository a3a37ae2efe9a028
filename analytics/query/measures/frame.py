"""The type of rows: Narwhals frames, on any engine.

Not here: where they come from (``sources``).
"""

from collections.abc import Mapping
from typing import Any

import narwhals as nw

Frame = nw.LazyFrame[Any]
Tables = Mapping[str, Frame]
"""Name of a fact table → its rows, with the columns ``game`` and ``month`` of its partition."""
