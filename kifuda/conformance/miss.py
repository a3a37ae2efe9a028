"""One thing that a game lacks or breaks.

Not here: finding it (``check``), or its words (the command line).
"""

from typing import NamedTuple


class Miss(NamedTuple):
    """``what`` is missing or wrong, with the ``facts`` of its message, and ``where`` it is to be written."""

    what: str
    where: str
    facts: dict[str, object]
