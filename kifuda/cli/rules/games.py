"""``kifuda games``: the games that are installed, the package of each, and what is broken.

Not here: finding them (``engine.games.installed``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from engine.audit.pin import engine_digest
from engine.games.installed import broken, distribution, installed, plugin, reference
from engine.kernel.bilingual import Bilingual
from engine.kernel.plugin import Plugin
from kifuda.bots.roster import bots_of
from kifuda.bots.simulate import SimulatedMatch, simulate
from kifuda.cli.base.command import Command, Group, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import Misuse, localized, say
from kifuda.cli.base.options import Json
from kifuda.cli.base.output import counted, row, show, show_json, table
from kifuda.cli.base.parsers import number
from kifuda.cli.base.rulesets import ruleset, why_broken
from kifuda.conformance.check import written
from kifuda.conformance.miss import Miss
from kifuda.conformance.new_game import write_game
from kifuda.conformance.play import playable, played, repeats

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
    show(listed, *map(why_broken, unusable))
    return bool(unusable)


@app.command("new", cls=Command)
def new(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    folder: Annotated[Path | None, typer.Option("-o", "--output", metavar="FOLDER")] = None,
) -> None:
    """Write the folder of a small working game of this name."""
    if plugin(name) is not None:
        raise Misuse("game-taken", given=name)
    target = folder or Path(name)
    try:
        made = write_game(name, target)
    except ValueError:
        raise Misuse("game-name", given=name) from None
    except FileExistsError:
        raise Misuse("folder-taken", path=target) from None
    show(*map(str, made), say("games.new", folder=target, game=name))


@app.command("check", cls=Command)
def check(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    matches: Annotated[int, typer.Option("-n", metavar="N", parser=number(least=1))] = 1000,
    seed: Annotated[int, typer.Option("--seed", metavar="S", parser=number())] = 1,
) -> int:
    """Say what a game lacks or breaks, and where to write it; the status is 1 if there is anything."""
    rules = ruleset(game)
    found, sample = [*written(rules)], list[SimulatedMatch]()
    simulated = simulate(rules, matches=matches, seed=seed)
    found += playable(rules, counted(say("simulate.doing"), simulated, total=matches), sample)
    found += [miss for match in sample[:1] for miss in repeats(rules, match, seed=seed)]
    found += played(rules, counted(say("check.doing"), sample, total=len(sample)))
    faults: dict[str, list[Miss]] = {}
    for miss in found:
        faults.setdefault(_fault(miss), []).append(miss)
    listed = table("check", "where", "what")
    for first, *more in faults.values():
        facts = {name: _said(fact) for name, fact in first.facts.items()}
        also = say("check.more", n=len(more)) if more else ""
        row(listed, first.where, say(f"check.{first.what}", **facts) + also)
    show(*([listed] if found else []), say("check.done", game=rules.id, matches=len(sample), n=len(faults)))
    return FINDINGS if found else FINE


def _fault(miss: Miss) -> str:
    """What is one fault, in however many matches it shows."""
    return miss.what if "match" in miss.facts else str(miss)


def _said(fact: object) -> object:
    return localized(fact) if isinstance(fact, Bilingual) else fact


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
