"""What the package of a game registers under the entry-point group ``kifuda.games``.

Not here: finding what is installed (``engine.games.installed``).
"""

from dataclasses import dataclass

from engine.kernel.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Plugin:
    """A game: its ``editions``, the latest last, and by reference what other layers use of it.

    ``bots`` names a ``kifuda.bots.skill.Skill`` and ``formats`` a tuple of
    ``analytics.imports.formats.format.Format`` (logs of other programs), both as ``"package.module:NAME"``,
    which is imported when first asked for. ``samples`` is ``"package:folder"``: the records of the
    demonstration. ``""`` where the game has none. Lists of games are in the order
    of ``rank``, then of names. ``colour`` is that in which pages draw the game (``blue``, ``red``, ``green``,
    ``purple``, ``orange``, ``sky``, ``yellow``, ``grey``).
    """

    editions: tuple[Ruleset, ...]
    bots: str = ""
    formats: str = ""
    samples: str = ""
    rank: int = 100
    colour: str = "grey"

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.editions[-1].game
