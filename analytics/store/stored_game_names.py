"""The names and colours of the games of a store, kept beside its facts: pages name all of them, and to load
their rules takes longer than a page.

Those of games of other packages, whose code no digest covers, are asked of the games. Not here: the names of
cards (``stored_card_names``).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.reader import Store, cached_per_projection
from engine.kernel.bilingual import Bilingual


class Look(NamedTuple):
    """How a game is called, and the colour in which pages draw it."""

    name: Bilingual
    colour: str


def look_of(game: str, store: Store | None) -> Look | None:
    """The look of a game, whether the ``store`` has it or not; None if the game is not installed. Raises
    ``DamagedStore``."""
    stored = _stored(store).get(game) if store is not None else None
    looks = stored or _installed(game)
    return looks[0] if looks else None


@cached_per_projection
def _stored(store: Store) -> dict[str, list[Look]]:
    return GAME_NAMES.of(store)


def _installed(game: str) -> list[Look]:
    from engine.games.installed import plugin  # the engine, which readers do not need

    found = plugin(game)
    return [Look(found.editions[-1].name, found.colour)] if found else []


def _kept(folder: Path, parts: Sequence[Part]) -> list[Look]:
    from engine.games.installed import package

    game = parts[0].game
    return [] if package(game) else _installed(game)


GAME_NAMES = by_game("game-names", list[Look], _kept, __file__)
"""The look of each game; none of a game of another package."""
