"""What a game is called, and what it calls its acts and what is paid in it.

Not here: the words themselves (each ruleset's), names of cards (``analytics.store.card_names``).
"""

from functools import cache

from dashboard.app.page_context import PageContext
from engine.games.registry import GAMES
from engine.text.label import Labels

BY_ITSELF = "triggered"
"""The verb of an ability that acted without being declared."""


def verb(here: PageContext, game: str, verb: str) -> str:
    """What an act is called in records of the game."""
    return here.say("act.triggered") if verb == BY_ITSELF else _labels(game, here.language).verb(verb)


def resource(here: PageContext, game: str, resource: str) -> str:
    """What is paid, in the words of the game."""
    return _labels(game, here.language).term("resource", resource)


def game(here: PageContext, game: str) -> str:
    """What a game is called; by its id where it is not installed."""
    rules = GAMES.get(game)
    return rules.name[here.language] if rules else game


@cache
def _labels(game: str, language: str) -> Labels:
    return Labels(GAMES.get(game), language)
