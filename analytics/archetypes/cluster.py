"""Suggestions for decks without an archetype: clusters of similar decks, with their characteristic cards.

A suggestion is a draft of a rule, which people name, correct and put into their file; by itself it changes
nothing. The same decks give the same suggestions. Not here: naming decks (``tree``).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analytics.archetypes.condition import Deck
from engine.record.notation.head.toml import literal

FEWEST = 5
"""The fewest decks of a group."""
DIMENSIONS = 20
CORE = 0.8
"""The share of a group's decks that have a card of its core."""
DRAFTED = 6
"""The number of cards of the core in a draft, the rarest in other decks first."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """``decks``: indexes of the decks of the group · ``core``: cards that (almost) all of them have, the most
    characteristic first, with the copies that at least half of them have · ``share`` of the other decks for
    which the condition of the draft holds too."""

    decks: tuple[int, ...]
    core: tuple[tuple[str, int], ...]
    share: float

    def draft(self, id: str) -> str:
        """A rule in the format of the file, to be named and corrected by a person who knows the decks."""
        has = ", ".join(
            literal(f"1 {card}" if card[:1].isdigit() else card) for card, _ in self.core[:DRAFTED]
        )
        return f'[[archetype]]\nid = "{id}"\nname = {{ en = "?", ja = "?" }}\nhas = [{has}]\n'


def suggest(decks: Sequence[Deck], *, fewest: int = FEWEST) -> list[Suggestion]:
    """Groups among the decks, the largest first; decks that resemble no others are in none."""
    names = sorted({card for deck in decks for card, copies in deck.items() if copies})
    if len(decks) < max(fewest, 2) or len(names) < 2:
        return []
    place = {card: at for at, card in enumerate(names)}
    counts = np.zeros((len(decks), len(names)))
    for row, deck in enumerate(decks):
        for card, copies in deck.items():
            if copies:
                counts[row, place[card]] = copies
    groups = _groups(counts, fewest)
    found = [_suggestion(counts, names, np.flatnonzero(groups == group)) for group in range(groups.max() + 1)]
    return sorted((one for one in found if one.core), key=lambda one: (-len(one.decks), one.decks))


def _groups(counts: np.ndarray, fewest: int) -> np.ndarray:
    """The number of the group of each deck, -1 for none."""
    from sklearn.cluster import HDBSCAN  # slow to import
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfTransformer
    from sklearn.preprocessing import normalize

    weighed = TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    dimensions = min(DIMENSIONS, min(counts.shape) - 1)
    reduced = normalize(TruncatedSVD(dimensions, random_state=0).fit_transform(weighed))
    model = HDBSCAN(min_cluster_size=fewest, copy=True, allow_single_cluster=len(counts) < 4 * fewest)
    found: np.ndarray = model.fit_predict(reduced)
    return found


def _suggestion(counts: np.ndarray, names: Sequence[str], group: np.ndarray) -> Suggestion:
    inside = counts[group] > 0
    others = np.delete(counts, group, axis=0) > 0
    here, there = inside.mean(axis=0), others.mean(axis=0) if len(others) else np.zeros(len(names))
    core = np.flatnonzero(here >= CORE)
    core = core[np.lexsort((core, there[core] - here[core]))]
    drafted = core[:DRAFTED]
    share = float(others[:, drafted].all(axis=1).mean()) if len(others) and len(drafted) else 0.0
    return Suggestion(
        tuple(map(int, group)),
        tuple((names[at], int(np.quantile(counts[group, at], 0.5, method="lower"))) for at in core.tolist()),
        share,
    )
