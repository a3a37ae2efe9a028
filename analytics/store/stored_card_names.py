"""The names of the cards of a store, kept beside its facts: loading the games takes longer than a question.

Those of games of other packages, whose code no digest covers, are asked of the games. Not here: the names
themselves (``card_names``).
"""

from collections.abc import Sequence
from pathlib import Path

from analytics.store.card_names import card_names
from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.reader import Store, cached_per_projection
from engine.kernel.bilingual import Bilingual
from events.model.changes import FaceId

Names = dict[FaceId, tuple[str, str]]
"""Face → Japanese and English name."""


class StoredCardNames:
    """Names by game and face."""

    def __init__(self, stored: dict[str, Names]) -> None:
        self._stored = stored

    def name(self, game: str, face: FaceId) -> Bilingual:
        """The name of a card; its id where no name is known."""
        if stored := self._stored.get(game):
            names = stored.get(face)
            return Bilingual(*names) if names else Bilingual(face, face)
        return card_names(game).get(face) or Bilingual(face, face)


@cached_per_projection
def stored_card_names(store: Store) -> StoredCardNames:
    """The names of all games of the store. Raises ``DamagedStore``."""
    return StoredCardNames(CARD_NAMES.of(store))


def _named(folder: Path, parts: Sequence[Part]) -> Names:
    from engine.games.installed import package  # the engine, which readers do not need

    game = parts[0].game
    if package(game):
        return {}
    return {face: (name.ja, name.en) for face, name in card_names(game).items()}


CARD_NAMES = by_game("card-names", Names, _named, __file__)
