"""What a tournament lacks, or says against itself: told wherever it is shown, and never mended.

Not here: rows that contradict each other, which are refused (``analytics.imports.formats.contradictions``).
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from analytics.imports.tournament import Tournament
from analytics.tournaments.words import TEXTS
from engine.text.phrase import fill


class Doubt(NamedTuple):
    """A text of ``texts.toml`` (``tournament.doubt-KEY``) with its facts."""

    key: str
    facts: dict[str, object]

    def say(self, language: str) -> str:
        """The doubt in words (``en`` or ``ja``)."""
        return fill(TEXTS[f"tournament.doubt-{self.key}"][language], self.facts)


def doubts(tournament: Tournament) -> list[Doubt]:
    """Rounds that are missing between others, and players with results after the round at which they left."""
    return [*_missing_rounds(tournament), *_back_again(tournament)]


def _missing_rounds(tournament: Tournament) -> Iterator[Doubt]:
    """For each pod. Rounds begin with 1 where there are no others that could come before."""
    numbers: dict[str, set[int]] = defaultdict(set)
    for round in tournament.rounds:
        numbers[round.pod].add(round.number)
    for pod, there in numbers.items():
        first = 1 if len(numbers) == 1 else min(there)
        if missing := [number for number in range(first, max(there)) if number not in there]:
            yield Doubt("missing-rounds", {"pod": pod, "rounds": ", ".join(map(str, missing))})


def _back_again(tournament: Tournament) -> Iterator[Doubt]:
    left = {one.id: one for one in tournament.players if one.dropped is not None}
    later: dict[str, list[int]] = {}
    for round, pairing in tournament.pairings():
        if pairing.outcome not in ("unfinished", "no-show"):
            for id in pairing.players:
                if id in left and round.number > (left[id].dropped or 0):
                    later.setdefault(id, []).append(round.number)
    for id, rounds in later.items():
        listing = ", ".join(map(str, sorted(set(rounds))))
        yield Doubt("back-again", {"player": left[id].name, "round": left[id].dropped, "rounds": listing})
