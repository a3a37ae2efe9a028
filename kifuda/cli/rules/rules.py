"""``kifuda rules``: the clauses of the installed games, the code that enforces each, and the settings.

Not here: the clauses themselves (``clauses.toml`` of each game).
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Annotated, Any

import msgspec
import typer

from engine.kernel.clause import Clause, Setting
from engine.kernel.ruleset import Ruleset
from engine.text.sentence import as_written
from kifuda.cli.base.command import Command, Group, application
from kifuda.cli.base.language import Misuse, current, localized, say
from kifuda.cli.base.options import GameName, Json
from kifuda.cli.base.output import row, show, show_json, table
from kifuda.cli.base.rulesets import rulesets


class Rules(Group):
    """``kifuda rules BR-5.2-1`` means ``kifuda rules clause BR-5.2-1``."""

    fallback = "clause"


app = application(group=Rules)


@app.callback()
def rules() -> None:
    """Clauses, coverage and settings."""


@app.command("clause", cls=Command)
def clause(
    clauses: Annotated[list[str] | None, typer.Argument(metavar="[CLAUSE…]")] = None,
    game: GameName = None,
    json: Json = False,
) -> None:
    """Show these clauses, or list all of them."""
    found = [(ruleset, known) for ruleset in rulesets(game) for known in ruleset.clauses.values()]
    if clauses:
        found = [_named(found, name) for name in clauses]
    if json:
        show_json([_clause(ruleset, known) for ruleset, known in found])
    elif clauses:
        show("\n\n".join(_clause_text(ruleset, known) for ruleset, known in found))
    else:
        listed = table("rules", "clause", "kind", "text")
        for _, known in found:
            row(listed, known.id, known.kind, localized(known.says))
        show(listed)


@app.command("coverage", cls=Command)
def coverage(game: GameName = None, json: Json = False) -> None:
    """Show for each clause the code, the cases and the tests that cite it."""
    from engine.audit.coverage import coverage as covered

    found = [line for ruleset in rulesets(game) for line in covered(ruleset)]
    if json:
        show_json([_coverage(line) for line in found])
        return
    listed = table("rules", "clause", "kind", "code", "cases", "tests", right=("cases", "tests"))
    for line in found:
        row(listed, line.clause, line.kind, "\n".join(line.code), len(line.cases), len(line.tests))
    show(listed)


@app.command("settings", cls=Command)
def settings(game: GameName = None, json: Json = False) -> None:
    """Show the choices that the documents leave open: each setting with its default and other values."""
    found = [(ruleset, setting) for ruleset in rulesets(game) for setting in ruleset.settings.values()]
    if json:
        show_json([_setting(ruleset, setting) for ruleset, setting in found])
        return
    listed = table("rules", "setting", "default", "accepted", "clause", "text")
    for _, setting in found:
        row(
            listed,
            setting.name,
            as_written(setting.default),
            _accepted(setting),
            setting.clause,
            _setting_name(setting),
        )
    show(listed)


# --- one clause ------------------------------------------------------------------------------------


def _named(found: list[tuple[Ruleset, Clause]], name: str) -> tuple[Ruleset, Clause]:
    for ruleset, known in found:
        if known.id == name:
            return ruleset, known
    near = get_close_matches(name, [known.id for _, known in found], cutoff=0.5)
    raise Misuse("clause", given=name, near=", ".join(near))


def _clause_text(ruleset: Ruleset, clause: Clause) -> str:
    """A clause with its origin and the setting that decides it."""
    origin = say(f"rules.{clause.origin}")
    lines = [f"{clause.id}  ({ruleset.id}, {clause.kind}, {origin})", localized(clause.says)]
    if clause.source:
        lines.append(say("rules.source", source=clause.source))
    for name in clause.setting.split():
        setting = ruleset.settings[name]
        lines.append(
            say("rules.set-by", name=name, default=as_written(setting.default), accepted=_accepted(setting))
        )
    return "\n".join(lines)


def _setting_name(setting: Setting) -> str:
    return setting.ja if current() == "ja" else setting.en


def _accepted(setting: Setting) -> str:
    if setting.choices:
        return " | ".join(map(as_written, setting.choices))
    least, most = ("" if limit is None else str(limit) for limit in (setting.least, setting.most))
    return f"{least}…{most}"


# --- as data ---------------------------------------------------------------------------------------


def _clause(ruleset: Ruleset, clause: Clause) -> dict[str, Any]:
    return {
        "clause": clause.id,
        "game": ruleset.game,
        "edition": ruleset.edition,
        "kind": clause.kind,
        "origin": clause.origin,
        "definition": clause.definition,
        "source": clause.source,
        "settings": clause.setting.split(),
        "en": clause.en,
        "ja": clause.ja,
    }


def _setting(ruleset: Ruleset, setting: Setting) -> dict[str, Any]:
    return {
        "setting": setting.name,
        "game": ruleset.game,
        "edition": ruleset.edition,
        "clause": setting.clause,
        "default": setting.default,
        "choices": list(setting.choices),
        "least": setting.least,
        "most": setting.most,
        "en": setting.en,
        "ja": setting.ja,
    }


def _coverage(line: Any) -> dict[str, Any]:
    names = ("clause", "game", "kind", "definition", "code", "cases", "tests")
    return {name: msgspec.to_builtins(getattr(line, name)) for name in names}
