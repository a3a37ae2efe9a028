"""The random bytes of acts: the only place where those that are written to a log come from.

Not here: what they are used for (``hash_chain``), and the secret of views.
"""

import os
from collections.abc import Callable
from hashlib import sha256
from itertools import count

Randomness = Callable[[int], bytes]
"""A function from a number of bytes to so many random ones, other ones at each call."""

fresh: Randomness = os.urandom


def seeded(seed: str) -> Randomness:
    """The same bytes for the same ``seed``: for simulations and tests, which hide nothing.

    At most 32 bytes a call.
    """
    calls = count()
    return lambda number: sha256(f"{seed}/{next(calls)}".encode()).digest()[:number]
