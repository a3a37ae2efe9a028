"""The rulesets of the games that are installed, by their names. Each is loaded when it is first asked for.

Not here: finding the games (``installed``).
"""

from collections.abc import Iterator, Mapping

from engine.games.installed import OWN, distribution, installed, plugin
from engine.kernel.ruleset import Ruleset


class _Rulesets(Mapping[str, Ruleset]):
    """Id such as ``chess@1851`` → ruleset."""

    def __getitem__(self, id: str) -> Ruleset:
        found = plugin(id.partition("@")[0])
        for ruleset in found.editions if found else ():
            if ruleset.id == id:
                return ruleset
        raise KeyError(id)

    def __iter__(self) -> Iterator[str]:
        plugins = filter(None, map(plugin, installed()))
        return (ruleset.id for found in plugins for ruleset in found.editions)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Games(Mapping[str, Ruleset]):
    """Id of a game → the latest of its editions."""

    def __getitem__(self, game: str) -> Ruleset:
        if (found := plugin(game)) is None:
            raise KeyError(game)
        return found.editions[-1]

    def __iter__(self) -> Iterator[str]:
        return iter(installed())

    def __len__(self) -> int:
        return len(installed())


RULESETS: Mapping[str, Ruleset] = _Rulesets()
GAMES: Mapping[str, Ruleset] = _Games()
"""Each game, in the latest of its editions."""


def own_games() -> list[Ruleset]:
    """The games that come with kifuda, each in the latest of its editions; without what else is installed."""
    return [rules for rules in GAMES.values() if distribution(rules.game)[0] == OWN]


def own_editions() -> list[Ruleset]:
    """Every edition of the games that come with kifuda."""
    return [rules for latest in own_games() for rules in editions_of(latest.game)]


def find(game: str, edition: str) -> Ruleset | None:
    """The ruleset of this edition of this game; None if it is not installed."""
    return RULESETS.get(f"{game}@{edition}")


def editions_of(game: str) -> tuple[Ruleset, ...]:
    """The editions of one game, the latest last; none if it is not installed. No other game is loaded."""
    found = plugin(game)
    return tuple(found.editions) if found else ()
