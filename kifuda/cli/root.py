"""The top command ``kifuda``: its commands and the module of each.

Not here: the commands. They are imported when called, so that help and short commands start fast.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import typer

from kifuda.cli.base.command import Group, application

_HERE = "kifuda.cli"


class Root(Group):
    """All commands, in the order of the help."""

    modules: ClassVar[dict[str, str]] = {
        "import": f"{_HERE}.data.importing",
        "log": f"{_HERE}.match.log",
        "tournament": f"{_HERE}.tournament.tournament",
        "show": f"{_HERE}.match.show",
        "replay": f"{_HERE}.match.replay",
        "audit": f"{_HERE}.match.audit",
        "sheet": f"{_HERE}.match.ruling_sheet",
        "explain": f"{_HERE}.match.explain",
        "legal": f"{_HERE}.match.legal",
        "games": f"{_HERE}.rules.games",
        "rules": f"{_HERE}.rules.rules",
        "cards": f"{_HERE}.rules.cards",
        "case": f"{_HERE}.rules.case",
        "shuffle": f"{_HERE}.evidence.shuffle",
        "simulate": f"{_HERE}.data.simulate",
        "project": f"{_HERE}.data.project",
        "stats": f"{_HERE}.stats.stats",
        "archetypes": f"{_HERE}.stats.archetypes",
        "export": f"{_HERE}.data.export",
        "key": f"{_HERE}.evidence.key",
        "checkpoint": f"{_HERE}.evidence.checkpoint",
        "sign": f"{_HERE}.evidence.sign",
        "verify": f"{_HERE}.evidence.verify",
        "collect": f"{_HERE}.evidence.collect",
        "backup": f"{_HERE}.evidence.backup",
        "evidence": f"{_HERE}.evidence.bundle",
        "dashboard": f"{_HERE}.data.dashboard",
        "demo": f"{_HERE}.data.demo",
    }


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # which no command needs

        typer.echo(f"kifuda {version('kifuda')}")
        raise typer.Exit()


app = application(group=Root)


@app.callback(invoke_without_command=True)
def kifuda(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """Show the help if no command is given."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


ROOT: Any = typer.main.get_command(app)
"""The complete command line."""
