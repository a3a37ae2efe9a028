"""A sample of the changes of a game: the same ones each time, and on every machine.

Not here: the changes themselves (``sites``).
"""

import re
from hashlib import sha256

from tests.rule_mutants.sites import Mutant

LINE = re.compile(r":\d+ ")


def sample(mutants: list[Mutant], *, size: int, seed: int) -> list[Mutant]:
    """``size`` of the mutants in their order, or all: those whose names, without the number of the line, have
    the lowest hashes with ``seed``. Lines that move in a file leave the sample as it is."""

    def rank(mutant: Mutant) -> bytes:
        return sha256(f"{seed} {LINE.sub(' ', mutant.name, count=1)}".encode()).digest()

    chosen = {id(mutant) for mutant in sorted(mutants, key=rank)[:size]}
    return [mutant for mutant in mutants if id(mutant) in chosen]
