"""The program itself: which commands it has, and where each of them is.

Not here: the commands. They are imported when called, so that help and short commands start at once.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated, Any, ClassVar

import typer

from kifuda.cli.base.command import Group, application

_HERE = "kifuda.cli"


class Root(Group):
    """All commands, in the order in which people meet them."""

    modules: ClassVar[dict[str, str]] = {
        "import": f"{_HERE}.importing",
        "log": f"{_HERE}.listing",
        "tournament": f"{_HERE}.tournament",
        "show": f"{_HERE}.show",
        "replay": f"{_HERE}.replay",
        "audit": f"{_HERE}.audit",
        "sheet": f"{_HERE}.sheet",
        "explain": f"{_HERE}.explain",
        "legal": f"{_HERE}.legal",
        "rules": f"{_HERE}.rules",
        "cards": f"{_HERE}.cards",
        "case": f"{_HERE}.case",
        "shuffle": f"{_HERE}.shuffle",
        "simulate": f"{_HERE}.simulate",
        "project": f"{_HERE}.project",
        "stats": f"{_HERE}.stats",
        "archetypes": f"{_HERE}.archetypes",
        "export": f"{_HERE}.export",
        "key": f"{_HERE}.key",
        "checkpoint": f"{_HERE}.checkpoint",
        "sign": f"{_HERE}.sign",
        "verify": f"{_HERE}.verify",
        "backup": f"{_HERE}.backup",
        "evidence": f"{_HERE}.evidence",
        "dashboard": f"{_HERE}.dashboard",
        "demo": f"{_HERE}.demo",
    }


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"kifuda {version('kifuda')}")
        raise typer.Exit()


app = application(group=Root)


@app.callback(invoke_without_command=True)
def kifuda(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """Say what there is, where no command is given."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


ROOT: Any = typer.main.get_command(app)
"""The whole command line, ready to be run."""
