"""Shuffles of simulated matches that can be proven: every party commits, and reveals after the match.

The secrets follow from the seed like all else that is simulated: they show how a proof works, not that
chance was fair. Not here: the algorithm (``engine.shuffle.provable``), and secrets of people
(``kifuda.secrets``).
"""

from collections.abc import Sequence
from hashlib import sha256

from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.shuffle.commitments import commit, parties, reveal
from engine.shuffle.provable import ALGORITHM, seed, shuffled
from events.model.kinds import AnyEvent, Derived, Noted, Shuffled


class ProvenChance:
    """Answers the asks to the table of one match by secrets that follow from ``words``."""

    def __init__(self, match: str, seats: Sequence[str], *words: str | int) -> None:
        self.match = match
        self.parties = parties(seats)
        self.words = words
        self.shuffles = 0

    def deal(self, game: Game) -> list[Derived]:
        """The commitments of all parties, then the order that their secrets fix and what follows from it."""
        assert game.ask is not None
        self.shuffles += 1
        secrets = self._secrets(self.shuffles)
        commits = [commit(self.match, self.shuffles, party, secret) for party, secret in secrets]
        asked: Deal = game.ask.subject
        order = shuffled(asked.cards(), seed(self.match, self.shuffles, secrets))
        return [*_said(game, commits), *game.act(Shuffled(asked.place, order, how=ALGORITHM))]

    def close(self, game: Game) -> list[Derived]:
        """After the match: all secrets."""
        numbers = range(1, self.shuffles + 1)
        told = [reveal(n, party, secret) for n in numbers for party, secret in self._secrets(n)]
        return _said(game, told)

    def _secrets(self, number: int) -> list[tuple[str, bytes]]:
        found = []
        for party in self.parties:
            words = "\x00".join(map(str, ("secret", party, number, *self.words)))
            found.append((party, sha256(words.encode()).digest()))
        return found


def _said(game: Game, notes: Sequence[Noted]) -> list[Derived]:
    said: list[AnyEvent] = [*notes]
    for note in said:
        game.remark(note)
    return [(note, None) for note in said]
