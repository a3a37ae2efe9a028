"""Options and arguments that several commands share.

Their help texts stand in ``help.toml`` under their names.
"""

from pathlib import Path
from typing import Annotated

import typer

from kifuda.cli.base.parsers import number

DEFAULT_LOG = Path("kifuda.db")

LogFile = Annotated[Path, typer.Option("--log", envvar="KIFUDA_LOG", metavar="FILE")]
"""Which log; ``DEFAULT_LOG`` in the current folder."""
MatchName = Annotated[str, typer.Argument(metavar="MATCH")]
"""A match of the log, or a record (``.kfd``)."""
MatchNames = Annotated[list[str] | None, typer.Argument(metavar="[MATCH…]")]
Every = Annotated[bool, typer.Option("--all")]
EventNumber = Annotated[int, typer.Argument(metavar="N", parser=number())]
At = Annotated[int | None, typer.Option("--at", metavar="N", parser=number())]
As = Annotated[str | None, typer.Option("--as", metavar="SEAT|public")]
AsSeat = Annotated[str | None, typer.Option("--as", metavar="SEAT")]
"""Of who acts: the public never does."""
Json = Annotated[bool, typer.Option("--json")]
GameName = Annotated[str | None, typer.Option("--game", metavar="GAME")]
StoreFolder = Annotated[Path | None, typer.Option("--store", envvar="KIFUDA_STORE", metavar="FOLDER")]
"""The folder of the statistics' tables; by default beside the log."""
