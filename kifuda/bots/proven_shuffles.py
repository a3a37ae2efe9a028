"""Shuffles of simulated matches that can be proven: every party commits, and reveals after the match.

The secrets follow from the seed: they show how a proof works, not that the shuffle was fair. Not here: the
algorithm (``engine.shuffle.provable``), secrets of people (``kifuda.shuffle_secrets``).
"""

from collections.abc import Sequence
from hashlib import sha256

from engine.kernel.deal import Deal
from engine.record.session import Session
from engine.shuffle.commitments import commit, parties, reveal
from engine.shuffle.provable import ALGORITHM, seed, shuffled
from events.model.kinds import Noted, Shuffled


class ProvenChance:
    """Answers the asks to the table of one match by secrets that follow from ``words``."""

    def __init__(self, match: str, seats: Sequence[str], *words: str | int) -> None:
        self.match = match
        self.parties = parties(seats)
        self.words = words
        self.shuffles = 0

    def shuffled(self, session: Session, deal: Deal) -> Shuffled:
        """Remark the commitments of all parties, then return the order that their secrets fix."""
        self.shuffles += 1
        secrets = self._secrets(self.shuffles)
        session.remark(*(commit(self.match, self.shuffles, party, secret) for party, secret in secrets))
        order = shuffled(deal.cards(), seed(self.match, self.shuffles, secrets))
        return Shuffled(deal.place, order, how=ALGORITHM)

    def closing(self) -> Sequence[Noted]:
        """Return what is remarked after the match: all secrets."""
        numbers = range(1, self.shuffles + 1)
        return [
            reveal(number, party, secret) for number in numbers for party, secret in self._secrets(number)
        ]

    def _secrets(self, number: int) -> list[tuple[str, bytes]]:
        found = []
        for party in self.parties:
            words = "\x00".join(map(str, ("secret", party, number, *self.words)))
            found.append((party, sha256(words.encode()).digest()))
        return found
