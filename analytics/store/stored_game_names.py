"""The names and colours of the games of a store, and why their matches end, kept beside its facts: pages name
all of them, and to load their rules takes longer than a page.

Those of games of other packages, whose code no digest covers, are asked of the games. Not here: the names of
cards (``stored_card_names``).
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from analytics.store.data_by_game import by_game
from analytics.store.manifest import Part
from analytics.store.reader import Store, cached_per_projection
from engine.kernel.bilingual import Bilingual
from engine.text.phrase import KERNEL, UNRULED


class Look(NamedTuple):
    """How a game is called, the colour in which pages draw it, and the texts for why its matches end: edition
    → reason → text."""

    name: Bilingual
    colour: str
    reasons: dict[str, dict[str, Bilingual]]


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

    if (found := plugin(game)) is None:
        return []
    reasons = {rules.edition: _reasons(rules.texts) for rules in found.editions}
    return [Look(found.editions[-1].name, found.colour, reasons)]


def _reasons(texts: Mapping[str, Bilingual]) -> dict[str, Bilingual]:
    """The texts for why a match ended: a game's own, and those that all games share."""
    begin = "reason."
    every = {**KERNEL, **texts}
    return {key.removeprefix(begin): text for key, text in every.items() if key.startswith(begin)}


UNKNOWN_RULES = _reasons(UNRULED)
"""Those for matches whose rules are not installed."""


def _kept(folder: Path, parts: Sequence[Part]) -> list[Look]:
    from engine.games.installed import package

    game = parts[0].game
    return [] if package(game) else _installed(game)


GAME_NAMES = by_game("game-names", list[Look], _kept, __file__)
"""The look of each game; none of a game of another package."""
