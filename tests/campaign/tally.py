"""What a campaign found: how often it did what, and every promise that did not hold.

Not here: how it is shown or kept (``report``).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Step = Callable[[int], None]
"""Tells whoever watches that so many of the attacks are done."""

TOLD_AT_MOST = 20


@dataclass
class Tally:
    """``counts`` in the order in which they were first counted; ``broken`` are sentences."""

    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, kinds: Iterable[str]) -> "Tally":
        """A tally in which all of these appear, at 0."""
        return cls(Counter(dict.fromkeys(kinds, 0)))

    def count(self, what: str, number: int = 1) -> None:
        """Add to a count."""
        self.counts[what] = self.counts[what] + number

    def fail(self, sentence: str) -> None:
        """A promise that did not hold. Only the first ones are kept word by word."""
        self.count("broken promises")
        if len(self.broken) < TOLD_AT_MOST:
            self.broken.append(sentence)

    def add(self, other: "Tally") -> None:
        """Take over what another campaign found."""
        for what, number in other.counts.items():
            self.count(what, number)
        self.broken += other.broken[: TOLD_AT_MOST - len(self.broken)]


def unwatched(done: int) -> None:
    """A ``Step`` for nobody."""
