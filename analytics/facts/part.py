"""Which acts, zones and numbers of a game play which part in its statistics: data, one entry a game.

Not here: what the acts do (the rulesets of the engine).
"""

from collections.abc import Mapping
from dataclasses import dataclass

TRIGGERED = "triggered"
"""The verb of an action that nobody declared: an ability that came due outside of any action."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of one game.

    ``keeps``: verbs of the choice that settles the deck, out of the cards in the zone ``deal`` ·
    ``outside``: zones whose cards are not played with · ``uses``: a card is played · ``sets``: it is
    laid face down · ``answers``: it answers an action · ``actions``: verbs that the rules take through
    all stages, so that each one is carried out or comes to nothing · ``life``: the track to survive on,
    ``""`` in a game whose players have none that falls.
    """

    keeps: frozenset[str] = frozenset()
    deal: str = ""
    outside: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    life: str = ""


PARTS: Mapping[str, Parts] = {
    "blade-rondo": Parts(
        keeps=frozenset({"keep"}),
        deal="dealt",
        outside=frozenset({"dealt", "aside"}),
        uses=frozenset({"use", "breath"}),
        sets=frozenset({"set"}),
        answers=frozenset({"reveal"}),
        actions=frozenset({"use", "trigger", TRIGGERED}),
        life="life",
    ),
    "chronocard": Parts(
        outside=frozenset({"deck"}),
        uses=frozenset({"use"}),
        actions=frozenset({"use", "skill"}),
    ),
    "genesis-garden": Parts(
        uses=frozenset({"summon"}),
        answers=frozenset({"block"}),
        actions=frozenset({"attack", "activate"}),
    ),
}
"""Game → its parts."""

UNLISTED = Parts()
"""For a game without an entry: its matches and seats are counted, its acts only listed."""
