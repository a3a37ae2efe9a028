"""Whom a text affects: what kind of text it is, and who does not receive it (効果を受けない).

Not here: texts that act all the time (``standing_texts``).
"""

from engine.effect.context import Context
from engine.games.aquarian_age.board import BREAK, character_of, kind, role
from engine.games.aquarian_age.declaration import EFFECT, Declaration
from engine.games.aquarian_age.standing_texts import EFFECT as BY_EFFECT
from engine.games.aquarian_age.standing_texts import is_unaffected
from engine.kernel.game import Game
from events.model.changes import CardRef


def effect_kind(game: Game, context: Context) -> str:
    """What kind of text acts: an effect, a project or a fast card; ``""`` for an ability."""
    if isinstance(context.action, Declaration) and context.action.kind == EFFECT:
        return BY_EFFECT
    found = kind(game, context.card) if context.card else ""  # a given effect may have no card
    return found if found in ("project", "fast") else ""


def affected_cards(game: Game, cards: tuple[CardRef, ...], context: Context) -> list[CardRef]:
    """The cards that the text affects: a character that is not affected by it is left out (AA-13-2a), cards
    on it are not (AA-13-2b, AA-10-1, AA-11-1, AA-12-1)."""
    sort = effect_kind(game, context)
    if not sort:
        return list(cards)
    return [
        card for card in cards if not is_unaffected(game, _immunity_source(game, card), sort, context.card)
    ]


def _immunity_source(game: Game, card: CardRef) -> CardRef:
    """The card whose immunity counts for a card: itself, and by setting for a break card the character on
    which it lies (AA-OP-22)."""
    if game.settings["break_cards_protected"] and role(game, card) == BREAK:
        return character_of(game, card)
    return card
