"""What a player may do: for each act its candidates, and its requirements in order with their clauses.

Not here: what follows from an allowed act (``course``).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from engine.common.answers import PASS
from engine.common.requirements import card_facts, in_hand
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Requirement
from events.model.kinds import AnyAct, Declared
from kifuda_lanterns.board import hand

Test = Callable[[Game, Ask, AnyAct], bool]


def is_of(*kinds: str) -> Test:
    """Whether the card that is played is of one of these kinds."""

    def holds(game: Game, ask: Ask, act: AnyAct) -> bool:
        card = game.card(act.cards[0])
        return card is not None and card.kind in kinds

    return holds


PLAYABLE = is_of("lantern", "wind")


def unknown_in_hand(game: Game, ask: Ask) -> bool:
    """Whether the record does not know all cards of the hand, so that one of them may serve."""
    return any(game.card(card) is None for card in hand(game, ask.seat))


def from_hand(name: str, japanese: str, clause: str, says: Bilingual, fits: Test, why: str) -> ActType:
    """An act that plays one card from hand."""

    def options(game: Game, ask: Ask) -> Iterator[AnyAct]:
        return (Declared(ask.seat, name, (card,)) for card in hand(game, ask.seat))

    requirements = (
        Requirement(clause, "not-in-hand", in_hand, card_facts),
        Requirement(clause, why, fits, card_facts),
    )
    return ActType(
        name, Declared, (japanese,), "CARD", says, options, requirements, cards=(1, 1), unseen=unknown_in_hand
    )


def nothing_to_play(game: Game, ask: Ask, act: AnyAct) -> bool:
    """A wind may be let through; but whoever can play has to (LA-2)."""
    if ask.about != "play":
        return True
    return not any(PLAYABLE(game, ask, Declared(ask.seat, "play", (card,))) for card in hand(game, ask.seat))


VERBS: Mapping[str, ActType] = {
    "play": from_hand(
        "play",
        "出す",
        "LA-2",
        Bilingual("灯籠か風を出す", "play a lantern or a wind"),
        PLAYABLE,
        "no-lantern-or-wind",
    ),
    "ward": from_hand(
        "ward", "防ぐ", "LA-3", Bilingual("屏風で風を防ぐ", "ward off a wind"), is_of("screen"), "no-screen"
    ),
    "pass": replace(PASS, requirements=(Requirement("LA-2", "no-pass", nothing_to_play),)),
}
