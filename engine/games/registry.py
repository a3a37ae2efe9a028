"""The rulesets that are installed. A new game is a folder beside this file and one line in it."""

from engine.games.aquarian_age.ruleset import EDITIONS as AQUARIAN_AGE
from engine.games.blade_rondo.ruleset import BLADE_RONDO
from engine.games.chronocard.ruleset import CHRONOCARD
from engine.games.fertcg.ruleset import FERTCG
from engine.games.genesis_garden.ruleset import GENESIS_GARDEN
from engine.kernel.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {
    ruleset.id: ruleset for ruleset in (BLADE_RONDO, CHRONOCARD, GENESIS_GARDEN, FERTCG, *AQUARIAN_AGE)
}
GAMES = {ruleset.game: ruleset for ruleset in RULESETS.values()}
"""Each game, in the latest of its editions."""


def find(game: str, edition: str) -> Ruleset | None:
    """The ruleset of this edition of this game; None if it is not installed."""
    return RULESETS.get(f"{game}@{edition}")
