"""What each game adds to the general laws. Every registered game must be listed here.

Not here: the laws that hold for all games.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from events.model.kinds import AnyAct, AnyEvent
from kifuda.bots.dice import Dice
from tests.laws import aquarian_age, blade_rondo, chronocard, fertcg, genesis_garden
from tests.laws.altered_matches import Match, Twin


@dataclass(frozen=True)
class Hooks:
    """Of one game.

    ``balanced``: assert what is true of the table after every event · ``canonical``: the act with the
    words that may be left out · ``twins``: matches that a viewer cannot tell from the given one, made in
    so many ``ways`` · ``wide``: some ask has too many options to list them often.
    """

    balanced: Callable[[Table, AnyEvent], None]
    canonical: Callable[[Game, AnyAct], AnyAct]
    twins: Callable[[Ruleset, Match, str, Dice], Iterator[Twin]]
    ways: tuple[str, ...]
    wide: bool = False


HOOKS = {
    "aquarian-age": Hooks(
        aquarian_age.balanced, aquarian_age.canonical, aquarian_age.twins, aquarian_age.WAYS
    ),
    "blade-rondo": Hooks(
        blade_rondo.balanced, blade_rondo.canonical, blade_rondo.twins, blade_rondo.WAYS, wide=True
    ),
    "genesis-garden": Hooks(
        genesis_garden.balanced, genesis_garden.canonical, genesis_garden.twins, genesis_garden.WAYS
    ),
    "chronocard": Hooks(chronocard.balanced, chronocard.canonical, chronocard.twins, chronocard.WAYS),
    "fertcg": Hooks(fertcg.balanced, fertcg.canonical, fertcg.twins, fertcg.WAYS),
}
