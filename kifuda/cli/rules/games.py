"""``kifuda games``: the games that are installed, the package of each, and what is broken.

Not here: finding them (``engine.games.installed``).
"""

from __future__ import annotations

from typing import Any

import msgspec

from engine.audit.pin import engine_digest
from engine.games.installed import Broken, broken, distribution, installed, plugin, reference
from engine.kernel.plugin import Plugin
from kifuda.bots.roster import bots_of
from kifuda.cli.base.command import Command, Group, application
from kifuda.cli.base.language import localized, say
from kifuda.cli.base.options import Json
from kifuda.cli.base.output import row, show, show_json, table

DIGEST_SHOWN = 12


class Games(Group):
    """``kifuda games`` means ``kifuda games list``."""

    fallback = "list"


app = application(group=Games)


@app.callback()
def games() -> None:
    """The installed games."""


@app.command("list", cls=Command)
def list_games(json: Json = False) -> int:
    """Show every installed game; the status is 1 if one is broken."""
    found = [one for one in map(plugin, installed()) if one]
    unusable = broken()
    if json:
        data = {
            "games": [_as_data(one) for one in found],
            "broken": [msgspec.to_builtins(one) for one in unusable],
        }
        show_json(data)
        return bool(unusable)
    listed = table("games", "game", "name", "editions", "package", "bots", "engine")
    for one in found:
        data = _as_data(one)
        package, bots = f"{data['package']} {data['version']}", ", ".join(data["bots"])
        editions, engine = ", ".join(data["editions"]), data["engine"][:DIGEST_SHOWN]
        row(listed, one.game, localized(one.editions[-1].name), editions, package, bots, engine)
    show(listed, *map(_in_words, unusable))
    return bool(unusable)


def _as_data(found: Plugin) -> dict[str, Any]:
    """A game in the shape of ``docs/json.md``."""
    name, version = distribution(found.game)
    return {
        "game": found.game,
        "en": found.editions[-1].name.en,
        "ja": found.editions[-1].name.ja,
        "editions": [rules.edition for rules in found.editions],
        "package": name,
        "version": version,
        "engine": engine_digest(found.game),
        "bots": list(bots_of(found.game)),
        "formats": [format.name for format in reference(found.game, "formats") or ()],
    }


def _in_words(found: Broken) -> str:
    facts = {"game": found.name, "package": found.package, "detail": found.detail, "part": found.part}
    return say(f"games.{found.cause}", **facts)
