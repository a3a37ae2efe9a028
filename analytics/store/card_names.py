"""The names of cards by game and face, over all installed editions and sets.

Not here: other names (metrics and seats carry their own).
"""

from collections.abc import Mapping
from functools import cache

from engine.kernel.bilingual import Bilingual
from events.model.changes import FaceId


def installed_games() -> list[str]:
    """The games of which some edition is installed."""
    from engine.games.registry import GAMES  # the engine, which few questions need

    return sorted(GAMES)


@cache
def card_names(game: str) -> Mapping[FaceId, Bilingual]:
    """Face → printed name; empty for a game that is not installed. A later edition overrides earlier ones."""
    from engine.games.registry import editions_of

    return {
        face: card.name
        for rules in editions_of(game)
        for cards in rules.sets.values()
        for face, card in cards.cards.items()
    }


def card_name(game: str, face: FaceId) -> Bilingual:
    """The name of a card; its id where no name is known."""
    return card_names(game).get(face) or Bilingual(face, face)


def faces_called(name: str, game: str = "") -> list[FaceId]:
    """Ids of the cards with this printed or translated name, in one game or in all."""
    return [
        face
        for one in ([game] if game else installed_games())
        for face, printed in card_names(one).items()
        if name in (printed.ja, printed.en)
    ]
