"""A cache by object identity, for arguments such as rulesets that are too large to be hashed by content.

Not here: caches by value (``functools``).
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

KEPT_MOST = 64


def cached_by_identity(make: Callable[P, T]) -> Callable[P, T]:
    """``make``, called once for the same argument objects, which must not change afterwards."""
    made: dict[tuple[int, ...], tuple[tuple[Any, ...], T]] = {}

    @wraps(make)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        key = tuple(map(id, args))
        known = made.get(key)
        if known is None:
            if len(made) >= KEPT_MOST:
                made.clear()
            # The arguments are stored too: while they live, no other object has their id.
            known = made[key] = (args, make(*args, **kwargs))
        return known[1]

    return found
