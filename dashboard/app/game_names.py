"""Names and colours of games, names of ends, acts, resources, cards and their kinds in a page's language.

Not here: the names themselves (rulesets and ``analytics.store.card_names``).
"""

from contextlib import suppress
from functools import cache

from analytics.store.card_names import card_name as name_of_card
from analytics.store.manifest import StoreError
from analytics.store.stored_game_names import UNKNOWN_RULES, Look, look_of
from dashboard.app.page_context import PageContext
from engine.games.registry import GAMES
from engine.text.label import Labels
from engine.text.phrase import fill

NO_COLOUR = "grey"
TRIGGERED = "triggered"
"""The verb of an ability that acted without being declared."""


def game_name(page: PageContext, game: str) -> str:
    """The name of a game; its id if it is not installed."""
    look = _look(page, game)
    return look.name[page.language] if look else game


def game_colour(page: PageContext, game: str) -> str:
    """The colour in which pages draw a game; grey if it is not installed."""
    look = _look(page, game)
    return look.colour if look else NO_COLOUR


def reason_name(page: PageContext, game: str, edition: str, reason: str) -> str:
    """Why a match ended, as the rules of its edition say it. The same id can stand for different reasons in
    different games."""
    look = _look(page, game)
    texts = look.reasons.get(edition, UNKNOWN_RULES) if look else UNKNOWN_RULES
    return fill(texts[reason][page.language], {}) if reason in texts else f"reason.{reason}"


def act_name(page: PageContext, game: str, verb: str) -> str:
    """The name of an act as records of the game write it."""
    return page.say("act.triggered") if verb == TRIGGERED else _labels(game, page.language).verb(verb)


def resource_name(page: PageContext, game: str, resource: str) -> str:
    """The name of a resource that players pay with."""
    return _labels(game, page.language).term("resource", resource)


def kind_name(page: PageContext, game: str, kind: str) -> str:
    """A kind of cards, such as attacks or characters."""
    return _labels(game, page.language).term("kind", kind)


def card_name(page: PageContext, game: str, card: str) -> str:
    """The printed name of a card; its id if no card set has it."""
    return name_of_card(game, card)[page.language]


def name_column(page: PageContext) -> str:
    """The column of metric tables that has names in the language of the page."""
    return "name" if page.language == "ja" else "name_en"


def _look(page: PageContext, game: str) -> Look | None:
    """The look of a game, which stays the same while the server runs, wherever it was read."""
    if game not in _looks:
        store = None
        with suppress(StoreError):  # which pages of numbers report
            store = page.source.store()
        _looks[game] = look_of(game, store)
    return _looks[game]


_looks: dict[str, Look | None] = {}
"""Game → its look. To look for a store takes longer than to draw a name, and pages draw dozens."""


@cache
def _labels(game: str, language: str) -> Labels:
    return Labels(GAMES.get(game), language)
