"""What is installed: packages that register a ``Plugin`` under the entry-point group ``kifuda.games``, among
them kifuda with its own games. A game is imported when it is first asked for; a broken one harms no other.

Not here: what a game registers (``engine.kernel.plugin``), rulesets by their names (``registry``).
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import Distribution, EntryPoint, entry_points, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Literal

from engine.games.raised_at import raised_at
from engine.kernel.plugin import Plugin

Reference = Literal["bots", "formats"]
"""What a plug-in names and does not hold itself."""
REFERENCES: tuple[Reference, ...] = ("bots", "formats")
GROUP = "kifuda.games"
OWN = "kifuda"
"""The package whose games come with this program."""
ONLY = "KIFUDA_GAMES"
"""The environment variable that restricts the games to those that it names, parted by blanks."""
Cause = Literal["raises", "no-plugin", "other-name", "two-packages", "needs"]
"""Why an entry point gives no game: its import raises; what it names is no ``Plugin``, or one of another
game; two packages register the name; its package needs another version of this one."""


@dataclass(frozen=True, slots=True)
class Broken:
    """An entry point that gives no game, or lacks a ``part`` of it, such as ``bots``. ``detail`` says more:
    the exception, the packages, the need. ``at`` is the line of the package that raises, as ``FILE:LINE``."""

    name: str
    package: str
    cause: Cause
    detail: str
    part: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class _Entry:
    """The entry point ``name`` as one or more packages register it, kifuda first."""

    name: str
    points: tuple[EntryPoint, ...]

    @property
    def distribution(self) -> Distribution:
        return _distribution(self.points[0])

    @property
    def is_own(self) -> bool:
        return self.distribution.name == OWN


class _Unusable(Exception):
    """Carries why an entry point gives no game."""

    def __init__(self, cause: Cause, detail: str, at: str = "") -> None:
        super().__init__(detail)
        self.cause: Cause = cause
        self.detail = detail
        self.at = at


def rescan() -> None:
    """Forget which packages are installed: they are looked for again when next asked for."""
    _entries.cache_clear()
    _loaded.cache_clear()
    _referenced.cache_clear()


def installed() -> tuple[str, ...]:
    """The games that can be played, in the order in which they are listed."""
    found = [one for one in map(plugin, _entries()) if one]
    return tuple(one.game for one in sorted(found, key=lambda one: (one.rank, one.game)))


def plugin(game: str) -> Plugin | None:
    """The plug-in of this game; None if it is not installed or is broken."""
    found = _loaded(game) if game in _entries() else None
    return found if isinstance(found, Plugin) else None


def broken_game(game: str) -> Broken | None:
    """Why this game cannot be used although a package registers it; None for any other."""
    found = _loaded(game) if game in _entries() else None
    return found if isinstance(found, Broken) else None


def broken() -> list[Broken]:
    """Every entry point that gives no game, or not all of it, also where a game of kifuda's own has its
    name."""
    found = [one for one in map(_loaded, _entries()) if isinstance(one, Broken)]
    named = (_referenced(game, name) for game in installed() for name in REFERENCES)
    found += [one for one in named if isinstance(one, Broken)]
    hidden = [
        Broken(entry.name, _distribution(point).name, "two-packages", OWN)
        for entry in _entries().values()
        for point in entry.points[1:]
        if entry.is_own
    ]
    return [*found, *hidden]


def reference(game: str, name: Reference) -> Any:
    """What the plug-in of ``game`` names as its ``name``; None if it has none, if its import raises (it is
    ``broken`` then, and the game is there without it), or if the game is not installed."""
    found = _referenced(game, name)
    return None if isinstance(found, Broken) else found


def samples(game: str) -> Path | None:
    """The folder with the sample records of ``game``; None if it has none, or is not installed."""
    found = plugin(game)
    if found is None or not found.samples:
        return None
    origin, _, folder = found.samples.partition(":")
    return Path(str(files(origin) / folder))


def distribution(game: str) -> tuple[str, str]:
    """The name and the version of the package that registers this game. Raises ``KeyError`` if none does."""
    found = _entries()[game].distribution
    return found.name, found.version


def package(game: str) -> str:
    """The requirement that installs this game, such as ``kifuda-hanabi==0.1.0``; ``""`` for a game that comes
    with kifuda or is not installed."""
    entry = _entries().get(game)
    if entry is None or entry.is_own:
        return ""
    return f"{entry.distribution.name}=={entry.distribution.version}"


def folder(game: str) -> Path:
    """The folder of the code and data that decide a match of this game: that of the module that its entry
    point names. Raises ``KeyError`` if it is not installed."""
    if plugin(game) is None:
        raise KeyError(game)
    spec = find_spec(_entries()[game].points[0].module)
    assert spec is not None and spec.origin is not None, game
    return Path(spec.origin).parent


@cache
def _entries() -> Mapping[str, _Entry]:
    """Name → entry, by name: all that are installed, or those alone that the environment names."""
    named = os.environ.get(ONLY, "").split()
    by_name: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        if named and point.name not in named:
            continue
        by_name.setdefault(point.name, {}).setdefault(_distribution(point).name, point)
    entries = [
        _Entry(name, tuple(points[package] for package in sorted(points, key=lambda one: (one != OWN, one))))
        for name, points in by_name.items()
    ]
    return {entry.name: entry for entry in sorted(entries, key=lambda one: one.name)}


@cache
def _loaded(name: str) -> Plugin | Broken:
    entry = _entries()[name]
    try:
        return _load(entry)
    except _Unusable as unusable:
        return Broken(name, entry.distribution.name, unusable.cause, unusable.detail, at=unusable.at)


@cache
def _referenced(game: str, name: Reference) -> Any:
    found = plugin(game)
    named = getattr(found, name) if found else ""
    try:
        return _imported(lambda: resolve_name(named), named) if named else None
    except _Unusable as unusable:
        package = _entries()[game].distribution.name
        return Broken(game, package, unusable.cause, unusable.detail, part=name, at=unusable.at)


def _load(entry: _Entry) -> Plugin:
    """Raises ``_Unusable``."""
    if len(entry.points) > 1 and not entry.is_own:
        raise _Unusable("two-packages", ", ".join(_distribution(point).name for point in entry.points))
    if not entry.is_own:
        _check_needs(entry.distribution)
    found = _imported(entry.points[0].load, entry.points[0].module)
    if not isinstance(found, Plugin):
        raise _Unusable("no-plugin", entry.points[0].value)
    if found.game != entry.name:
        raise _Unusable("other-name", found.game)
    return found


def _check_needs(distribution: Distribution) -> None:
    """Raises ``_Unusable`` if the package wants another version of this program."""
    from packaging.requirements import Requirement  # 40 ms, which only foreign games cost

    for need in map(Requirement, distribution.requires or ()):
        if need.name == OWN and not need.specifier.contains(version(OWN), prereleases=True):
            raise _Unusable("needs", str(need))


def _imported(load: Callable[[], Any], module: str) -> Any:
    """What ``load`` gives of ``module``. Whatever a foreign package raises while it is imported is its own
    fault, be it an attempt to leave the program."""
    try:
        return load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        detail = f"{type(error).__name__}: {error}"
        raise _Unusable("raises", detail, raised_at(error, module.partition(".")[0])) from error


def _distribution(point: EntryPoint) -> Distribution:
    assert point.dist is not None, point  # entry_points() sets it
    return point.dist
